/* The sums of the products of signals along an axis with themselves some elements later.
 *
 * An input [d2, n, d0] becomes an output [d2, lags, d0]: d0 = input.shape.step (axis),
 * n = input.shape.size (axis), d2 = input.shape.slot (axis).
 *
 * Two neighbouring lags are computed at once, so that each element is read once for both.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "autocorrelation_sums"

/* The sums for a lag < n and for the next one. Adds in blocks, so that a sum of many
 * elements loses no more digits than one of a few. */
static inline void
autocorrelation_sums (const float *x, int step, int n, int lag, float sums[2])
{
  const int count = n - lag - 1; /* products of the second one */
  const float *y = x + lag * step;
  float later = y[0];

  sums[0] = 0.0F;
  sums[1] = 0.0F;
  for (int first = 0; first < count; first += 32)
    {
      const int end = count - first < 32 ? count : first + 32;
      float a = 0.0F;
      float b = 0.0F;

      for (int k = first; k < end; k++)
        {
          const float element = x[k * step];

          a += element * later;
          later = y[(k + 1) * step];
          b += element * later;
        }
      sums[0] += a;
      sums[1] += b;
    }
  sums[0] += x[count * step] * later;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "autocorrelation_run"
#pragma IMAGINET_DEPENDENCY "autocorrelation.h:autocorrelation_sums"

static inline void
autocorrelation_run (const float *x, int step, int n, int lags, float *output)
{
  float sums[2];

  for (int lag = 0; lag < lags; lag += 2)
    {
      autocorrelation_sums (x, step, n, lag, sums);
      output[lag * step] = sums[0];
      if (lag + 1 < lags)
        output[(lag + 1) * step] = sums[1];
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
