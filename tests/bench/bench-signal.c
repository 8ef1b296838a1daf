/* SPDX-License-Identifier: MIT
 *
 * How fast a signal takes 10 hours of 16 kHz, and what a picture of it costs at any zoom
 * beside one of 10 seconds. Values behind the first few are read again from a buffer, as
 * from a file.
 *
 * usage: bench-signal
 */
#include <math.h>
#include <string.h>

#include "bench-measure.h"
#include "scene/output/im-scene-cairo.h"
#include "scene/track/im-scene-lane.h"

#define RATE_HZ       16000
#define LONG_S        36000
#define SHORT_S       10
#define BUFFER_VALUES (1 << 20)
#define N_COLUMNS     1000
#define N_PICTURES    101
#define APPEND_GOAL   5.0 /* ms for a million values, on the machine of the goals */
#define LANE_WIDTH    1000
#define LANE_HEIGHT   150
#define SCREEN_WIDTH  1920
#define N_REDRAWS     21
#define ZOOM_GOAL     2.0 /* as often as long as one of all */
#define PICTURE_GOAL  3.0 /* as often as long as the slowest of 10 seconds */

static gint16 buffer[BUFFER_VALUES];

static gboolean
read_cb (guint64 first, gsize n_values, gpointer bytes, gpointer data, GError **error)
{
  for (gsize done = 0; done < n_values;)
    {
      gsize offset = (first + done) % BUFFER_VALUES;
      gsize n = MIN (n_values - done, BUFFER_VALUES - offset);

      memcpy ((gint16 *) bytes + done, buffer + offset, n * sizeof (gint16));
      done += n;
    }

  return TRUE;
}

static ImSignal *
new_signal (gsize n_values)
{
  ImSignalFormat format = { .name = "microphone",
                            .type = { .dtype = IM_DTYPE_INT16 },
                            .step_s = 1.0 / RATE_HZ,
                            .keep_bytes = BUFFER_VALUES,
                            .read = read_cb };
  ImSignal *signal = im_signal_new (&format);

  for (gsize done = 0; done < n_values; done += BUFFER_VALUES)
    im_signal_append (signal, buffer, NULL, MIN (BUFFER_VALUES, n_values - done));

  return signal;
}

/* The time of a picture of @width_s somewhere in the signal, the one in the middle. */
static double
measure_columns_ms (ImSignal *signal, double length_s, double width_s)
{
  ImSignalColumn columns[N_COLUMNS];
  double times[N_PICTURES];

  for (guint i = 0; i < N_PICTURES; i++)
    {
      double from_s = (length_s - width_s) * i / N_PICTURES;
      double start_ms = bench_get_time_ms ();

      im_signal_get_columns (signal, 0, from_s, from_s + width_s, N_COLUMNS, columns);
      times[i] = bench_get_time_ms () - start_ms;
    }

  return bench_get_median (times, N_PICTURES);
}

/* The same of the whole picture of a lane. */
static double
measure_lane_ms (ImSignal *signal, ImLaneKind kind, double length_s, double width_s)
{
  double times[N_PICTURES];

  for (guint i = 0; i < N_PICTURES; i++)
    {
      double from_s = (length_s - width_s) * i / N_PICTURES;
      double start_ms = bench_get_time_ms ();
      const ImLane lane = { .signal = signal,
                            .kind = kind,
                            .from_s = from_s,
                            .to_s = from_s + width_s,
                            .at_s = from_s,
                            .width = LANE_WIDTH,
                            .height = LANE_HEIGHT };
      g_autoptr (ImScene) scene = im_scene_lane_new (&lane);

      times[i] = bench_get_time_ms () - start_ms;
    }

  return bench_get_median (times, N_PICTURES);
}

