/* SPDX-License-Identifier: MIT
 *
 * Reference numbers come from NumPy 1.24: hanning(), hamming() and blackman(), periodic
 * ones as all but the last of a window one longer; mel points from linspace() on the mel
 * scale, checked with decimal arithmetic of 50 digits.
 */
#include "tensor/im-table.h"

#include <math.h>
#include <string.h>

#include "base/im-arena.h"

#define LONGEST   8
#define TOLERANCE 1e-15

typedef struct
{
  const char *name;
  ImWindow window;
  gint32 size;
  gboolean symmetric;
  double expected[LONGEST];
} WindowCase;

static const WindowCase window_cases[] = {
  { "hann-0", IM_WINDOW_HANN, 0, TRUE, { 0 } },
  { "hann-1", IM_WINDOW_HANN, 1, TRUE, { 1 } },
  { "hann-1-periodic", IM_WINDOW_HANN, 1, FALSE, { 1 } },
  { "hann-2", IM_WINDOW_HANN, 2, TRUE, { 0, 0 } },
  { "hann-2-periodic", IM_WINDOW_HANN, 2, FALSE, { 0, 1 } },
  { "hann-5", IM_WINDOW_HANN, 5, TRUE, { 0, 0.5, 1, 0.5, 0 } },
  { "hann-5-periodic",
    IM_WINDOW_HANN,
    5,
    FALSE,
    { 0, 0.3454915028125263, 0.9045084971874737, 0.9045084971874737,
      0.3454915028125263 } },
  { "hann-8",
    IM_WINDOW_HANN,
    8,
    TRUE,
    { 0, 0.1882550990706333, 0.6112604669781573, 0.9504844339512095, 0.9504844339512095,
      0.6112604669781573, 0.1882550990706333, 0 } },
  { "hann-8-periodic",
    IM_WINDOW_HANN,
    8,
    FALSE,
    { 0, 0.14644660940672627, 0.5, 0.8535533905932738, 1, 0.8535533905932738, 0.5,
      0.14644660940672627 } },
  { "hamming-1", IM_WINDOW_HAMMING, 1, TRUE, { 1 } },
  { "hamming-2", IM_WINDOW_HAMMING, 2, TRUE, { 0.08, 0.08 } },
  { "hamming-2-periodic", IM_WINDOW_HAMMING, 2, FALSE, { 0.08, 1 } },
  { "hamming-8",
    IM_WINDOW_HAMMING,
    8,
    TRUE,
    { 0.08, 0.25319469114498266, 0.6423596296199047, 0.9544456792351128,
      0.9544456792351128, 0.6423596296199047, 0.25319469114498266, 0.08 } },
  { "hamming-8-periodic",
    IM_WINDOW_HAMMING,
    8,
    FALSE,
    { 0.08, 0.21473088065418822, 0.54, 0.865269119345812, 1, 0.865269119345812, 0.54,
      0.21473088065418822 } },
  { "blackman-1", IM_WINDOW_BLACKMAN, 1, TRUE, { 1 } },
  { "blackman-2", IM_WINDOW_BLACKMAN, 2, TRUE, { 0, 0 } },
  { "blackman-2-periodic", IM_WINDOW_BLACKMAN, 2, FALSE, { 0, 1 } },
  { "blackman-8",
    IM_WINDOW_BLACKMAN,
    8,
    TRUE,
    { 0, 0.09045342435412812, 0.45918295754596367, 0.9203636180999081, 0.9203636180999081,
      0.45918295754596367, 0.09045342435412812, 0 } },
  { "blackman-8-periodic",
    IM_WINDOW_BLACKMAN,
    8,
    FALSE,
    { 0, 0.06644660940672624, 0.34, 0.7735533905932739, 1, 0.7735533905932739, 0.34,
      0.06644660940672624 } },
};

static void
assert_near (const ImArray *table, const double *expected, gsize count, double tolerance)
{
  double values[64];

  g_assert_cmpuint (table->count, ==, count);
  g_assert_cmpuint (count, <=, G_N_ELEMENTS (values));
  im_array_load (table, 0, count, values);
  for (gsize i = 0; i < count; i++)
    g_assert_cmpfloat_with_epsilon (values[i], expected[i], tolerance);
}

