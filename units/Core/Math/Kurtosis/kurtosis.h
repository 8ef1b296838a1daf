/* The kurtosis of a population along an axis.
 *
 * An input [d2, d1, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * d1 = input.shape.size (axis) >= 1, d2 = input.shape.slot (axis).
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Kurtosis/moments.h"

#pragma IMAGINET_FRAGMENT_BEGIN "kurtosis_f32"
#pragma IMAGINET_DEPENDENCY "moments.h:moments_f32_ratio"

// normal = what is subtracted where the elements are not all equal
static inline void
kurtosis_f32 (const float *input, float normal, int d0, int d1, int d2, float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *x = input + j * d1 * d0 + i;
        const float kurtosis = moments_f32_ratio (x, d0, d1, 0);

        output[j * d0 + i] = kurtosis > 0.0F ? kurtosis - normal : kurtosis;
      }
}
#pragma IMAGINET_FRAGMENT_END
