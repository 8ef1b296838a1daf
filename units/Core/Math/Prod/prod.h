/* The product along an axis.
 *
 * An input [d2, d1, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * d1 = input.shape.size (axis) >= 1, d2 = input.shape.slot (axis).
 *
 * A partial product that leaves the middle of the range of floats is split into a number
 * from 0.5 to 1 and a power of two, whose exponents are added: only the result can
 * overflow or vanish.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "prod_f32_run"

static inline float
prod_f32_run (const float *x, int step, int count)
{
  float product = 1.0F;
  int exponent = 0;

  for (int k = 0; k < count; k++)
    {
      const float next = product * x[k * step];
      const float size = fabsf (next);

      if (size > 1e-15F && size < 1e15F)
        product = next;
      else
        {
          int a = 0;
          int b = 0;
          const float left = frexpf (product, &a);

          product = left * frexpf (x[k * step], &b);
          if (isfinite (product))
            exponent += a + b;
        }
    }

  return ldexpf (product, exponent);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "prod_f32"
#pragma IMAGINET_DEPENDENCY "prod.h:prod_f32_run"

static inline void
prod_f32 (const float *input, int d0, int d1, int d2, float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      output[j * d0 + i] = prod_f32_run (input + j * d1 * d0 + i, d0, d1);
}
#pragma IMAGINET_FRAGMENT_END
