/* Numbers by their rank among the elements along an axis.
 *
 * An input [d2, d1, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * d1 = input.shape.size (axis) >= 1, d2 = input.shape.slot (axis).
 * The elements are copied and partly sorted: the copy is d1 floats. NaN makes the result
 * NaN.
 *
 * Source: C. A. R. Hoare, "Algorithm 65: find", 1961; the pivot is the median of three.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "percentile_f32_swap"

static inline void
percentile_f32_swap (float *x, int a, int b)
{
  const float t = x[a];

  x[a] = x[b];
  x[b] = t;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "percentile_f32_select"
#pragma IMAGINET_DEPENDENCY "percentile.h:percentile_f32_swap"

/* Moves elements so that x[index] is what it would be if they were sorted, none before it
 * is larger, and none behind it is smaller. */
static inline void
percentile_f32_select (float *x, int count, int index)
{
  int low = 0;
  int high = count - 1;

  while (low < high)
    {
      const int middle = low + (high - low) / 2;

      if (x[middle] < x[low])
        percentile_f32_swap (x, middle, low);
      if (x[high] < x[low])
        percentile_f32_swap (x, high, low);
      if (x[high] < x[middle])
        percentile_f32_swap (x, high, middle);

      const float pivot = x[middle];
      int a = low;
      int b = high;

      while (a <= b)
        {
          while (x[a] < pivot)
            a++;
          while (pivot < x[b])
            b--;
          if (a <= b)
            percentile_f32_swap (x, a++, b--);
        }
      if (b < index)
        low = a;
      if (index < a)
        high = b;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "percentile_f32_gather"

/* Returns NaN if there is one, or 0. */
static inline float
percentile_f32_gather (const float *x, int step, int count, float *copy)
{
  float nan = 0.0F;

  for (int k = 0; k < count; k++)
    {
      copy[k] = x[k * step];
      if (isnan (copy[k]))
        nan = copy[k];
    }

  return nan;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "percentile_f32"
#pragma IMAGINET_DEPENDENCY "percentile.h:percentile_f32_gather"
#pragma IMAGINET_DEPENDENCY "percentile.h:percentile_f32_select"

// scratch = [d1]
// index, fraction = the position in the sorted elements, where 0 <= index < d1
static inline void
percentile_f32 (const float *input,
                int index,
                float fraction,
                int d0,
                int d1,
                int d2,
                float *scratch,
                float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *x = input + j * d1 * d0 + i;
        float result = percentile_f32_gather (x, d0, d1, scratch);

        if (!isnan (result))
          {
            percentile_f32_select (scratch, d1, index);
            result = scratch[index];
            if (fraction > 0.0F)
              {
                float next = scratch[index + 1];

                for (int k = index + 2; k < d1; k++)
                  if (scratch[k] < next)
                    next = scratch[k];
                result = (1.0F - fraction) * result + fraction * next;
              }
          }
        output[j * d0 + i] = result;
      }
}
#pragma IMAGINET_FRAGMENT_END
