/* The geometric mean of spectra along an axis, divided by their arithmetic mean.
 *
 * An input [d2, bins, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * bins = input.shape.size (axis), d2 = input.shape.slot (axis).
 *
 * The product of the elements is kept as a fraction and an exponent, so one logarithm is
 * enough for all of them, and its error is not that of a sum of logarithms.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "spectral_flatness_run"

/* The product of all elements is fraction * 2^exponent. */
static inline float
spectral_flatness_run (const float *x, int step, int bins, float lowest)
{
  float fraction = 1.0F;
  int exponent = 0;
  float sum = 0.0F;
  int mean_exponent;

  for (int first = 0; first < bins; first += 32)
    {
      const int end = bins - first < 32 ? bins : first + 32;
      float part = 0.0F;

      for (int k = first; k < end; k++)
        {
          const float element = x[k * step] < lowest ? lowest : x[k * step];
          int shift;

          fraction = frexpf (fraction * element, &shift);
          exponent += shift;
          part += element;
        }
      sum += part;
    }

  const float mean = frexpf (sum / (float) bins, &mean_exponent);
  const float level = (float) (exponent - mean_exponent * bins) + log2f (fraction);

  return exp2f (level / (float) bins - log2f (mean));
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "spectral_flatness_f32"
#pragma IMAGINET_DEPENDENCY "spectral_flatness.h:spectral_flatness_run"

static inline void
spectral_flatness_f32 (const float *input,
                       int d0,
                       int bins,
                       int d2,
                       float lowest,
                       float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      output[j * d0 + i] = spectral_flatness_run (input + j * bins * d0 + i, d0, bins,
                                                  lowest);
}
#pragma IMAGINET_FRAGMENT_END
