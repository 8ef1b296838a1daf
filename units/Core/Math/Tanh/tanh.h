/* The hyperbolic tangent of each element.
 *
 * A polynomial where |x| < 0.5625, where 1 - 2 / (e^(2 |x|) + 1) would cancel. The
 * results reach from -1 to 1; NaN stays NaN.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Exp/exp.h"

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "tanh_f32_one"
#pragma IMAGINET_DEPENDENCY "../Exp/exp.h:exp_f32_one"

static inline float
tanh_f32_one (float x)
{
  const float magnitude = fabsf (x);

  if (magnitude < 0.5625F)
    {
      const float z = x * x;
      float p = -0.00618863944F;

      p = p * z + 0.0210142788F;
      p = p * z - 0.0538392477F;
      p = p * z + 0.133324713F;
      p = p * z - 0.333333135F;

      return x + x * z * p;
    }

  const float result = 1.0F - 2.0F / (exp_f32_one (2.0F * magnitude) + 1.0F);

  return x < 0.0F ? -result : result;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "tanh_f32"
#pragma IMAGINET_DEPENDENCY "tanh.h:tanh_f32_one"

static inline void
tanh_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = tanh_f32_one (input[i]);
}
#pragma IMAGINET_FRAGMENT_END
