/* The mean of the last samples, for each element of the input, without subtraction.
 *
 * The window is cut in two. `front` is the sum of the samples since the last cut; it only
 * grows. The older samples are gone from memory: where they were stand their sums from
 * each one up to the cut, so the sum of those that are still in the window is one of
 * these. When all of them have left the window, the next cut makes such sums of the newer
 * samples.
 *
 * The state is the position in the window, then for each channel: front, its correction,
 * and `size` samples or sums.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#include "../filter.h"

#pragma IMAGINET_FRAGMENT_BEGIN "moving_average_cut"
#pragma IMAGINET_DEPENDENCY "../filter.h:filter_add"

// Replaces samples by their sums from each one to the last one.
static inline void
moving_average_cut (float *samples, int size)
{
  float sum[2] = { 0.0F, 0.0F };

  for (int i = size - 1; i >= 0; i--)
    {
      filter_add (sum, samples[i]);
      samples[i] = sum[0];
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "moving_average_f32"
#pragma IMAGINET_DEPENDENCY "moving_average.h:moving_average_cut"

// output may be input
static inline void
moving_average_f32 (const float *input,
                    void *state,
                    int size,
                    float factor,
                    int count,
                    float *output)
{
  int32_t *position = (int32_t *) state;
  const int now = (int) *position;
  float *channel = (float *) (position + 1);

  for (int i = 0; i < count; i++)
    {
      float *front = channel;
      float *samples = channel + 2;
      const float older = now + 1 < size ? samples[now + 1] : 0.0F;

      samples[now] = input[i];
      filter_add (front, input[i]);
      output[i] = (front[0] + older) * factor;
      if (now + 1 == size)
        {
          moving_average_cut (samples, size);
          front[0] = 0.0F;
          front[1] = 0.0F;
        }
      channel += size + 2;
    }
  *position = now + 1 == size ? 0 : now + 1;
}
#pragma IMAGINET_FRAGMENT_END
