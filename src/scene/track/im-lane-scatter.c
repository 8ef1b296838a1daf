/* SPDX-License-Identifier: MIT
 *
 * Values of one signal against those of another one at the same time; of very many some,
 * at even distances.
 */
#include <math.h>

#include "scene/track/im-lane-draw.h"

#define N_DOTS 2000
#define DOT    2 /* pixels */
#define BASE   16

/* The value that holds at a time, of the first channel. */
static gboolean
get_number (ImSignal *signal, guint channel, double at_s, double *number)
{
  guint64 value;

  return im_signal_find_nearest (signal, at_s, &value) &&
         im_signal_load (signal, channel, 1, value, 1, number, NULL) &&
         isfinite (*number);
}

/* A signal alone has its second channel across. */
void
im_lane_draw_scatter (ImLaneDrawing *drawing)
{
  const ImLane *lane = drawing->lane;
  gboolean is_alone = lane->across == NULL;
  ImSignal *across = is_alone ? lane->signal : lane->across;
  guint channel = is_alone && im_signal_get_n_channels (across) > 1 ? 1 : 0;
  guint64 first = im_signal_find (lane->signal, lane->from_s);
  guint64 end = im_signal_find (lane->signal, lane->to_s);
  guint64 n = MIN (end - first, N_DOTS);
  double low, high, left, right;
  double width = drawing->axis.right - drawing->axis.left - DOT;

  im_lane_find_limits (lane->signal, 1, &low, &high);
  im_lane_find_limits (across, channel + 1, &left, &right);
  drawing->scale.height -= BASE;
  im_track_scale_fit (&drawing->scale, low, high);
  for (guint64 i = 0; i < n; i++)
    {
      guint64 value = first + i * (end - first) / n;
      double at_s = im_signal_get_time (lane->signal, value), x, y;

      if (!im_signal_load (lane->signal, 0, 1, value, 1, &y, NULL) || !isfinite (y) ||
          !get_number (across, channel, at_s, &x))
        continue;
      im_scene_add_rectangle (
          drawing->scene, IM_STYLE_SIGNAL,
          (ImScenePoint){ drawing->axis.left + (x - left) / (right - left) * width,
                          im_track_scale_get_y (&drawing->scale, y) - DOT / 2.0 },
          DOT, DOT, DOT / 2.0);
    }
  im_track_scale_draw (&drawing->scale, drawing->scene);
  im_lane_draw_base (drawing, left, right);
}
