/* The length of vectors of three elements.
 *
 * An input [d2, 3, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * d2 = input.shape.slot (axis). Where squares would overflow or vanish, the elements are
 * multiplied by a power of two before, which is exact.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "magnitude3_square"

static inline float
magnitude3_square (float x, float y, float z)
{
  return x * x + y * y + z * z;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "magnitude3_length"
#pragma IMAGINET_DEPENDENCY "magnitude3.h:magnitude3_square"

static inline float
magnitude3_length (float x, float y, float z)
{
  const float up = 1267650600228229401496703205376.0F; /* 2^100 */
  const float down = 1.0F / up;
  const float square = magnitude3_square (x, y, z);

  if (square < 1e-30F)
    return down * sqrtf (magnitude3_square (x * up, y * up, z * up));
  if (square > 1e38F)
    return up * sqrtf (magnitude3_square (x * down, y * down, z * down));

  return sqrtf (square);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "magnitude3_f32"
#pragma IMAGINET_DEPENDENCY "magnitude3.h:magnitude3_length"

static inline void
magnitude3_f32 (const float *input, int d0, int d2, float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *x = input + j * 3 * d0 + i;

        output[j * d0 + i] = magnitude3_length (x[0], x[d0], x[2 * d0]);
      }
}
#pragma IMAGINET_FRAGMENT_END
