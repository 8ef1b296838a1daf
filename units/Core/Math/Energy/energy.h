/* The sum of the squares along an axis.
 *
 * An input [d2, d1, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * d1 = input.shape.size (axis) >= 1, d2 = input.shape.slot (axis).
 * Squares are added in pairs.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Variance/variance.h"

#pragma IMAGINET_FRAGMENT_BEGIN "energy_f32"
#pragma IMAGINET_DEPENDENCY "../Variance/variance.h:variance_f32_run"

static inline void
energy_f32 (const float *input, int d0, int d1, int d2, float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *x = input + j * d1 * d0 + i;

        output[j * d0 + i] = variance_f32_run (x, d0, d1, 0.0F).squares;
      }
}
#pragma IMAGINET_FRAGMENT_END
