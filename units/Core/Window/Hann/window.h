/* The product of each element and a weight that depends on its index along an axis.
 *
 * Input and output are [d2, d1, d0], the weights [d1]: d0 = input.shape.step (axis),
 * d1 = input.shape.size (axis), d2 = input.shape.slot (axis).
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "window_f32"

static inline void
window_f32 (const float *input,
            const float *window,
            int d0,
            int d1,
            int d2,
            float *output)
{
  for (int j = 0; j < d2; j++)
    for (int k = 0; k < d1; k++)
      {
        const float weight = window[k];

        for (int i = 0; i < d0; i++)
          *output++ = *input++ * weight;
      }
}
#pragma IMAGINET_FRAGMENT_END
