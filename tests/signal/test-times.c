/* Times that come one after the other, in bounded memory.
 *
 * SPDX-License-Identifier: MIT
 */
#include "signal/im-times.h"

#define N 100000

static double
make_time (guint64 i)
{
  return (double) i * 0.5 + (i >= N / 2 ? 1000 : 0); /* with a gap in the middle */
}

typedef struct
{
  const char *name;
  gsize limit_bytes;
  gsize piece;
  double error; /* that times may have, but next to the gap */
} TimesCase;

static const TimesCase cases[] = {
  { "all", N * sizeof (double), 777, 0 },
  { "one-less", (N - 1) * sizeof (double), 777, 1e-9 },
  { "odd", 1001 * sizeof (double), 1, 1e-9 },
  { "few", 16 * sizeof (double), N, 1e-9 },
};

static void
test_times (gconstpointer data)
{
  const TimesCase *c = data;
  g_autoptr (ImTimes) times = im_times_new (c->limit_bytes);
  g_autofree double *piece = g_new (double, c->piece);
  gsize n_wrong = 0;

  for (guint64 done = 0; done < N;)
    {
      gsize n = MIN (c->piece, N - done);

      for (gsize i = 0; i < n; i++)
        piece[i] = make_time (done + i);
      im_times_append (times, piece, n);
      done += n;
      g_assert_cmpuint (im_times_get_n (times), ==, done);
      g_assert_cmpfloat (im_times_get (times, done - 1), ==, make_time (done - 1));
    }
  g_assert_cmpuint (im_times_count_bytes (times), <=, c->limit_bytes);
  for (guint64 i = 0; i < N; i++)
    {
      double error = im_times_get (times, i) - make_time (i);

      n_wrong += error < -c->error || error > c->error;
      g_assert_true (i == 0 || im_times_get (times, i) >= im_times_get (times, i - 1));
    }
  /* Only those between two that are kept, of which one lies behind the gap. */
  g_assert_cmpuint (n_wrong, <=,
                    c->error > 0 ? 4 * N / (c->limit_bytes / sizeof (double)) : 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/times/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_times);
    }

  return g_test_run ();
}
