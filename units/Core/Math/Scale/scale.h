/* The product of each element and one number.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "scale_f32"

static inline void
scale_f32 (const float *input, int count, float factor, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = input[i] * factor;
}
#pragma IMAGINET_FRAGMENT_END