static void
assert_text (const ImArray *array, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_array_append_text (array, G_MAXSIZE, text);
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_window (gconstpointer data)
{
  const WindowCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  const ImArray *table = im_table_window (arena, c->window, IM_DTYPE_FLOAT64, c->size,
                                          c->symmetric, &error);

  g_assert_no_error (error);
  g_assert_cmpint (table->dtype, ==, IM_DTYPE_FLOAT64);
  g_assert_cmpuint (table->shape.rank, ==, 1);
  assert_near (table, c->expected, (gsize) c->size, TOLERANCE);
}

static const struct
{
  ImWindow window;
  ImDType dtype;
  gint32 size;
  gboolean symmetric;
  const char *expected;
} typed_windows[] = {
  { IM_WINDOW_HANN, IM_DTYPE_FLOAT64, 4, FALSE, "float64[4]{0,0.5,1,0.5}" },
  { IM_WINDOW_BLACKMAN, IM_DTYPE_FLOAT32, 3, TRUE, "float32[3]{0,1,0}" },
  { IM_WINDOW_HANN, IM_DTYPE_FLOAT16, 3, TRUE, "float16[3]{0,1,0}" },
  { IM_WINDOW_HANN, IM_DTYPE_Q7, 5, TRUE, "q7[5]{0,64,127,64,0}" },
  { IM_WINDOW_HANN, IM_DTYPE_Q15, 5, TRUE, "q15[5]{0,16384,32767,16384,0}" },
  { IM_WINDOW_HANN, IM_DTYPE_Q31, 3, TRUE, "q31[3]{0,2147483647,0}" },
  { IM_WINDOW_HANN, IM_DTYPE_INT16, 6, TRUE, "int16[6]{0,0,1,1,0,0}" },
  { IM_WINDOW_HAMMING, IM_DTYPE_FLOAT32, 3, TRUE, "float32[3]{0.08,1,0.08}" },
  /* 0.08 * 32768 = 2621.44, 0.54 * 32768 = 17694.72 */
  { IM_WINDOW_HAMMING, IM_DTYPE_Q15, 4, FALSE, "q15[4]{2621,17695,32767,17695}" },
  { IM_WINDOW_BLACKMAN, IM_DTYPE_Q7, 3, TRUE, "q7[3]{0,127,0}" },
};

static void
test_typed_windows (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (typed_windows); i++)
    {
      g_autoptr (ImArena) arena = im_arena_new ();
      g_autoptr (GError) error = NULL;
      const ImArray *table = im_table_window (
          arena, typed_windows[i].window, typed_windows[i].dtype, typed_windows[i].size,
          typed_windows[i].symmetric, &error);

      g_assert_no_error (error);
      assert_text (table, typed_windows[i].expected);
    }
}

static void
test_window_errors (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (
      im_table_window (arena, IM_WINDOW_HAMMING, IM_DTYPE_INT8, 3, TRUE, &error));
  g_assert_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE);
  g_assert_nonnull (strstr (error->message, "int8"));
  g_clear_error (&error);
  g_assert_null (im_table_window (arena, IM_WINDOW_HANN, IM_DTYPE_Q15, -1, TRUE, &error));
  g_assert_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE);
  g_assert_nonnull (strstr (error->message, "-1"));
  g_clear_error (&error);
  g_assert_null (
      im_table_window (arena, IM_WINDOW_HANN, IM_DTYPE_Q15, G_MAXINT32, TRUE, &error));
  g_assert_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_SIZE);
}

typedef struct
{
  const char *name;
  double low_hz, high_hz;
  gint32 n_filters, spectrum_size;
  double rate_hz;
  const char *expected; /* NULL if the arguments are wrong */
} PointsCase;

