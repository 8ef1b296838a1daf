/* The smallest element along an axis.
 *
 * An input [d2, d1, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * d1 = input.shape.size (axis) >= 1, d2 = input.shape.slot (axis). A NaN is smaller than
 * any number.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "min_f32"

static inline void
min_f32 (const float *input, int d0, int d1, int d2, float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *x = input + j * d1 * d0 + i;
        float min = x[0];

        for (int k = 1; k < d1; k++)
          if (x[k * d0] < min || isnan (x[k * d0]))
            min = x[k * d0];
        output[j * d0 + i] = min;
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "min_int"

static inline void
min_{{kind}}{{bits}} (
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
        {{sign}}int{{bits}}_t min = x[0];

        for (int k = 1; k < d1; k++)
          if (x[k * d0] < min)
            min = x[k * d0];
        output[j * d0 + i] = min;
      }
}
#pragma IMAGINET_FRAGMENT_END
