/* The larger ones of the elements of two tensors.
 *
 * `b` is stretched to the shape of `a`. A row are the `group2` * `right` elements of the
 * two inner ones of the five loops of a.shape.broadcast (b.shape); one row of b has
 * `right`. NaN is passed on.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Min2/min2.h"

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
#pragma IMAGINET_DEPENDENCY "../Min2/min2.h:broadcast_row"

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

#pragma IMAGINET_FRAGMENT_BEGIN "max2_i8_one"

static inline int8_t
max2_i8_one (int8_t a, int8_t b)
{
  return a > b ? a : b;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "max2_i8_rows"
#pragma IMAGINET_DEPENDENCY "max2.h:max2_i8_one"

static inline void
max2_i8_rows (const int8_t *a, const int8_t *b, int group2, int right, int8_t *output)
{
  const int8_t first = b[0];

  if (right == 1)
    for (int h = 0; h < group2; h++)
      output[h] = max2_i8_one (a[h], first);
  else
    for (int h = 0; h < group2; h++)
      for (int z = 0; z < right; z++)
        output[h * right + z] = max2_i8_one (a[h * right + z], b[z]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "max2_i8"
#pragma IMAGINET_DEPENDENCY "max2.h:max2_i8_rows"
#pragma IMAGINET_DEPENDENCY "../Min2/min2.h:broadcast_row"

static inline void
max2_i8 (const int8_t *a,
         const int8_t *b,
         int rows,
         int group1,
         int middle,
         int group2,
         int right,
         int8_t *output)
{
  const int size = group2 * right;

  for (int row = 0; row < rows; row++)
    max2_i8_rows (a + row * size, b + broadcast_row (row, group1, middle) * right, group2,
                  right, output + row * size);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "max2_i16_one"

static inline int16_t
max2_i16_one (int16_t a, int16_t b)
{
  return a > b ? a : b;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "max2_i16_rows"
#pragma IMAGINET_DEPENDENCY "max2.h:max2_i16_one"

static inline void
max2_i16_rows (const int16_t *a, const int16_t *b, int group2, int right, int16_t *output)
{
  const int16_t first = b[0];

  if (right == 1)
    for (int h = 0; h < group2; h++)
      output[h] = max2_i16_one (a[h], first);
  else
    for (int h = 0; h < group2; h++)
      for (int z = 0; z < right; z++)
        output[h * right + z] = max2_i16_one (a[h * right + z], b[z]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "max2_i16"
#pragma IMAGINET_DEPENDENCY "max2.h:max2_i16_rows"
#pragma IMAGINET_DEPENDENCY "../Min2/min2.h:broadcast_row"

static inline void
max2_i16 (const int16_t *a,
          const int16_t *b,
          int rows,
          int group1,
          int middle,
          int group2,
          int right,
          int16_t *output)
{
  const int size = group2 * right;

  for (int row = 0; row < rows; row++)
    max2_i16_rows (a + row * size, b + broadcast_row (row, group1, middle) * right,
                   group2, right, output + row * size);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "max2_i32_one"

static inline int32_t
max2_i32_one (int32_t a, int32_t b)
{
  return a > b ? a : b;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "max2_i32_rows"
#pragma IMAGINET_DEPENDENCY "max2.h:max2_i32_one"

static inline void
max2_i32_rows (const int32_t *a, const int32_t *b, int group2, int right, int32_t *output)
{
  const int32_t first = b[0];

  if (right == 1)
    for (int h = 0; h < group2; h++)
      output[h] = max2_i32_one (a[h], first);
  else
    for (int h = 0; h < group2; h++)
      for (int z = 0; z < right; z++)
        output[h * right + z] = max2_i32_one (a[h * right + z], b[z]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "max2_i32"
#pragma IMAGINET_DEPENDENCY "max2.h:max2_i32_rows"
#pragma IMAGINET_DEPENDENCY "../Min2/min2.h:broadcast_row"

static inline void
max2_i32 (const int32_t *a,
          const int32_t *b,
          int rows,
          int group1,
          int middle,
          int group2,
          int right,
          int32_t *output)
{
  const int size = group2 * right;

  for (int row = 0; row < rows; row++)
    max2_i32_rows (a + row * size, b + broadcast_row (row, group1, middle) * right,
                   group2, right, output + row * size);
}
#pragma IMAGINET_FRAGMENT_END
