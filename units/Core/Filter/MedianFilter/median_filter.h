/* The median of the last samples, for each element of the input.
 *
 * The state is the position of the oldest sample, then for each channel its samples in
 * the order in which they came, and the same ones sorted. A new sample moves to its place
 * in the sorted ones from that of the oldest one.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "median_filter_less"

// NaN is behind all numbers
static inline int
median_filter_less (float a, float b)
{
  return a < b || (isnan (b) && !isnan (a));
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "median_filter_replace"
#pragma IMAGINET_DEPENDENCY "median_filter.h:median_filter_less"

// Puts one number into sorted ones for another that is among them.
static inline void
median_filter_replace (float *sorted, int size, float before, float x)
{
  int low = 0;
  int high = size - 1;

  while (low < high) /* the first one that is not less than the old one is such a one */
    {
      const int middle = (low + high) / 2;

      if (median_filter_less (sorted[middle], before))
        low = middle + 1;
      else
        high = middle;
    }
  for (; low + 1 < size && median_filter_less (sorted[low + 1], x); low++)
    sorted[low] = sorted[low + 1];
  for (; low > 0 && median_filter_less (x, sorted[low - 1]); low--)
    sorted[low] = sorted[low - 1];
  sorted[low] = x;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "median_filter_f32"
#pragma IMAGINET_DEPENDENCY "median_filter.h:median_filter_replace"

// output may be input
static inline void
median_filter_f32 (const float *input, void *state, int size, int count, float *output)
{
  int32_t *position = (int32_t *) state;
  const int oldest = (int) *position;
  float *samples = (float *) (position + 1);

  for (int i = 0; i < count; i++)
    {
      float *sorted = samples + size;

      median_filter_replace (sorted, size, samples[oldest], input[i]);
      samples[oldest] = input[i];
      output[i] = sorted[size / 2];
      samples += 2 * size;
    }
  *position = oldest + 1 == size ? 0 : oldest + 1;
}
#pragma IMAGINET_FRAGMENT_END
