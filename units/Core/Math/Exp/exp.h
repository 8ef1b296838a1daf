/* e, or another base, raised to each element.
 *
 * base^x = 2^n * e^r, where n is a whole number and |r| <= ln (2) / 2. r is exact but for
 * its rounding, since n times the upper part of ln (2) / ln (base) is exact. A polynomial
 * with an error of 4e-9 gives e^r. Results that are too large become infinite, those
 * below the smallest normal number lose digits down to 0; NaN stays NaN.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#include <stdint.h>
#include <string.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "exp_f32_scaled"

/* 2^n * e^r for n from -152 to 130. Where the result may over- or underflow, the power of
 * two is applied in two halves, so that only the last product does. */
static inline float
exp_f32_scaled (int32_t n, float r)
{
  float p = 0.00138142216F;

  p = p * r + 0.00836889911F;
  p = p * r + 0.0416684039F;
  p = p * r + 0.166665196F;
  p = p * r + 0.49999994F;
  p = r * r * p + r + 1.0F;

  if (n >= -125 && n <= 125)
    {
      uint32_t bits;

      memcpy (&bits, &p, sizeof bits);
      bits += (uint32_t) n << 23;
      memcpy (&p, &bits, sizeof p);

      return p;
    }

  const uint32_t exponents = (uint32_t) n + 254U; /* of both halves, each with its bias */
  const uint32_t first_bits = exponents >> 1 << 23;
  const uint32_t second_bits = (exponents - (exponents >> 1)) << 23;
  float first;
  float second;

  memcpy (&first, &first_bits, sizeof first);
  memcpy (&second, &second_bits, sizeof second);

  return p * first * second;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "exp_f32_round"

/* The whole number nearest to y, |y| < 2^21: behind 1.5 * 2^23 a float has no digits for
 * a fraction. */
static inline int32_t
exp_f32_round (float y)
{
  const float shifted = y + 12582912.0F;
  int32_t bits;

  memcpy (&bits, &shifted, sizeof bits);

  return bits - 0x4b400000;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "exp_f32_one"
#pragma IMAGINET_DEPENDENCY "exp.h:exp_f32_round"
#pragma IMAGINET_DEPENDENCY "exp.h:exp_f32_scaled"

static inline float
exp_f32_one (float x)
{
  if (!(fabsf (x) < 88.0F))
    x = x > 89.0F ? 89.0F : x < -104.0F ? -104.0F : x;

  const int32_t n = exp_f32_round (x * 1.44269504F);
  const float whole = (float) n;

  return exp_f32_scaled (n, x - whole * 0.693145752F - whole * 1.42860677e-6F);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "exp_f32"
#pragma IMAGINET_DEPENDENCY "exp.h:exp_f32_one"

static inline void
exp_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = exp_f32_one (input[i]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "exp_base_f32"
#pragma IMAGINET_DEPENDENCY "exp.h:exp_f32_round"
#pragma IMAGINET_DEPENDENCY "exp.h:exp_f32_scaled"

/* factor = ln (base); octave = ln (2) / factor in two parts, the upper one of 15 bits */
static inline void
exp_base_f32 (const float *input,
              int count,
              float factor,
              float octave_high,
              float octave_low,
              float *output)
{
  const float octaves = factor * 1.44269504F;
  const float largest = 129.0F * octave_high;
  const float smallest = -151.0F * octave_high;

  for (int i = 0; i < count; i++)
    {
      const float x = input[i];
      const float bounded = x > largest ? largest : x < smallest ? smallest : x;
      const int32_t n = exp_f32_round (bounded * octaves);
      const float whole = (float) n;
      const float r = bounded - whole * octave_high - whole * octave_low;

      output[i] = exp_f32_scaled (n, r * factor);
    }
}
#pragma IMAGINET_FRAGMENT_END
