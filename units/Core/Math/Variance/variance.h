/* The population variance along an axis.
 *
 * An input [d2, d1, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * d1 = input.shape.size (axis) >= 1, d2 = input.shape.slot (axis).
 *
 * The rounded mean c is not the mean. With d = x - c the variance is
 * (sum (d^2) - sum (d)^2 / n) / n, where the second term is small (T. F. Chan, G. H.
 * Golub, R. J. LeVeque, "Algorithms for computing the sample variance", 1983). Both sums
 * are made in pairs.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Sum/sum.h"

#pragma IMAGINET_FRAGMENT_BEGIN "variance_f32_t"

typedef struct
{
  float sum;
  float squares;
} variance_f32_t;
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "variance_f32_add"
#pragma IMAGINET_DEPENDENCY "variance.h:variance_f32_t"

static inline variance_f32_t
variance_f32_add (variance_f32_t a, variance_f32_t b)
{
  a.sum += b.sum;
  a.squares += b.squares;

  return a;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "variance_f32_block"
#pragma IMAGINET_DEPENDENCY "variance.h:variance_f32_add"

/* Even and odd elements apart, since no sum then waits for the one before. */
static inline variance_f32_t
variance_f32_block (const float *x, int step, int count, float center)
{
  variance_f32_t even = { 0.0F, 0.0F };
  variance_f32_t odd = { 0.0F, 0.0F };

  int k = 0;

  for (; k + 2 <= count; k += 2)
    {
      const float d = x[k * step] - center;
      const float e = x[(k + 1) * step] - center;

      even.sum += d;
      even.squares += d * d;
      odd.sum += e;
      odd.squares += e * e;
    }
  if (k < count)
    {
      const float d = x[k * step] - center;

      even.sum += d;
      even.squares += d * d;
    }

  return variance_f32_add (even, odd);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "variance_f32_run"
#pragma IMAGINET_DEPENDENCY "variance.h:variance_f32_block"

/* The sums of the deviations from a centre. pending[n] is the sum of 2^n blocks that
 * waits for its other half; bit n of the number of blocks says whether there is one. 27
 * are enough for 2^31 elements. */
static inline variance_f32_t
variance_f32_run (const float *x, int step, int count, float center)
{
  const int size = 32;

  if (count <= size)
    return variance_f32_block (x, step, count, center);

  variance_f32_t pending[27] = { { 0.0F, 0.0F } };
  variance_f32_t sum = { 0.0F, 0.0F };
  int blocks = 0;

  for (int left = count; left > 0; left -= size)
    {
      variance_f32_t block = variance_f32_block (x + (count - left) * step, step,
                                                 left < size ? left : size, center);
      int n = 0;

      for (; (blocks >> n & 1) != 0; n++)
        block = variance_f32_add (pending[n], block);
      pending[n] = block;
      blocks++;
    }
  for (int n = 0; blocks >> n != 0; n++)
    if ((blocks >> n & 1) != 0)
      sum = variance_f32_add (sum, pending[n]);

  return sum;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "variance_f32"
#pragma IMAGINET_DEPENDENCY "variance.h:variance_f32_run"
#pragma IMAGINET_DEPENDENCY "../Sum/sum.h:sum_f32_run"

static inline void
variance_f32 (const float *input, int d0, int d1, int d2, float *output)
{
  const float count = (float) d1;

  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *x = input + j * d1 * d0 + i;
        const float center = sum_f32_run (x, d0, d1) / count;
        const variance_f32_t deviations = variance_f32_run (x, d0, d1, center);
        const float offset = deviations.sum / count;
        const float variance = deviations.squares / count - offset * offset;

        output[j * d0 + i] = variance < 0.0F ? 0.0F : variance;
      }
}
#pragma IMAGINET_FRAGMENT_END
