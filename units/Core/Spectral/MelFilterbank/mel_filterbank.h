/* Sums of the bins of a spectrum under overlapping triangles.
 *
 * Filter k covers the bins points[k] to points[k + 2], both included; `weights` has its
 * weights behind those of the filters before it.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_filterbank_sum"

/* Adds in blocks, so that a sum of many bins loses no more digits than one of a few. */
static inline float
mel_filterbank_sum (const float *input, int step, const float *weights, int count)
{
  float sum = 0.0F;
  int i = 0;

  while (i < count)
    {
      const int end = count - i < 16 ? count : i + 16;
      float part = 0.0F;

      for (; i < end; i++)
        part += input[i * step] * weights[i];
      sum += part;
    }

  return sum;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_filterbank_f32"
#pragma IMAGINET_DEPENDENCY "mel_filterbank.h:mel_filterbank_sum"

// input = [d2, bins, d0]
// points = [filters + 2], each below bins
// output = [d2, filters, d0]
static inline void
mel_filterbank_f32 (const float *input,
                    const int16_t *points,
                    const float *weights,
                    int filters,
                    int d0,
                    int bins,
                    int d2,
                    float *output)
{
  for (int j = 0; j < d2; j++)
    {
      const float *w = weights;

      for (int k = 0; k < filters; k++)
        {
          const int count = points[k + 2] - points[k] + 1;
          const float *x = input + (j * bins + points[k]) * d0;

          for (int i = 0; i < d0; i++)
            *output++ = mel_filterbank_sum (x + i, d0, w, count);
          w += count;
        }
    }
}
#pragma IMAGINET_FRAGMENT_END
