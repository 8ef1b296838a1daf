/* The difference of the largest and the smallest element along an axis.
 *
 * An input [d2, d1, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * d1 = input.shape.size (axis) >= 1, d2 = input.shape.slot (axis).
 * A NaN makes the result NaN.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "peak_to_peak_f32"

static inline void
peak_to_peak_f32 (const float *input, int d0, int d1, int d2, float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *x = input + j * d1 * d0 + i;
        float min = x[0];
        float max = x[0];

        for (int k = 1; k < d1; k++)
          {
            const float v = x[k * d0];

            if (v > max || isnan (v))
              max = v;
            if (v < min)
              min = v;
          }
        output[j * d0 + i] = max - min;
      }
}
#pragma IMAGINET_FRAGMENT_END
