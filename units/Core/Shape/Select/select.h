/* Some indices of an axis, in equal distances.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Take/take.h"

#pragma IMAGINET_FRAGMENT_BEGIN "select_range"
#pragma IMAGINET_DEPENDENCY "../Take/take.h:copy_runs"

/* input = [slots, axis, size], output = [slots, count, size], counted in bytes: of each
 * slot `count` pieces, the first one `offset` bytes from its start, `distance` bytes
 * apart; a `step` of bytes leads to the next slot. */
static inline void
select_range (const void *input,
              int offset,
              int distance,
              int size,
              int count,
              int slots,
              int step,
              void *output)
{
  const char *from = (const char *) input + offset;
  char *to = (char *) output;

  for (int j = 0; j < slots; j++)
    copy_runs (from + j * step, distance, size, count, to + j * count * size, size);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "select_block"
#pragma IMAGINET_DEPENDENCY "../Take/take.h:copy_runs"

/* As above, of pieces that lie one behind the other and are one block of `size` bytes. */
static inline void
select_block (const void *input, int offset, int size, int slots, int step, void *output)
{
  copy_runs ((const char *) input + offset, step, size, slots, output, size);
}
#pragma IMAGINET_FRAGMENT_END
