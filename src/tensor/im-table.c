/* SPDX-License-Identifier: MIT */
#include "tensor/im-table.h"

#include <math.h>

#define BLOCK_ELEMENTS 256

#define MEL_SCALE    2595.0 /* mel per decade */
#define MEL_BREAK_HZ 700.0

static gboolean
check_table_type (ImDType dtype, GError **error)
{
  ImDTypeFamily family = im_dtype_get_info (dtype)->family;

  if (family == IM_DTYPE_FAMILY_FLOAT || family == IM_DTYPE_FAMILY_Q)
    return TRUE;

  g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE,
               "such a table has fractions: its type is a float or Q type, found %s",
               im_dtype_get_info (dtype)->name);
  return FALSE;
}

/* cos (2 pi @i / @n) for 0 <= @i <= @n, with the symmetries of the cosine: opposite
 * values are exactly opposite, and those at quarters of the circle are whole. */
static double
cos_of_turn (gint64 i, gint64 n)
{
  i = MIN (i, n - i);
  if (8 * i < n)
    return cos (2.0 * G_PI * (double) i / (double) n);
  if (8 * i <= 3 * n)
    return sin (0.5 * G_PI * (double) (n - 4 * i) / (double) n);

  return -cos (G_PI * (double) (n - 2 * i) / (double) n);
}

/* The window at @i of the period @n. The sums are in an order that ends at 0 and 1. */
static double
window_at (ImWindow window, gint64 i, gint64 n)
{
  double c1 = cos_of_turn (i, n), c2 = cos_of_turn (2 * i % n, n);

  switch (window)
    {
    case IM_WINDOW_HANN:
      return 0.5 - 0.5 * c1;
    case IM_WINDOW_HAMMING:
      return 0.54 - 0.46 * c1;
    case IM_WINDOW_BLACKMAN:
      return (0.42 + 0.08 * c2) - 0.5 * c1;
    default:
      g_assert_not_reached ();
    }
}

ImArray *
im_table_window (ImArena *arena,
                 ImWindow window,
                 ImDType dtype,
                 gint32 size,
                 gboolean symmetric,
                 GError **error)
{
  ImShape shape = { .rank = 1, .size = { size } };
  double block[BLOCK_ELEMENTS];
  ImArray *table;

  /* The specification wants this one for all of its types, also those without fractions.
   */
  if ((window != IM_WINDOW_HANN ||
       im_dtype_get_info (dtype)->family != IM_DTYPE_FAMILY_INT) &&
      !check_table_type (dtype, error))
    return NULL;
  if (size < 0)
    {
      g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE,
                   "the size of a window is not negative, found %d", size);
      return NULL;
    }

  gint32 period = symmetric ? size - 1 : size;
  table = im_array_new (arena, dtype, &shape, error);
  for (gint32 start = 0; table != NULL && start < size; start += BLOCK_ELEMENTS)
    {
      gint32 count = MIN (size - start, BLOCK_ELEMENTS);

      for (gint32 i = 0; i < count; i++)
        block[i] = size == 1 ? 1.0 : window_at (window, start + i, period);
      im_array_store (table, (gsize) start, (gsize) count, block);
    }

  return table;
}

static double
mel_from_hz (double hz)
{
  return MEL_SCALE * log10 (1.0 + hz / MEL_BREAK_HZ);
}

static double
hz_from_mel (double mel)
{
  return MEL_BREAK_HZ * (pow (10.0, mel / MEL_SCALE) - 1.0);
}

static gboolean
check_mel (double low_hz,
           double high_hz,
           gint32 n_filters,
           gint32 spectrum_size,
           double rate_hz,
           GError **error)
{
  g_autofree char *problem = NULL;

  if (!(low_hz >= 0.0) || !(high_hz > low_hz) || !isfinite (high_hz))
    problem = g_strdup_printf (
        "the frequencies of a mel filter bank are 0 <= low < high, "
        "found %g and %g Hz",
        low_hz, high_hz);
  else if (n_filters < 1 || n_filters > G_MAXINT16)
    problem = g_strdup_printf ("a mel filter bank has 1 to 32767 filters, found %d",
                               n_filters);
  else if (spectrum_size < 2 || spectrum_size > G_MAXINT32 / 4)
    problem = g_strdup_printf (
        "the spectrum of a mel filter bank has 2 to %d bins, found %d", G_MAXINT32 / 4,
        spectrum_size);
  else if (!(rate_hz > 0.0) || !isfinite (rate_hz))
    problem = g_strdup_printf (
        "the sample rate of a mel filter bank is positive, found %g Hz", rate_hz);
  if (problem == NULL)
    return TRUE;

  g_set_error_literal (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE, problem);
  return FALSE;
}

