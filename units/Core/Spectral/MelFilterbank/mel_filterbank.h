/* Sums of the bins of a spectrum under overlapping triangles.
 *
 * Filter k rises from bin points[k] to points[k + 1], where its weight is 1, and falls to
 * points[k + 2]. It falls where the next one rises, and there both weigh 1 together: one
 * pass over the bins between two points is enough for both, and the sum of sums needs no
 * weights.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_filterbank_slope"

/* The sum of `count` bins with weights that fall evenly, from 1 before the first to 0
 * behind the last, and in *rising that with weights that rise. Of many bins, blocks are
 * added to lose fewer digits. */
static inline float
mel_filterbank_slope (const float *input, int step, int count, float *rising)
{
  const float *end = input + count * step;
  float all = 0.0F;
  float slope = 0.0F;

  for (int left = count; left > 32; left -= 32)
    {
      float sum = 0.0F;
      float sum_of_sums = 0.0F;

      for (int i = 0; i < 32; i++, input += step)
        {
          sum += *input;
          sum_of_sums += sum;
        }
      slope += 32.0F * all + sum_of_sums;
      all += sum;
    }
  for (; input != end; input += step)
    {
      all += *input;
      slope += all;
    }
  slope /= (float) (count + 1);

  /* Of infinite bins all parts are infinite, but the difference is not a number. */
  *rising = all - slope;
  if (isnan (*rising))
    *rising = all;

  return slope;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_filterbank_sums"
#pragma IMAGINET_DEPENDENCY "mel_filterbank.h:mel_filterbank_slope"

/* The filters of one spectrum; bins are in_step and filters out_step apart. */
static inline void
mel_filterbank_sums (const float *input,
                     int in_step,
                     const int16_t *points,
                     int filters,
                     float *output,
                     int out_step)
{
  float rising = 0.0F;
  float next;
  int begin = points[0];

  for (int k = 0; k <= filters; k++)
    {
      const int end = points[k + 1];
      const int count = end > begin ? end - begin - 1 : 0;
      const float falling = mel_filterbank_slope (input + (begin + 1) * in_step, in_step,
                                                  count, &next);

      if (k > 0)
        {
          *output = rising + input[begin * in_step] + falling;
          output += out_step;
        }
      rising = next;
      begin = end;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_filterbank_f32"
#pragma IMAGINET_DEPENDENCY "mel_filterbank.h:mel_filterbank_sums"

// input = [d2, bins, d0]
// points = [filters + 2], each below bins
// output = [d2, filters, d0]
static inline void
mel_filterbank_f32 (const float *input,
                    const int16_t *points,
                    int filters,
                    int d0,
                    int bins,
                    int d2,
                    float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      mel_filterbank_sums (input + j * bins * d0 + i, d0, points, filters,
                           output + j * filters * d0 + i, d0);
}
#pragma IMAGINET_FRAGMENT_END
