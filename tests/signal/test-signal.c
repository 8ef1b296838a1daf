/* SPDX-License-Identifier: MIT */
#include "signal/im-signal.h"

#include <math.h>
#include <string.h>

#define RATE_HZ   100.0
#define TOLERANCE 1e-9

typedef struct
{
  const char *name;
  const char *type;
  gsize n_values;
  gsize piece; /* values of an append */
  gsize keep_bytes;
  gboolean is_read_again;
} SignalCase;

static const SignalCase signal_cases[] = {
  { "few", "float32[]", 10, 3, 0, FALSE },
  { "one-block", "float32[]", 256, 256, 0, FALSE },
  { "many-blocks", "float64[]", 70000, 1000, 0, FALSE },
  { "channels", "int16[3]", 20000, 777, 0, FALSE },
  { "wide", "float32[10,13]", 3000, 50, 0, FALSE },
  { "read-again", "float32[2]", 50000, 4096, 8000, TRUE },
  { "gone", "float32[]", 50000, 4096, 8000, FALSE },
};

/* Numbers with some of each kind in them; what integers cannot hold saturates. */
static double
make_number (gsize i, ImDTypeFamily family)
{
  double number = 1000 * sin ((double) i * 0.37) + (double) (i % 17);

  if (family != IM_DTYPE_FAMILY_FLOAT)
    return i % 4001 == 4000 ? -1e12 : number;
  if (i % 997 == 500)
    return NAN;

  return i % 5003 == 3000 ? INFINITY : number;
}

typedef struct
{
  ImSignal *signal;
  guint n_channels;
  gsize n_values;
  guint8 *bytes;
  double *numbers; /* what is stored, as numbers */
  double low, high;
} Filled;

static gsize n_reads;

static gboolean
read_cb (guint64 first, gsize n_values, gpointer bytes, gpointer data, GError **error)
{
  n_reads++;
  memcpy (bytes, (guint8 *) data + first * 2 * sizeof (float),
          n_values * 2 * sizeof (float));

  return TRUE;
}

static void
fill (const SignalCase *c, Filled *filled)
{
  ImSignalFormat format = { .name = c->name,
                            .start_s = 5,
                            .step_s = 1 / RATE_HZ,
                            .keep_bytes = c->keep_bytes };
  const ImDTypeInfo *info;
  gsize n;

  g_assert_true (im_tensor_type_parse (c->type, &format.type, NULL));
  info = im_dtype_get_info (format.type.dtype);
  filled->n_values = c->n_values;
  filled->n_channels = 1;
  for (guint i = 0; i < format.type.shape.rank; i++)
    filled->n_channels *= (guint) format.type.shape.size[i];
  n = c->n_values * filled->n_channels;
  filled->bytes = g_malloc (n * info->size_bytes);
  filled->numbers = g_new (double, n);
  for (gsize i = 0; i < n; i++)
    filled->numbers[i] = make_number (i, info->family);
  info->store (filled->bytes, n, filled->numbers);
  info->load (filled->bytes, n, filled->numbers);
  filled->low = info->family == IM_DTYPE_FAMILY_FLOAT ? -INFINITY : info->minimum;
  filled->high = info->family == IM_DTYPE_FAMILY_FLOAT ? INFINITY : info->maximum;

  format.read = c->is_read_again ? read_cb : NULL;
  format.data = filled->bytes;
  filled->signal = im_signal_new (&format);
  for (gsize first = 0; first < c->n_values; first += c->piece)
    im_signal_append (filled->signal,
                      filled->bytes + first * filled->n_channels * info->size_bytes, NULL,
                      MIN (c->piece, c->n_values - first));
  im_signal_finish (filled->signal, NULL);
}

static void
clear (Filled *filled)
{
  im_signal_unref (filled->signal);
  g_free (filled->bytes);
  g_free (filled->numbers);
}

/* The columns from all numbers, one after the other. */
static ImSignalColumn
scan (const Filled *filled, guint channel, guint64 from, guint64 to)
{
  ImSignalColumn column = { .min = INFINITY, .max = -INFINITY, .n_values = to - from };

  for (guint64 i = from; i < to; i++)
    {
      double x = filled->numbers[i * filled->n_channels + channel];

      if (isnan (x))
        column.has_nan = TRUE;
      else if (isinf (x))
        column.has_infinite = TRUE;
      else
        {
          column.min = MIN (column.min, x);
          column.max = MAX (column.max, x);
          column.is_saturated |= x <= filled->low || x >= filled->high;
        }
    }

  return column;
}

