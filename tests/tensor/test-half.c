/* SPDX-License-Identifier: MIT */
#include "tensor/im-half.h"

#include <float.h>
#include <math.h>

#define INFINITY_BITS 0x7C00
#define QUIET_BIT     0x0200 /* a signalling NaN becomes a quiet one */

typedef struct
{
  const char *name;
  double value;
  guint16 bits;
} HalfCase;

static const HalfCase half_cases[] = {
  { "zero", 0.0, 0x0000 },
  { "negative-zero", -0.0, 0x8000 },
  { "one", 1.0, 0x3C00 },
  { "minus-two", -2.0, 0xC000 },
  { "tenth", 0.1, 0x2E66 },
  { "third", 1.0 / 3.0, 0x3555 },
  { "largest", 65504.0, 0x7BFF },
  { "below-overflow", 65519.999, 0x7BFF },
  { "overflow-tie", 65520.0, 0x7C00 },
  { "overflow", 1e10, 0x7C00 },
  { "negative-overflow", -DBL_MAX, 0xFC00 },
  { "infinity", INFINITY, 0x7C00 },
  { "negative-infinity", -INFINITY, 0xFC00 },
  { "smallest-normal", 0x1p-14, 0x0400 },
  { "largest-subnormal", 0x1.FF8p-15, 0x03FF },
  { "carry-into-normal", 0x1.FFFp-15, 0x0400 },
  { "smallest-subnormal", 0x1p-24, 0x0001 },
  { "subnormal-tie-to-even-0", 0x1p-25, 0x0000 },
  { "subnormal-above-tie", 0x1.0000000000001p-25, 0x0001 },
  { "subnormal-tie-to-even-2", 0x1.8p-24, 0x0002 },
  { "underflow", DBL_MIN, 0x0000 },
  { "negative-underflow", -0x1p-1074, 0x8000 },
  { "tie-to-even-down", 1.0 + 0x1p-11, 0x3C00 },
  { "tie-to-even-up", 1.0 + 0x3p-11, 0x3C02 },
  /* A float in between would round these to the tie first. */
  { "above-tie-by-one-double", 1.0 + 0x1p-11 + 0x1p-52, 0x3C01 },
  { "below-tie-by-one-double", 1.0 + 0x3p-11 - 0x1p-52, 0x3C01 },
  { "carry-into-exponent", 2.0 - 0x1p-12, 0x4000 },
};

static void
test_from_double (gconstpointer data)
{
  const HalfCase *c = data;

  g_assert_cmphex (im_half_from_double (c->value), ==, c->bits);
}

static gboolean
is_nan_bits (guint bits)
{
  return (bits & 0x7FFF) > INFINITY_BITS;
}

static void
test_all_round_trip (void)
{
  for (guint bits = 0; bits <= 0xFFFF; bits++)
    {
      double value = im_half_to_double ((guint16) bits);
      guint16 again = im_half_from_double (value);

      if (is_nan_bits (bits))
        {
          g_assert_true (isnan (value));
          g_assert_cmphex (again, ==, bits | QUIET_BIT);
        }
      else
        {
          g_assert_cmphex (again, ==, bits);
        }
    }
}

/* The values themselves, put together from the fields of the format. */
static void
test_all_values (void)
{
  for (guint bits = 0; bits < INFINITY_BITS; bits++)
    {
      guint exponent = bits >> 10, fraction = bits & 0x3FF;
      double significand = (exponent == 0 ? 0 : 1) + fraction / 1024.0;
      double expected = significand * pow (2.0, (exponent == 0 ? 1.0 : exponent) - 15.0);

      g_assert_cmpfloat (im_half_to_double ((guint16) bits), ==, expected);
      g_assert_cmpfloat (im_half_to_double ((guint16) (bits | 0x8000)), ==, -expected);
    }
  g_assert_cmpfloat (im_half_to_double (INFINITY_BITS), ==, (double) INFINITY);
  g_assert_cmpfloat (im_half_to_double (INFINITY_BITS | 0x8000), ==, (double) -INFINITY);
  g_assert_true (signbit (im_half_to_double (0x8000)) != 0);
}

/* Between each two neighbours: the tie goes to the even one, and the doubles next to the
 * tie go to the near one. */
static void
test_all_ties (void)
{
  for (guint16 bits = 0; bits < INFINITY_BITS; bits++)
    {
      double low = im_half_to_double (bits);
      double high = bits + 1 == INFINITY_BITS ? 65536.0
                                              : im_half_to_double ((guint16) (bits + 1));
      double tie = low + (high - low) / 2;
      guint16 even = (guint16) (bits + (bits & 1));

      g_assert_cmphex (im_half_from_double (tie), ==, even);
      g_assert_cmphex (im_half_from_double (-tie), ==, even | 0x8000);
      g_assert_cmphex (im_half_from_double (nextafter (tie, 0.0)), ==, bits);
      g_assert_cmphex (im_half_from_double (nextafter (tie, 1e9)), ==, bits + 1);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (half_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/half/from-double/", half_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &half_cases[i], test_from_double);
    }
  g_test_add_func ("/half/all-round-trip", test_all_round_trip);
  g_test_add_func ("/half/all-values", test_all_values);
  g_test_add_func ("/half/all-ties", test_all_ties);

  return g_test_run ();
}