static const PointsCase points_cases[] = {
  { "40-filters", 0, 8000, 40, 257, 16000,
    "int16[42]{0,1,2,4,6,8,10,12,14,16,19,21,24,27,30,33,37,41,45,49,54,59,64,69,75,81,"
    "88,95,103,110,119,128,137,148,158,170,182,195,209,224,239,256}" },
  { "20-filters", 300, 8000, 20, 257, 16000,
    "int16[22]{9,13,16,21,25,31,37,43,50,58,67,77,87,99,113,127,144,162,182,204,229,"
    "256}" },
  { "10-filters", 20, 4000, 10, 129, 8000,
    "int16[12]{0,4,10,16,23,31,41,53,68,84,104,128}" },
  { "2-filters", 0, 4000, 2, 9, 8000, "int16[4]{0,1,3,8}" },
  { "negative", -1, 4000, 2, 9, 8000, NULL },
  { "reversed", 4000, 300, 2, 9, 8000, NULL },
  { "nothing-between", 300, 300, 2, 9, 8000, NULL },
  { "no-number", NAN, 4000, 2, 9, 8000, NULL },
  { "no-end", 0, INFINITY, 2, 9, 8000, NULL },
  { "no-filter", 0, 4000, 0, 9, 8000, NULL },
  { "most-filters", 0, 4000, G_MAXINT32, 9, 8000, NULL },
  { "small-spectrum", 0, 4000, 2, 1, 8000, NULL },
  { "bins-beyond-int16", 0, 4000, 2, 40000, 8000, NULL },
  { "beyond-half-the-rate", 0, 8000, 4, 257, 8000, NULL },
  { "no-rate", 0, 4000, 2, 9, 0, NULL },
};

static void
test_points (gconstpointer data)
{
  const PointsCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  const ImArray *table = im_table_mel_points (arena, c->low_hz, c->high_hz, c->n_filters,
                                              c->spectrum_size, c->rate_hz, &error);

  if (c->expected == NULL)
    {
      g_assert_null (table);
      g_assert_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE);
      return;
    }

  g_assert_no_error (error);
  assert_text (table, c->expected);
}

typedef struct
{
  const char *name;
  const char *edges;
  gint32 spectrum_size;
  double rate_hz;
  const char *expected; /* the points, or a part of the message */
} BandsCase;

static const BandsCase bands_cases[] = {
  { "at-bins", "float32[4]{0,1000,2000,8000}", 257, 16000, "int16[4]{0,32,64,257}" },
  { "between-bins", "float32[3]{0.5,3,12}", 101, 50, "int16[3]{2,12,49}" },
  { "rounded-edges", "float64[4]{0.1,0.3,0.6,0.7}", 11, 2, "int16[4]{1,3,6,8}" },
  { "empty-band", "float64[3]{1.1,1.2,3}", 5, 8, "int16[3]{2,2,4}" },
  { "largest", "float32[2]{0,1}", 32767, 2, "int16[2]{0,32767}" },
  { "no-floats", "int16[2]{0,1}", 5, 8, "floats [n + 1]" },
  { "one-edge", "float32[1]{0}", 5, 8, "floats [n + 1]" },
  { "two-axes", "float32[1,2]{0,1}", 5, 8, "floats [n + 1]" },
  { "one-bin", "float32[2]{0,1}", 1, 8, "found 1 bins and 8 Hz" },
  { "too-many-bins", "float32[2]{0,1}", 32768, 8, "2 to 32767 bins" },
  { "no-rate", "float32[2]{0,1}", 5, 0, "a rate above 0 Hz" },
  { "endless-rate", "float32[2]{0,1}", 5, INFINITY, "a rate above 0 Hz" },
  { "negative", "float32[2]{-1,1}", 5, 8, "edge 1 is -1 Hz" },
  { "equal", "float32[3]{0,2,2}", 5, 8, "edge 3 is 2 Hz" },
  { "falling", "float32[3]{0,2,1}", 5, 8, "edge 3 is 1 Hz" },
  { "beyond-half-the-rate", "float32[2]{0,5}", 5, 8, "to 4 Hz, half the sample rate" },
};

static void
test_bands (gconstpointer data)
{
  const BandsCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  const ImArray *edges = im_array_parse (arena, c->edges, NULL);
  const ImArray *table = im_table_band_points (arena, edges, c->spectrum_size, c->rate_hz,
                                               &error);

  if (table == NULL)
    {
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, c->expected));
      return;
    }

  g_assert_no_error (error);
  assert_text (table, c->expected);
}

typedef struct
{
  const char *name;
  ImDType dtype;
  const char *points;
  const char *expected; /* NULL if the call fails */
  ImArrayError code;
} WeightsCase;

