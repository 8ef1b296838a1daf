/* The headers of a worker declare what those of the system do: the compiler sees both
 * here, and refuses what differs.
 *
 * SPDX-License-Identifier: MIT
 */
#include <float.h>
#include <glib.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Macros of the system, before the others take their names. */
static const struct
{
  int nan, infinite, zero, subnormal, normal;
  gint64 minima[8];
  guint64 maxima[12];
} of_system = {
  FP_NAN,
  FP_INFINITE,
  FP_ZERO,
  FP_SUBNORMAL,
  FP_NORMAL,
  { INT8_MIN, INT16_MIN, INT32_MIN, INT64_MIN, INT_FAST8_MIN, INT_FAST16_MIN, INTPTR_MIN,
    PTRDIFF_MIN },
  { INT8_MAX, INT16_MAX, INT32_MAX, INT64_MAX, UINT8_MAX, UINT16_MAX, UINT32_MAX,
    UINT64_MAX, UINT_FAST16_MAX, INT_FAST32_MAX, SIZE_MAX, UINTPTR_MAX },
};
static const int system_rand_max = RAND_MAX, system_failure = EXIT_FAILURE;

#include "worker-headers.h"

static void
test_values (void)
{
  const gint64 minima[] = { INT8_MIN,      INT16_MIN,      INT32_MIN,  INT64_MIN,
                            INT_FAST8_MIN, INT_FAST16_MIN, INTPTR_MIN, PTRDIFF_MIN };
  const guint64 maxima[] = { INT8_MAX,        INT16_MAX,      INT32_MAX,  INT64_MAX,
                             UINT8_MAX,       UINT16_MAX,     UINT32_MAX, UINT64_MAX,
                             UINT_FAST16_MAX, INT_FAST32_MAX, SIZE_MAX,   UINTPTR_MAX };

  g_assert_cmpmem (minima, sizeof minima, of_system.minima, sizeof of_system.minima);
  g_assert_cmpmem (maxima, sizeof maxima, of_system.maxima, sizeof of_system.maxima);
  g_assert_cmpint (FP_NAN, ==, of_system.nan);
  g_assert_cmpint (FP_INFINITE, ==, of_system.infinite);
  g_assert_cmpint (FP_ZERO, ==, of_system.zero);
  g_assert_cmpint (FP_SUBNORMAL, ==, of_system.subnormal);
  g_assert_cmpint (FP_NORMAL, ==, of_system.normal);
  g_assert_cmpint (RAND_MAX, ==, system_rand_max);
  g_assert_cmpint (EXIT_FAILURE, ==, system_failure);
}

static void
test_classes (void)
{
  static const struct
  {
    float value;
    int class, sign;
  } rows[] = {
    { 1.0f, FP_NORMAL, 0 },
    { -1.0f, FP_NORMAL, 1 },
    { 0.0f, FP_ZERO, 0 },
    { -0.0f, FP_ZERO, 1 },
    { FLT_MIN / 2, FP_SUBNORMAL, 0 },
    { __builtin_inff (), FP_INFINITE, 0 },
    { -__builtin_inff (), FP_INFINITE, 1 },
    { __builtin_nanf (""), FP_NAN, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      float x = rows[i].value;
      double wide = (double) x;

      g_assert_cmpint (fpclassify (x), ==, rows[i].class);
      g_assert_cmpint (signbit (x) != 0, ==, rows[i].sign);
      g_assert_cmpint (isnan (x) != 0, ==, rows[i].class == FP_NAN);
      g_assert_cmpint (isinf (x) != 0, ==, rows[i].class == FP_INFINITE);
      g_assert_cmpint (isfinite (x) != 0, ==,
                       rows[i].class <= FP_NORMAL && rows[i].class > FP_INFINITE);
      g_assert_cmpint (isnormal (x) != 0, ==, rows[i].class == FP_NORMAL);
      g_assert_cmpint (isunordered (x, 1) != 0, ==, rows[i].class == FP_NAN);
      g_assert_cmpint (isnan (wide) != 0, ==, rows[i].class == FP_NAN);
      g_assert_cmpint (signbit (wide) != 0, ==, rows[i].sign);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker-headers/values", test_values);
  g_test_add_func ("/worker-headers/classes", test_classes);

  return g_test_run ();
}
