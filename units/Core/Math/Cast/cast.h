/* Elements as elements of another type.
 *
 * What the other type cannot hold becomes the nearest number that it can hold.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_copy"

static inline void
cast_copy (const void *input, int bytes, void *output)
{
  memcpy (output, input, (size_t) bytes);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_f32_small"

/* The whole number from low to high that is nearest to x, halves to the even one; 0 for
 * NaN. The bounds are within 2^22: behind 1.5 * 2^23 a float has no digits for a
 * fraction. */
static inline int32_t
cast_f32_small (float x, float low, float high)
{
  const float bounded = x > high ? high : x >= low ? x : x < low ? low : 0.0F;
  const float shifted = bounded + 12582912.0F;
  int32_t bits;

  memcpy (&bits, &shifted, sizeof bits);

  return bits - 0x4b400000;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_clamp_float"
#pragma IMAGINET_DEPENDENCY "cast.h:cast_f32_small"

static inline void
cast_clamp_float_to_{{to}} (const float *input, int count, {{to}}_t *output)
{
  for (int i = 0; i < count; i++)
    output[i] = ({{to}}_t) cast_f32_small (input[i], {{low}}.0F, {{high}}.0F);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_float_to_int32"

static inline void
cast_float_to_int32 (const float *input, int count, int32_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i];
      const float magnitude = fabsf (x);

      if (magnitude < 8388608.0F) /* beyond, all floats are whole */
        {
          const float shifted = magnitude + 8388608.0F;
          int32_t bits;

          memcpy (&bits, &shifted, sizeof bits);
          bits -= 0x4b000000;
          output[i] = x < 0.0F ? -bits : bits;
        }
      else if (magnitude < 2147483648.0F)
        output[i] = (int32_t) x;
      else
        output[i] = x > 0.0F ? INT32_MAX : x < 0.0F ? INT32_MIN : 0;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_to_float"

static inline void
cast_{{from}}_to_float (const {{from}}_t *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = (float) input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_widen"

/* Every {{from}} is a {{to}}, too. */
static inline void
cast_widen_{{from}}_to_{{to}} (const {{from}}_t *input, int count, {{to}}_t *output)
{
  for (int i = 0; i < count; i++)
    output[i] = ({{to}}_t) input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_clamp"

static inline void
cast_clamp_{{from}}_to_{{to}} (const {{from}}_t *input, int count, {{to}}_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int32_t x = input[i];

      output[i] = ({{to}}_t) (x < {{low}} ? {{low}} : x > {{high}} ? {{high}} : x);
    }
}
#pragma IMAGINET_FRAGMENT_END
