/* The arithmetic mean along an axis.
 *
 * An input [d2, d1, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * d1 = input.shape.size (axis) >= 1, d2 = input.shape.slot (axis).
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Sum/sum.h"

#pragma IMAGINET_FRAGMENT_BEGIN "mean_f32"
#pragma IMAGINET_DEPENDENCY "../Sum/sum.h:sum_f32_run"

static inline void
mean_f32 (const float *input, int d0, int d1, int d2, float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      output[j * d0 + i] = sum_f32_run (input + j * d1 * d0 + i, d0, d1) / (float) d1;
}
#pragma IMAGINET_FRAGMENT_END
