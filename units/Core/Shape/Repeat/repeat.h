/* Pieces of memory, each several times.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Take/take.h"

#pragma IMAGINET_FRAGMENT_BEGIN "repeat"
#pragma IMAGINET_DEPENDENCY "../Take/take.h:copy_runs"

/* Each of `count` pieces of `size` bytes, `times` times one behind the other. */
static inline void
repeat (const void *input, int size, int count, int times, void *output)
{
  const char *from = (const char *) input;
  char *to = (char *) output;

  for (int k = 0; k < count; k++)
    copy_runs (from + k * size, 0, size, times, to + k * times * size, size);
}
#pragma IMAGINET_FRAGMENT_END
