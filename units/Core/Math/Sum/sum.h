/* The sum along an axis.
 *
 * An input [d2, d1, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * d1 = input.shape.size (axis), d2 = input.shape.slot (axis).
 *
 * Floats are added in pairs: sums of blocks, then of two blocks, of four, and so on. The
 * rounding error grows with the logarithm of d1, not with d1 (N. J. Higham, "The accuracy
 * of floating point summation", 1993). Integers are added exactly and saturate at the
 * end.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "sum_f32_block"

/* Four sums at a time, since none of them then waits for the one before. */
static inline float
sum_f32_block (const float *x, int step, int count)
{
  float a = 0.0F;
  float b = 0.0F;
  float c = 0.0F;
  float d = 0.0F;
  const int whole = count - count % 4;

  for (int k = 0; k < whole; k += 4)
    {
      a += x[k * step];
      b += x[(k + 1) * step];
      c += x[(k + 2) * step];
      d += x[(k + 3) * step];
    }
  for (int k = whole; k < count; k++)
    a += x[k * step];

  return (a + b) + (c + d);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sum_f32_run"
#pragma IMAGINET_DEPENDENCY "sum.h:sum_f32_block"

/* pending[n] is the sum of 2^n blocks that waits for its other half; bit n of the number
 * of blocks says whether there is one. 27 are enough for 2^31 elements. */
static inline float
sum_f32_run (const float *x, int step, int count)
{
  const int size = 32;

  if (count <= size)
    return sum_f32_block (x, step, count);

  float pending[27] = { 0.0F };
  float sum = 0.0F;
  int blocks = 0;

  for (int left = count; left > 0; left -= size)
    {
      float block = sum_f32_block (x + (count - left) * step, step,
                                   left < size ? left : size);
      int n = 0;

      for (; (blocks >> n & 1) != 0; n++)
        block += pending[n];
      pending[n] = block;
      blocks++;
    }
  for (int n = 0; blocks >> n != 0; n++)
    if ((blocks >> n & 1) != 0)
      sum += pending[n];

  return sum;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sum_f32"
#pragma IMAGINET_DEPENDENCY "sum.h:sum_f32_run"

static inline void
sum_f32 (const float *input, int d0, int d1, int d2, float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      output[j * d0 + i] = sum_f32_run (input + j * d1 * d0 + i, d0, d1);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sum_saturate"

static inline int32_t
sum_saturate (int64_t sum)
{
  return sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : (int32_t) sum;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "sum_int"
#pragma IMAGINET_DEPENDENCY "sum.h:sum_saturate"

static inline void
sum_i{{bits}} (const int{{bits}}_t *input, int d0, int d1, int d2, int32_t *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const int{{bits}}_t *x = input + j * d1 * d0 + i;
        int64_t sum = 0;

        for (int k = 0; k < d1; k++)
          sum += x[k * d0];
        output[j * d0 + i] = sum_saturate (sum);
      }
}
#pragma IMAGINET_FRAGMENT_END
