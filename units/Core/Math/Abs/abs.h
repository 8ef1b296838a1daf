/* The absolute value of each element.
 *
 * Integers saturate: the absolute value of the smallest one is the largest one.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "abs_f32"

static inline void
abs_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = fabsf (input[i]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "abs_int"

static inline void
abs_i{{bits}} (const int{{bits}}_t *input, int count, int{{bits}}_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int{{bits}}_t x = input[i] == INT{{bits}}_MIN ? -INT{{bits}}_MAX : input[i];

      output[i] = (int{{bits}}_t) (x < 0 ? -x : x);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "abs_d8"

/* zero is the stored integer that stands for 0. */
static inline void
abs_d8 (const int8_t *input, int count, int zero, int8_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int x = input[i] - zero;
      const int y = (x < 0 ? -x : x) + zero;

      output[i] = (int8_t) (y > INT8_MAX ? INT8_MAX : y);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "abs_unsigned"

/* output may be input */
static inline void
abs_unsigned (const void *input, int bytes, void *output)
{
  memmove (output, input, (size_t) bytes);
}
#pragma IMAGINET_FRAGMENT_END
