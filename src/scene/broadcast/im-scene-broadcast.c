/* SPDX-License-Identifier: MIT */
#include "scene/broadcast/im-scene-broadcast.h"

#include "scene/broadcast/im-broadcast-layout.h"
#include "scene/broadcast/im-broadcast-words.h"

ImScene *
im_scene_broadcast_new (const ImBroadcastReport *report, guint show)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GString) title = g_string_new (NULL);
  g_autoptr (GString) description = g_string_new (NULL);
  g_auto (ImBroadcastLayout) layout;
  ImScene *scene;

  im_broadcast_append_title (report, title);
  im_broadcast_append_description (report, description);
  im_broadcast_layout_init (&layout, report, show, arena);
  scene = im_scene_new (title->str, description->str);
  im_broadcast_layout_draw (&layout, report, show, scene);

  return scene;
}

/* The column of a table below a point; FALSE if there is none. */
static gboolean
find_column (const ImBroadcastBox *box, ImScenePoint at, guint *column)
{
  if (at.y < box->head_y - 11 || at.y >= box->bottom)
    return FALSE;
  for (guint i = 0; i < box->grid.n_columns; i++)
    if (at.x >= box->x[i] && at.x < box->x[i] + box->widths[i])
      {
        *column = i;
        return TRUE;
      }

  return FALSE;
}

ImBroadcastHit
im_scene_broadcast_hit (const ImBroadcastReport *report, guint show, ImScenePoint at)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_auto (ImBroadcastLayout) layout;
  guint column;

  im_broadcast_layout_init (&layout, report, show, arena);
  for (guint i = 0; i < layout.boxes->len; i++)
    {
      const ImBroadcastBox *box = &g_array_index (layout.boxes, ImBroadcastBox, i);

      if (find_column (box, at, &column))
        {
          gint axis = box->grid.heads[column].axis;

          return (ImBroadcastHit){ .kind = axis < 0 ? IM_HIT_FOLD : IM_HIT_COLUMN,
                                   .level = i,
                                   .axis = (guint) MAX (0, axis),
                                   .corner = { box->x[column], box->head_y - 11 },
                                   .width = box->widths[column],
                                   .height = box->bottom - (box->head_y - 11) };
        }
    }

  return (ImBroadcastHit){ .kind = IM_HIT_NOTHING };
}