static void
assert_columns_equal (const ImSignalColumn *a, const ImSignalColumn *b)
{
  g_assert_cmpuint (a->n_values, ==, b->n_values);
  g_assert_cmpfloat (a->min, ==, b->min);
  g_assert_cmpfloat (a->max, ==, b->max);
  g_assert_cmpuint (a->has_nan, ==, b->has_nan);
  g_assert_cmpuint (a->has_infinite, ==, b->has_infinite);
  g_assert_cmpuint (a->is_saturated, ==, b->is_saturated);
}

/* One column is a range of values; what is put together of blocks is that of whole ones,
 * and inside of one it shows that. */
static void
test_columns (gconstpointer data)
{
  const SignalCase *c = data;
  Filled filled;

  fill (c, &filled);
  for (guint64 from = 0; from < c->n_values; from += 1 + c->n_values / 7)
    for (guint64 n = 1; from + n <= c->n_values; n = 3 * n + 1)
      {
        guint channel = (guint) (n % filled.n_channels);
        guint block = filled.n_channels > 64 ? 16 : 256;
        gboolean is_coarse = n > 2 * block || (c->keep_bytes > 0 && !c->is_read_again &&
                                               (from + n) * 4 > c->keep_bytes);
        guint64 first = is_coarse ? (from + block - 1) / block * block : from;
        guint64 last = is_coarse ? (from + n + block - 1) / block * block : from + n;
        double from_s = im_signal_get_time (filled.signal, from);
        double to_s = im_signal_get_time (filled.signal, from + n);
        ImSignalColumn column, expected;

        first = MIN (first, c->n_values);
        last = MIN (last, c->n_values);
        expected = first < last ? scan (&filled, channel, first, last)
                                : scan (&filled, channel, from / block * block, last);
        expected.n_values = last - first;
        im_signal_get_columns (filled.signal, channel, from_s, to_s, 1, &column);
        assert_columns_equal (&column, &expected);
      }
  clear (&filled);
}

/* Columns side by side have each value once, whatever their width. */
static void
test_columns_cover (gconstpointer data)
{
  const SignalCase *c = data;
  static const guint widths[] = { 1, 7, 300, 3000 };
  g_autofree ImSignalColumn *columns = g_new (ImSignalColumn, 3000);
  Filled filled;
  double from_s, to_s;

  fill (c, &filled);
  g_assert_true (im_signal_get_range (filled.signal, &from_s, &to_s));
  g_assert_cmpfloat (from_s, ==, 5);
  g_assert_cmpfloat_with_epsilon (to_s, 5 + (double) c->n_values / RATE_HZ, TOLERANCE);
  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      ImSignalColumn all = { .min = INFINITY, .max = -INFINITY };
      ImSignalColumn expected = scan (&filled, 0, 0, c->n_values);

      im_signal_get_columns (filled.signal, 0, from_s, to_s, widths[i], columns);
      for (guint k = 0; k < widths[i]; k++)
        {
          all.min = MIN (all.min, columns[k].min);
          all.max = MAX (all.max, columns[k].max);
          all.n_values += columns[k].n_values;
          all.has_nan |= columns[k].has_nan;
          all.has_infinite |= columns[k].has_infinite;
          all.is_saturated |= columns[k].is_saturated;
        }
      assert_columns_equal (&all, &expected);
    }
  clear (&filled);
}

static void
check_statistics (const Filled *filled, guint channel, guint64 from, guint64 to)
{
  ImSignalStatistics statistics;
  ImSignalColumn expected;
  guint64 n_finite = 0, n_saturated = 0;
  double sum = 0, squares = 0, differences = 0;

  im_signal_get_statistics (filled->signal, channel, 1, from, to, &statistics);
  from = statistics.from;
  to = statistics.to;
  expected = scan (filled, channel, from, to);
  for (guint64 i = from; i < to; i++)
    {
      double x = filled->numbers[i * filled->n_channels + channel];

      if (isfinite (x))
        {
          n_finite++;
          sum += x;
          squares += x * x;
          n_saturated += x <= filled->low || x >= filled->high;
        }
    }
  for (guint64 i = from; i < to; i++)
    {
      double x = filled->numbers[i * filled->n_channels + channel];

      if (isfinite (x))
        differences += pow (x - sum / (double) n_finite, 2);
    }

  g_assert_cmpuint (statistics.n, ==, to - from);
  g_assert_cmpuint (statistics.n - statistics.n_nan - statistics.n_infinite, ==,
                    n_finite);
  g_assert_cmpuint (statistics.n_saturated, ==, n_saturated);
  if (n_finite == 0)
    {
      g_assert_true (isnan (statistics.min) && isnan (statistics.mean));
      return;
    }
  g_assert_cmpfloat (statistics.min, ==, expected.min);
  g_assert_cmpfloat (statistics.max, ==, expected.max);
  g_assert_cmpfloat_with_epsilon (statistics.mean, sum / (double) n_finite, 1e-6);
  g_assert_cmpfloat_with_epsilon (statistics.rms, sqrt (squares / (double) n_finite),
                                  1e-6);
  g_assert_cmpfloat_with_epsilon (statistics.deviation,
                                  sqrt (differences / (double) n_finite), 1e-6);
}

