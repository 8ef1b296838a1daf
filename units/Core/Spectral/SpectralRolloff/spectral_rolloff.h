/* The frequency below which a part of a spectrum lies, for spectra along an axis.
 *
 * An input [d2, bins, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * bins = input.shape.size (axis), d2 = input.shape.slot (axis).
 *
 * The sum of all elements and the search for the bin add the same blocks in the same
 * order, so the search ends at the last bin at the latest.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../SpectralCentroid/spectral_centroid.h"

#pragma IMAGINET_INCLUDES_BEGIN
#include <float.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "spectral_rolloff_block"
#pragma IMAGINET_DEPENDENCY "../SpectralCentroid/spectral_centroid.h:centroid_weight"

/* Up to 32 bins. */
static inline float
spectral_rolloff_block (const float *x, int step, int bins)
{
  float sum = 0.0F;

  for (int k = 0; k < bins && k < 32; k++)
    sum += centroid_weight (x[k * step]);

  return sum;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "spectral_rolloff_bin"
#pragma IMAGINET_DEPENDENCY "spectral_rolloff.h:spectral_rolloff_block"

static inline int
spectral_rolloff_bin (const float *x, int step, int bins, float goal)
{
  float before = 0.0F;
  float part = 0.0F;
  int k = 0;

  for (; k + 32 < bins; k += 32)
    {
      const float sum = before + spectral_rolloff_block (x + k * step, step, bins - k);

      if (sum >= goal)
        break;
      before = sum;
    }
  for (; k < bins - 1; k++)
    {
      part += centroid_weight (x[k * step]);
      if (before + part >= goal)
        break;
    }

  return k;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "spectral_rolloff_f32"
#pragma IMAGINET_DEPENDENCY "spectral_rolloff.h:spectral_rolloff_bin"

static inline void
spectral_rolloff_f32 (const float *input,
                      int d0,
                      int bins,
                      int d2,
                      float part,
                      float resolution,
                      float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *x = input + j * bins * d0 + i;
        float sum = 0.0F;

        for (int k = 0; k < bins; k += 32)
          sum += spectral_rolloff_block (x + k * d0, d0, bins - k);
        if (sum < 1e-30F)
          output[j * d0 + i] = 0.0F;
        else if (sum <= FLT_MAX)
          output[j * d0 + i] = resolution *
                               (float) spectral_rolloff_bin (x, d0, bins, part * sum);
        else
          output[j * d0 + i] = sum - sum; /* NaN */
      }
}
#pragma IMAGINET_FRAGMENT_END
