/* The larger ones of the elements of two tensors.
 *
 * `b` is stretched to the shape of `a`. A row are the `group2` * `right` elements of the
 * two inner ones of the five loops of a.shape.broadcast (b.shape); one row of b has
 * `right`. NaN is passed on.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../broadcast.h"

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "max2_f32_one"

static inline float
max2_f32_one (float a, float b)
{
  return a > b || isnan (a) ? a : b;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "max2_f32_rows"
#pragma IMAGINET_DEPENDENCY "max2.h:max2_f32_one"

static inline void
max2_f32_rows (const float *a, const float *b, int group2, int right, float *output)
{
  const float first = b[0];

  if (right == 1)
    for (int h = 0; h < group2; h++)
      output[h] = max2_f32_one (a[h], first);
  else
    for (int h = 0; h < group2; h++)
      for (int z = 0; z < right; z++)
        output[h * right + z] = max2_f32_one (a[h * right + z], b[z]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "max2_f32"
#pragma IMAGINET_DEPENDENCY "max2.h:max2_f32_rows"
#pragma IMAGINET_DEPENDENCY "../broadcast.h:broadcast_row"

static inline void
max2_f32 (const float *a,
          const float *b,
          int rows,
          int group1,
          int middle,
          int group2,
          int right,
          float *output)
{
  const int size = group2 * right;

  for (int row = 0; row < rows; row++)
    max2_f32_rows (a + row * size, b + broadcast_row (row, group1, middle) * right,
                   group2, right, output + row * size);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "max2_int_one"

static inline int{{bits}}_t
max2_i{{bits}}_one (int{{bits}}_t a, int{{bits}}_t b)
{
  return a > b ? a : b;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "max2_int_rows"
#pragma IMAGINET_DEPENDENCY "max2.h:max2_int_one"

static inline void
max2_i{{bits}}_rows (
    const int{{bits}}_t *a,
    const int{{bits}}_t *b,
    int group2,
    int right,
    int{{bits}}_t *output)
{
  const int{{bits}}_t first = b[0];

  if (right == 1)
    for (int h = 0; h < group2; h++)
      output[h] = max2_i{{bits}}_one (a[h], first);
  else
    for (int h = 0; h < group2; h++)
      for (int z = 0; z < right; z++)
        output[h * right + z] = max2_i{{bits}}_one (a[h * right + z], b[z]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "max2_int"
#pragma IMAGINET_DEPENDENCY "max2.h:max2_int_rows"
#pragma IMAGINET_DEPENDENCY "../broadcast.h:broadcast_row"

static inline void
max2_i{{bits}} (
    const int{{bits}}_t *a,
    const int{{bits}}_t *b,
    int rows,
    int group1,
    int middle,
    int group2,
    int right,
    int{{bits}}_t *output)
{
  const int size = group2 * right;

  for (int row = 0; row < rows; row++)
    max2_i{{bits}}_rows (a + row * size, b + broadcast_row (row, group1, middle) * right,
                   group2, right, output + row * size);
}
#pragma IMAGINET_FRAGMENT_END
