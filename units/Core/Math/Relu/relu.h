/* The rectifier: negative elements become 0, or are scaled by a small slope.
 *
 * NaN stays NaN.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "relu_f32"

static inline void
relu_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i];

      output[i] = x < 0.0F ? 0.0F : x;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "leaky_relu_f32"

static inline void
leaky_relu_f32 (const float *input, int count, float slope, float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i];

      output[i] = x < 0.0F ? x * slope : x;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "relu_int"

static inline void
relu_i{{bits}} (const int{{bits}}_t *input, int count, int{{bits}}_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int{{bits}}_t x = input[i];

      output[i] = x < 0 ? 0 : x;
    }
}
#pragma IMAGINET_FRAGMENT_END
