/* How the channels of windows vary together.
 *
 * An input [blocks, n, c] becomes an output [blocks, c, c]. The rounded mean of a channel
 * is not its mean: what is missing is computed from the deviations and removed from the
 * sums of products.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Sum/pairs.h"
#include "../Sum/sum.h"
#include "../Variance/variance.h"

#pragma IMAGINET_FRAGMENT_BEGIN "covariance_f32_products"
#pragma IMAGINET_DEPENDENCY "../Sum/pairs.h:pairs_f32_add"
#pragma IMAGINET_DEPENDENCY "../Sum/pairs.h:pairs_f32_total"

/* The sum of (x - x_center) * (y - y_center). */
static inline float
covariance_f32_products (const float *x,
                         const float *y,
                         int step,
                         int count,
                         float x_center,
                         float y_center)
{
  const int size = 32;
  pairs_f32_t pairs;

  pairs.blocks = 0;
  for (int first = 0; first < count; first += size)
    {
      const int end = count - first < size ? count : first + size;
      float sum = 0.0F;

      for (int k = first; k < end; k++)
        sum += (x[k * step] - x_center) * (y[k * step] - y_center);
      pairs_f32_add (&pairs, sum);
    }

  return pairs_f32_total (&pairs);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "covariance_f32_block"
#pragma IMAGINET_DEPENDENCY "covariance.h:covariance_f32_products"
#pragma IMAGINET_DEPENDENCY "../Sum/sum.h:sum_f32_run"
#pragma IMAGINET_DEPENDENCY "../Variance/variance.h:variance_f32_run"

static inline void
covariance_f32_block (const float *x,
                      int n,
                      int c,
                      float divisor,
                      float *means,
                      float *matrix)
{
  float *offsets = means + c;

  for (int i = 0; i < c; i++)
    {
      means[i] = sum_f32_run (x + i, c, n) / (float) n;
      offsets[i] = variance_f32_run (x + i, c, n, means[i]).sum / (float) n;
    }
  for (int i = 0; i < c; i++)
    for (int k = 0; k <= i; k++)
      {
        const float sum = covariance_f32_products (x + i, x + k, c, n, means[i],
                                                   means[k]);
        const float covariance = (sum - (float) n * offsets[i] * offsets[k]) / divisor;

        matrix[i * c + k] = i == k && covariance < 0.0F ? 0.0F : covariance;
        matrix[k * c + i] = matrix[i * c + k];
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "covariance_f32"
#pragma IMAGINET_DEPENDENCY "covariance.h:covariance_f32_block"

// divisor = n, or n - 1 for samples
// means = [2 * c], temporary
static inline void
covariance_f32 (const float *input,
                int n,
                int c,
                int blocks,
                float divisor,
                float *means,
                float *output)
{
  for (int j = 0; j < blocks; j++)
    covariance_f32_block (input + j * n * c, n, c, divisor, means, output + j * c * c);
}
#pragma IMAGINET_FRAGMENT_END
