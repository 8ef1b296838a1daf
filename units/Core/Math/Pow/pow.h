/* Each element raised to the same power.
 *
 * Whole powers are products of squares. For others x^y = 2^(y * log2 (x)), with
 * log2 (x) = e + 2 * artanh ((m - 1) / (m + 1)) / ln (2), where x = m * 2^e and m is from
 * sqrt (1 / 2) to sqrt (2). y * e is exact, since the upper part of y has 12 bits.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Exp/exp.h"

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#include <stdint.h>
#include <string.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "pow_whole_f32"

static inline void
pow_whole_f32 (const float *input, int count, int exponent, float *output)
{
  for (int i = 0; i < count; i++)
    {
      float square = input[i];
      float product = 1.0F;

      for (int left = exponent < 0 ? -exponent : exponent; left > 0; left >>= 1)
        {
          if ((left & 1) != 0)
            product *= square;
          square *= square;
        }
      output[i] = exponent < 0 ? 1.0F / product : product;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "pow_f32_positive"
#pragma IMAGINET_DEPENDENCY "../Exp/exp.h:exp_f32_round"
#pragma IMAGINET_DEPENDENCY "../Exp/exp.h:exp_f32_scaled"

/* x is above 0 and finite; high + low is the exponent. */
static inline float
pow_f32_positive (float x, float high, float low)
{
  const int is_subnormal = x < 1.17549435e-38F;
  const float normal = is_subnormal ? x * 8388608.0F : x;
  uint32_t bits;

  memcpy (&bits, &normal, sizeof bits);

  /* With the bits of sqrt (1 / 2) taken off, the exponent counts from there. */
  const uint32_t offset = bits - 0x3f3504f3U;
  const uint32_t mantissa_bits = (offset & 0x7fffffU) + 0x3f3504f3U;
  const int32_t e = (int32_t) ((offset + 0x40000000U) >> 23) - 128 -
                    (is_subnormal ? 23 : 0);
  float m;

  memcpy (&m, &mantissa_bits, sizeof m);

  const float s = (m - 1.0F) / (m + 1.0F);
  const float z = s * s;
  const float p = (0.149359196F * z + 0.199887693F) * z + 0.33333388F;
  const float log2_m = 2.88539008F * (s + s * z * p);
  const float whole = high * (float) e;
  const float rest = low * (float) e + (high + low) * log2_m;
  const float y = whole + rest;

  if (y > 129.0F)
    return INFINITY;
  if (y < -151.0F)
    return 0.0F;

  const int32_t n = exp_f32_round (y);

  return exp_f32_scaled (n, (whole - (float) n + rest) * 0.693147181F);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "pow_f32"
#pragma IMAGINET_DEPENDENCY "pow.h:pow_f32_positive"

/* For an exponent high + low that is not a whole number. */
static inline void
pow_f32 (const float *input, int count, float high, float low, float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i];

      if (x > 0.0F && x < INFINITY)
        output[i] = pow_f32_positive (x, high, low);
      else if (x > 0.0F)
        output[i] = high > 0.0F ? x : 0.0F;
      else if (x >= 0.0F)
        output[i] = high > 0.0F ? 0.0F : INFINITY;
      else
        output[i] = NAN;
    }
}
#pragma IMAGINET_FRAGMENT_END
