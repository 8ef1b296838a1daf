/* SPDX-License-Identifier: MIT */
#include "scene/broadcast/im-broadcast-legend.h"

#include <math.h>

#include "scene/display/im-scene-metrics.h"

#define MARGIN 16
#define WIDTH  28 /* of a cell */
#define HEIGHT 18
#define GAP    6  /* from a cell to its text */
#define APART  20 /* from a text to the next cell */
#define LINE   26

typedef struct
{
  ImBroadcastLook look;
  const char *text;  /* in the cell */
  const char *words; /* what it means */
} Entry;

static const Entry entries[] = {
  { IM_LOOK_OWN, "n", "own size" },
  { IM_LOOK_STRETCHED, "", "stretched 1→n" },
  { IM_LOOK_ADDED, "(1)", "added on the left" },
  { IM_LOOK_UNKNOWN, "?", "not known before run time" },
  { IM_LOOK_BAD, "n", "≠, sizes do not fit" },
};

void
im_broadcast_legend_draw (const ImBroadcastLayout *layout, ImScene *scene)
{
  ImScenePoint at = layout->legend;

  im_scene_open_group (scene, "legend");
  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      const Entry *entry = &entries[i];
      double width = WIDTH + GAP + im_scene_text_get_width (IM_STYLE_ID, entry->words);

      if (at.x > MARGIN && at.x + width > MARGIN + layout->legend_width)
        at = (ImScenePoint){ MARGIN, at.y + LINE };
      im_broadcast_draw_cell (scene, entry->look, IM_GROUP_NONE, at, WIDTH, HEIGHT,
                              entry->text);
      im_scene_add_text (scene, IM_STYLE_ID,
                         (ImScenePoint){ at.x + WIDTH + GAP, at.y + HEIGHT / 2 + 4 },
                         IM_ANCHOR_START, entry->words);
      scene->width = MAX (scene->width, ceil (at.x + width) + MARGIN);
      at.x += width + APART;
    }
  im_scene_close_group (scene);
  scene->height = MAX (scene->height, at.y + HEIGHT + MARGIN);
}
