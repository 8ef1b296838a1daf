/* SPDX-License-Identifier: MIT
 *
 * Reads a file of SkriptND that is an operator many times over.
 *
 * usage: bench-sknd FILE
 */
#include "bench-measure.h"
#include "skriptnd/im-sknd-file.h"

#define N_COPIES   2000
#define N_ROUNDS   15
#define GOAL_MS_MB 50.0 /* 20 MB/s */

static double
measure_ms (ImSource *source)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  double start = bench_get_time_ms ();
  g_autoptr (ImSkndFile) file = im_sknd_parse (source, diagnostics);
  double end = bench_get_time_ms ();

  g_assert_cmpuint (file->n_definitions, ==, N_COPIES);

  return end - start;
}

int
main (int argc, char **argv)
{
  g_autofree char *text_of_one = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (ImSource) source = NULL;
  double times[N_ROUNDS], peer = bench_measure_peer_ms (), megabytes = 0;

  if (argc != 2 || !g_file_get_contents (argv[1], &text_of_one, NULL, NULL))
    g_error ("usage: %s FILE", argv[0]);
  for (guint i = 0; i < N_COPIES; i++)
    g_string_append (text, text_of_one);
  source = im_source_new_for_string ("bench.sknd", text->str);
  megabytes = (double) text->len / 1e6;
  for (guint i = 0; i < N_ROUNDS; i++)
    times[i] = measure_ms (source) / megabytes;

  return bench_report ("a megabyte of SkriptND", bench_get_median (times, N_ROUNDS),
                       GOAL_MS_MB * peer, "ms")
             ? 0
             : 1;
}
