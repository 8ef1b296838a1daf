/* SPDX-License-Identifier: MIT */
#include "scene/track/im-lane-draw.h"

#include <math.h>

void
im_lane_find_limits (ImSignal *signal, guint n_channels, double *low, double *high)
{
  ImTrackScale scale;
  double from_s, to_s;

  *low = INFINITY;
  *high = -INFINITY;
  if (im_signal_get_range (signal, &from_s, &to_s))
    for (guint c = 0; c < n_channels; c++)
      {
        ImSignalColumn all;

        im_signal_get_columns (signal, c, from_s, to_s, 1, &all);
        *low = MIN (*low, all.min);
        *high = MAX (*high, all.max);
      }
  im_track_scale_fit (&scale, *low, *high);
  *low = scale.low;
  *high = scale.high;
}

gboolean
im_lane_find_value (const ImLane *lane, guint64 *value)
{
  double middle_s = (lane->from_s + lane->to_s) / 2;

  return im_signal_find_nearest (lane->signal, isnan (lane->at_s) ? middle_s : lane->at_s,
                                 value);
}

void
im_lane_draw_base (const ImLaneDrawing *drawing, double low, double high)
{
  double middle = (low + high) / 2;
  const double numbers[] = { low, fabs (middle) < 1e-4 * (high - low) ? 0 : middle,
                             high };
  const ImAnchor anchors[] = { IM_ANCHOR_START, IM_ANCHOR_MIDDLE, IM_ANCHOR_END };
  double bottom = drawing->scale.top + drawing->scale.height;

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autofree char *text = g_strdup_printf ("%.5g", numbers[i]);

      im_scene_add_text (
          drawing->scene, IM_STYLE_SOCKET,
          (ImScenePoint){ drawing->axis.left +
                              (drawing->axis.right - drawing->axis.left) * i / 2,
                          bottom + 12 },
          anchors[i], text);
    }
}
