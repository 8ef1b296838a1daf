/* The stored integers of fixed-point numbers.
 *
 * factor is the number of stored integers per 1. What the type cannot hold becomes the
 * nearest integer that it can hold; NaN becomes 0, halves go to the even integer.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../../Math/Cast/cast.h"

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "quantize_i8"
#pragma IMAGINET_DEPENDENCY "../../Math/Cast/cast.h:cast_f32_small"

static inline void
quantize_i8 (const float *input, int count, float factor, float offset, int8_t *output)
{
  for (int i = 0; i < count; i++)
    output[i] = (int8_t) cast_f32_small (input[i] * factor + offset, -128.0F, 127.0F);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "quantize_i16"
#pragma IMAGINET_DEPENDENCY "../../Math/Cast/cast.h:cast_f32_small"

static inline void
quantize_i16 (const float *input, int count, float factor, int16_t *output)
{
  for (int i = 0; i < count; i++)
    output[i] = (int16_t) cast_f32_small (input[i] * factor, -32768.0F, 32767.0F);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "quantize_i32"

static inline void
quantize_i32 (const float *input, int count, float factor, int32_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i] * factor;
      const float magnitude = fabsf (x);

      if (magnitude < 8388608.0F) /* beyond, all floats are whole */
        {
          const int32_t whole = (int32_t) (magnitude + 8388608.0F - 8388608.0F);

          output[i] = x < 0.0F ? -whole : whole;
        }
      else if (magnitude < 2147483648.0F)
        output[i] = (int32_t) x;
      else
        output[i] = x > 0.0F ? INT32_MAX : x < 0.0F ? INT32_MIN : 0;
    }
}
#pragma IMAGINET_FRAGMENT_END
