/* The square of each element. Integers saturate.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "square_f32"

static inline void
square_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i];

      output[i] = x * x;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "square_i8"

static inline void
square_i8 (const int8_t *input, int count, int8_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int square = input[i] * input[i];

      output[i] = (int8_t) (square > INT8_MAX ? INT8_MAX : square);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "square_i16"

static inline void
square_i16 (const int16_t *input, int count, int16_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int32_t square = (int32_t) input[i] * input[i];

      output[i] = (int16_t) (square > INT16_MAX ? INT16_MAX : square);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "square_i32"

static inline void
square_i32 (const int32_t *input, int count, int32_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int64_t square = (int64_t) input[i] * input[i];

      output[i] = square > INT32_MAX ? INT32_MAX : (int32_t) square;
    }
}
#pragma IMAGINET_FRAGMENT_END
