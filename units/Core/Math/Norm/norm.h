/* The length of the vectors along an axis, by one of three norms.
 *
 * An input [d2, d1, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * d1 = input.shape.size (axis) >= 1, d2 = input.shape.slot (axis).
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#include "../MeanAbs/mean_abs.h"
#include "../Variance/variance.h"

#pragma IMAGINET_FRAGMENT_BEGIN "norm_l1_f32"
#pragma IMAGINET_DEPENDENCY "../MeanAbs/mean_abs.h:mean_abs_f32_sum"

static inline void
norm_l1_f32 (const float *input, int d0, int d1, int d2, float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      output[j * d0 + i] = mean_abs_f32_sum (input + j * d1 * d0 + i, d0, d1);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "norm_l2_f32"
#pragma IMAGINET_DEPENDENCY "../Variance/variance.h:variance_f32_run"

static inline void
norm_l2_f32 (const float *input, int d0, int d1, int d2, float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *x = input + j * d1 * d0 + i;

        output[j * d0 + i] = sqrtf (variance_f32_run (x, d0, d1, 0.0F).squares);
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "norm_max_f32"

static inline void
norm_max_f32 (const float *input, int d0, int d1, int d2, float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *x = input + j * d1 * d0 + i;
        float max = fabsf (x[0]);

        for (int k = 1; k < d1 && !isnan (max); k++)
          if (!(fabsf (x[k * d0]) <= max))
            max = fabsf (x[k * d0]);
        output[j * d0 + i] = max;
      }
}
#pragma IMAGINET_FRAGMENT_END
