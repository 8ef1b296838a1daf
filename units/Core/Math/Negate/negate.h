/* Each element with the other sign.
 *
 * Integers saturate: the negative of the smallest one is the largest one.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "negate_f32"

static inline void
negate_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = -input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "negate_i8"

static inline void
negate_i8 (const int8_t *input, int count, int8_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int x = input[i];

      output[i] = (int8_t) (x == INT8_MIN ? INT8_MAX : -x);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "negate_i16"

static inline void
negate_i16 (const int16_t *input, int count, int16_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int x = input[i];

      output[i] = (int16_t) (x == INT16_MIN ? INT16_MAX : -x);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "negate_i32"

static inline void
negate_i32 (const int32_t *input, int count, int32_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int32_t x = input[i];

      output[i] = x == INT32_MIN ? INT32_MAX : -x;
    }
}
#pragma IMAGINET_FRAGMENT_END
