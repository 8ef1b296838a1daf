/* The mean bin of spectra along an axis, weighted by their elements.
 *
 * An input [d2, bins, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * bins = input.shape.size (axis), d2 = input.shape.slot (axis).
 *
 * Both sums are made in blocks: bins count from the start of a block, and what a block
 * lies behind is added for all of it. The errors do not grow with the number of bins.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "centroid_weight"

/* The weight of a bin: no element below 0 counts. NaN stays. */
static inline float
centroid_weight (float x)
{
  return x < 0.0F ? 0.0F : x;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "centroid_t"

typedef struct
{
  float sum; /* of the elements */
  float bin; /* the centroid; 0 if the sum is below 1e-30 */
} centroid_t;
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "centroid_run"
#pragma IMAGINET_DEPENDENCY "spectral_centroid.h:centroid_t"
#pragma IMAGINET_DEPENDENCY "spectral_centroid.h:centroid_weight"

static inline centroid_t
centroid_run (const float *x, int step, int bins)
{
  centroid_t result = { 0.0F, 0.0F };
  float moment = 0.0F;

  for (int first = 0; first < bins; first += 32)
    {
      const int count = bins - first < 32 ? bins - first : 32;
      const float *block = x + first * step;
      float sum = 0.0F;
      float inside = 0.0F;

      /* backwards, each partial sum is added once for each bin before it */
      for (int k = count - 1; k > 0; k--)
        {
          sum += centroid_weight (block[k * step]);
          inside += sum;
        }
      sum += centroid_weight (block[0]);
      result.sum += sum;
      moment += inside + (float) first * sum;
    }
  if (!(result.sum < 1e-30F))
    result.bin = moment / result.sum;

  return result;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "spectral_centroid_f32"
#pragma IMAGINET_DEPENDENCY "spectral_centroid.h:centroid_run"

static inline void
spectral_centroid_f32 (const float *input,
                       int d0,
                       int bins,
                       int d2,
                       float resolution,
                       float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *x = input + j * bins * d0 + i;

        output[j * d0 + i] = resolution * centroid_run (x, d0, bins).bin;
      }
}
#pragma IMAGINET_FRAGMENT_END
