/* Tensors one behind the other, along an axis.
 *
 * Each input is [slots, size], counted in bytes: its pieces stand in front of those of
 * the next input, slot by slot.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../../Shape/Take/take.h"

#pragma IMAGINET_FRAGMENT_BEGIN "concat2"
#pragma IMAGINET_DEPENDENCY "../../Shape/Take/take.h:copy_runs"

static inline void
concat2 (const void *a, const void *b, int size_a, int size_b, int slots, void *output)
{
  const int step = size_a + size_b;

  copy_runs (a, size_a, size_a, slots, output, step);
  copy_runs (b, size_b, size_b, slots, (char *) output + size_a, step);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "concat3"
#pragma IMAGINET_DEPENDENCY "../../Shape/Take/take.h:copy_runs"

static inline void
concat3 (const void *a,
         const void *b,
         const void *c,
         int size_a,
         int size_b,
         int size_c,
         int slots,
         void *output)
{
  const int step = size_a + size_b + size_c;
  char *to = (char *) output;

  copy_runs (a, size_a, size_a, slots, to, step);
  copy_runs (b, size_b, size_b, slots, to + size_a, step);
  copy_runs (c, size_c, size_c, slots, to + size_a + size_b, step);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "concat4"
#pragma IMAGINET_DEPENDENCY "../../Shape/Take/take.h:copy_runs"

static inline void
concat4 (const void *a,
         const void *b,
         const void *c,
         const void *d,
         int size_a,
         int size_b,
         int size_c,
         int size_d,
         int slots,
         void *output)
{
  const int step = size_a + size_b + size_c + size_d;
  char *to = (char *) output;

  copy_runs (a, size_a, size_a, slots, to, step);
  copy_runs (b, size_b, size_b, slots, to + size_a, step);
  copy_runs (c, size_c, size_c, slots, to + size_a + size_b, step);
  copy_runs (d, size_d, size_d, slots, to + size_a + size_b + size_c, step);
}
#pragma IMAGINET_FRAGMENT_END
