/* The products of the elements of two tensors of a Q type.
 *
 * The loops are those of mul.h. Products are computed with twice the bits; those behind
 * the stored ones are rounded, halves upwards. Only -1 times -1 saturates.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "mul_q_one"

static inline int{{bits}}_t
mul_q{{digits}}_one (int{{bits}}_t a, int{{bits}}_t b)
{
  const int{{wide}}_t half = (int{{wide}}_t) 1 << ({{digits}} - 1);
  const int{{wide}}_t x = ((int{{wide}}_t) a * b + half) >> {{digits}};

  return x > INT{{bits}}_MAX ? INT{{bits}}_MAX : (int{{bits}}_t) x;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mul_q_rows"
#pragma IMAGINET_DEPENDENCY "mul_q.h:mul_q_one"

static inline void
mul_q{{digits}}_rows (
    const int{{bits}}_t *a,
    const int{{bits}}_t *b,
    int group2,
    int right,
    int{{bits}}_t *output)
{
  const int{{bits}}_t first = b[0];

  if (right == 1)
    for (int h = 0; h < group2; h++)
      output[h] = mul_q{{digits}}_one (a[h], first);
  else
    for (int h = 0; h < group2; h++)
      for (int z = 0; z < right; z++)
        output[h * right + z] = mul_q{{digits}}_one (a[h * right + z], b[z]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mul_q"
#pragma IMAGINET_DEPENDENCY "mul_q.h:mul_q_rows"

static inline void
mul_q{{digits}} (
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

          mul_q{{digits}}_rows (a + i, b + (x * middle + y) * right, group2, right, output + i);
        }
}
#pragma IMAGINET_FRAGMENT_END
