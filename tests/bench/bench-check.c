/* SPDX-License-Identifier: MIT
 *
 * Loads and checks the units of a folder, code and all, as `imaginet check` does: 100
 * packages in 50 ms.
 *
 * usage: bench-check FOLDER
 */
#include "bench-measure.h"
#include "check/im-unit-check.h"

#define N_ROUNDS   20
#define N_PACKAGES 100
#define GOAL_MS    50.0

/* Returns how many units there are. */
static guint
check (const char *folder, guint *n_problems)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();

  im_unit_library_add_root (library, folder, diagnostics);

  GPtrArray *units = im_unit_library_get_units (library);
  for (guint i = 0; i < units->len; i++)
    im_unit_check (g_ptr_array_index (units, i), library, diagnostics);
  *n_problems = im_diagnostics_get_count (diagnostics);

  return units->len;
}

int
main (int argc, char **argv)
{
  double times[N_ROUNDS];
  guint n_units = 0, n_problems = 0;

  if (argc != 2)
    g_error ("usage: %s FOLDER", argv[0]);

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      double start = bench_get_time_ms ();

      n_units = check (argv[1], &n_problems);
      times[i] = bench_get_time_ms () - start;
    }
  if (n_units == 0)
    g_error ("there are no units in %s", argv[1]);

  double measured = bench_get_median (times, N_ROUNDS) * N_PACKAGES / n_units;

  g_print ("%u units, %u problems\n", n_units, n_problems);
  return bench_report ("check of 100 packages", measured,
                       GOAL_MS * bench_measure_peer_ms (), "ms")
             ? 0
             : 1;
}
