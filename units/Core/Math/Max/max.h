/* The largest element along an axis.
 *
 * An input [d2, d1, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * d1 = input.shape.size (axis) >= 1, d2 = input.shape.slot (axis). A NaN is larger than
 * any number.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "max_f32"

static inline void
max_f32 (const float *input, int d0, int d1, int d2, float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *x = input + j * d1 * d0 + i;
        float max = x[0];

        for (int k = 1; k < d1; k++)
          if (x[k * d0] > max || isnan (x[k * d0]))
            max = x[k * d0];
        output[j * d0 + i] = max;
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "max_int"

static inline void
max_{{kind}}{{bits}} (
    const {{sign}}int{{bits}}_t *input,
    int d0,
    int d1,
    int d2,
    {{sign}}int{{bits}}_t *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const {{sign}}int{{bits}}_t *x = input + j * d1 * d0 + i;
        {{sign}}int{{bits}}_t max = x[0];

        for (int k = 1; k < d1; k++)
          if (x[k * d0] > max)
            max = x[k * d0];
        output[j * d0 + i] = max;
      }
}
#pragma IMAGINET_FRAGMENT_END
