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

#pragma IMAGINET_FRAGMENT_BEGIN "mul_q7_one"

static inline int8_t
mul_q7_one (int8_t a, int8_t b)
{
  const int32_t x = ((int32_t) a * b + (1 << 6)) >> 7;

  return x > INT8_MAX ? INT8_MAX : (int8_t) x;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mul_q7_rows"
#pragma IMAGINET_DEPENDENCY "mul_q.h:mul_q7_one"

static inline void
mul_q7_rows (const int8_t *a, const int8_t *b, int group2, int right, int8_t *output)
{
  const int8_t first = b[0];

  if (right == 1)
    for (int h = 0; h < group2; h++)
      output[h] = mul_q7_one (a[h], first);
  else
    for (int h = 0; h < group2; h++)
      for (int z = 0; z < right; z++)
        output[h * right + z] = mul_q7_one (a[h * right + z], b[z]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mul_q7"
#pragma IMAGINET_DEPENDENCY "mul_q.h:mul_q7_rows"

static inline void
mul_q7 (const int8_t *a,
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

          mul_q7_rows (a + i, b + (x * middle + y) * right, group2, right, output + i);
        }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mul_q15_one"

static inline int16_t
mul_q15_one (int16_t a, int16_t b)
{
  const int32_t x = ((int32_t) a * b + (1 << 14)) >> 15;

  return x > INT16_MAX ? INT16_MAX : (int16_t) x;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mul_q15_rows"
#pragma IMAGINET_DEPENDENCY "mul_q.h:mul_q15_one"

static inline void
mul_q15_rows (const int16_t *a, const int16_t *b, int group2, int right, int16_t *output)
{
  const int16_t first = b[0];

  if (right == 1)
    for (int h = 0; h < group2; h++)
      output[h] = mul_q15_one (a[h], first);
  else
    for (int h = 0; h < group2; h++)
      for (int z = 0; z < right; z++)
        output[h * right + z] = mul_q15_one (a[h * right + z], b[z]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mul_q15"
#pragma IMAGINET_DEPENDENCY "mul_q.h:mul_q15_rows"

static inline void
mul_q15 (const int16_t *a,
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

          mul_q15_rows (a + i, b + (x * middle + y) * right, group2, right, output + i);
        }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mul_q31_one"

static inline int32_t
mul_q31_one (int32_t a, int32_t b)
{
  const int64_t x = ((int64_t) a * b + ((int64_t) 1 << 30)) >> 31;

  return x > INT32_MAX ? INT32_MAX : (int32_t) x;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mul_q31_rows"
#pragma IMAGINET_DEPENDENCY "mul_q.h:mul_q31_one"

static inline void
mul_q31_rows (const int32_t *a, const int32_t *b, int group2, int right, int32_t *output)
{
  const int32_t first = b[0];

  if (right == 1)
    for (int h = 0; h < group2; h++)
      output[h] = mul_q31_one (a[h], first);
  else
    for (int h = 0; h < group2; h++)
      for (int z = 0; z < right; z++)
        output[h * right + z] = mul_q31_one (a[h * right + z], b[z]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mul_q31"
#pragma IMAGINET_DEPENDENCY "mul_q.h:mul_q31_rows"

static inline void
mul_q31 (const int32_t *a,
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

          mul_q31_rows (a + i, b + (x * middle + y) * right, group2, right, output + i);
        }
}
#pragma IMAGINET_FRAGMENT_END
