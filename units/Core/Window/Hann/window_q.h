/* The product of each element and a weight that depends on its index along an axis.
 *
 * Input and output are [d2, d1, d0], the weights [d1]: d0 = input.shape.step (axis),
 * d1 = input.shape.size (axis), d2 = input.shape.slot (axis). Weights are from 0 to just
 * below 1, so products do not saturate; their digits behind the stored ones are rounded,
 * halves upwards.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "window_q15"

static inline void
window_q15 (const int16_t *input,
            const int16_t *window,
            int d0,
            int d1,
            int d2,
            int16_t *output)
{
  for (int j = 0; j < d2; j++)
    for (int k = 0; k < d1; k++)
      {
        const int32_t weight = window[k];

        for (int i = 0; i < d0; i++)
          *output++ = (int16_t) ((*input++ * weight + 16384) >> 15);
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "window_q31"

static inline void
window_q31 (const int32_t *input,
            const int32_t *window,
            int d0,
            int d1,
            int d2,
            int32_t *output)
{
  for (int j = 0; j < d2; j++)
    for (int k = 0; k < d1; k++)
      {
        const int32_t weight = window[k];

        for (int i = 0; i < d0; i++)
          *output++ = (int32_t) (((int64_t) *input++ * weight + 1073741824) >> 31);
      }
}
#pragma IMAGINET_FRAGMENT_END
