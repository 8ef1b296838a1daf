/* A ring of samples of any type. The state is the position of the oldest one, then the
 * samples, `chunk` bytes each.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#include <string.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "delay"

static inline void
delay (const void *input, void *state, int frames, int chunk, void *output)
{
  int32_t *position = (int32_t *) state;
  const int oldest = (int) *position;
  char *sample = (char *) (position + 1) + oldest * chunk;

  memcpy (output, sample, (size_t) chunk);
  memcpy (sample, input, (size_t) chunk);
  *position = oldest + 1 == frames ? 0 : oldest + 1;
}
#pragma IMAGINET_FRAGMENT_END
