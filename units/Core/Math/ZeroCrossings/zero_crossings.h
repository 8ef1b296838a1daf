/* How often the signals along an axis change their sign.
 *
 * An input [d2, d1, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * d1 = input.shape.size (axis) >= 1, d2 = input.shape.slot (axis).
 * An element from -threshold to threshold, or NaN, has the sign of the one before.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "zero_crossings_f32_run"

static inline int
zero_crossings_f32_run (const float *x, int step, int count, float threshold)
{
  int crossings = 0;
  int sign = 0; /* of the last element beyond the threshold */

  for (int k = 0; k < count; k++)
    {
      const float v = x[k * step];
      const int now = v > threshold ? 1 : v < -threshold ? -1 : sign;

      crossings += now != sign && sign != 0;
      sign = now;
    }

  return crossings;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "zero_crossings_f32"
#pragma IMAGINET_DEPENDENCY "zero_crossings.h:zero_crossings_f32_run"

static inline void
zero_crossings_f32 (const float *input,
                    float threshold,
                    float factor,
                    int d0,
                    int d1,
                    int d2,
                    float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *x = input + j * d1 * d0 + i;

        output[j * d0 + i] = factor *
                             (float) zero_crossings_f32_run (x, d0, d1, threshold);
      }
}
#pragma IMAGINET_FRAGMENT_END
