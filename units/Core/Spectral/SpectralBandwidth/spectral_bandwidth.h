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
#include <float.h>
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "spectral_bandwidth_run"
#pragma IMAGINET_DEPENDENCY "../SpectralCentroid/spectral_centroid.h:centroid_run"

/* In bins. Distances are those from the bin at the centroid, which are exact; what the
 * centroid lies beside it is taken off in the end. Adds in blocks to lose fewer digits.
 */
static inline float
spectral_bandwidth_run (const float *x, int step, int bins)
{
  const centroid_t centroid = centroid_run (x, step, bins);
  float moment = 0.0F;
  float squares = 0.0F;

  if (centroid.sum < 1e-30F)
    return 0.0F;
  if (!(centroid.sum <= FLT_MAX && centroid.bin <= (float) bins))
    return NAN;

  const int center = (int) (centroid.bin + 0.5F);

  for (int first = 0; first < bins; first += 32)
    {
      const int end = bins - first < 32 ? bins : first + 32;
      float moment_part = 0.0F;
      float squares_part = 0.0F;

      for (int k = first; k < end; k++)
        {
          const float distance = (float) (k - center);
          const float weighted = centroid_weight (x[k * step]) * distance;

          moment_part += weighted;
          squares_part += weighted * distance;
        }
      moment += moment_part;
      squares += squares_part;
    }

  const float offset = moment / centroid.sum;
  const float variance = squares / centroid.sum - offset * offset;

  return variance < 0.0F ? 0.0F : sqrtf (variance);
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
