/* The population standard deviation along an axis: the root of the variance.
 *
 * An input [d2, d1, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * d1 = input.shape.size (axis) >= 1, d2 = input.shape.slot (axis).
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#include "../Variance/variance.h"

#pragma IMAGINET_FRAGMENT_BEGIN "std_dev_f32"
#pragma IMAGINET_DEPENDENCY "../Variance/variance.h:variance_f32"

static inline void
std_dev_f32 (const float *input, int d0, int d1, int d2, float *output)
{
  variance_f32 (input, d0, d1, d2, output);
  for (int i = 0; i < d2 * d0; i++)
    output[i] = sqrtf (output[i]);
}
#pragma IMAGINET_FRAGMENT_END
