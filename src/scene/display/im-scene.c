/* SPDX-License-Identifier: MIT */
#include "scene/display/im-scene.h"

#include <string.h>

#include "scene/display/im-scene-metrics.h"

ImScene *
im_scene_new (const char *title, const char *description)
{
  ImScene *scene = g_new0 (ImScene, 1);

  scene->arena = im_arena_new ();
  scene->title = im_arena_strdup (scene->arena, title);
  scene->description = im_arena_strdup (scene->arena, description);
  scene->item_array = g_array_new (FALSE, FALSE, sizeof (ImSceneItem));
  scene->segment_array = g_array_new (FALSE, FALSE, sizeof (ImSegment));

  return scene;
}

void
im_scene_free (ImScene *scene)
{
  if (scene == NULL)
    return;

  g_array_unref (scene->item_array);
  g_array_unref (scene->segment_array);
  im_arena_free (scene->arena);
  g_free (scene);
}

static void
add_item (ImScene *scene, const ImSceneItem *item)
{
  g_array_append_val (scene->item_array, *item);
  scene->items = (const ImSceneItem *) (gpointer) scene->item_array->data;
  scene->n_items = scene->item_array->len;
}

void
im_scene_open_group (ImScene *scene, const char *text)
{
  add_item (scene, &(ImSceneItem){ .kind = IM_SCENE_OPEN_GROUP,
                                   .text = im_arena_strdup (scene->arena, text) });
}

void
im_scene_close_group (ImScene *scene)
{
  add_item (scene, &(ImSceneItem){ .kind = IM_SCENE_CLOSE_GROUP });
}

void
im_scene_add_rectangle (ImScene *scene,
                        ImSceneStyleId style,
                        ImScenePoint corner,
                        double width,
                        double height,
                        double radius)
{
  add_item (scene, &(ImSceneItem){ .kind = IM_SCENE_RECTANGLE,
                                   .style = style,
                                   .x = corner.x,
                                   .y = corner.y,
                                   .width = width,
                                   .height = height,
                                   .radius = radius });
}

void
im_scene_add_heat (ImScene *scene,
                   ImScenePoint corner,
                   double width,
                   double height,
                   guint n_columns,
                   guint n_rows,
                   const guint8 *levels)
{
  gsize n = (gsize) n_columns * n_rows;
  guint8 *copy = im_arena_alloc (scene->arena, n);

  memcpy (copy, levels, n);
  add_item (scene, &(ImSceneItem){ .kind = IM_SCENE_HEAT,
                                   .style = IM_STYLE_HEAT_NONE,
                                   .x = corner.x,
                                   .y = corner.y,
                                   .width = width,
                                   .height = height,
                                   .n_columns = n_columns,
                                   .n_rows = n_rows,
                                   .levels = copy });
}

void
im_scene_add_text (ImScene *scene,
                   ImSceneStyleId style,
                   ImScenePoint at,
                   ImAnchor anchor,
                   const char *text)
{
  g_return_if_fail (style >= IM_STYLE_TITLE);

  add_item (scene, &(ImSceneItem){ .kind = IM_SCENE_TEXT,
                                   .style = style,
                                   .text = im_arena_strdup (scene->arena, text),
                                   .x = at.x,
                                   .y = at.y,
                                   .width = im_scene_text_get_width (style, text),
                                   .anchor = anchor });
}

void
im_scene_begin_path (ImScene *scene, ImSceneStyleId style)
{
  add_item (scene, &(ImSceneItem){ .kind = IM_SCENE_PATH,
                                   .style = style,
                                   .first_segment = scene->segment_array->len });
}

/* Adds to the last item, which is a path. */
static void
add_segment (ImScene *scene, const ImSegment *segment)
{
  ImSceneItem *path = &g_array_index (scene->item_array, ImSceneItem, scene->n_items - 1);

  g_return_if_fail (scene->n_items > 0 && path->kind == IM_SCENE_PATH);

  g_array_append_val (scene->segment_array, *segment);
  scene->segments = (const ImSegment *) (gpointer) scene->segment_array->data;
  path->n_segments++;
}

void
im_scene_move_to (ImScene *scene, ImScenePoint to)
{
  add_segment (scene, &(ImSegment){ .kind = IM_SEGMENT_MOVE, .to = to });
}

void
im_scene_line_to (ImScene *scene, ImScenePoint to)
{
  add_segment (scene, &(ImSegment){ .kind = IM_SEGMENT_LINE, .to = to });
}

void
im_scene_curve_to (ImScene *scene,
                   ImScenePoint first_control,
                   ImScenePoint second_control,
                   ImScenePoint to)
{
  add_segment (scene, &(ImSegment){ .kind = IM_SEGMENT_CURVE,
                                    .control = { first_control, second_control },
                                    .to = to });
}

void
im_scene_close_path (ImScene *scene)
{
  add_segment (scene, &(ImSegment){ .kind = IM_SEGMENT_CLOSE });
}
