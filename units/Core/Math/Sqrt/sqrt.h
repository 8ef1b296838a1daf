/* The square root of each element; NaN for negative ones.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "sqrt_f32"

static inline void
sqrt_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = sqrtf (input[i]);
}
#pragma IMAGINET_FRAGMENT_END
