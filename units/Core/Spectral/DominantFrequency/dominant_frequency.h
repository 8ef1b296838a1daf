/* Where spectra along an axis are largest.
 *
 * An input [d2, bins, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * bins = input.shape.size (axis), d2 = input.shape.slot (axis).
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <float.h>
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "dominant_frequency_run"

/* The first of the bins begin to end - 1 with the largest element. NaN or infinity
 * gives -1. */
static inline int
dominant_frequency_run (const float *x, int step, int begin, int end)
{
  float largest = -INFINITY;
  int bin = begin;

  for (int k = begin; k < end; k++)
    {
      const float element = x[k * step];

      if (!(element <= FLT_MAX))
        return -1;
      if (element > largest)
        {
          largest = element;
          bin = k;
        }
    }

  return bin;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dominant_frequency_between"

/* How far beside the middle one of three elements the parabola through them is largest:
 * -0.5 to 0.5. */
static inline float
dominant_frequency_between (float before, float middle, float after)
{
  const float bend = (middle - before) + (middle - after);

  return bend > 0.0F && bend <= FLT_MAX ? 0.5F * (after - before) / bend : 0.0F;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dominant_frequency_f32"
#pragma IMAGINET_DEPENDENCY "dominant_frequency.h:dominant_frequency_between"
#pragma IMAGINET_DEPENDENCY "dominant_frequency.h:dominant_frequency_run"

static inline void
dominant_frequency_f32 (const float *input,
                        int d0,
                        int bins,
                        int d2,
                        int begin,
                        int end,
                        int interpolates,
                        float resolution,
                        float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *x = input + j * bins * d0 + i;
        const int bin = dominant_frequency_run (x, d0, begin, end);
        float place = bin < 0 ? NAN : (float) bin;

        if (interpolates && bin > begin && bin < end - 1)
          {
            x += bin * d0;
            place += dominant_frequency_between (x[-d0], x[0], x[d0]);
          }
        output[j * d0 + i] = resolution * place;
      }
}
#pragma IMAGINET_FRAGMENT_END