static void
test_statistics (gconstpointer data)
{
  const SignalCase *c = data;
  gboolean is_gone = c->keep_bytes > 0 && !c->is_read_again;
  Filled filled;

  fill (c, &filled);
  for (guint64 from = 0; from < c->n_values; from += 1 + c->n_values / 5)
    for (guint64 to = c->n_values; to > from; to = from + (to - from) / 3)
      {
        ImSignalStatistics statistics;

        check_statistics (&filled, filled.n_channels - 1, from, to);
        im_signal_get_statistics (filled.signal, 0, 1, from, to, &statistics);
        if (!is_gone)
          {
            g_assert_cmpuint (statistics.from, ==, from);
            g_assert_cmpuint (statistics.to, ==, to);
          }
      }
  clear (&filled);
}

static void
test_load (gconstpointer data)
{
  const SignalCase *c = data;
  gboolean is_gone = c->keep_bytes > 0 && !c->is_read_again;
  g_autofree double *numbers = NULL;
  g_autoptr (GError) error = NULL;
  guint last_channel;
  Filled filled;

  fill (c, &filled);
  n_reads = 0;
  last_channel = filled.n_channels - 1;
  numbers = g_new (double, c->n_values *filled.n_channels);
  if (is_gone)
    {
      g_assert_false (
          im_signal_load (filled.signal, 0, 1, 0, c->n_values, numbers, &error));
      g_assert_error (error, IM_SIGNAL_ERROR, IM_SIGNAL_ERROR_GONE);
      g_assert_cmpstr (error->message, ==,
                       "gone: value 2000 is not kept: expected one of the first 2000");
    }
  else
    {
      g_assert_true (im_signal_load (filled.signal, 0, filled.n_channels, 0, c->n_values,
                                     numbers, NULL));
      for (gsize i = 0; i < c->n_values * filled.n_channels; i++)
        g_assert_true (numbers[i] == filled.numbers[i] ||
                       (isnan (numbers[i]) && isnan (filled.numbers[i])));
      g_assert_true (im_signal_load (filled.signal, last_channel, 1, 1, c->n_values - 1,
                                     numbers, NULL));
      for (gsize i = 1; i < c->n_values; i++)
        g_assert_true (numbers[i - 1] ==
                           filled.numbers[i * filled.n_channels + last_channel] ||
                       isnan (numbers[i - 1]));
    }
  g_assert_cmpuint (n_reads > 0, ==, c->is_read_again);
  clear (&filled);
}

/* A feature of 25 ms every 10 ms stands in the middle of its window. */
static void
test_window_time (void)
{
  ImSignalFormat format = { .name = "feature",
                            .start_s = 1,
                            .step_s = 0.01,
                            .span_s = 0.025 };
  float values[100] = { 0 };
  double from_s, to_s;
  guint64 nearest;

  g_assert_true (im_tensor_type_parse ("float32[]", &format.type, NULL));
  g_autoptr (ImSignal) signal = im_signal_new (&format);
  g_assert_false (im_signal_get_range (signal, &from_s, &to_s));
  g_assert_false (im_signal_find_nearest (signal, 0, &nearest));
  im_signal_append (signal, values, NULL, G_N_ELEMENTS (values));

  g_assert_true (im_signal_is_timed (signal));
  g_assert_cmpfloat_with_epsilon (im_signal_get_time (signal, 0), 1.0125, TOLERANCE);
  g_assert_true (im_signal_get_range (signal, &from_s, &to_s));
  g_assert_cmpfloat_with_epsilon (from_s, 1, TOLERANCE);
  g_assert_cmpfloat_with_epsilon (to_s, 1 + 0.99 + 0.025, TOLERANCE);
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    g_assert_cmpuint (im_signal_find (signal, im_signal_get_time (signal, i)), ==, i);
  g_assert_cmpuint (im_signal_find (signal, -5), ==, 0);
  g_assert_cmpuint (im_signal_find (signal, 5), ==, G_N_ELEMENTS (values));
  for (double shift = -0.004; shift < 0.005; shift += 0.008)
    {
      g_assert_true (im_signal_find_nearest (
          signal, im_signal_get_time (signal, 7) + shift, &nearest));
      g_assert_cmpuint (nearest, ==, 7);
    }
  g_assert_true (im_signal_find_nearest (signal, 99, &nearest));
  g_assert_cmpuint (nearest, ==, G_N_ELEMENTS (values) - 1);
}

