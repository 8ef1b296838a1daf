/* SPDX-License-Identifier: MIT
 *
 * A column shows the spectrum of the window around its time; the window is as long as
 * speech is steady, whatever is looked at. Where columns are far apart what lies between
 * windows is not seen.
 */
#include <math.h>

#include "scene/track/im-lane-draw.h"
#include "scene/track/im-spectrum.h"

#define WINDOW_S     0.03
#define WINDOW_LEAST 32
#define WINDOW_MOST  2048
#define RANGE_DB     90
#define HOPS         8   /* columns to a window at most */
#define ROW_WINDOW   256 /* where the rate is not known */

static guint
choose_size (double step_s)
{
  guint wanted = step_s > 0 ? (guint) CLAMP (WINDOW_S / step_s, WINDOW_LEAST, WINDOW_MOST)
                            : ROW_WINDOW;
  guint size = WINDOW_LEAST;

  while (size < wanted)
    size *= 2;

  return size;
}

/* Numbers beside the signal are 0. */
static gboolean
load_window (ImSignal *signal, gint64 first, guint size, double *numbers)
{
  gint64 n_values = (gint64) im_signal_get_n_values (signal);
  gint64 from = CLAMP (first, 0, n_values), to = CLAMP (first + size, 0, n_values);

  for (guint i = 0; i < size; i++)
    numbers[i] = 0;

  return to > from && im_signal_load (signal, 0, 1, (guint64) from, (gsize) (to - from),
                                      numbers + (from - first), NULL);
}

/* Bins that share a row give their loudest one. */
static void
put_column (const double *decibels,
            guint n_bins,
            double loudest,
            guint n_rows,
            guint n_columns,
            guint8 *levels)
{
  for (guint bin = 0; bin < n_bins; bin++)
    {
      guint row = n_rows - 1 - bin * n_rows / n_bins;
      guint8 level = im_lane_get_level (decibels[bin], loudest - RANGE_DB, loudest);

      levels[row * n_columns] = MAX (levels[row * n_columns], level);
    }
}

void
im_lane_draw_spectrogram (ImLaneDrawing *drawing)
{
  const ImLane *lane = drawing->lane;
  double step_s = im_signal_get_format (lane->signal)->step_s;
  double width = drawing->axis.right - drawing->axis.left;
  guint size = choose_size (step_s), n_bins = size / 2;
  double n_hops = (lane->to_s - lane->from_s) / (step_s > 0 ? step_s : 1) * HOPS / size;
  guint n_columns = (guint) CLAMP (n_hops, 1, width);
  guint n_rows = MIN (n_bins, (guint) drawing->scale.height);
  g_autofree guint8 *levels = g_new0 (guint8, n_rows * n_columns);
  g_autofree double *numbers = g_new (double, size);
  g_autofree double *decibels = g_new (double, n_bins);
  g_autoptr (ImSpectrum) spectrum = im_spectrum_new (size);
  double low, high, loudest;

  im_lane_find_limits (lane->signal, 1, &low, &high);
  loudest = 20 * log10 (MAX (MAX (fabs (low), fabs (high)), 1e-9));
  for (guint i = 0; i < n_columns; i++)
    {
      double at_s = lane->from_s + (lane->to_s - lane->from_s) * (i + 0.5) / n_columns;
      gint64 first = (gint64) im_signal_find (lane->signal, at_s) - size / 2;

      if (!load_window (lane->signal, first, size, numbers))
        continue;
      im_spectrum_compute (spectrum, numbers, decibels);
      put_column (decibels, n_bins, loudest, n_rows, n_columns, levels + i);
    }
  im_scene_add_heat (drawing->scene, (ImScenePoint){ IM_LANE_LEFT, drawing->scale.top },
                     width, drawing->scale.height, n_columns, n_rows, levels);

  drawing->scale.padding = 0;
  im_track_scale_fit (&drawing->scale, 0, step_s > 0 ? 0.5 / step_s : 0.5);
  im_track_scale_draw (&drawing->scale, drawing->scene);
}
