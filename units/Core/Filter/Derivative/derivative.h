/* The difference to the sample before the last `lag` ones, for each element of the input.
 *
 * The state is the last one or two samples, the oldest first.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "derivative_f32"

// lag = 1 or 2
// output may be input
static inline void
derivative_f32 (const float *input,
                void *state,
                int lag,
                float factor,
                int count,
                float *output)
{
  float *oldest = (float *) state;
  float *newest = oldest + (lag - 1) * count;

  for (int i = 0; i < count; i++)
    {
      const float x = input[i];
      const float before = oldest[i];

      oldest[i] = newest[i];
      newest[i] = x;
      output[i] = (x - before) * factor;
    }
}
#pragma IMAGINET_FRAGMENT_END
