/* The numbers that the stored integers of fixed-point types stand for.
 *
 * step is what one more in the stored integer stands for.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "dequantize_offset_i8"

static inline void
dequantize_offset_i8 (const int8_t *input, int count, float step, int zero, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = (float) (input[i] - zero) * step;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dequantize_int"

static inline void
dequantize_i{{bits}} (const int{{bits}}_t *input, int count, float step, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = (float) input[i] * step;
}
#pragma IMAGINET_FRAGMENT_END
