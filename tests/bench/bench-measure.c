/* SPDX-License-Identifier: MIT */
#include "bench-measure.h"

#include <stdlib.h>
#include <time.h>

#define N_ROUNDS 15
#define N_WORDS  5000

double
bench_get_time_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);

  return 1000.0 * (double) time.tv_sec + (double) time.tv_nsec / 1e6;
}

static void
work (void)
{
  g_autoptr (GHashTable) table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                        NULL);

  for (guint i = 0; i < N_WORDS; i++)
    g_hash_table_insert (table, g_strdup_printf ("%u", i * 7919), GUINT_TO_POINTER (i));
  g_assert_cmpuint (g_hash_table_size (table), ==, N_WORDS);
}

static int
compare_doubles (const void *a, const void *b)
{
  const double *first = a, *second = b;

  return *first < *second ? -1 : *first > *second;
}

double
bench_get_median (double *times, guint n_times)
{
  qsort (times, n_times, sizeof *times, compare_doubles);

  return times[n_times / 2];
}

double
bench_measure_peer_ms (void)
{
  double times_ms[N_ROUNDS];

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      double start_ms = bench_get_time_ms ();

      work ();
      times_ms[i] = bench_get_time_ms () - start_ms;
    }

  return bench_get_median (times_ms, N_ROUNDS);
}

gboolean
bench_report (const char *name, double measured, double goal, const char *unit)
{
  gboolean ok = measured <= goal;

  g_print ("%-40s %10.3f %10.3f %-5s  %s\n", name, measured, goal, unit,
           ok ? "ok" : "MISSED");

  return ok;
}
