/* Each element as a whole number, by several rules.
 *
 * Floats of 2^23 and more are whole anyway. 0 keeps the sign of the element; NaN and
 * infinity stay.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#include <stdint.h>
#include <string.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "round_f32_truncated"

/* The fraction is dropped. */
static inline float
round_f32_truncated (float x)
{
  return fabsf (x) < 8388608.0F ? copysignf ((float) (int32_t) x, x) : x;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "round_truncate_f32"
#pragma IMAGINET_DEPENDENCY "round.h:round_f32_truncated"

static inline void
round_truncate_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = round_f32_truncated (input[i]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "round_floor_f32"
#pragma IMAGINET_DEPENDENCY "round.h:round_f32_truncated"

static inline void
round_floor_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i];
      const float whole = round_f32_truncated (x);

      output[i] = whole > x ? whole - 1.0F : whole;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "round_ceil_f32"
#pragma IMAGINET_DEPENDENCY "round.h:round_f32_truncated"

static inline void
round_ceil_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i];
      const float whole = round_f32_truncated (x);

      output[i] = whole < x ? whole + 1.0F : whole;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "round_away_f32"
#pragma IMAGINET_DEPENDENCY "round.h:round_f32_truncated"

static inline void
round_away_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i];
      const float whole = round_f32_truncated (x);

      output[i] = fabsf (x - whole) >= 0.5F ? whole + copysignf (1.0F, x) : whole;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "round_even_f32"

static inline void
round_even_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i];
      const float magnitude = fabsf (x);

      if (magnitude < 8388608.0F)
        {
          /* A float from 2^23 on has no digits for a fraction. */
          const float shifted = magnitude + 8388608.0F;
          int32_t bits;

          memcpy (&bits, &shifted, sizeof bits);
          output[i] = copysignf ((float) (bits - 0x4b000000), x);
        }
      else
        output[i] = x;
    }
}
#pragma IMAGINET_FRAGMENT_END
