/* Where the smallest element along an axis is.
 *
 * An input [d2, d1, d0] becomes an output [d2, d0]: d0 = input.shape.step (axis),
 * d1 = input.shape.size (axis) >= 1, d2 = input.shape.slot (axis).
 * The first one counts if several are equal, and the first NaN if there is one.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "argmin_f32"

static inline void
argmin_f32 (const float *input, int d0, int d1, int d2, int32_t *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *x = input + j * d1 * d0 + i;
        float min = x[0];
        int index = 0;

        for (int k = 1; k < d1 && !isnan (min); k++)
          if (!(x[k * d0] >= min))
            {
              min = x[k * d0];
              index = k;
            }
        output[j * d0 + i] = index;
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "argmin_int"

static inline void
argmin_{{kind}}{{bits}} (
    const {{sign}}int{{bits}}_t *input,
    int d0,
    int d1,
    int d2,
    int32_t *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const {{sign}}int{{bits}}_t *x = input + j * d1 * d0 + i;
        {{sign}}int{{bits}}_t min = x[0];
        int index = 0;

        for (int k = 1; k < d1; k++)
          if (x[k * d0] < min)
            {
              min = x[k * d0];
              index = k;
            }
        output[j * d0 + i] = index;
      }
}
#pragma IMAGINET_FRAGMENT_END
