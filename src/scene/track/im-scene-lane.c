/* SPDX-License-Identifier: MIT */
#include "scene/track/im-scene-lane.h"

#include "scene/track/im-lane-draw.h"
#include "scene/track/im-track-rows.h"

#define PADDING   5
#define MIN_SHADE 0.5 /* pixels */

static void (*const draw_kind[]) (ImLaneDrawing *drawing) = {
  [IM_LANE_WAVEFORM] = im_lane_draw_waveform,
  [IM_LANE_SPECTROGRAM] = im_lane_draw_spectrogram,
  [IM_LANE_HEAT_MAP] = im_lane_draw_heat,
  [IM_LANE_MATRIX] = im_lane_draw_matrix,
  [IM_LANE_HISTOGRAM] = im_lane_draw_histogram,
  [IM_LANE_SCATTER] = im_lane_draw_scatter,
  [IM_LANE_TABLE] = im_lane_draw_table,
  [IM_LANE_OVERVIEW] = im_lane_draw_waveform,
};

ImLaneKind
im_lane_choose_kind (const ImSignal *signal)
{
  return im_signal_get_n_channels (signal) > IM_LANE_MAX_LINES ? IM_LANE_HEAT_MAP
                                                               : IM_LANE_WAVEFORM;
}

gboolean
im_lane_is_over_time (ImLaneKind kind)
{
  return kind == IM_LANE_WAVEFORM || kind == IM_LANE_SPECTROGRAM ||
         kind == IM_LANE_HEAT_MAP || kind == IM_LANE_OVERVIEW;
}

/* What is labelled is shaded, once where labels overlap. */
static void
draw_shade (const ImLaneDrawing *drawing)
{
  const ImLane *lane = drawing->lane;
  g_autoptr (GArray) bands = NULL;
  double right = drawing->axis.left;
  guint n_rows;

  if (lane->labels == NULL || !im_lane_is_over_time (lane->kind))
    return;

  bands = im_track_rows_stack (lane->labels, lane->from_s, lane->to_s, &n_rows);
  for (guint i = 0; i < bands->len; i++)
    {
      const ImTrackLabel *label = g_array_index (bands, ImTrackBand, i).label;
      guint colour = GPOINTER_TO_UINT (g_hash_table_lookup (lane->colours, label->name));
      double from = MAX (im_time_axis_get_x (&drawing->axis, label->start), right);
      double to = MIN (im_time_axis_get_x (&drawing->axis, label->end),
                       drawing->axis.right);

      if (to - from < MIN_SHADE)
        continue;
      im_scene_add_rectangle (drawing->scene,
                              (ImSceneStyleId) (IM_STYLE_LABEL_SHADE + colour),
                              (ImScenePoint){ from, drawing->scale.top }, to - from,
                              drawing->scale.height, 0);
      right = to;
    }
}

static char *
describe (const ImLane *lane)
{
  guint n = im_signal_get_n_channels (lane->signal);

  return g_strdup_printf ("%u channel%s from %.9g to %.9g %s.", n, n == 1 ? "" : "s",
                          lane->from_s, lane->to_s,
                          im_signal_is_timed (lane->signal) ? "s" : "rows");
}

ImScene *
im_scene_lane_new (const ImLane *lane)
{
  g_return_val_if_fail (lane->to_s > lane->from_s, NULL);
  g_return_val_if_fail (lane->width > IM_LANE_LEFT + IM_LANE_RIGHT, NULL);

  g_autofree char *description = describe (lane);
  ImScene *scene = im_scene_new (im_signal_get_format (lane->signal)->name, description);
  ImLaneDrawing drawing = {
    .lane = lane,
    .scene = scene,
    .axis = { .left = IM_LANE_LEFT,
              .right = lane->width - IM_LANE_RIGHT,
              .from = lane->from_s,
              .to = lane->to_s,
              .is_timed = im_signal_is_timed (lane->signal),
              .counted = "rows" },
    .scale = { .left = IM_LANE_LEFT,
               .top = 0.5,
               .height = lane->height - 1,
               .padding = PADDING },
  };

  scene->width = lane->width;
  scene->height = lane->height;
  draw_shade (&drawing);
  draw_kind[lane->kind](&drawing);
  im_scene_add_rectangle (
      scene, IM_STYLE_LANE, (ImScenePoint){ IM_LANE_LEFT, drawing.scale.top },
      drawing.axis.right - drawing.axis.left, drawing.scale.height, 0);

  return scene;
}
