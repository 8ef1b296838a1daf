/* Sums of blocks, added in pairs as they come: of two blocks, of four, and so on.
 *
 * pending[n] is the sum of 2^n blocks that waits for its other half; bit n of the number
 * of blocks says whether there is one. 27 are enough for 2^31 elements in blocks of 32
 * (N. J. Higham, "The accuracy of floating point summation", 1993).
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "pairs_f32_t"

typedef struct
{
  float pending[27];
  int blocks;
} pairs_f32_t;
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "pairs_f32_add"
#pragma IMAGINET_DEPENDENCY "pairs.h:pairs_f32_t"

static inline void
pairs_f32_add (pairs_f32_t *pairs, float block)
{
  int n = 0;

  for (; (pairs->blocks >> n & 1) != 0; n++)
    block += pairs->pending[n];
  pairs->pending[n] = block;
  pairs->blocks++;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "pairs_f32_total"
#pragma IMAGINET_DEPENDENCY "pairs.h:pairs_f32_t"

static inline float
pairs_f32_total (const pairs_f32_t *pairs)
{
  float sum = 0.0F;

  for (int n = 0; pairs->blocks >> n != 0; n++)
    if ((pairs->blocks >> n & 1) != 0)
      sum += pairs->pending[n];

  return sum;
}
#pragma IMAGINET_FRAGMENT_END