/* Windows of 25 ms that begin every 10 ms, and the samples of 1 kHz that are in one. */
static void
test_within (void)
{
  ImSignalFormat format = { .name = "windows", .step_s = 0.01, .span_s = 0.025 };
  const float values[1000] = { 0 };
  guint64 first, n;

  g_assert_true (im_tensor_type_parse ("float32[]", &format.type, NULL));
  g_autoptr (ImSignal) windows = im_signal_new (&format);
  format.step_s = 0.001;
  format.span_s = 0;
  g_autoptr (ImSignal) samples = im_signal_new (&format);
  g_assert_false (im_signal_find_within (samples, 0, 1, &first, &n));
  im_signal_append (windows, values, NULL, 90);
  im_signal_append (samples, values, NULL, 1000);

  for (guint i = 0; i < 90; i++)
    {
      g_assert_true (
          im_signal_find_within (samples, i * 0.01, i * 0.01 + 0.025, &first, &n));
      g_assert_cmpuint (first, ==, 10 * i);
      g_assert_cmpuint (n, ==, 25);
    }
  g_assert_true (im_signal_find_within (windows, 0.1, 0.145, &first, &n));
  g_assert_cmpuint (first, ==, 10);
  g_assert_cmpuint (n, ==, 3);
  g_assert_false (im_signal_find_within (windows, 0.1, 0.124, &first, &n));
  g_assert_false (im_signal_find_within (windows, 5, 6, &first, &n));
}

static void
test_irregular_time (void)
{
  ImSignalFormat format = { .name = "events" };
  const gint16 values[] = { 1, 2, 3, 4 };
  const double times_s[] = { 0, 0.5, 3, 4 };
  ImSignalColumn columns[4];
  double from_s, to_s;

  g_assert_true (im_tensor_type_parse ("int16[]", &format.type, NULL));
  g_autoptr (ImSignal) signal = im_signal_new (&format);
  g_assert_false (im_signal_is_timed (signal));
  im_signal_append (signal, values, times_s, G_N_ELEMENTS (values));
  g_assert_true (im_signal_is_timed (signal));
  g_assert_true (im_signal_get_range (signal, &from_s, &to_s));
  g_assert_cmpfloat (from_s, ==, 0);
  g_assert_cmpfloat_with_epsilon (to_s, 4 + 4.0 / 3, TOLERANCE);
  g_assert_cmpuint (im_signal_find (signal, 0.6), ==, 2);

  im_signal_get_columns (signal, 0, 0, 4, 4, columns);
  g_assert_cmpuint (columns[0].n_values, ==, 2);
  g_assert_cmpfloat (columns[0].max, ==, 2);
  g_assert_cmpuint (columns[1].n_values, ==, 0);
  g_assert_cmpfloat (columns[1].min, >, columns[1].max);
  g_assert_cmpuint (columns[3].n_values, ==, 1);
}

/* What stored integers mean follows from shift, scale and offset, and so do the limits.
 */
static void
test_fixed_point (void)
{
  ImSignalFormat format = { .name = "fixed" };
  const gint16 q15[] = { 16384, -32768, 32767, 0 };
  const gint8 d8[] = { 10, 127, -128 };
  ImSignalStatistics statistics;
  double numbers[4];

  g_assert_true (im_tensor_type_parse ("q15[];shift=2", &format.type, NULL));
  g_autoptr (ImSignal) q = im_signal_new (&format);
  im_signal_append (q, q15, NULL, G_N_ELEMENTS (q15));
  g_assert_true (im_signal_load (q, 0, 1, 0, 4, numbers, NULL));
  g_assert_cmpfloat (numbers[0], ==, 2);
  g_assert_cmpfloat (numbers[1], ==, -4);
  im_signal_get_statistics (q, 0, 1, 0, 4, &statistics);
  g_assert_cmpuint (statistics.n_saturated, ==, 2);

  g_assert_true (im_tensor_type_parse ("d8[];scale=0.5;offset=2", &format.type, NULL));
  g_autoptr (ImSignal) d = im_signal_new (&format);
  im_signal_append (d, d8, NULL, G_N_ELEMENTS (d8));
  g_assert_true (im_signal_load (d, 0, 1, 0, 3, numbers, NULL));
  g_assert_cmpfloat (numbers[0], ==, 4);
  im_signal_get_statistics (d, 0, 1, 0, 3, &statistics);
  g_assert_cmpuint (statistics.n_saturated, ==, 2);
}

