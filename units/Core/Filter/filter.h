/* What filters share: their start, where all that they remember is 0, and sums that are
 * corrected by what their rounding has lost (W. Kahan, "Further remarks on reducing
 * truncation errors", 1965).
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <float.h>
#include <math.h>
#include <string.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "filter_reset"

static inline void
filter_reset (void *state, int size)
{
  memset (state, 0, (size_t) size);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "filter_add"

// sum[0] is a sum, sum[1] what its rounding has lost; infinity loses nothing
static inline void
filter_add (float *sum, float x)
{
  const float y = x + sum[1];
  const float next = sum[0] + y;

  sum[1] = fabsf (next) <= FLT_MAX ? y - (next - sum[0]) : 0.0F;
  sum[0] = next;
}
#pragma IMAGINET_FRAGMENT_END
