/* Axes in another order.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Take/take.h"

#pragma IMAGINET_FRAGMENT_BEGIN "transpose"
#pragma IMAGINET_DEPENDENCY "../Take/take.h:copy_runs"

/* output = [blocks, n3, n2, n1, n0, size], whose steps in the input are block, s3, s2, s1
 * and s0; all but the counts n are bytes. Elements that stay neighbours are a piece of
 * `size` bytes. */
static inline void
transpose (const void *input,
           int blocks,
           int block,
           int n3,
           int s3,
           int n2,
           int s2,
           int n1,
           int s1,
           int n0,
           int s0,
           int size,
           void *output)
{
  const char *from = (const char *) input;
  char *to = (char *) output;

  for (int b = 0; b < blocks; b++)
    for (int x = 0; x < n3; x++)
      for (int y = 0; y < n2; y++)
        for (int z = 0; z < n1; z++)
          {
            copy_runs (from + b * block + x * s3 + y * s2 + z * s1, s0, size, n0, to,
                       size);
            to += n0 * size;
          }
}
#pragma IMAGINET_FRAGMENT_END
