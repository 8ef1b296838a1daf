/* The logarithm of each element.
 *
 * What is below `lowest` counts as `lowest`, so that the result can stay finite; NaN
 * stays NaN. The bases 2 and 10 have functions of their own, which are exact for the
 * powers of the base.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "log_f32"

/* inverse = 1 / ln (base) */
static inline void
log_f32 (const float *input, int count, float inverse, float lowest, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = logf (input[i] < lowest ? lowest : input[i]) * inverse;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "log_base2_f32"

static inline void
log_base2_f32 (const float *input, int count, float lowest, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = log2f (input[i] < lowest ? lowest : input[i]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "log_base10_f32"

static inline void
log_base10_f32 (const float *input, int count, float lowest, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = log10f (input[i] < lowest ? lowest : input[i]);
}
#pragma IMAGINET_FRAGMENT_END
