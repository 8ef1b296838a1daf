/* SPDX-License-Identifier: MIT
 *
 * What it costs to see another value behind an edit: an audio pipeline is planned,
 * emitted, compiled into memory and run on a second of sound, as a whole and where only
 * what is behind an edit of the last or of the first layer is computed, beside what an
 * optimizing compiler takes for the whole.
 *
 * usage: bench-live UNITS PIPELINE RECORDING
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "bench-measure.h"
#include "live/im-live.h"
#include "run/im-worker.h"

#define N_RUNS       15
#define EXIT_SKIP    77
#define MEMORY_BYTES ((gsize) 256 << 20)

/* Of what the optimizing compiler takes: until values are there, and the same of the time
 * of all processors; then what an edit may take, and what this process may. */
#define WALL_GOAL  0.1
#define CPU_GOAL   0.05
#define LAST_GOAL  0.04
#define FIRST_GOAL 0.05
#define OWN_GOAL   0.02

typedef struct
{
  double wall_ms; /* the least of one run */
  double cpu_ms;  /* of a run: of this process and of those that it started */
  double own_ms;  /* the least of one run: of this process */
} Cost;

static void
print_cost (const char *what, Cost cost)
{
  printf ("%s: %.2f ms, %.2f ms of processors, %.2f ms of these here\n", what,
          cost.wall_ms, cost.cpu_ms, cost.own_ms);
}

static double
get_cpu_ms (int who)
{
  struct rusage usage;

  getrusage (who, &usage);

  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
         (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

static void
unref (gpointer program)
{
  im_program_unref (program);
}

/* The pipeline, one number of which is another one. */
static ImProgram *
elaborate (ImUnitLibrary *units,
           const char *path,
           const char *text,
           const char *before,
           guint number,
           const char *behind)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  const char *place = strstr (text, before);
  const char *rest = place == NULL ? NULL : strstr (place, behind);
  g_autofree char *edited = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (ImUnitFile) file = NULL;
  g_autoptr (ImUnitLibrary) library = NULL;
  g_autoptr (ImProgram) program = NULL;

  if (rest == NULL)
    g_error ("%s: expected %s", path, before);
  edited = g_strdup_printf ("%.*s%s%u%s", (gint) (place - text), text, before, number,
                            rest);
  bytes = g_bytes_new (edited, strlen (edited));
  file = im_unit_file_parse (bytes, path, diagnostics);
  library = im_unit_library_new_over (units, file);
  program = im_program_elaborate (
      im_unit_library_find (library, "Examples.SpeechFeatures"), library, NULL, 0,
      diagnostics);
  if (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > 0)
    g_error ("%s", im_diagnostics_get (diagnostics, 0)->message);

  return g_steal_pointer (&program);
}

/* Returns how long it took. */
static double
compute (const ImProgram *program,
         ImWorker *worker,
         ImLiveMemory *memory,
         const char *recording,
         gboolean is_long)
{
  g_autoptr (ImFeed) feed = im_feed_new (recording);
  const ImLiveJob job = { .program = program,
                          .library = program->library,
                          .feed = feed,
                          .is_long = is_long,
                          .is_checked = TRUE,
                          .worker = worker,
                          .memory = memory };
  g_autoptr (ImLiveValues) values = im_live_values_new (&job);
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
measure (GPtrArray *programs,
         ImLiveMemory *memory,
         const char *recording,
         gboolean is_long)
{
  g_autoptr (ImWorker) worker = im_worker_new ();
  double cpu_ms = get_cpu_ms (RUSAGE_SELF) + get_cpu_ms (RUSAGE_CHILDREN);
  Cost cost = { G_MAXDOUBLE, 0, G_MAXDOUBLE };

  for (guint i = 0; i < programs->len; i++)
    {
      double before_ms = get_cpu_ms (RUSAGE_SELF);
      double wall_ms = compute (g_ptr_array_index (programs, i), worker, memory,
                                recording, is_long);

      double own_ms = get_cpu_ms (RUSAGE_SELF) - before_ms;

      cost.wall_ms = MIN (cost.wall_ms, wall_ms);
      cost.own_ms = MIN (cost.own_ms, own_ms);
    }
  g_clear_pointer (&worker, im_worker_unref);
  cost.cpu_ms = (get_cpu_ms (RUSAGE_SELF) + get_cpu_ms (RUSAGE_CHILDREN) - cpu_ms) /
                programs->len;

  return cost;
}

int
main (int argc, char *argv[])
{
  g_autoptr (ImUnitLibrary) units = im_unit_library_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImLiveMemory) memory = im_live_memory_new (MEMORY_BYTES);
  g_autoptr (GPtrArray) of_first = g_ptr_array_new_with_free_func (unref);
  g_autoptr (GPtrArray) of_last = g_ptr_array_new_with_free_func (unref);
  g_autoptr (ImProgram) before = NULL;
  g_autofree char *text = NULL;
  Cost whole, first, last, known, optimized;
  gboolean is_fine;

  if (argc < 4 || !im_worker_is_there () || !g_file_test (argv[3], G_FILE_TEST_EXISTS) ||
      !g_file_get_contents (argv[2], &text, NULL, NULL))
    {
      printf ("the worker, or the recording, is not there\n");
      return EXIT_SKIP;
    }
  im_unit_library_add_root (units, argv[1], diagnostics);
  before = elaborate (units, argv[2], text, "default=\"", 13, "\" min");
  for (guint i = 0; i < N_RUNS; i++)
    {
      g_ptr_array_add (of_first, elaborate (units, argv[2], text, "param=\"low\">",
                                            30 + i, "</Argument>"));
      g_ptr_array_add (of_last,
                       elaborate (units, argv[2], text, "default=\"", 14 + i, "\" min"));
    }
  compute (before, NULL, memory, argv[3], FALSE);
  optimized = measure (of_last, NULL, argv[3], TRUE);
  whole = measure (of_first, NULL, argv[3], FALSE);
  first = measure (of_first, memory, argv[3], FALSE);
  last = measure (of_last, memory, argv[3], FALSE);
  known = measure (of_last, memory, argv[3], FALSE);
  print_cost ("all, behind no edit", whole);
  print_cost ("an edit of the first layer", first);
  print_cost ("an edit of the last layer", last);
  print_cost ("an edit that is taken back", known);
  print_cost ("an optimizing compiler", optimized);
  is_fine = bench_report ("time until values are there",
                          whole.wall_ms / optimized.wall_ms, WALL_GOAL,
                          "of an optimizing compiler");
  is_fine = bench_report ("processors, all", whole.cpu_ms / optimized.cpu_ms, CPU_GOAL,
                          "of an optimizing compiler") &&
            is_fine;
  is_fine = bench_report ("processors, first layer", first.cpu_ms / optimized.cpu_ms,
                          FIRST_GOAL, "of an optimizing compiler") &&
            is_fine;
  is_fine = bench_report ("processors, last layer", last.cpu_ms / optimized.cpu_ms,
                          LAST_GOAL, "of an optimizing compiler") &&
            is_fine;
  is_fine = bench_report ("this process, all", whole.own_ms / optimized.cpu_ms, OWN_GOAL,
                          "of an optimizing compiler") &&
            is_fine;

  return is_fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
