/* The tangent of each element: sine divided by cosine.
 *
 * Infinity and NaN become NaN.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Sin/sin.h"

#pragma IMAGINET_FRAGMENT_BEGIN "tan_f32"
#pragma IMAGINET_DEPENDENCY "../Sin/sin.h:sin_f32_reduce"
#pragma IMAGINET_DEPENDENCY "../Sin/sin.h:sin_f32_core"
#pragma IMAGINET_DEPENDENCY "../Sin/sin.h:cos_f32_core"

static inline void
tan_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    {
      const sin_f32_angle_t angle = sin_f32_reduce (input[i]);
      const float sine = sin_f32_core (angle.rest);
      const float cosine = cos_f32_core (angle.rest);

      output[i] = (angle.quarters & 1U) != 0 ? -cosine / sine : sine / cosine;
    }
}
#pragma IMAGINET_FRAGMENT_END
