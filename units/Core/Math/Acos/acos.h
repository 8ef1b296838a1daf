/* The arccosine of each element, from 0 to pi.
 *
 * Elements outside of -1 to 1 become NaN, and NaN stays NaN.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Asin/asin.h"

#pragma IMAGINET_FRAGMENT_BEGIN "acos_f32"
#pragma IMAGINET_DEPENDENCY "../Asin/asin.h:asin_f32_core"

static inline void
acos_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i];
      const float magnitude = fabsf (x);

      if (magnitude <= 0.5F)
        output[i] = 1.57079633F - asin_f32_core (x, x * x);
      else
        {
          /* Not pi / 2 - arcsine, in which the digits of results near 0 cancel. */
          const float z = 0.5F - 0.5F * magnitude;
          const float result = 2.0F * asin_f32_core (sqrtf (z), z);

          output[i] = x < 0.0F ? 3.14159265F - result : result;
        }
    }
}
#pragma IMAGINET_FRAGMENT_END
