/* The sum of each element and one number.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "add_constant_f32"

static inline void
add_constant_f32 (const float *input, int count, float constant, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = input[i] + constant;
}
#pragma IMAGINET_FRAGMENT_END
