/* -1, 0 or 1 for what is negative, zero or positive. NaN stays NaN.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "sign_f32"

static inline void
sign_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i];

      output[i] = x > 0.0F ? 1.0F : x < 0.0F ? -1.0F : x;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sign_i8"

static inline void
sign_i8 (const int8_t *input, int count, int8_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int8_t x = input[i];

      output[i] = (int8_t) ((x > 0) - (x < 0));
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sign_i16"

static inline void
sign_i16 (const int16_t *input, int count, int16_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int16_t x = input[i];

      output[i] = (int16_t) ((x > 0) - (x < 0));
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sign_i32"

static inline void
sign_i32 (const int32_t *input, int count, int32_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int32_t x = input[i];

      output[i] = (x > 0) - (x < 0);
    }
}
#pragma IMAGINET_FRAGMENT_END
