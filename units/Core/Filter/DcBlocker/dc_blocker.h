/* The distance of each sample to a mean that follows it, for each element of the input.
 *
 * The state is the means, then what their rounding has lost.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../ExponentialSmoothing/smoothing.h"

#pragma IMAGINET_FRAGMENT_BEGIN "dc_blocker_f32"
#pragma IMAGINET_DEPENDENCY "../ExponentialSmoothing/smoothing.h:smoothing_follow"

// output may be input
static inline void
dc_blocker_f32 (const float *input, void *state, float weight, int count, float *output)
{
  float *mean = (float *) state;

  for (int i = 0; i < count; i++)
    {
      const float distance = (input[i] - mean[i]) - mean[count + i];

      smoothing_follow (mean + i, count, distance, weight);
      output[i] = distance;
    }
}
#pragma IMAGINET_FRAGMENT_END
