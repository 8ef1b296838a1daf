/* The elements of runs along an axis, moved and scaled to a range.
 *
 * An input [d2, d1, d0] has d2 * d0 runs of d1 elements, d0 apart. The smallest element
 * of a run becomes `low`, the largest `low + span`; where all are equal, they become
 * `low`. NaN stays NaN and does not count.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "normalize_f32"

static inline void
normalize_f32 (const float *input,
               int d0,
               int d1,
               int d2,
               float low,
               float high,
               float span,
               float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const int start = j * d1 * d0 + i;
        const float *x = input + start;
        float *y = output + start;
        float min = INFINITY;
        float max = -INFINITY;

        for (int k = 0; k < d1; k++)
          {
            const float value = x[k * d0];

            if (value < min)
              min = value;
            if (value > max)
              max = value;
          }

        /* The range must neither overflow nor be too small for its reciprocal. */
        const int is_constant = !(max > min);
        const int is_tiny = !is_constant && 0.5F * max - 0.5F * min < 1e-30F;
        const float unit = is_tiny ? 1.26765060e30F : 0.5F;
        const float bottom = min * unit;
        const float factor = is_constant ? 0.0F : 1.0F / (max * unit - bottom);

        for (int k = 0; k < d1; k++)
          {
            const float value = low + (x[k * d0] * unit - bottom) * factor * span;

            y[k * d0] = value > high ? high : value;
          }
      }
}
#pragma IMAGINET_FRAGMENT_END
