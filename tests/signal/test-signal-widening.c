/* SPDX-License-Identifier: MIT
 *
 * Signals that are much longer than what may be kept of their blocks.
 */
#include <malloc.h>
#include <math.h>
#include <string.h>

#include "signal/im-signal.h"

#define N_CHANNELS   80
#define N_VALUES     80000
#define PIECE        1000 /* values of an append */
#define FIRST_BLOCK  16
#define BLOCK_BYTES  (1 << 18)
#define GROUP_BLOCKS 16
#define TOLERANCE    1e-6

static float (*values)[N_CHANNELS];

static gboolean
read_cb (guint64 first, gsize n_values, gpointer bytes, gpointer data, GError **error)
{
  memcpy (bytes, values + first, n_values * sizeof *values);

  return TRUE;
}

/* The first @n_kept values are kept; @read says whether the others can be read again. */
static ImSignal *
new_signal (gsize n_kept, ImSignalReadFunc read)
{
  ImSignalFormat format = { .name = "wide",
                            .step_s = 1,
                            .keep_bytes = n_kept * sizeof *values + 1,
                            .block_bytes = BLOCK_BYTES,
                            .read = read };

  g_assert_true (im_tensor_type_parse ("float32[80]", &format.type, NULL));

  return im_signal_new (&format);
}

static ImSignalColumn
scan (guint channel, guint64 from, guint64 to)
{
  ImSignalColumn column = { .min = INFINITY, .max = -INFINITY };

  for (guint64 i = from; i < to; i++)
    {
      double x = (double) values[i][channel];

      column.has_nan |= isnan (x) != 0;
      column.has_infinite |= isinf (x) != 0;
      if (isfinite (x))
        {
          column.min = MIN (column.min, x);
          column.max = MAX (column.max, x);
        }
    }

  return column;
}

static void
assert_column (const ImSignalColumn *column,
               guint channel,
               guint64 from,
               guint64 to,
               guint64 n)
{
  ImSignalColumn expected = scan (channel, from, to);

  g_assert_cmpuint (column->n_values, ==, n);
  g_assert_cmpfloat (column->min, ==, expected.min);
  g_assert_cmpfloat (column->max, ==, expected.max);
  g_assert_cmpuint (column->has_nan, ==, expected.has_nan);
  g_assert_cmpuint (column->has_infinite, ==, expected.has_infinite);
}

/* A column of the first value alone, which is gone, has the values of the first block. */
static guint64
find_block_values (ImSignal *gone)
{
  ImSignalColumn column;

  im_signal_get_columns (gone, 0, 0, 1, 1, &column);

  return column.n_values;
}

static void
check_columns (ImSignal *signal, guint64 block, gboolean is_gone)
{
  guint64 n_values = im_signal_get_n_values (signal);

  for (guint64 from = 0; from < n_values; from += 1 + n_values / 7)
    for (guint64 n = 1; from + n <= n_values; n = 3 * n + 1)
      {
        guint channel = (guint) (n % N_CHANNELS);
        guint64 first = from, last = from + n;
        ImSignalColumn column;

        if (is_gone || n > 2 * block)
          {
            first = MIN ((first + block - 1) / block * block, n_values);
            last = MIN ((last + block - 1) / block * block, n_values);
          }
        im_signal_get_columns (signal, channel, (double) from, (double) (from + n), 1,
                               &column);
        if (first < last)
          assert_column (&column, channel, first, last, last - first);
        else
          assert_column (&column, channel, from / block * block, last, 0);
      }
}

