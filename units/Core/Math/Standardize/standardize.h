/* Elements minus their mean, divided by their standard deviation.
 *
 * An input [d2, d1, d0] has d2 * d0 runs of d1 elements, d0 apart. The rounded mean is
 * not the mean: the mean of the deviations from it is subtracted, too. A run of equal
 * elements, or one whose deviation is below `smallest`, becomes 0. Where an element is
 * NaN or infinite, its run becomes NaN.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Sum/sum.h"
#include "../Variance/variance.h"

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "standardize_f32_is_constant"

/* Ends at the first element that differs, for most runs the second one. */
static inline int
standardize_f32_is_constant (const float *x, int step, int count)
{
  for (int k = 0; k < count; k++)
    if (!(x[k * step] >= x[0] && x[k * step] <= x[0]))
      return 0;

  return 1;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "standardize_f32"
#pragma IMAGINET_DEPENDENCY "standardize.h:standardize_f32_is_constant"
#pragma IMAGINET_DEPENDENCY "../Sum/sum.h:sum_f32_run"
#pragma IMAGINET_DEPENDENCY "../Variance/variance.h:variance_f32_run"

static inline void
standardize_f32 (const float *input,
                 int d0,
                 int d1,
                 int d2,
                 float smallest,
                 float *output)
{
  const float count = (float) d1;

  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const int start = j * d1 * d0 + i;
        const float *x = input + start;
        float *y = output + start;
        float center = x[0];
        float offset = 0.0F;
        float factor = 0.0F;

        if (!standardize_f32_is_constant (x, d0, d1))
          {
            center = sum_f32_run (x, d0, d1) / count;

            const variance_f32_t deviations = variance_f32_run (x, d0, d1, center);

            offset = deviations.sum / count;

            const float deviation = sqrtf (deviations.squares / count - offset * offset);

            factor = deviation < smallest ? 0.0F : 1.0F / deviation;
          }
        for (int k = 0; k < d1; k++)
          y[k * d0] = (x[k * d0] - center - offset) * factor;
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "standardize_given_f32"

/* factor = 1 / deviation */
static inline void
standardize_given_f32 (const float *input,
                       int count,
                       float mean,
                       float factor,
                       float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = (input[i] - mean) * factor;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "standardize_channels_f32"

/* A mean and a factor = 1 / deviation for each of the `size` elements of a row. */
static inline void
standardize_channels_f32 (const float *input,
                          const float *means,
                          const float *factors,
                          int size,
                          int rows,
                          float *output)
{
  for (int j = 0; j < rows; j++)
    for (int i = 0; i < size; i++)
      output[j * size + i] = (input[j * size + i] - means[i]) * factors[i];
}
#pragma IMAGINET_FRAGMENT_END
