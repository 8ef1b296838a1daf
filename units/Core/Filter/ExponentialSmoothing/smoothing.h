/* A mean that follows the samples, for each element of the input.
 *
 * What the rounding of the mean loses is kept, since with a small weight a step can be
 * less than half of its last digit. The state is the means, then what they have lost.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "smoothing_follow"

// Moves mean[0] + mean[step] by weight * distance.
static inline void
smoothing_follow (float *mean, int step, float distance, float weight)
{
  const float change = weight * distance + mean[step];
  const float next = mean[0] + change;

  mean[step] = change - (next - mean[0]);
  mean[0] = next;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "exponential_smoothing_f32"
#pragma IMAGINET_DEPENDENCY "smoothing.h:smoothing_follow"

// output may be input
static inline void
exponential_smoothing_f32 (const float *input,
                           void *state,
                           float weight,
                           int count,
                           float *output)
{
  float *mean = (float *) state;

  for (int i = 0; i < count; i++)
    {
      const float distance = (input[i] - mean[i]) - mean[count + i];

      smoothing_follow (mean + i, count, distance, weight);
      output[i] = mean[i];
    }
}
#pragma IMAGINET_FRAGMENT_END
