/* SPDX-License-Identifier: MIT
 *
 * How long a picture of broadcasting takes: comparing the shapes, laying the picture out,
 * finding what is below the pointer, and writing it as text. It follows each key that is
 * typed, so all of it must fit between two frames many times. The goal grows with what a
 * peer takes on the same machine.
 */
#include "bench-measure.h"
#include "broadcast/im-broadcast-parse.h"
#include "scene/broadcast/im-broadcast-text.h"
#include "scene/broadcast/im-scene-broadcast.h"
#include "scene/output/im-scene-svg.h"

#define N_ROUNDS 200
#define GOAL     1.0 /* milliseconds */

static const char *const shapes[] = {
  "[7,1,5,1,3,1,9,16]",
  "[1,6,5,4,1,2,1,16]",
  "[7,6,1,4,3,2,9,1]",
};

static const ImBroadcastReport *
compare (ImArena *arena)
{
  g_autoptr (GError) error = NULL;
  const ImBroadcastReport *result = im_broadcast_report_parse (
      IM_BROADCAST_RULES_NUMPY, NULL, NULL, shapes, G_N_ELEMENTS (shapes), NULL, arena,
      &error);

  g_assert_no_error (error);

  return result;
}

/* A key is typed: the shapes are read, compared, drawn and told. */
static void
measure_round (double *ms)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) svg = g_string_new (NULL);
  double times[6];

  times[0] = bench_get_time_ms ();
  const ImBroadcastReport *compared = compare (arena);
  times[1] = bench_get_time_ms ();
  g_autoptr (ImScene) scene = im_scene_broadcast_new (compared, IM_SHOW_USUAL);
  times[2] = bench_get_time_ms ();
  im_scene_broadcast_hit (compared, IM_SHOW_USUAL, (ImScenePoint){ 200, 120 });
  times[3] = bench_get_time_ms ();
  im_broadcast_text_append (compared, 80, text);
  times[4] = bench_get_time_ms ();
  im_scene_append_svg (scene, IM_THEME_LIGHT, svg);
  times[5] = bench_get_time_ms ();
  for (guint i = 0; i < 5; i++)
    ms[i] = times[i + 1] - times[i];
}

int
main (void)
{
  static const char *const names[] = { "compare three shapes of rank 8",
                                       "lay out their picture", "find a column",
                                       "write them as text", "write an SVG" };
  static double all[G_N_ELEMENTS (names)][N_ROUNDS];
  double peer_ms = bench_measure_peer_ms ();
  gboolean ok = TRUE;

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      double ms[G_N_ELEMENTS (names)];

      measure_round (ms);
      for (guint k = 0; k < G_N_ELEMENTS (names); k++)
        all[k][i] = ms[k];
    }

  g_print ("%-40s %10s %10s\n", "part", "median", "goal");
  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    ok = bench_report (names[k], bench_get_median (all[k], N_ROUNDS), GOAL * peer_ms,
                       "ms") &&
         ok;

  return ok ? 0 : 1;
}