ImArray *
im_table_mel_points (ImArena *arena,
                     double low_hz,
                     double high_hz,
                     gint32 n_filters,
                     gint32 spectrum_size,
                     double rate_hz,
                     GError **error)
{
  ImShape shape = { .rank = 1 };
  ImArray *table;

  if (!check_mel (low_hz, high_hz, n_filters, spectrum_size, rate_hz, error))
    return NULL;

  shape.size[0] = n_filters + 2;
  double low = mel_from_hz (low_hz), high = mel_from_hz (high_hz);
  gint32 n_fft = 2 * (spectrum_size - 1), last_bin = MIN (spectrum_size - 1, G_MAXINT16);
  table = im_array_new (arena, IM_DTYPE_INT16, &shape, error);
  for (gint32 i = 0; table != NULL && i < n_filters + 2; i++)
    {
      double part = i / (n_filters + 1.0);
      double hz = hz_from_mel (part * high + (1.0 - part) * low);
      double bin = floor ((n_fft + 1) * hz / rate_hz);

      if (bin > last_bin)
        {
          g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE,
                       "the filters of a mel filter bank reach bins 0 to %d of the "
                       "spectrum and to half the sample rate, found bin %.0f",
                       last_bin, bin);
          return NULL;
        }
      im_array_store (table, (gsize) i, 1, &bin);
    }

  return table;
}

static gboolean
check_band_edges (const ImArray *edges,
                  gint32 spectrum_size,
                  double rate_hz,
                  GError **error)
{
  double before = 0;

  if (!im_dtype_is_float (edges->dtype) || edges->shape.rank != 1 || edges->count < 2)
    {
      g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_SHAPE,
                   "the edges of bands are floats [n + 1] for n bands, n at least 1");
      return FALSE;
    }
  if (spectrum_size < 2 || spectrum_size > G_MAXINT16 || !(rate_hz > 0) ||
      !isfinite (rate_hz))
    {
      g_set_error (
          error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE,
          "bands need a spectrum of 2 to %d bins and a rate above 0 Hz, found %d "
          "bins and %g Hz",
          G_MAXINT16, spectrum_size, rate_hz);
      return FALSE;
    }
  for (gsize i = 0; i < edges->count; i++)
    {
      double edge;

      im_array_load (edges, i, 1, &edge);
      if (!(edge >= 0 && edge <= rate_hz / 2) || (i > 0 && edge <= before))
        {
          g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE,
                       "the edges of bands rise from 0 at the lowest to %g Hz, half the "
                       "sample rate, at the highest; edge %" G_GSIZE_FORMAT " is %g Hz",
                       rate_hz / 2, i + 1, edge);
          return FALSE;
        }
      before = edge;
    }

  return TRUE;
}

ImArray *
im_table_band_points (ImArena *arena,
                      const ImArray *edges,
                      gint32 spectrum_size,
                      double rate_hz,
                      GError **error)
{
  const double slack = 1e-9; /* of a bin: an edge at a bin may have been rounded */
  ImArray *table;

  if (!check_band_edges (edges, spectrum_size, rate_hz, error))
    return NULL;

  table = im_array_new (arena, IM_DTYPE_INT16, &edges->shape, error);
  for (gsize i = 0; table != NULL && i < edges->count; i++)
    {
      double edge, bin;

      im_array_load (edges, i, 1, &edge);
      bin = edge / rate_hz * (2.0 * (spectrum_size - 1));
      bin = i + 1 < edges->count ? ceil (bin - slack) : floor (bin + slack) + 1;
      im_array_store (table, i, 1, &bin);
    }

  return table;
}

/* Reads the points; returns the number of weights, or -1 with an error. */
static gint64
count_weights (const ImArray *points, GError **error)
{
  gint64 count = 0;

  if (points->dtype != IM_DTYPE_INT16 || points->shape.rank != 1 || points->count < 3)
    {
      g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_SHAPE,
                   "the points of a mel filter bank are int16[n + 2] for n filters");
      return -1;
    }

  const gint16 *bin = points->data;
  if (bin[0] < 0)
    {
      g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE,
                   "the points of a mel filter bank are bins from 0, found %d", bin[0]);
      return -1;
    }
  for (gsize i = 0; i + 1 < points->count; i++)
    if (bin[i] > bin[i + 1])
      {
        g_set_error (
            error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE,
            "the points of a mel filter bank must not decrease, found %d before %d",
            bin[i], bin[i + 1]);
        return -1;
      }
  for (gsize i = 0; i + 2 < points->count; i++)
    count += bin[i + 2] - bin[i] + 1;

  return count;
}

