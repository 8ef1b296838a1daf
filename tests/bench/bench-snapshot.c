/* SPDX-License-Identifier: MIT
 *
 * What background work takes of a document: a snapshot of an example, and of a pipeline
 * of 1,000 layers, both with their plans. Beside it stands how long it takes to read the
 * units again, which a snapshot spares.
 *
 * usage: bench-snapshot UNITS EXAMPLE
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench-measure.h"
#include "emit/im-problems.h"
#include "run/im-snapshot.h"

#define N_LAYERS 1000
#define N_ROUNDS 31
#define GOAL_MS  1.0

static GBytes *
write_pipeline (void)
{
  GString *text = g_string_new (
      "<Imaginet xmlns:im=\"urn:imaginet-studio:1\"><Composite unit=\"Bench.Pipeline\">"
      "<Parameters><InputSocket name=\"input\" pipe=\"data\" im:type=\"Float32\" "
      "im:shape=\"[3]\" im:rate=\"100\"/><OutputSocket name=\"output\" "
      "type=\"input.type\" shape=\"input.shape\" pipe=\"data\"/></Parameters><Stacked>");

  for (guint i = 0; i < N_LAYERS; i++)
    g_string_append (text, "<Unit id=\"Core.Math.Abs\"/>");
  g_string_append (text, "</Stacked></Composite></Imaginet>");

  return g_string_free_to_bytes (text);
}

static ImUnitLibrary *
read_units (const char *units, double *ms)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  ImUnitLibrary *library = im_unit_library_new ();
  double start_ms = bench_get_time_ms ();

  im_unit_library_add_root (library, units, problems);
  *ms = bench_get_time_ms () - start_ms;

  return library;
}

/* Takes a snapshot of a file again and again. Returns whether that is fast enough. */
static gboolean
measure (const char *name, const ImUnitFile *file, ImUnitLibrary *library, double peer_ms)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImProgram) program = im_program_elaborate (im_unit_file_get_main_unit (file),
                                                        library, NULL, 0, problems);
  g_autoptr (ImPlan) plan = im_problems_plan (program, library, problems);
  double times[N_ROUNDS];

  g_assert_nonnull (plan);
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      double start_ms = bench_get_time_ms ();
      g_autoptr (ImSnapshot) snapshot = im_snapshot_new (program, problems, 0);

      im_snapshot_share_plan (snapshot, plan, problems);
      times[i] = bench_get_time_ms () - start_ms;
      g_assert_true (snapshot->plan == plan);
    }

  return bench_report (name, bench_get_median (times, N_ROUNDS), GOAL_MS * peer_ms, "ms");
}

int
main (int argc, char **argv)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = NULL;
  g_autoptr (ImUnitFile) example = NULL, layers = NULL;
  g_autoptr (GBytes) bytes = write_pipeline ();
  double read_ms, peer_ms = bench_measure_peer_ms ();
  gboolean is_fast;

  if (argc != 3)
    {
      fprintf (stderr, "usage: bench-snapshot UNITS EXAMPLE\n");
      return EXIT_FAILURE;
    }
  library = read_units (argv[1], &read_ms);
  example = im_unit_file_read (argv[2], problems);
  layers = im_unit_file_parse (bytes, "pipeline.imunit", problems);
  g_assert_true (example != NULL && layers != NULL);
  printf ("to read the units again would take %.1f ms\n", read_ms);
  is_fast = measure ("snapshot of the example", example, library, peer_ms);
  is_fast &= measure ("snapshot of 1,000 layers", layers, library, peer_ms);

  return is_fast ? EXIT_SUCCESS : EXIT_FAILURE;
}
