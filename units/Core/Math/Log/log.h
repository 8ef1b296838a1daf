/* The logarithm of the sum of each element and an offset.
 *
 * What is below `lowest` counts as `lowest`, so that the result can stay finite; NaN
 * stays NaN. The bases 2 and 10 have functions of their own, which are exact for the
 * powers of the base.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#include <stdint.h>
#include <string.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "log_natural"

/* The natural logarithm of a number from 0 on, within 3e-7 of its value: 2^e * m with m
 * from sqrt (1/2) to sqrt (2), and ln (m) = 2 atanh ((m - 1) / (m + 1)) as a series. */
static inline float
log_natural (float x)
{
  uint32_t bits;
  uint32_t exponent;
  float e = -127.0F;

  memcpy (&bits, &x, sizeof bits);
  if (bits - 0x00800000U >= 0x7f000000U) /* not a normal number */
    {
      if (!(x <= 3.40282347e38F))
        return x;
      if (!(x > 0.0F))
        return -HUGE_VALF;
      x *= 16777216.0F;
      e = -151.0F;
      memcpy (&bits, &x, sizeof bits);
    }
  exponent = (bits + (0x3f800000U - 0x3f3504f3U)) >> 23;
  bits += (127U - exponent) << 23;
  e += (float) exponent;

  float m;

  memcpy (&m, &bits, sizeof m);

  const float ratio = (m - 1.0F) / (m + 1.0F);
  const float square = ratio * ratio;
  const float series = 0.66666667F +
                       square * (0.4F + square * (0.28571429F + square * 0.22222222F));

  return e * 0.69314718F + (2.0F * ratio + ratio * square * series);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "log_f32"
#pragma IMAGINET_DEPENDENCY "log.h:log_natural"

/* inverse = 1 / ln (base) */
static inline void
log_f32 (const float *input,
         int count,
         float offset,
         float lowest,
         float inverse,
         float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i] + offset;

      output[i] = log_natural (x < lowest ? lowest : x) * inverse;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "log_base2_f32"

static inline void
log_base2_f32 (const float *input, int count, float offset, float lowest, float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i] + offset;

      output[i] = log2f (x < lowest ? lowest : x);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "log_base10_f32"

static inline void
log_base10_f32 (const float *input, int count, float offset, float lowest, float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i] + offset;

      output[i] = log10f (x < lowest ? lowest : x);
    }
}
#pragma IMAGINET_FRAGMENT_END
