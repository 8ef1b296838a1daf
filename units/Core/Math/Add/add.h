/* The sums of the elements of two tensors.
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

#pragma IMAGINET_FRAGMENT_BEGIN "add_f32_rows"

static inline void
add_f32_rows (const float *a, const float *b, int group2, int right, float *output)
{
  const float first = b[0];

  if (right == 1)
    for (int h = 0; h < group2; h++)
      output[h] = a[h] + first;
  else
    for (int h = 0; h < group2; h++)
      for (int z = 0; z < right; z++)
        output[h * right + z] = a[h * right + z] + b[z];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "add_f32"
#pragma IMAGINET_DEPENDENCY "add.h:add_f32_rows"

static inline void
add_f32 (const float *a,
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

          add_f32_rows (a + i, b + (x * middle + y) * right, group2, right, output + i);
        }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "add_i8_saturate"

static inline int8_t
add_i8_saturate (int32_t x)
{
  return x > INT8_MAX ? INT8_MAX : x < INT8_MIN ? INT8_MIN : (int8_t) x;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "add_i8_rows"
#pragma IMAGINET_DEPENDENCY "add.h:add_i8_saturate"

static inline void
add_i8_rows (const int8_t *a, const int8_t *b, int group2, int right, int8_t *output)
{
  const int8_t first = b[0];

  if (right == 1)
    for (int h = 0; h < group2; h++)
      output[h] = add_i8_saturate (a[h] + first);
  else
    for (int h = 0; h < group2; h++)
      for (int z = 0; z < right; z++)
        output[h * right + z] = add_i8_saturate (a[h * right + z] + b[z]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "add_i8"
#pragma IMAGINET_DEPENDENCY "add.h:add_i8_rows"

static inline void
add_i8 (const int8_t *a,
        const int8_t *b,
        int left,
        int group1,
        int middle,
        int group2,
        int right,
        int8_t *output)
{
  const int size = group2 * right;

  for (int x = 0; x < left; x++)
    for (int g = 0; g < group1; g++)
      for (int y = 0; y < middle; y++)
        {
          const int i = ((x * group1 + g) * middle + y) * size;

          add_i8_rows (a + i, b + (x * middle + y) * right, group2, right, output + i);
        }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "add_i16_saturate"

static inline int16_t
add_i16_saturate (int32_t x)
{
  return x > INT16_MAX ? INT16_MAX : x < INT16_MIN ? INT16_MIN : (int16_t) x;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "add_i16_rows"
#pragma IMAGINET_DEPENDENCY "add.h:add_i16_saturate"

static inline void
add_i16_rows (const int16_t *a, const int16_t *b, int group2, int right, int16_t *output)
{
  const int16_t first = b[0];

  if (right == 1)
    for (int h = 0; h < group2; h++)
      output[h] = add_i16_saturate (a[h] + first);
  else
    for (int h = 0; h < group2; h++)
      for (int z = 0; z < right; z++)
        output[h * right + z] = add_i16_saturate (a[h * right + z] + b[z]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "add_i16"
#pragma IMAGINET_DEPENDENCY "add.h:add_i16_rows"

static inline void
add_i16 (const int16_t *a,
         const int16_t *b,
         int left,
         int group1,
         int middle,
         int group2,
         int right,
         int16_t *output)
{
  const int size = group2 * right;

  for (int x = 0; x < left; x++)
    for (int g = 0; g < group1; g++)
      for (int y = 0; y < middle; y++)
        {
          const int i = ((x * group1 + g) * middle + y) * size;

          add_i16_rows (a + i, b + (x * middle + y) * right, group2, right, output + i);
        }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "add_i32_saturate"

static inline int32_t
add_i32_saturate (int64_t x)
{
  return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : (int32_t) x;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "add_i32_rows"
#pragma IMAGINET_DEPENDENCY "add.h:add_i32_saturate"

static inline void
add_i32_rows (const int32_t *a, const int32_t *b, int group2, int right, int32_t *output)
{
  const int32_t first = b[0];

  if (right == 1)
    for (int h = 0; h < group2; h++)
      output[h] = add_i32_saturate ((int64_t) a[h] + first);
  else
    for (int h = 0; h < group2; h++)
      for (int z = 0; z < right; z++)
        output[h * right + z] = add_i32_saturate ((int64_t) a[h * right + z] + b[z]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "add_i32"
#pragma IMAGINET_DEPENDENCY "add.h:add_i32_rows"

static inline void
add_i32 (const int32_t *a,
         const int32_t *b,
         int left,
         int group1,
         int middle,
         int group2,
         int right,
         int32_t *output)
{
  const int size = group2 * right;

  for (int x = 0; x < left; x++)
    for (int g = 0; g < group1; g++)
      for (int y = 0; y < middle; y++)
        {
          const int i = ((x * group1 + g) * middle + y) * size;

          add_i32_rows (a + i, b + (x * middle + y) * right, group2, right, output + i);
        }
}
#pragma IMAGINET_FRAGMENT_END
