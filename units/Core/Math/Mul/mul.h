/* The products of the elements of two tensors.
 *
 * `b` is stretched to the shape of `a`: five nested loops over `a`, of which `left`,
 * `middle` and `right` also go through `b` and the two groups repeat it. They are the
 * counts of a.shape.broadcast (b.shape). The two inner loops are a function of their own,
 * where a row of one element meets a long row instead of many short ones.
 *
 * Integers are computed with more bits and saturate.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "mul_f32_rows"

static inline void
mul_f32_rows (const float *a, const float *b, int group2, int right, float *output)
{
  const float first = b[0];

  if (right == 1)
    for (int h = 0; h < group2; h++)
      output[h] = a[h] * first;
  else
    for (int h = 0; h < group2; h++)
      for (int z = 0; z < right; z++)
        output[h * right + z] = a[h * right + z] * b[z];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mul_f32"
#pragma IMAGINET_DEPENDENCY "mul.h:mul_f32_rows"

static inline void
mul_f32 (const float *a,
         const float *b,
         int left,
         int group1,
         int middle,
         int group2,
         int right,
         float *output)
{
  const int size = group2 * right;

  for (int x = 0; x < left; x++)
    for (int g = 0; g < group1; g++)
      for (int y = 0; y < middle; y++)
        {
          const int i = ((x * group1 + g) * middle + y) * size;

          mul_f32_rows (a + i, b + (x * middle + y) * right, group2, right, output + i);
        }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mul_int_saturate"

static inline int{{bits}}_t
mul_i{{bits}}_saturate (int{{wide}}_t x)
{
  return x > INT{{bits}}_MAX   ? INT{{bits}}_MAX
         : x < INT{{bits}}_MIN ? INT{{bits}}_MIN
                         : (int{{bits}}_t) x;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mul_int_rows"
#pragma IMAGINET_DEPENDENCY "mul.h:mul_int_saturate"

static inline void
mul_i{{bits}}_rows (
    const int{{bits}}_t *a,
    const int{{bits}}_t *b,
    int group2,
    int right,
    int{{bits}}_t *output)
{
  const int{{bits}}_t first = b[0];

  if (right == 1)
    for (int h = 0; h < group2; h++)
      output[h] = mul_i{{bits}}_saturate ((int{{wide}}_t) a[h] * first);
  else
    for (int h = 0; h < group2; h++)
      for (int z = 0; z < right; z++)
        output[h * right + z] = mul_i{{bits}}_saturate ((int{{wide}}_t) a[h * right + z] * b[z]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mul_int"
#pragma IMAGINET_DEPENDENCY "mul.h:mul_int_rows"

static inline void
mul_i{{bits}} (
    const int{{bits}}_t *a,
    const int{{bits}}_t *b,
    int left,
    int group1,
    int middle,
    int group2,
    int right,
    int{{bits}}_t *output)
{
  const int size = group2 * right;

  for (int x = 0; x < left; x++)
    for (int g = 0; g < group1; g++)
      for (int y = 0; y < middle; y++)
        {
          const int i = ((x * group1 + g) * middle + y) * size;

          mul_i{{bits}}_rows (a + i, b + (x * middle + y) * right, group2, right, output + i);
        }
}
#pragma IMAGINET_FRAGMENT_END