static const WeightsCase weights_cases[] = {
  { "one-filter", IM_DTYPE_FLOAT32, "int16[3]{2,4,8}",
    "float32[7]{0,0.5,1,0.75,0.5,0.25,0}" },
  { "two-filters", IM_DTYPE_FLOAT32, "int16[4]{0,1,3,7}",
    "float32[11]{0,1,0.5,0,0,0.5,1,0.75,0.5,0.25,0}" },
  { "fifths", IM_DTYPE_FLOAT32, "int16[3]{0,0,5}", "float32[6]{1,0.8,0.6,0.4,0.2,0}" },
  { "no-rise", IM_DTYPE_FLOAT32, "int16[3]{4,4,6}", "float32[3]{1,0.5,0}" },
  { "no-fall", IM_DTYPE_FLOAT32, "int16[3]{4,6,6}", "float32[3]{0,0.5,1}" },
  { "one-bin", IM_DTYPE_FLOAT32, "int16[3]{4,4,4}", "float32[1]{1}" },
  { "q15", IM_DTYPE_Q15, "int16[3]{0,2,4}", "q15[5]{0,16384,32767,16384,0}" },
  { "q31", IM_DTYPE_Q31, "int16[3]{0,1,2}", "q31[3]{0,2147483647,0}" },
  { "integer-type", IM_DTYPE_INT8, "int16[3]{0,2,4}", NULL, IM_ARRAY_ERROR_VALUE },
  { "decreasing", IM_DTYPE_FLOAT32, "int16[3]{0,4,2}", NULL, IM_ARRAY_ERROR_VALUE },
  { "negative", IM_DTYPE_FLOAT32, "int16[3]{-1,0,2}", NULL, IM_ARRAY_ERROR_VALUE },
  { "too-few", IM_DTYPE_FLOAT32, "int16[2]{0,4}", NULL, IM_ARRAY_ERROR_SHAPE },
  { "two-axes", IM_DTYPE_FLOAT32, "int16[1,3]{0,2,4}", NULL, IM_ARRAY_ERROR_SHAPE },
};

static void
test_weights (gconstpointer data)
{
  const WeightsCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  const ImArray *points = im_array_parse (arena, c->points, NULL);
  const ImArray *table = im_table_mel_weights (arena, c->dtype, points, &error);

  if (c->expected == NULL)
    {
      g_assert_null (table);
      g_assert_error (error, IM_ARRAY_ERROR, (int) c->code);
      return;
    }

  g_assert_no_error (error);
  assert_text (table, c->expected);
}

/* Between the peaks of the first and the last filter, the two filters that meet in a bin
 * weigh 1 together. */
static void
test_overlap (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImArray *points = im_table_mel_points (arena, 0, 8000, 40, 257, 16000, NULL);
  const ImArray *weights = im_table_mel_weights (arena, IM_DTYPE_FLOAT32, points, NULL);
  const gint16 *bins = points->data;
  double sums[257] = { 0 };
  gsize at = 0;

  for (gsize filter = 0; filter < 40; filter++)
    for (gint bin = bins[filter]; bin <= bins[filter + 2]; bin++)
      {
        double weight;

        im_array_load (weights, at++, 1, &weight);
        sums[bin] += weight;
      }

  g_assert_cmpuint (at, ==, weights->count);
  for (gint bin = bins[1]; bin <= bins[40]; bin++)
    g_assert_cmpfloat_with_epsilon (sums[bin], 1.0, 1e-7);
}

typedef struct
{
  const char *name;
  gint32 period, count, factors;
  double expected[LONGEST];
} TwiddlesCase;

static const TwiddlesCase twiddles_cases[] = {
  { "none", 0, 0, 3, { 0 } },
  { "quarters", 4, 4, 1, { 1, 0, 0, 1, -1, 0, 0, -1 } },
  { "thirds",
    3,
    2,
    2,
    { 1, 0, 1, 0, -0.5, 0.8660254037844386, -0.5, -0.8660254037844386 } },
  { "more-than-a-turn", 1, 2, 2, { 1, 0, 1, 0, 1, 0, 1, 0 } },
  { "fifths", 5, 2, 1, { 1, 0, 0.3090169943749474, 0.9510565162951535 } },
};

