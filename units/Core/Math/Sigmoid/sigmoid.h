/* The logistic function of each element: from 0 to 1. NaN stays NaN.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Exp/exp.h"

#pragma IMAGINET_FRAGMENT_BEGIN "sigmoid_f32"
#pragma IMAGINET_DEPENDENCY "../Exp/exp.h:exp_f32_one"

static inline void
sigmoid_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = 1.0F / (1.0F + exp_f32_one (-input[i]));
}
#pragma IMAGINET_FRAGMENT_END
