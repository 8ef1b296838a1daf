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

#pragma IMAGINET_FRAGMENT_BEGIN "negate_int"

static inline void
negate_i{{bits}} (const int{{bits}}_t *input, int count, int{{bits}}_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int{{bits}}_t x = input[i];

      output[i] = (int{{bits}}_t) (x == INT{{bits}}_MIN ? INT{{bits}}_MAX : -x);
    }
}
#pragma IMAGINET_FRAGMENT_END
