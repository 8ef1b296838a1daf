/* The cosine of each element: the sine of an angle that is a quarter turn larger.
 *
 * Infinity and NaN become NaN.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Sin/sin.h"

#pragma IMAGINET_FRAGMENT_BEGIN "cos_f32"
#pragma IMAGINET_DEPENDENCY "../Sin/sin.h:sin_f32_reduce"
#pragma IMAGINET_DEPENDENCY "../Sin/sin.h:sin_f32_of_angle"

static inline void
cos_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    {
      sin_f32_angle_t angle = sin_f32_reduce (input[i]);

      angle.quarters++;
      output[i] = sin_f32_of_angle (angle);
    }
}
#pragma IMAGINET_FRAGMENT_END
