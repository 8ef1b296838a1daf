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

#pragma IMAGINET_FRAGMENT_BEGIN "square_int"

static inline void
square_i{{bits}} (const int{{bits}}_t *input, int count, int{{bits}}_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int{{wide}}_t square = (int{{wide}}_t) input[i] * input[i];

      output[i] = (int{{bits}}_t) (square > INT{{bits}}_MAX ? INT{{bits}}_MAX : square);
    }
}
#pragma IMAGINET_FRAGMENT_END
