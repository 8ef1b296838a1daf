/* The arcsine of each element, from -pi / 2 to pi / 2.
 *
 * A polynomial where |x| <= 0.5; beyond, the arcsine is pi / 2 - 2 * arcsine of
 * sqrt ((1 - |x|) / 2). Elements outside of -1 to 1 become NaN, and NaN stays NaN.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "asin_f32_core"

/* The arcsine of |x| <= 0.5, z = x^2. */
static inline float
asin_f32_core (float x, float z)
{
  float p = 0.0422305502F;

  p = p * z + 0.0241409857F;
  p = p * z + 0.045478344F;
  p = p * z + 0.0749523267F;
  p = p * z + 0.166667536F;

  return x + x * z * p;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "asin_f32"
#pragma IMAGINET_DEPENDENCY "asin.h:asin_f32_core"

static inline void
asin_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i];
      const float magnitude = fabsf (x);

      if (magnitude <= 0.5F)
        output[i] = asin_f32_core (x, x * x);
      else
        {
          const float z = 0.5F - 0.5F * magnitude;
          const float result = 1.57079633F - 2.0F * asin_f32_core (sqrtf (z), z);

          output[i] = x < 0.0F ? -result : result;
        }
    }
}
#pragma IMAGINET_FRAGMENT_END
