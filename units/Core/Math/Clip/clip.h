/* Each element, or the nearer one of two bounds if it lies beyond.
 *
 * low <= high. NaN stays NaN.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "clip_f32"

static inline void
clip_f32 (const float *input, int count, float low, float high, float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i];

      output[i] = x < low ? low : x > high ? high : x;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "clip_int"

static inline void
clip_{{kind}}{{bits}} (
    const {{sign}}int{{bits}}_t *input,
    int count,
    {{bound}} low,
    {{bound}} high,
    {{sign}}int{{bits}}_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const {{bound}} x = input[i];

      output[i] = ({{sign}}int{{bits}}_t) (x < low ? low : x > high ? high : x);
    }
}
#pragma IMAGINET_FRAGMENT_END
