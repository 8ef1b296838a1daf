/* SPDX-License-Identifier: MIT
 *
 * The frequency response of the factors against the definition of the filters: the gain
 * of a Butterworth filter is 1 / sqrt (1 + (W / Wc)^(2 order)), that of other sections
 * follows from their transfer functions.
 */
#include "tensor/im-filter-table.h"

#include <complex.h>
#include <math.h>

#include "base/im-arena.h"

#define MAX_ORDER 16
#define TOLERANCE 1e-9

/* The response at s of the chain of sections: the integrators are g / s. */
static double complex
respond (const ImArray *table, double complex s)
{
  double complex product = 1;

  for (gsize i = 0; i < table->count; i += IM_FILTER_FACTORS)
    {
      double f[IM_FILTER_FACTORS];

      im_array_load (table, i, IM_FILTER_FACTORS, f);
      double a0 = f[2] / f[0], a1 = 1 / f[0] - 1 - a0;
      double complex denominator = s * s + a1 * s + a0;

      product *= f[3] + (f[4] * f[1] / f[0] * s + f[5] * a0) / denominator;
    }

  return product;
}

static double
butterworth_gain (guint order, double low, double high, double omega)
{
  double x = high <= 0  ? low / omega
             : low <= 0 ? omega / high
                        : (omega * omega - low * high) / (omega * (high - low));

  return 1 / sqrt (1 + pow (fabs (x), 2.0 * order));
}

/* Frequencies are numbers from 0 to half of the rate 1. */
static const struct
{
  const char *name;
  double low, high;
} bands[] = {
  { "low-pass", 0, 0.1 },
  { "low-pass-slow", 0, 1e-5 },
  { "low-pass-fast", 0, 0.4999 },
  { "high-pass", 0.3, 0.5 },
  { "high-pass-slow", 1e-5, 0.5 },
  { "band-pass", 0.1, 0.2 },
  { "band-pass-narrow", 0.2, 0.201 },
  { "band-pass-wide", 1e-4, 0.45 },
};

static void
check_band (double low, double high, gint32 order)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImArray *table = im_filter_table_butterworth (arena, IM_DTYPE_FLOAT64, order, low,
                                                      high, 1, NULL);
  double low_omega = tan (G_PI * low), high_omega = high < 0.5 ? tan (G_PI * high) : 0;

  g_assert_nonnull (table);
  for (double f = 2e-6; f < 0.5; f *= 1.37)
    {
      double omega = tan (G_PI * f), found = cabs (respond (table, CMPLX (0, omega)));
      double expected = butterworth_gain ((guint) order, low_omega, high_omega, omega);

      g_assert_cmpfloat_with_epsilon (found, expected, TOLERANCE * expected + 1e-12);
    }
}

static void
test_butterworth (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);

  for (gint32 order = 1; order <= MAX_ORDER; order++)
    check_band (bands[i].low, bands[i].high, order);
}

/* The sign is right, too: all sections in phase in the middle of the pass band. */
static void
test_phase (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();

  for (gint32 order = 1; order <= MAX_ORDER; order++)
    {
      const ImArray *table = im_filter_table_butterworth (arena, IM_DTYPE_FLOAT64, order,
                                                          0.1, 0.2, 1, NULL);
      double omega = sqrt (tan (G_PI * 0.1) * tan (G_PI * 0.2));

      g_assert_cmpfloat (cabs (respond (table, CMPLX (0, omega)) - 1), <, TOLERANCE);
    }
}

static double complex
polynomial (const double *c, double complex x)
{
  return c[0] + c[1] * x + c[2] * x * x;
}

/* Numerator and denominator in 1 / z; the second in the other sign. */
static const double digital[] = { 1,  -0.5, 0.25, 2, -1.9, 0.7,   0.3, 0, -0.3,
                                  -1, 0.2,  0.7,  1, 2,    0.125, 1,   0, 0 };

static void
test_sections (void)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  ImArray *sections = im_array_new (arena, IM_DTYPE_FLOAT64,
                                    &(ImShape){ .rank = 1, .size = { 18 } }, NULL);
  ImArray *reversed = im_array_new (arena, IM_DTYPE_FLOAT64,
                                    &(ImShape){ .rank = 2, .size = { 6, 1 } }, NULL);
  const double analog[] = { 0.5, 3, 0.25, 2, 0.125, 0.5 };

  im_array_store (sections, 0, 18, digital);
  im_array_store (reversed, 0, 6, analog);
  const ImArray *a = im_filter_table_digital (arena, IM_DTYPE_FLOAT64, sections, NULL);
  const ImArray *b = im_filter_table_analog (arena, IM_DTYPE_FLOAT64, reversed, NULL);
  g_assert_nonnull (a);
  g_assert_nonnull (b);
  g_assert_cmpint (a->shape.size[1], ==, 3);

  for (double omega = 0.01; omega < 100; omega *= 1.7)
    {
      double complex s = CMPLX (0, omega), delay = (1 - s) / (1 + s), expected = 1;

      for (guint i = 0; i < 18; i += 6)
        expected *= polynomial (digital + i, delay) / polynomial (digital + i + 3, delay);
      g_assert_cmpfloat (cabs (respond (a, s) - expected), <, TOLERANCE);
      expected = (0.5 * s * s + 3 * s + 0.25) / (2 * s * s + 0.125 * s + 0.5);
      g_assert_cmpfloat (cabs (respond (b, s) - expected), <, TOLERANCE);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (bands); i++)
    {
      g_autofree char *path = g_strconcat ("/filter-table/", bands[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_butterworth);
    }
  g_test_add_func ("/filter-table/phase", test_phase);
  g_test_add_func ("/filter-table/sections", test_sections);

  return g_test_run ();
}
