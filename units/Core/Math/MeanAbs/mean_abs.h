/* The mean of the absolute values along an axis.
 *
 * An input [d2, d1, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * d1 = input.shape.size (axis) >= 1, d2 = input.shape.slot (axis).
 * Absolute values are added in pairs.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#include "../Sum/pairs.h"

#pragma IMAGINET_FRAGMENT_BEGIN "mean_abs_f32_block"

static inline float
mean_abs_f32_block (const float *x, int step, int count)
{
  float even = 0.0F;
  float odd = 0.0F;
  int k = 0;

  for (; k + 2 <= count; k += 2)
    {
      even += fabsf (x[k * step]);
      odd += fabsf (x[(k + 1) * step]);
    }
  if (k < count)
    even += fabsf (x[k * step]);

  return even + odd;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mean_abs_f32_sum"
#pragma IMAGINET_DEPENDENCY "mean_abs.h:mean_abs_f32_block"
#pragma IMAGINET_DEPENDENCY "../Sum/pairs.h:pairs_f32_add"
#pragma IMAGINET_DEPENDENCY "../Sum/pairs.h:pairs_f32_total"

static inline float
mean_abs_f32_sum (const float *x, int step, int count)
{
  const int size = 32;
  pairs_f32_t pairs;

  pairs.blocks = 0;
  for (int left = count; left > 0; left -= size)
    pairs_f32_add (&pairs, mean_abs_f32_block (x + (count - left) * step, step,
                                               left < size ? left : size));

  return pairs_f32_total (&pairs);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mean_abs_f32"
#pragma IMAGINET_DEPENDENCY "mean_abs.h:mean_abs_f32_sum"

static inline void
mean_abs_f32 (const float *input, int d0, int d1, int d2, float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      output[j * d0 + i] = mean_abs_f32_sum (input + j * d1 * d0 + i, d0, d1) /
                           (float) d1;
}
#pragma IMAGINET_FRAGMENT_END
