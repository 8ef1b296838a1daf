/* SPDX-License-Identifier: MIT
 *
 * How often numbers occur in the time that is looked at. Of very many numbers some are
 * counted: runs of them at even distances.
 */
#include <math.h>

#include "scene/track/im-lane-draw.h"

#define N_BINS 80
#define RUN    256 /* values that are counted in a row */
#define N_RUNS 256
#define BASE   16 /* pixels below, for numbers */

typedef struct
{
  guint64 counts[N_BINS];
  guint64 most;
  double low, high;
} Histogram;

static void
count (Histogram *histogram, const double *numbers, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (isfinite (numbers[i]))
      {
        double part = (numbers[i] - histogram->low) / (histogram->high - histogram->low);
        guint bin = MIN ((guint) (CLAMP (part, 0, 1) * N_BINS), N_BINS - 1);

        histogram->counts[bin]++;
        histogram->most = MAX (histogram->most, histogram->counts[bin]);
      }
}

static void
fill (Histogram *histogram, const ImLane *lane, guint channel)
{
  guint64 first = im_signal_find (lane->signal, lane->from_s);
  guint64 end = im_signal_find (lane->signal, lane->to_s);
  guint64 n_runs = (end - first + RUN - 1) / RUN;
  double numbers[RUN];

  for (guint64 i = 0; i < MIN (n_runs, N_RUNS); i++)
    {
      guint64 from = first + i * n_runs / MIN (n_runs, N_RUNS) * RUN;
      gsize n = (gsize) MIN (RUN, end - from);

      if (im_signal_load (lane->signal, channel, 1, from, n, numbers, NULL))
        count (histogram, numbers, n);
    }
}

/* A line of steps, which leaves those behind it visible. */
static void
draw_steps (const ImLaneDrawing *drawing, const Histogram *histogram, guint channel)
{
  double width = (drawing->axis.right - drawing->axis.left) / N_BINS;

  im_scene_begin_path (drawing->scene, (ImSceneStyleId) (IM_STYLE_SIGNAL + channel));
  for (guint i = 0; i < N_BINS; i++)
    {
      double y = im_track_scale_get_y (&drawing->scale, (double) histogram->counts[i]);
      double x = drawing->axis.left + i * width;

      if (i == 0)
        im_scene_move_to (drawing->scene, (ImScenePoint){ x, y });
      else
        im_scene_line_to (drawing->scene, (ImScenePoint){ x, y });
      im_scene_line_to (drawing->scene, (ImScenePoint){ x + width, y });
    }
}

void
im_lane_draw_histogram (ImLaneDrawing *drawing)
{
  const ImLane *lane = drawing->lane;
  guint n_channels = MIN (im_signal_get_n_channels (lane->signal), IM_LANE_MAX_LINES);
  g_autofree Histogram *histograms = g_new0 (Histogram, n_channels);
  guint64 most = 1;
  double low, high;

  im_lane_find_limits (lane->signal, n_channels, &low, &high);
  for (guint c = 0; c < n_channels; c++)
    {
      histograms[c].low = low;
      histograms[c].high = high;
      fill (&histograms[c], lane, c);
      most = MAX (most, histograms[c].most);
    }
  drawing->scale.height -= BASE;
  im_track_scale_fit (&drawing->scale, 0, (double) most);
  for (guint c = 0; c < n_channels; c++)
    draw_steps (drawing, &histograms[c], c);
  im_track_scale_draw (&drawing->scale, drawing->scene);
  im_lane_draw_base (drawing, low, high);
}
