/* SPDX-License-Identifier: MIT */
#include "scene/track/im-track-scale.h"

#include <math.h>

#define MAX_TICKS 4
#define DIGIT     8 /* pixels that a number is high */

void
im_track_scale_fit (ImTrackScale *scale, double low, double high)
{
  double room;

  if (low > high)
    low = high = 0;
  room = high > low ? 0 : fabs (high) > 0 ? fabs (high) / 2 : 1;
  scale->low = low - room;
  scale->high = high + room;
}

double
im_track_scale_get_y (const ImTrackScale *scale, double number)
{
  double part = (number - scale->low) / (scale->high - scale->low);

  return scale->top + scale->height - scale->padding -
         part * (scale->height - 2 * scale->padding);
}

void
im_track_scale_draw (const ImTrackScale *scale, ImScene *scene)
{
  static const double factors[] = { 1, 2, 5, 10 };
  double least = (scale->high - scale->low) / MAX_TICKS;
  double power = pow (10, floor (log10 (least))), step = 10 * power;

  for (guint i = G_N_ELEMENTS (factors); i-- > 0;)
    if (factors[i] * power >= least)
      step = factors[i] * power;
  for (double i = ceil (scale->low / step - 1e-9); i * step <= scale->high + 1e-9 * step;
       i++)
    {
      g_autofree char *text = g_strdup_printf ("%.4g", i * step + 0.0);
      double y = im_track_scale_get_y (scale, i * step);

      im_scene_begin_path (scene, IM_STYLE_LANE);
      im_scene_move_to (scene, (ImScenePoint){ scale->left - 4, y });
      im_scene_line_to (scene, (ImScenePoint){ scale->left, y });
      im_scene_add_text (
          scene, IM_STYLE_SOCKET,
          (ImScenePoint){ scale->left - 6, CLAMP (y + 3.5, scale->top + DIGIT,
                                                  scale->top + scale->height) },
          IM_ANCHOR_END, text);
    }
}
