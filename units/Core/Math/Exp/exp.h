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
exp_f32_scaled (uint32_t n, float r)
{
  float p = 0.00138142216F;

  p = p * r + 0.00836889911F;
  p = p * r + 0.0416684039F;
  p = p * r + 0.166665196F;
  p = p * r + 0.49999994F;
  p = r * r * p + r + 1.0F;

  if (n + 125U < 251U)
    {
      uint32_t bits;

      memcpy (&bits, &p, sizeof bits);
      bits += n << 23;
      memcpy (&p, &bits, sizeof p);

      return p;
    }

  const uint32_t exponents = n + 254U; /* of both halves, each with its bias */
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

/* The whole number nearest to y, |y| < 2^21, as float and as bits of an integer: behind
 * 1.5 * 2^23 a float has no digits for a fraction. */
static inline float
exp_f32_round (float y, uint32_t *n)
{
  const float shifted = y + 12582912.0F;

  memcpy (n, &shifted, sizeof *n);
  *n -= 0x4b400000U;

  return shifted - 12582912.0F;
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

  uint32_t n;
  const float whole = exp_f32_round (x * 1.44269504F, &n);

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

/* octave = ln (2) / ln (base) in two parts, the upper one of 15 bits; factor = ln (base)
 */
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
      uint32_t n;
      const float whole = exp_f32_round (bounded * octaves, &n);
      const float r = bounded - whole * octave_high - whole * octave_low;

      output[i] = exp_f32_scaled (n, r * factor);
    }
}
#pragma IMAGINET_FRAGMENT_END
