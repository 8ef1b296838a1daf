/* SPDX-License-Identifier: MIT
 *
 * What it costs to see another value behind an edit: an audio pipeline is planned,
 * emitted, compiled into memory and run on a second of sound, beside what an optimizing
 * compiler takes for the same.
 *
 * usage: bench-live UNITS PIPELINE RECORDING
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "bench-measure.h"
#include "live/im-live.h"
#include "run/im-worker.h"

#define N_RUNS    30
#define EXIT_SKIP 77
#define WALL_GOAL 0.1  /* of what the optimizing compiler takes until values are there */
#define CPU_GOAL  0.05 /* the same of the time of all processors */

typedef struct
{
  double wall_ms; /* the least of one run */
  double cpu_ms;  /* of a run: of this process and of those that it started */
} Cost;

static double
get_cpu_ms (int who)
{
  struct rusage usage;

  getrusage (who, &usage);

  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
         (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

/* Returns how long it took. */
static double
compute (const ImLiveJob *job)
{
  g_autoptr (ImLiveValues) values = im_live_values_new (job);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();

  if (!im_live_values_compute (values, NULL, diagnostics, &error))
    g_error ("%s", error->message);

  return (double) (g_get_monotonic_time () - start) / 1e3;
}

/* What the worker takes is known when it has ended, so its start is a part of each run.
 */
static Cost
measure (const ImProgram *program,
         ImUnitLibrary *library,
         const char *recording,
         gboolean is_long)
{
  g_autoptr (ImFeed) feed = im_feed_new (recording);
  g_autoptr (ImWorker) worker = im_worker_new ();
  const ImLiveJob job = { .program = program,
                          .library = library,
                          .feed = feed,
                          .is_long = is_long,
                          .worker = worker };
  double cpu_ms = get_cpu_ms (RUSAGE_SELF) + get_cpu_ms (RUSAGE_CHILDREN);
  Cost cost = { G_MAXDOUBLE, 0 };

  for (guint i = 0; i < N_RUNS; i++)
    cost.wall_ms = MIN (cost.wall_ms, compute (&job));
  g_clear_pointer (&worker, im_worker_unref);
  cost.cpu_ms = (get_cpu_ms (RUSAGE_SELF) + get_cpu_ms (RUSAGE_CHILDREN) - cpu_ms) /
                N_RUNS;

  return cost;
}

int
main (int argc, char *argv[])
{
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImUnitFile) file = NULL;
  g_autoptr (ImProgram) program = NULL;
  Cost fast, optimized;
  gboolean is_fine;

  if (argc < 4 || !im_worker_is_there () || !g_file_test (argv[3], G_FILE_TEST_EXISTS))
    {
      printf ("the worker, or the recording, is not there\n");
      return EXIT_SKIP;
    }
  im_unit_library_add_root (library, argv[1], diagnostics);
  im_unit_library_add_file (library, argv[2], diagnostics);
  program = im_program_elaborate (
      im_unit_library_find (library, "Examples.SpeechFeatures"), library, NULL, 0,
      diagnostics);
  fast = measure (program, library, argv[3], FALSE);
  optimized = measure (program, library, argv[3], TRUE);
  printf ("from an edit to values: %.1f ms, %.1f ms of processors\n", fast.wall_ms,
          fast.cpu_ms);
  printf ("with an optimizing compiler: %.1f ms, %.1f ms of processors\n",
          optimized.wall_ms, optimized.cpu_ms);
  is_fine = bench_report ("time until values are there", fast.wall_ms / optimized.wall_ms,
                          WALL_GOAL, "of an optimizing compiler");
  is_fine = bench_report ("time of processors", fast.cpu_ms / optimized.cpu_ms, CPU_GOAL,
                          "of an optimizing compiler") &&
            is_fine;

  return is_fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