static gboolean
report_lanes (ImSignal *all, ImSignal *some)
{
  static const struct
  {
    const char *name;
    ImLaneKind kind;
  } kinds[] = { { "waveform", IM_LANE_WAVEFORM },
                { "spectrogram", IM_LANE_SPECTROGRAM },
                { "histogram", IM_LANE_HISTOGRAM },
                { "table", IM_LANE_TABLE } };
  gboolean ok = TRUE;

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      double some_ms = measure_lane_ms (some, kinds[i].kind, SHORT_S, SHORT_S / 2.0);
      double all_ms = measure_lane_ms (all, kinds[i].kind, LONG_S, LONG_S / 2.0);
      g_autofree char *name = g_strdup_printf ("%s of 10 h to one of 10 s (%.2f ms)",
                                               kinds[i].name, some_ms);

      ok = bench_report (name, all_ms / some_ms, PICTURE_GOAL, "") && ok;
    }

  return ok;
}

/* The whole redraw of a wide lane, from the signal to its pixels. */
static double
measure_redraw_ms (ImSignal *signal, ImLaneKind kind, double width_s)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32,
                                                         SCREEN_WIDTH, LANE_HEIGHT);
  cairo_t *cr = cairo_create (surface);
  double times[N_REDRAWS];

  for (guint i = 0; i < N_REDRAWS; i++)
    {
      double from_s = (LONG_S - width_s) * i / N_REDRAWS;
      double start_ms = bench_get_time_ms ();
      const ImLane lane = { .signal = signal,
                            .kind = kind,
                            .from_s = from_s,
                            .to_s = from_s + width_s,
                            .at_s = from_s,
                            .width = SCREEN_WIDTH,
                            .height = LANE_HEIGHT };
      g_autoptr (ImScene) scene = im_scene_lane_new (&lane);
      g_autoptr (ImScenePainter) painter = im_scene_painter_new (scene);

      im_scene_painter_paint (painter, IM_THEME_LIGHT, cr);
      times[i] = bench_get_time_ms () - start_ms;
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);

  return bench_get_median (times, N_REDRAWS);
}

/* All zooms from 10 hours down to single samples: scrolling is as smooth at each. */
static gboolean
report_zooms (ImSignal *all)
{
  double all_ms = measure_redraw_ms (all, IM_LANE_WAVEFORM, LONG_S);
  gboolean ok = TRUE;

  for (double width_s = LONG_S / 2; width_s > 0.01; width_s /= 2)
    {
      double ms = measure_redraw_ms (all, IM_LANE_WAVEFORM, width_s);
      g_autofree char *name = g_strdup_printf (
          "redraw of %.3f s to one of 10 h (%.2f ms)", width_s, all_ms);

      ok = bench_report (name, ms / all_ms, ZOOM_GOAL, "") && ok;
    }

  return ok;
}

int
main (void)
{
  double peer_ms = bench_measure_peer_ms ();
  double slowest_ms = 0;
  double append_ms;
  gboolean ok;

  for (guint i = 0; i < BUFFER_VALUES; i++)
    buffer[i] = (gint16) (20000 * sin (i * 0.01) + i % 251);

  append_ms = bench_get_time_ms ();
  g_autoptr (ImSignal) all = new_signal ((gsize) LONG_S * RATE_HZ);
  append_ms = bench_get_time_ms () - append_ms;
  g_autoptr (ImSignal) some = new_signal (SHORT_S * RATE_HZ);

  g_print ("%-40s %10s %10s     %s\n", "name", "measured", "goal", "verdict");
  ok = bench_report ("a million values appended", append_ms * 1e6 / LONG_S / RATE_HZ,
                     APPEND_GOAL * peer_ms, "ms");
  for (double width_s = SHORT_S; width_s > 0.01; width_s /= 4)
    slowest_ms = MAX (slowest_ms, measure_columns_ms (some, SHORT_S, width_s));
  for (double width_s = LONG_S; width_s > 0.01; width_s /= 4)
    {
      g_autofree char *name = g_strdup_printf ("%.3f s of 10 h to any of 10 s", width_s);
      double ms = measure_columns_ms (all, LONG_S, width_s);

      ok = bench_report (name, ms / slowest_ms, PICTURE_GOAL, "") && ok;
    }
  g_print ("the slowest picture of 10 s took %.3f ms\n", slowest_ms);

  ok = report_lanes (all, some) && ok;
  ok = report_zooms (all) && ok;

  return ok ? 0 : 1;
}