static void
check_statistics (ImSignal *signal,
                  guint channel,
                  guint64 from,
                  guint64 to,
                  guint64 grain)
{
  ImSignalStatistics statistics;
  ImSignalColumn expected;
  double sum = 0, squares = 0;
  guint64 n = 0;

  im_signal_get_statistics (signal, channel, 1, from, to, &statistics);
  g_assert_cmpuint (statistics.from - from, <, grain);
  g_assert_cmpuint (to - statistics.to, <, grain);
  expected = scan (channel, statistics.from, statistics.to);
  for (guint64 i = statistics.from; i < statistics.to; i++)
    if (isfinite (values[i][channel]))
      {
        n++;
        sum += (double) values[i][channel];
        squares += (double) values[i][channel] * (double) values[i][channel];
      }
  g_assert_cmpuint (statistics.n, ==, statistics.to - statistics.from);
  g_assert_cmpuint (statistics.n - statistics.n_nan - statistics.n_infinite, ==, n);
  if (n == 0)
    return;
  g_assert_cmpfloat (statistics.min, ==, expected.min);
  g_assert_cmpfloat (statistics.max, ==, expected.max);
  g_assert_cmpfloat_with_epsilon (statistics.mean, sum / (double) n, TOLERANCE);
  g_assert_cmpfloat_with_epsilon (statistics.rms, sqrt (squares / (double) n), TOLERANCE);
}

/* From the first to the last value nothing is missing, whether values are gone or not;
 * between, where they are gone, less than a group of blocks at each end. */
static void
check_all_statistics (ImSignal *signal, guint64 block, gboolean is_gone)
{
  guint64 n_values = im_signal_get_n_values (signal);
  guint64 grain = is_gone ? GROUP_BLOCKS * block : 1;

  check_statistics (signal, 3, 0, n_values, 1);
  if (n_values < 4 * grain)
    return;
  check_statistics (signal, N_CHANNELS - 1, 7, n_values, grain);
  check_statistics (signal, 0, n_values / 10 + 1, n_values - n_values / 10 - 1, grain);
}

static void
make_values (void)
{
  values = g_malloc (N_VALUES * sizeof *values);
  for (guint i = 0; i < N_VALUES; i++)
    for (guint c = 0; c < N_CHANNELS; c++)
      values[i][c] = i % 997 == 500    ? NAN
                     : i % 5003 == 300 ? INFINITY
                                       : (float) (100 * sin (i * 0.01 + c) + i % 17);
}

static void
test_widening (void)
{
  guint64 block = FIRST_BLOCK;

  make_values ();
  g_autoptr (ImSignal) gone = new_signal (0, NULL);
  g_autoptr (ImSignal) partly_gone = new_signal (N_VALUES / 10, NULL);
  g_autoptr (ImSignal) read_again = new_signal (0, read_cb);
  for (guint64 n = 0; n < N_VALUES; n += PIECE)
    {
      im_signal_append (gone, values + n, NULL, PIECE);
      im_signal_append (partly_gone, values + n, NULL, PIECE);
      im_signal_append (read_again, values + n, NULL, PIECE);
      if (find_block_values (gone) > block)
        {
          g_assert_cmpuint (find_block_values (gone), ==, 4 * block);
          block *= 4;
        }
      else if (n % (7 * PIECE) != 0)
        continue;
      check_columns (gone, block, TRUE);
      check_columns (read_again, block, FALSE);
      check_all_statistics (gone, block, TRUE);
      check_all_statistics (partly_gone, block, TRUE);
      check_all_statistics (read_again, block, FALSE);
    }
  g_assert_cmpuint (block, ==, 64 * FIRST_BLOCK);
  g_free (values);
}

static gsize
count_allocated (void)
{
  struct mallinfo2 info = mallinfo2 ();

  return info.uordblks + info.hblkhd;
}

/* Arrays that grow may take as much again as what is in them. */
static void
test_memory (void)
{
  gsize open_bytes = (FIRST_BLOCK * sizeof (double) + 2 * 128) * N_CHANNELS;
  gsize before;

  make_values ();
  before = count_allocated ();
  g_autoptr (ImSignal) signal = new_signal (0, NULL);
  for (guint64 n = 0; n < N_VALUES; n += PIECE)
    {
      im_signal_append (signal, values + n, NULL, PIECE);
      g_assert_cmpuint (im_signal_count_bytes (signal), <=, BLOCK_BYTES + open_bytes);
      g_assert_cmpuint (count_allocated (), <=, before + 2 * BLOCK_BYTES + open_bytes);
    }
  g_assert_cmpuint (im_signal_count_bytes (signal), >=, BLOCK_BYTES / 4);
  g_free (values);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/signal/widening/columns-and-statistics", test_widening);
  g_test_add_func ("/signal/widening/memory", test_memory);

  return g_test_run ();
}
