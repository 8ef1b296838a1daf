/* The sine of each element, and what cosine and tangent have in common with it.
 *
 * The angle is taken to the nearest quarter turn. Small angles need three products for
 * that (W. J. Cody, W. Waite, "Software Manual for the Elementary Functions", 1980).
 * Large ones are multiplied as integers with the bits of 2 / pi that matter (M. Payne,
 * R. Hanek, "Radian reduction for trigonometric functions", 1983), so that the result is
 * right for each angle that a float can hold. Infinity and NaN become NaN.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#include <stdint.h>
#include <string.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "sin_f32_angle_t"

/* rest + quarters * pi / 2, where |rest| is at most pi / 4. Only the two lowest bits of
 * the number of quarters count. */
typedef struct
{
  float rest;
  uint32_t quarters;
} sin_f32_angle_t;
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sin_f32_reduce_large"
#pragma IMAGINET_DEPENDENCY "sin.h:sin_f32_angle_t"

/* For |x| >= 0.5, infinity and NaN. */
static inline sin_f32_angle_t
sin_f32_reduce_large (float x)
{
  /* 32 zeros, then the digits of 2 / pi behind the point */
  static const uint32_t two_over_pi[8] = { 0U,          0xa2f9836eU, 0x4e441529U,
                                           0xfc2757d1U, 0xf534ddc0U, 0xdb629599U,
                                           0x3c439041U, 0xfe5163abU };
  sin_f32_angle_t angle;
  uint32_t bits;

  memcpy (&bits, &x, sizeof bits);

  const uint32_t exponent = bits >> 23 & 255U;
  const uint64_t mantissa = (bits & 0x7fffffU) | 0x800000U;

  if (exponent == 255U)
    {
      angle.rest = x - x;
      angle.quarters = 0U;

      return angle;
    }

  /* |x| = mantissa * 2^(exponent - 150). Of |x| * 2 / pi, in units of 2^-62, the lower 64
   * bits are wanted: digits that weigh 4 or more are whole turns. */
  const uint32_t skip = exponent - 120U;
  const uint32_t *digits = two_over_pi + (skip >> 5);
  const uint32_t shift = skip & 31U;
  const uint64_t high = (uint64_t) digits[0] << 32 | digits[1];
  const uint64_t middle = (uint64_t) digits[1] << 32 | digits[2];
  const uint64_t low = (uint64_t) digits[2] << 32 | digits[3];
  const uint64_t product = ((mantissa * (high << shift >> 32)) << 32) +
                           mantissa * (middle << shift >> 32) +
                           (mantissa * (low << shift >> 32) >> 32);
  const uint64_t quarters = (product + ((uint64_t) 1 << 61)) >> 62;
  const float rest = (float) (int64_t) (product - (quarters << 62)) * 3.40612158e-19F;

  angle.rest = x < 0.0F ? -rest : rest;
  angle.quarters = x < 0.0F ? 0U - (uint32_t) quarters : (uint32_t) quarters;

  return angle;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sin_f32_reduce"
#pragma IMAGINET_DEPENDENCY "sin.h:sin_f32_reduce_large"

static inline sin_f32_angle_t
sin_f32_reduce (float x)
{
  if (!(fabsf (x) < 64.0F))
    return sin_f32_reduce_large (x);

  /* Behind 1.5 * 2^23 a float has no digits for a fraction. */
  const float shifted = x * 0.636619772F + 12582912.0F;
  int32_t bits;

  memcpy (&bits, &shifted, sizeof bits);

  const float quarters = (float) (bits - 0x4b400000);
  sin_f32_angle_t angle;

  angle.quarters = (uint32_t) bits;
  angle.rest = x - quarters * 1.5703125F - quarters * 4.83751297e-4F -
               quarters * 7.54978995e-8F;

  return angle;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sin_f32_core"

/* The sine of |x| <= pi / 4. */
static inline float
sin_f32_core (float x)
{
  const float z = x * x;
  float p = -0.000195164801F;

  p = p * z + 0.00833217241F;
  p = p * z - 0.166666552F;

  return x + x * z * p;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cos_f32_core"

/* The cosine of |x| <= pi / 4. */
static inline float
cos_f32_core (float x)
{
  const float z = x * x;
  float p = 2.44375333e-5F;

  p = p * z - 0.00138873595F;
  p = p * z + 0.0416666456F;

  return 1.0F - (0.5F * z - z * z * p);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sin_f32_of_angle"
#pragma IMAGINET_DEPENDENCY "sin.h:sin_f32_angle_t"
#pragma IMAGINET_DEPENDENCY "sin.h:sin_f32_core"
#pragma IMAGINET_DEPENDENCY "sin.h:cos_f32_core"

static inline float
sin_f32_of_angle (sin_f32_angle_t angle)
{
  const float sine = (angle.quarters & 1U) != 0 ? cos_f32_core (angle.rest)
                                                : sin_f32_core (angle.rest);

  return (angle.quarters & 2U) != 0 ? -sine : sine;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sin_f32"
#pragma IMAGINET_DEPENDENCY "sin.h:sin_f32_reduce"
#pragma IMAGINET_DEPENDENCY "sin.h:sin_f32_of_angle"

static inline void
sin_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = sin_f32_of_angle (sin_f32_reduce (input[i]));
}
#pragma IMAGINET_FRAGMENT_END
