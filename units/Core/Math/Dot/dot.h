/* The sum of the products of the elements along an axis.
 *
 * Inputs [d2, d1, d0] become an output [d2, d0]. Products are added in pairs of blocks,
 * as the elements of a sum are.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "dot_f32_block"

/* Four sums at a time, since none of them then waits for the one before. */
static inline float
dot_f32_block (const float *a, int a_step, const float *b, int b_step, int count)
{
  float p = 0.0F;
  float q = 0.0F;
  float r = 0.0F;
  float s = 0.0F;
  int k = 0;

  for (; k + 4 <= count; k += 4)
    {
      p += a[k * a_step] * b[k * b_step];
      q += a[(k + 1) * a_step] * b[(k + 1) * b_step];
      r += a[(k + 2) * a_step] * b[(k + 2) * b_step];
      s += a[(k + 3) * a_step] * b[(k + 3) * b_step];
    }
  for (; k < count; k++)
    p += a[k * a_step] * b[k * b_step];

  return (p + q) + (r + s);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dot_f32_run"
#pragma IMAGINET_DEPENDENCY "dot.h:dot_f32_block"

/* pending[n] is the sum of 2^n blocks that waits for its other half; bit n of the number
 * of blocks says whether there is one. 27 are enough for 2^31 elements. */
static inline float
dot_f32_run (const float *a, int a_step, const float *b, int b_step, int count)
{
  const int size = 32;

  if (count <= size)
    return dot_f32_block (a, a_step, b, b_step, count);

  float pending[27] = { 0.0F };
  float sum = 0.0F;
  int blocks = 0;

  for (int k = 0; k < count; k += size)
    {
      const int left = count - k;
      float block = dot_f32_block (a + k * a_step, a_step, b + k * b_step, b_step,
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

#pragma IMAGINET_FRAGMENT_BEGIN "dot_f32"
#pragma IMAGINET_DEPENDENCY "dot.h:dot_f32_run"

static inline void
dot_f32 (const float *a, const float *b, int d0, int d1, int d2, float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const int first = j * d1 * d0 + i;

        output[j * d0 + i] = dot_f32_run (a + first, d0, b + first, d0, d1);
      }
}
#pragma IMAGINET_FRAGMENT_END
