/* SPDX-License-Identifier: MIT
 *
 * How near to the bound buffers are packed, and how long that takes compared with a sort
 * of the same buffers, done over and over, in the same run. Besides random pipelines
 * there are hard instances: a rectangle of calls and bytes cut into pieces, so that the
 * bound, its height, can be reached, but only by finding the cut again.
 *
 * usage: bench-packing
 */
#include "random-pipeline.h"

#define FIRST_STATE 88172645463325252u
#define N_PIPELINES 300
#define N_LONG      50
#define LONG_LAYERS 1000
#define N_HARD      20
#define HARD_PIECES 300
#define HARD_CALLS  200
#define HARD_BYTES  (1024 * 1024)
#define N_SORTS     1000
#define SORT_GOAL   0.25 /* some 20 ms where the sorts take 80 */
#define N_ROUNDS    3

typedef struct
{
  double mean;
  double largest;
  double mean_ms;
  double largest_ms;
} Measured;

typedef GArray *(*InstanceFunc) (guint64 *state);

static GArray *
new_pipeline (guint64 *state)
{
  return random_pipeline_new (state, 10 + random_next (state, 991), FALSE);
}

static GArray *
new_pipeline_in_place (guint64 *state)
{
  return random_pipeline_new (state, 10 + random_next (state, 991), TRUE);
}

static GArray *
new_long_pipeline (guint64 *state)
{
  return random_pipeline_new (state, LONG_LAYERS, FALSE);
}

/* Cuts a piece in two, along the calls or along the bytes, whichever is relatively
 * longer; returns FALSE if it is too small. */
static gboolean
cut (guint64 *state, ImPackingBuffer *piece, ImPackingBuffer *rest)
{
  guint n_calls = piece->last - piece->first + 1;
  gboolean by_calls = (guint64) n_calls * HARD_BYTES >
                      (guint64) piece->size_bytes * HARD_CALLS;

  *rest = *piece;
  if (by_calls && n_calls > 1)
    {
      rest->first = piece->first + 1 + random_next (state, n_calls - 1);
      piece->last = rest->first - 1;
      return TRUE;
    }
  if (piece->size_bytes > 1)
    {
      piece->size_bytes = 1 + random_next (state, piece->size_bytes - 1);
      rest->size_bytes -= piece->size_bytes;
      return TRUE;
    }

  return FALSE;
}

static GArray *
new_cut_rectangle (guint64 *state)
{
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (ImPackingBuffer));
  ImPackingBuffer whole = {
    .last = HARD_CALLS - 1,
    .size_bytes = HARD_BYTES,
    .align_bytes = 1,
    .in_place_of = IM_PACKING_NO_BUFFER,
  };

  g_array_append_val (pieces, whole);
  while (pieces->len < HARD_PIECES)
    {
      guint index = random_next (state, pieces->len);
      ImPackingBuffer rest;

      if (cut (state, &g_array_index (pieces, ImPackingBuffer, index), &rest))
        g_array_append_val (pieces, rest);
    }

  return pieces;
}

/* Takes the fastest of some rounds, which all give the same packing. */
static double
pack (GArray *buffers, double *ms)
{
  ImPackingBuffer *packed = (ImPackingBuffer *) (gpointer) buffers->data;
  g_autoptr (GError) error = NULL;
  ImPackingResult result;
  gint64 best_us = G_MAXINT64;

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      gint64 start_us = g_get_monotonic_time ();

      if (!im_packing_run (packed, buffers->len, &result, &error))
        g_error ("%s", error->message);
      best_us = MIN (best_us, g_get_monotonic_time () - start_us);
    }
  *ms = (double) best_us / 1000.0;

  return (double) result.arena_bytes / (double) result.bound_bytes;
}

static Measured
measure (InstanceFunc new_instance, guint n_instances)
{
  guint64 state = FIRST_STATE;
  Measured measured = { 0 };

  for (guint i = 0; i < n_instances; i++)
    {
      g_autoptr (GArray) buffers = new_instance (&state);
      double ms, ratio = pack (buffers, &ms);

      measured.mean += ratio / n_instances;
      measured.largest = MAX (measured.largest, ratio);
      measured.mean_ms += ms / n_instances;
      measured.largest_ms = MAX (measured.largest_ms, ms);
    }

  return measured;
}

static gint
compare_size_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  guint32 x = ((const ImPackingBuffer *) a)->size_bytes;
  guint32 y = ((const ImPackingBuffer *) b)->size_bytes;

  return (x > y) - (x < y);
}

/* Sorts the buffers of one long pipeline by size, each time from their first order. */
static double
measure_sort_ms (void)
{
  guint64 state = FIRST_STATE;
  g_autoptr (GArray) buffers = new_long_pipeline (&state);
  gint64 start_us = g_get_monotonic_time ();

  for (guint i = 0; i < N_SORTS; i++)
    {
      g_autoptr (GArray) copy = g_array_copy (buffers);

      g_array_sort_with_data (copy, compare_size_cb, NULL);
    }

  return (double) (g_get_monotonic_time () - start_us) / 1000.0;
}

static gboolean
report (const char *name, double measured, double goal, const char *unit)
{
  gboolean ok = measured <= goal;

  g_print ("%-40s %10.4f %10.4f %-2s  %s\n", name, measured, goal, unit,
           ok ? "ok" : "MISSED");

  return ok;
}

static gboolean
report_suite (const char *name, const Measured *measured, double mean, double largest)
{
  g_autofree char *mean_name = g_strconcat (name, ", mean", NULL);
  g_autofree char *largest_name = g_strconcat (name, ", largest", NULL);
  gboolean ok = report (mean_name, measured->mean, mean, "");

  return report (largest_name, measured->largest, largest, "") && ok;
}

static gboolean
report_times (const Measured *pipelines, const Measured *hard)
{
  double sort_ms = measure_sort_ms ();
  gboolean ok = report ("1,000 layers, longest time", pipelines->largest_ms, 20.0, "ms");

  ok = report ("  to sorting them 1,000 times", pipelines->largest_ms / sort_ms,
               SORT_GOAL, "") &&
       ok;

  return report ("hard set, mean time", hard->mean_ms, 250.0, "ms") && ok;
}

int
main (void)
{
  Measured separate = measure (new_pipeline, N_PIPELINES);
  Measured in_place = measure (new_pipeline_in_place, N_PIPELINES);
  Measured longest = measure (new_long_pipeline, N_LONG);
  Measured hard = measure (new_cut_rectangle, N_HARD);
  gboolean ok = TRUE;

  g_print (
      "arena / bound of %d random pipelines of 10 to 1,000 layers, %d of 1,000 layers, "
      "and %d cut rectangles\n",
      N_PIPELINES, N_LONG, N_HARD);
  g_print ("%-40s %10s %10s     %s\n", "name", "measured", "goal", "verdict");
  ok &= report_suite ("pipelines", &separate, 1.002, 1.02);
  ok &= report_suite ("pipelines in place", &in_place, 1.002, 1.02);
  ok &= report_suite ("1,000 layers", &longest, 1.002, 1.02);
  ok &= report ("hard set, mean", hard.mean, 1.21, "");
  ok &= report_times (&longest, &hard);

  return ok ? 0 : 1;
}
