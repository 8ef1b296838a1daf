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

#pragma IMAGINET_FRAGMENT_BEGIN "sign_int"

static inline void
sign_i{{bits}} (const int{{bits}}_t *input, int count, int{{bits}}_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int{{bits}}_t x = input[i];

      output[i] = (int{{bits}}_t) ((x > 0) - (x < 0));
    }
}
#pragma IMAGINET_FRAGMENT_END
