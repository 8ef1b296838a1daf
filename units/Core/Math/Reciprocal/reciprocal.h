/* 1 divided by each element. What is 0 becomes infinite and keeps its sign.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "reciprocal_f32"

static inline void
reciprocal_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = 1.0F / input[i];
}
#pragma IMAGINET_FRAGMENT_END
