/* How far spectra along an axis spread around their centroid: the square root of the
 * second central moment.
 *
 * An input [d2, bins, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * bins = input.shape.size (axis), d2 = input.shape.slot (axis).
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../SpectralCentroid/spectral_centroid.h"

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "spectral_bandwidth_run"
#pragma IMAGINET_DEPENDENCY "../SpectralCentroid/spectral_centroid.h:centroid_run"

/* In bins. Adds in blocks to lose fewer digits. */
static inline float
spectral_bandwidth_run (const float *x, int step, int bins)
{
  const centroid_t centroid = centroid_run (x, step, bins);
  float sum = 0.0F;

  if (centroid.sum < 1e-30F)
    return 0.0F;
  for (int first = 0; first < bins; first += 32)
    {
      const int end = bins - first < 32 ? bins : first + 32;
      float part = 0.0F;

      for (int k = first; k < end; k++)
        {
          const float distance = (float) k - centroid.bin;

          part += centroid_weight (x[k * step]) * (distance * distance);
        }
      sum += part;
    }

  return sqrtf (sum / centroid.sum);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "spectral_bandwidth_f32"
#pragma IMAGINET_DEPENDENCY "spectral_bandwidth.h:spectral_bandwidth_run"

static inline void
spectral_bandwidth_f32 (const float *input,
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

        output[j * d0 + i] = resolution * spectral_bandwidth_run (x, d0, bins);
      }
}
#pragma IMAGINET_FRAGMENT_END