ImArray *
im_table_mel_weights (ImArena *arena,
                      ImDType dtype,
                      const ImArray *points,
                      GError **error)
{
  gint64 count = count_weights (points, error);
  gsize at = 0;
  ImArray *table;

  if (count < 0 || !check_table_type (dtype, error))
    return NULL;

  table = im_array_new (arena, dtype, &(ImShape){ .rank = 1, .size = { (gint32) count } },
                        error);
  const gint16 *bin = points->data;
  for (gsize filter = 0; table != NULL && filter + 2 < points->count; filter++)
    {
      gint rise = bin[filter + 1] - bin[filter], fall = bin[filter + 2] - bin[filter + 1];

      for (gint i = 0; i <= rise; i++)
        {
          double weight = rise == 0 ? 1.0 : i / (double) rise;

          im_array_store (table, at++, 1, &weight);
        }
      for (gint i = 1; i <= fall; i++)
        {
          double weight = (fall - i) / (double) fall;

          im_array_store (table, at++, 1, &weight);
        }
    }

  return table;
}

/* sin (2 pi @i / @n) for 0 <= @i < @n */
static double
sin_of_turn (gint64 i, gint64 n)
{
  return cos_of_turn ((4 * i + 3 * n) % (4 * n), 4 * n);
}

ImArray *
im_table_twiddles (ImArena *arena,
                   ImDType dtype,
                   gint32 period,
                   gint32 count,
                   gint32 factors,
                   GError **error)
{
  ImShape shape = { .rank = 3, .size = { 2, factors, count } };
  gsize at = 0;
  ImArray *table;

  if (!check_table_type (dtype, error))
    return NULL;
  if (count < 0 || factors < 1 || (period < 1 && count > 0))
    {
      g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE,
                   "twiddles have a period and factors from 1 and a count from 0, found "
                   "%d, %d and %d",
                   period, factors, count);
      return NULL;
    }

  table = im_array_new (arena, dtype, &shape, error);
  for (gint64 i = 0; table != NULL && i < count; i++)
    for (gint64 factor = 1; factor <= factors; factor++)
      {
        gint64 step = i * factor % period;
        double pair[] = { cos_of_turn (step, period), sin_of_turn (step, period) };

        im_array_store (table, at, 2, pair);
        at += 2;
      }

  return table;
}

/* More than any flash holds: each weight costs a cosine. */
#define MAX_DCT_WEIGHTS (1 << 20)

ImArray *
im_table_dct_matrix (ImArena *arena,
                     ImDType dtype,
                     gint32 size,
                     gint32 rows,
                     gint32 columns,
                     gboolean orthonormal,
                     GError **error)
{
  ImShape shape = { .rank = 2, .size = { columns, rows } };
  gsize at = 0;
  ImArray *table;

  if (!check_table_type (dtype, error))
    return NULL;
  if (size < 1 || rows < 0 || columns < 0 || rows > size || columns > size)
    {
      g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE,
                   "a DCT of %d elements has at most as many rows and columns, found %d "
                   "and %d",
                   size, rows, columns);
      return NULL;
    }
  if ((gint64) rows * columns > MAX_DCT_WEIGHTS)
    {
      g_set_error (error, IM_ARRAY_ERROR, IM_ARRAY_ERROR_VALUE,
                   "the matrix of a DCT has at most %d weights, found %d rows of %d",
                   MAX_DCT_WEIGHTS, rows, columns);
      return NULL;
    }

  table = im_array_new (arena, dtype, &shape, error);
  for (gint64 m = 0; table != NULL && columns > 0 && m < rows; m++)
    {
      double scale = !orthonormal ? 2.0 : sqrt ((m == 0 ? 1.0 : 2.0) / size);

      for (gint64 k = 0; k < columns; k++)
        {
          gint64 period = 4 * (gint64) size;
          double weight = scale * cos_of_turn ((2 * k + 1) * m % period, period);

          im_array_store (table, at++, 1, &weight);
        }
    }

  return table;
}
