/* SPDX-License-Identifier: MIT */
#include "scene/track/im-scene-ruler.h"

#include "scene/display/im-scene-metrics.h"
#include "scene/timeline/im-timeline-axis.h"
#include "scene/track/im-track-rows.h"

#define MIN_BAND 2
#define PADDING  4
#define RADIUS   3
#define BASELINE 14

/* Labels that overlap lie over each other, the later ones on top. */
static void
draw_labels (const ImLane *lane, const ImTimeAxis *axis, ImScene *scene)
{
  guint n_rows;
  g_autoptr (GArray) bands = im_track_rows_stack (lane->labels, lane->from_s, lane->to_s,
                                                  &n_rows);
  double right = -1;

  for (guint i = 0; i < bands->len; i++)
    {
      const ImTrackLabel *label = g_array_index (bands, ImTrackBand, i).label;
      guint colour = GPOINTER_TO_UINT (g_hash_table_lookup (lane->colours, label->name));
      double from = MAX (im_time_axis_get_x (axis, label->start), axis->left);
      double to = MIN (im_time_axis_get_x (axis, label->end), axis->right);
      double width = MAX (to - from, MIN_BAND);
      g_autofree char *text = NULL;

      if (from + width <= right)
        continue;
      right = from + width;
      im_scene_add_rectangle (scene, (ImSceneStyleId) (IM_STYLE_LABEL + colour),
                              (ImScenePoint){ from, 0.5 }, width, IM_RULER_LABELS - 2,
                              MIN (RADIUS, width / 2));
      text = im_scene_text_dup_elided (IM_STYLE_VALUE, label->name, width - 2 * PADDING);
      if (im_scene_text_get_width (IM_STYLE_VALUE, text) <= width - 2 * PADDING)
        im_scene_add_text (scene, IM_STYLE_VALUE,
                           (ImScenePoint){ from + PADDING, BASELINE }, IM_ANCHOR_START,
                           text);
    }
}

ImScene *
im_scene_ruler_new (const ImLane *lane, gboolean is_timed)
{
  g_return_val_if_fail (lane->to_s > lane->from_s, NULL);

  ImTimeAxis axis = { .left = IM_LANE_LEFT,
                      .right = lane->width - IM_LANE_RIGHT,
                      .from = lane->from_s,
                      .to = lane->to_s,
                      .is_timed = is_timed,
                      .counted = "rows" };
  g_autofree char *description = g_strdup_printf ("From %.9g to %.9g %s.", lane->from_s,
                                                  lane->to_s, is_timed ? "s" : "rows");
  ImScene *scene = im_scene_new ("Time", description);
  double top = lane->labels != NULL ? IM_RULER_LABELS : 0;

  if (lane->labels != NULL)
    draw_labels (lane, &axis, scene);
  im_time_axis_draw (&axis, scene, top + 1);
  scene->width = lane->width;
  scene->height = top + 1 + IM_TIME_AXIS_HEIGHT;

  return scene;
}
