/* The arctangent of each element, from -pi / 2 to pi / 2.
 *
 * |x| is turned back by no, an eighth or a quarter turn, so that a polynomial is needed
 * up to tan (pi / 8) only. NaN stays NaN.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "atan_f32_one"

static inline float
atan_f32_one (float x)
{
  const float magnitude = fabsf (x);
  float turn = 0.0F;
  float t = magnitude;

  if (magnitude > 2.41421356F)
    {
      turn = 1.57079633F;
      t = -1.0F / magnitude;
    }
  else if (magnitude > 0.414213562F)
    {
      turn = 0.785398163F;
      t = (magnitude - 1.0F) / (magnitude + 1.0F);
    }

  const float z = t * t;
  float p = 0.0805929378F;

  p = p * z - 0.138795584F;
  p = p * z + 0.199779019F;
  p = p * z - 0.333329558F;

  const float result = turn + (t + t * z * p);

  return x < 0.0F ? -result : result;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "atan_f32"
#pragma IMAGINET_DEPENDENCY "atan.h:atan_f32_one"

static inline void
atan_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = atan_f32_one (input[i]);
}
#pragma IMAGINET_FRAGMENT_END
