/* An axis turned round.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Take/take.h"

#pragma IMAGINET_FRAGMENT_BEGIN "reverse"
#pragma IMAGINET_DEPENDENCY "../Take/take.h:copy_runs"

/* input = output = [slots, count, size], counted in bytes. */
static inline void
reverse (const void *input, int size, int count, int slots, void *output)
{
  const char *last = (const char *) input + (count - 1) * size;
  char *to = (char *) output;

  for (int j = 0; j < slots; j++)
    copy_runs (last + j * count * size, -size, size, count, to + j * count * size, size);
}
#pragma IMAGINET_FRAGMENT_END