static void
test_twiddles (gconstpointer data)
{
  const TwiddlesCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  const ImArray *table = im_table_twiddles (arena, IM_DTYPE_FLOAT64, c->period, c->count,
                                            c->factors, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (table->shape.rank, ==, 3);
  g_assert_cmpint (table->shape.size[0], ==, 2);
  g_assert_cmpint (table->shape.size[1], ==, c->factors);
  g_assert_cmpint (table->shape.size[2], ==, c->count);
  assert_near (table, c->expected, (gsize) (2 * c->count * c->factors), TOLERANCE);
}

typedef struct
{
  const char *name;
  gint32 size, rows, columns;
  gboolean orthonormal;
  double expected[LONGEST];
} MatrixCase;

/* The numbers are those of scipy.fft.dct() of unit vectors. */
static const MatrixCase matrix_cases[] = {
  { "none", 5, 0, 5, TRUE, { 0 } },
  { "one", 1, 1, 1, FALSE, { 2 } },
  { "two", 2, 2, 2, TRUE, { G_SQRT2 / 2, G_SQRT2 / 2, G_SQRT2 / 2, -G_SQRT2 / 2 } },
  { "four",
    4,
    4,
    2,
    FALSE,
    { 2, 2, 1.8477590650225735, 0.7653668647301796, G_SQRT2, -G_SQRT2, 0.7653668647301796,
      -1.8477590650225735 } },
  { "five",
    5,
    2,
    3,
    TRUE,
    { 0.4472135954999579, 0.4472135954999579, 0.4472135954999579, 0.6015009550075456,
      0.3717480344601845, 0 } },
};

static void
test_matrix (gconstpointer data)
{
  const MatrixCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  const ImArray *table = im_table_dct_matrix (arena, IM_DTYPE_FLOAT64, c->size, c->rows,
                                              c->columns, c->orthonormal, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (table->shape.rank, ==, 2);
  g_assert_cmpint (table->shape.size[0], ==, c->columns);
  g_assert_cmpint (table->shape.size[1], ==, c->rows);
  assert_near (table, c->expected, (gsize) (c->rows * c->columns), TOLERANCE);
}

static void
test_transform_errors (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  const gint32 wrong[][3] = { { 0, 1, 1 }, { 4, -1, 1 }, { 4, 1, 0 } };
  const gint32 outside[][3] = { { 0, 0, 0 },
                                { 4, 5, 1 },
                                { 4, 1, 5 },
                                { 4, -1, 1 },
                                { 2000, 2000, 2000 } };

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (im_table_twiddles (arena, IM_DTYPE_FLOAT32, wrong[i][0], wrong[i][1],
                                        wrong[i][2], &error));
      g_assert_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (outside); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (im_table_dct_matrix (arena, IM_DTYPE_FLOAT32, outside[i][0],
                                          outside[i][1], outside[i][2], TRUE, &error));
      g_assert_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE);
    }
}

static void
test_transform_types (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;

  assert_text (im_table_twiddles (arena, IM_DTYPE_Q15, 8, 2, 1, NULL),
               "q15[2,1,2]{32767,0,23170,23170}");
  g_assert_null (im_table_twiddles (arena, IM_DTYPE_INT16, 8, 2, 1, &error));
  g_assert_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE);
  g_clear_error (&error);
  g_assert_null (im_table_dct_matrix (arena, IM_DTYPE_INT16, 2, 2, 1, TRUE, &error));
  g_assert_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (window_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/table/window/", window_cases[i].name, NULL);

      g_test_add_data_func (path, &window_cases[i], test_window);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (points_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/table/points/", points_cases[i].name, NULL);

      g_test_add_data_func (path, &points_cases[i], test_points);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (bands_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/table/bands/", bands_cases[i].name, NULL);

      g_test_add_data_func (path, &bands_cases[i], test_bands);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (weights_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/table/weights/", weights_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &weights_cases[i], test_weights);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (twiddles_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/table/twiddles/", twiddles_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &twiddles_cases[i], test_twiddles);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (matrix_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/table/matrix/", matrix_cases[i].name, NULL);

      g_test_add_data_func (path, &matrix_cases[i], test_matrix);
    }
  g_test_add_func ("/table/transform-errors", test_transform_errors);
  g_test_add_func ("/table/transform-types", test_transform_types);
  g_test_add_func ("/table/typed-windows", test_typed_windows);
  g_test_add_func ("/table/window-errors", test_window_errors);
  g_test_add_func ("/table/overlap", test_overlap);

  return g_test_run ();
}
