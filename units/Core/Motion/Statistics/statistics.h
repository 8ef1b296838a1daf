/* The usual statistics of each channel of windows, in one pass.
 *
 * An input [blocks, n, channels] becomes an output [blocks, 6, channels]: mean, standard
 * deviation, smallest and largest element, root mean square, and their range. Elements
 * are taken relative to the first one of their channel: it is at most sqrt(n) deviations
 * from the mean, so that in sum (d^2) / n - mean (d)^2 no more than a factor of n
 * cancels, however large the mean is.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#include "../../Math/Sum/pairs.h"

#pragma IMAGINET_FRAGMENT_BEGIN "statistics_f32_t"

typedef struct
{
  float sum; /* of the differences from the centre */
  float squares;
  float min;
  float max;
} statistics_f32_t;
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "statistics_f32_block"
#pragma IMAGINET_DEPENDENCY "statistics.h:statistics_f32_t"

/* Even and odd elements apart, since no sum then waits for the one before. */
static inline statistics_f32_t
statistics_f32_block (const float *x, int step, int count, float center)
{
  float even = 0.0F;
  float odd = 0.0F;
  float even_squares = 0.0F;
  float odd_squares = 0.0F;
  float min = x[0];
  float max = x[0];
  int k = 0;

  for (; k + 2 <= count; k += 2)
    {
      const float a = x[k * step];
      const float b = x[(k + 1) * step];
      const float d = a - center;
      const float e = b - center;

      even += d;
      odd += e;
      even_squares += d * d;
      odd_squares += e * e;
      min = a < min ? a : min;
      max = a > max ? a : max;
      min = b < min ? b : min;
      max = b > max ? b : max;
    }
  if (k < count)
    {
      const float a = x[k * step];
      const float d = a - center;

      even += d;
      even_squares += d * d;
      min = a < min ? a : min;
      max = a > max ? a : max;
    }

  const statistics_f32_t result = { even + odd, even_squares + odd_squares, min, max };

  return result;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "statistics_f32_long"
#pragma IMAGINET_DEPENDENCY "statistics.h:statistics_f32_block"
#pragma IMAGINET_DEPENDENCY "../../Math/Sum/pairs.h:pairs_f32_add"
#pragma IMAGINET_DEPENDENCY "../../Math/Sum/pairs.h:pairs_f32_total"

static inline statistics_f32_t
statistics_f32_long (const float *x, int step, int count, float center)
{
  const int size = 128;
  statistics_f32_t result = { 0.0F, 0.0F, x[0], x[0] };
  pairs_f32_t sums;
  pairs_f32_t squares;

  sums.blocks = 0;
  squares.blocks = 0;
  for (int left = count; left > 0; left -= size)
    {
      const statistics_f32_t block = statistics_f32_block (
          x + (count - left) * step, step, left < size ? left : size, center);

      pairs_f32_add (&sums, block.sum);
      pairs_f32_add (&squares, block.squares);
      result.min = block.min < result.min ? block.min : result.min;
      result.max = block.max > result.max ? block.max : result.max;
    }
  result.sum = pairs_f32_total (&sums);
  result.squares = pairs_f32_total (&squares);

  return result;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "statistics_f32_channel"
#pragma IMAGINET_DEPENDENCY "statistics.h:statistics_f32_block"
#pragma IMAGINET_DEPENDENCY "statistics.h:statistics_f32_long"

static inline void
statistics_f32_channel (const float *x, int n, int channels, float *y)
{
  const float factor = 1.0F / (float) n;
  const statistics_f32_t s = n <= 128 ? statistics_f32_block (x, channels, n, x[0])
                                      : statistics_f32_long (x, channels, n, x[0]);
  const float offset = s.sum * factor;
  const float difference = s.squares * factor - offset * offset;
  const float variance = difference < 0.0F ? 0.0F : difference;
  const float mean = x[0] + offset;
  const int finite = isfinite (s.sum);

  y[0] = finite ? mean : NAN;
  y[channels] = sqrtf (variance);
  y[2 * channels] = finite ? s.min : NAN;
  y[3 * channels] = finite ? s.max : NAN;
  y[4 * channels] = sqrtf (variance + mean * mean);
  y[5 * channels] = finite ? s.max - s.min : NAN;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "statistics_f32"
#pragma IMAGINET_DEPENDENCY "statistics.h:statistics_f32_channel"

static inline void
statistics_f32 (const float *input, int n, int channels, int blocks, float *output)
{
  for (int j = 0; j < blocks; j++)
    for (int i = 0; i < channels; i++)
      statistics_f32_channel (input + j * n * channels + i, n, channels,
                              output + j * 6 * channels + i);
}
#pragma IMAGINET_FRAGMENT_END