static void
test_problem (void)
{
  ImSignalFormat format = { .name = "a.wav" };
  float value = 0;
  gboolean is_finished;

  g_assert_true (im_tensor_type_parse ("float32[]", &format.type, NULL));
  g_autoptr (ImSignal) signal = im_signal_new (&format);
  g_assert_null (im_signal_dup_problem (signal, &is_finished));
  g_assert_false (is_finished);
  im_signal_finish (signal, "the file is gone");
  g_autofree char *problem = im_signal_dup_problem (signal, &is_finished);
  g_assert_cmpstr (problem, ==, "the file is gone");
  g_assert_true (is_finished);
  im_signal_append (signal, &value, NULL, 1);
  g_assert_null (im_signal_dup_problem (signal, &is_finished));
  g_assert_false (is_finished);
}

#define N_CONCURRENT 300000

static gpointer
append_cb (gpointer data)
{
  for (gint32 i = 0; i < N_CONCURRENT; i += 100)
    {
      gint32 values[100];

      for (gint32 k = 0; k < 100; k++)
        values[k] = i + k;
      im_signal_append (data, values, NULL, G_N_ELEMENTS (values));
    }
  im_signal_finish (data, NULL);

  return NULL;
}

/* The numbers count upwards, so that each picture can be checked while they arrive. */
static void
test_threads (void)
{
  ImSignalFormat format = { .name = "counter", .keep_bytes = N_CONCURRENT };
  gboolean is_finished = FALSE;

  g_assert_true (im_tensor_type_parse ("int32[]", &format.type, NULL));
  g_autoptr (ImSignal) signal = im_signal_new (&format);
  GThread *writer = g_thread_new ("writer", append_cb, signal);

  while (!is_finished)
    {
      guint64 n = im_signal_get_n_values (signal);
      ImSignalColumn columns[10];
      guint64 n_seen = 0;

      im_signal_dup_problem (signal, &is_finished);
      im_signal_get_columns (signal, 0, 0, N_CONCURRENT, 10, columns);
      for (guint i = 0; i < 10; i++)
        {
          if (columns[i].n_values > 0)
            g_assert_cmpfloat (columns[i].max - columns[i].min + 1, ==,
                               (double) columns[i].n_values);
          n_seen += columns[i].n_values;
        }
      g_assert_cmpuint (n_seen, >=, n);
    }
  g_thread_join (writer);
  g_assert_cmpuint (im_signal_get_n_values (signal), ==, N_CONCURRENT);
}

static void
test_number (void)
{
  ImSignalFormat format = { .name = "x" };
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_true (im_tensor_type_parse ("float32[]", &format.type, NULL));
  g_autoptr (ImSignal) signal = im_signal_new (&format);
  im_signal_append_number (signal, (double) 0.1f, text);
  g_assert_cmpstr (text->str, ==, "0.1");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (signal_cases); i++)
    {
      const SignalCase *c = &signal_cases[i];
      g_autofree char *columns = g_strdup_printf ("/signal/columns/%s", c->name);
      g_autofree char *cover = g_strdup_printf ("/signal/cover/%s", c->name);
      g_autofree char *statistics = g_strdup_printf ("/signal/statistics/%s", c->name);
      g_autofree char *load = g_strdup_printf ("/signal/load/%s", c->name);

      g_test_add_data_func (columns, c, test_columns);
      g_test_add_data_func (cover, c, test_columns_cover);
      g_test_add_data_func (statistics, c, test_statistics);
      g_test_add_data_func (load, c, test_load);
    }
  g_test_add_func ("/signal/window-time", test_window_time);
  g_test_add_func ("/signal/within", test_within);
  g_test_add_func ("/signal/irregular-time", test_irregular_time);
  g_test_add_func ("/signal/fixed-point", test_fixed_point);
  g_test_add_func ("/signal/problem", test_problem);
  g_test_add_func ("/signal/threads", test_threads);
  g_test_add_func ("/signal/number", test_number);

  return g_test_run ();
}
