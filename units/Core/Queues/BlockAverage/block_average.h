/* The mean of each block of samples.
 *
 * The state is the number of samples in the sums, then for each element its sum and what
 * the rounding of the sum has lost.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#include "../../Filter/filter.h"
#include "../queue.h"

#pragma IMAGINET_FRAGMENT_BEGIN "block_average_can_enqueue"
#pragma IMAGINET_DEPENDENCY "../queue.h:queue_status"

static inline int
block_average_can_enqueue (const void *state, int frames)
{
  const int32_t *added = (const int32_t *) state;

  return *added == frames ? QUEUE_FULL : 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "block_average_enqueue"
#pragma IMAGINET_DEPENDENCY "../../Filter/filter.h:filter_add"
#pragma IMAGINET_DEPENDENCY "block_average.h:block_average_can_enqueue"

static inline int
block_average_enqueue (void *state, const float *input, int frames, int count)
{
  int32_t *added = (int32_t *) state;
  float *sums = (float *) (added + 1);

  if (block_average_can_enqueue (state, frames) < 0)
    return QUEUE_FULL;

  for (int i = 0; i < count; i++)
    filter_add (sums + 2 * i, input[i]);
  ++*added;

  return 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "block_average_dequeue"
#pragma IMAGINET_DEPENDENCY "../queue.h:queue_status"

static inline int
block_average_dequeue (void *state, int frames, float factor, int count, float *output)
{
  int32_t *added = (int32_t *) state;
  float *sums = (float *) (added + 1);

  if (*added < frames)
    return QUEUE_NO_DATA;

  for (int i = 0; i < count; i++)
    {
      output[i] = sums[2 * i] * factor;
      sums[2 * i] = 0.0F;
      sums[2 * i + 1] = 0.0F;
    }
  *added = 0;

  return 0;
}
#pragma IMAGINET_FRAGMENT_END
