/* The sums of the products of signals along an axis with themselves some elements later.
 *
 * An input [d2, n, d0] becomes an output [d2, lags, d0]: d0 = input.shape.step (axis),
 * n = input.shape.size (axis), d2 = input.shape.slot (axis).
 *
 * Four neighbouring lags are computed at once, so that each element is read once for all
 * of them, and so is the one some elements later.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "autocorrelation_sums"

/* The sums for a lag < n and for the next three, of which those from n on are 0. Adds in
 * blocks, so that a sum of many elements loses no more digits than one of a few. */
static inline void
autocorrelation_sums (const float *x, int step, int n, int lag, float sums[4])
{
  const float *y = x + lag * step;
  const int common = n - lag > 3 ? n - lag - 3 : 0; /* products that all four have */

  for (int r = 0; r < 4; r++)
    {
      sums[r] = 0.0F;
      for (int k = common; k < n - lag - r; k++)
        sums[r] += x[k * step] * y[(k + r) * step];
    }
  for (int first = 0; first < common; first += 32)
    {
      const int end = common - first < 32 ? common : first + 32;
      float y0 = y[first * step];
      float y1 = y[(first + 1) * step];
      float y2 = y[(first + 2) * step];
      float part0 = 0.0F;
      float part1 = 0.0F;
      float part2 = 0.0F;
      float part3 = 0.0F;

      for (int k = first; k < end; k++)
        {
          const float element = x[k * step];
          const float y3 = y[(k + 3) * step];

          part0 += element * y0;
          part1 += element * y1;
          part2 += element * y2;
          part3 += element * y3;
          y0 = y1;
          y1 = y2;
          y2 = y3;
        }
      sums[0] += part0;
      sums[1] += part1;
      sums[2] += part2;
      sums[3] += part3;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "autocorrelation_run"
#pragma IMAGINET_DEPENDENCY "autocorrelation.h:autocorrelation_sums"

static inline void
autocorrelation_run (const float *x, int step, int n, int lags, float *output)
{
  float sums[4];

  for (int lag = 0; lag < lags; lag += 4)
    {
      autocorrelation_sums (x, step, n, lag, sums);
      for (int r = 0; r < 4 && lag + r < lags; r++)
        output[(lag + r) * step] = sums[r];
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "autocorrelation_mean_f32"
#pragma IMAGINET_DEPENDENCY "autocorrelation.h:autocorrelation_run"

/* Divides by n - shrinks * lag. */
static inline void
autocorrelation_mean_f32 (const float *input,
                          int d0,
                          int n,
                          int d2,
                          int lags,
                          int shrinks,
                          float *output)
{
  for (int j = 0; j < d2; j++)
    {
      float *y = output + j * lags * d0;

      for (int i = 0; i < d0; i++)
        autocorrelation_run (input + j * n * d0 + i, d0, n, lags, y + i);
      for (int lag = 0; lag < lags; lag++)
        {
          const float scale = 1.0F / (float) (n - shrinks * lag);

          for (int i = 0; i < d0; i++)
            y[lag * d0 + i] *= scale;
        }
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "autocorrelation_normalized_f32"
#pragma IMAGINET_DEPENDENCY "autocorrelation.h:autocorrelation_run"

/* Divides by the sum for lag 0; if that is below 1e-30, the signal counts as silent. */
static inline void
autocorrelation_normalized_f32 (const float *input,
                                int d0,
                                int n,
                                int d2,
                                int lags,
                                float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        float *y = output + j * lags * d0 + i;

        autocorrelation_run (input + j * n * d0 + i, d0, n, lags, y);

        const float energy = y[0];

        for (int lag = 0; lag < lags; lag++)
          y[lag * d0] = energy < 1e-30F ? 0.0F : y[lag * d0] / energy;
      }
}
#pragma IMAGINET_FRAGMENT_END
