/* A stream at another rate.
 *
 * Time is a whole number whose unit is 1 / (input_step * output_step) of a second, up to
 * a factor: inputs are input_step apart, outputs output_step. So nothing is rounded, and
 * there is no drift.
 *
 * The state is the time from the newest input to the next output, which is ready if that
 * is not above 0; then the newest input, and for linear resampling the one before.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#include <string.h>
#pragma IMAGINET_INCLUDES_END

#include "../queue.h"

#pragma IMAGINET_FRAGMENT_BEGIN "resample_reset"

// start = the time from the input before the first one to the first output
static inline void
resample_reset (void *state, int start)
{
  *(int32_t *) state = start;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "resample_can_enqueue"
#pragma IMAGINET_DEPENDENCY "../queue.h:queue_status"

static inline int
resample_can_enqueue (const void *state)
{
  return *(const int32_t *) state <= 0 ? QUEUE_FULL : 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "resample_linear_enqueue"
#pragma IMAGINET_DEPENDENCY "resample.h:resample_can_enqueue"

static inline int
resample_linear_enqueue (void *state, const float *input, int input_step, int count)
{
  int32_t *ahead = (int32_t *) state;
  float *newest = (float *) (ahead + 1);

  if (resample_can_enqueue (state) < 0)
    return QUEUE_FULL;

  memcpy (newest + count, newest, (size_t) count * sizeof *newest);
  memcpy (newest, input, (size_t) count * sizeof *newest);
  *ahead -= input_step;

  return 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "resample_nearest_enqueue"
#pragma IMAGINET_DEPENDENCY "resample.h:resample_can_enqueue"

static inline int
resample_nearest_enqueue (void *state, const void *input, int input_step, int chunk)
{
  int32_t *ahead = (int32_t *) state;

  if (resample_can_enqueue (state) < 0)
    return QUEUE_FULL;

  memcpy (ahead + 1, input, (size_t) chunk);
  *ahead -= input_step;

  return 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "resample_linear_dequeue"
#pragma IMAGINET_DEPENDENCY "../queue.h:queue_status"

// part = 1 / input_step
static inline int
resample_linear_dequeue (void *state,
                         int output_step,
                         float part,
                         int count,
                         float *output)
{
  int32_t *ahead = (int32_t *) state;
  const float *newest = (const float *) (ahead + 1);
  const float *before = newest + count;

  if (*ahead > 0)
    return QUEUE_NO_DATA;

  if (*ahead == 0) /* infinity before it has no part in it */
    memcpy (output, newest, (size_t) count * sizeof *output);
  else
    {
      const float back = (float) -*ahead * part;

      for (int i = 0; i < count; i++)
        output[i] = (1.0F - back) * newest[i] + back * before[i];
    }
  *ahead += output_step;

  return 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "resample_nearest_dequeue"
#pragma IMAGINET_DEPENDENCY "../queue.h:queue_status"

static inline int
resample_nearest_dequeue (void *state, int output_step, int chunk, void *output)
{
  int32_t *ahead = (int32_t *) state;

  if (*ahead > 0)
    return QUEUE_NO_DATA;

  memcpy (output, ahead + 1, (size_t) chunk);
  *ahead += output_step;

  return 0;
}
#pragma IMAGINET_FRAGMENT_END
