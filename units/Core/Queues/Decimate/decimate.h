/* Every n-th sample of a stream of any type. The state is decimate_t, then the sample
 * that waits, `chunk` bytes.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#include <string.h>
#pragma IMAGINET_INCLUDES_END

#include "../queue.h"

#pragma IMAGINET_FRAGMENT_BEGIN "decimate_t"

typedef struct
{
  int32_t dropped; /* how many of the next inputs are not for the output */
  int32_t waits;   /* whether an output waits */
} decimate_t;
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "decimate_can_enqueue"
#pragma IMAGINET_DEPENDENCY "decimate.h:decimate_t"
#pragma IMAGINET_DEPENDENCY "../queue.h:queue_status"

static inline int
decimate_can_enqueue (const void *state)
{
  const decimate_t *decimate = (const decimate_t *) state;

  return decimate->dropped == 0 && decimate->waits ? QUEUE_FULL : 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "decimate_enqueue"
#pragma IMAGINET_DEPENDENCY "decimate.h:decimate_can_enqueue"

static inline int
decimate_enqueue (void *state, const void *input, int factor, int chunk)
{
  decimate_t *decimate = (decimate_t *) state;

  if (decimate_can_enqueue (state) < 0)
    return QUEUE_FULL;
  if (decimate->dropped > 0)
    {
      decimate->dropped--;
      return 0;
    }

  memcpy (decimate + 1, input, (size_t) chunk);
  decimate->waits = 1;
  decimate->dropped = factor - 1;

  return 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "decimate_dequeue"
#pragma IMAGINET_DEPENDENCY "decimate.h:decimate_t"
#pragma IMAGINET_DEPENDENCY "../queue.h:queue_status"

static inline int
decimate_dequeue (void *state, int chunk, void *output)
{
  decimate_t *decimate = (decimate_t *) state;

  if (!decimate->waits)
    return QUEUE_NO_DATA;

  memcpy (output, decimate + 1, (size_t) chunk);
  decimate->waits = 0;

  return 0;
}
#pragma IMAGINET_FRAGMENT_END
