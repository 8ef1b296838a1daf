/* Blocks of inputs. The state is how many there are, then the inputs. */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#include <string.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "template_unit_init"

static inline void
template_unit_init (void *state)
{
  *(int32_t *) state = 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "template_unit_enqueue"

// returns -2 if there is no room
static inline int
template_unit_enqueue (void *state, const float *input, int frames, int count)
{
  int32_t *added = (int32_t *) state;
  float *block = (float *) (added + 1);

  if (*added == frames)
    return -2;

  memcpy (block + *added * count, input, (size_t) count * sizeof (float));
  ++*added;

  return 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "template_unit_dequeue"

// returns -1 if no block is complete
static inline int
template_unit_dequeue (void *state, int frames, int count, float *output)
{
  int32_t *added = (int32_t *) state;
  const float *block = (const float *) (added + 1);

  if (*added < frames)
    return -1;

  memcpy (output, block, (size_t) frames * (size_t) count * sizeof (float));
  *added = 0;

  return 0;
}
#pragma IMAGINET_FRAGMENT_END
