/* Scores along an axis as probabilities.
 *
 * Input and output are [d2, d1, d0]: d0 = input.shape.step (axis), d1 = input.shape.size
 * (axis) >= 1, d2 = input.shape.slot (axis). The largest score is subtracted before, so
 * that no exponential overflows.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Exp/exp.h"
#include "../Sum/sum.h"

#pragma IMAGINET_FRAGMENT_BEGIN "softmax_f32"
#pragma IMAGINET_DEPENDENCY "../Exp/exp.h:exp_f32_one"
#pragma IMAGINET_DEPENDENCY "../Sum/sum.h:sum_f32_run"

// output may be input
static inline void
softmax_f32 (const float *input, int d0, int d1, int d2, float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *x = input + j * d1 * d0 + i;
        float *y = output + j * d1 * d0 + i;
        float max = x[0];

        for (int k = 1; k < d1; k++)
          if (x[k * d0] > max)
            max = x[k * d0];
        for (int k = 0; k < d1; k++)
          y[k * d0] = exp_f32_one (x[k * d0] - max);

        const float factor = 1.0F / sum_f32_run (y, d0, d1);

        for (int k = 0; k < d1; k++)
          y[k * d0] *= factor;
      }
}
#pragma IMAGINET_FRAGMENT_END
