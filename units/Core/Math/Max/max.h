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

#pragma IMAGINET_FRAGMENT_BEGIN "max_i8"

static inline void
max_i8 (const int8_t *input, int d0, int d1, int d2, int8_t *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const int8_t *x = input + j * d1 * d0 + i;
        int8_t max = x[0];

        for (int k = 1; k < d1; k++)
          if (x[k * d0] > max)
            max = x[k * d0];
        output[j * d0 + i] = max;
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "max_i16"

static inline void
max_i16 (const int16_t *input, int d0, int d1, int d2, int16_t *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const int16_t *x = input + j * d1 * d0 + i;
        int16_t max = x[0];

        for (int k = 1; k < d1; k++)
          if (x[k * d0] > max)
            max = x[k * d0];
        output[j * d0 + i] = max;
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "max_i32"

static inline void
max_i32 (const int32_t *input, int d0, int d1, int d2, int32_t *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const int32_t *x = input + j * d1 * d0 + i;
        int32_t max = x[0];

        for (int k = 1; k < d1; k++)
          if (x[k * d0] > max)
            max = x[k * d0];
        output[j * d0 + i] = max;
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "max_u8"

static inline void
max_u8 (const uint8_t *input, int d0, int d1, int d2, uint8_t *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const uint8_t *x = input + j * d1 * d0 + i;
        uint8_t max = x[0];

        for (int k = 1; k < d1; k++)
          if (x[k * d0] > max)
            max = x[k * d0];
        output[j * d0 + i] = max;
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "max_u16"

static inline void
max_u16 (const uint16_t *input, int d0, int d1, int d2, uint16_t *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const uint16_t *x = input + j * d1 * d0 + i;
        uint16_t max = x[0];

        for (int k = 1; k < d1; k++)
          if (x[k * d0] > max)
            max = x[k * d0];
        output[j * d0 + i] = max;
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "max_u32"

static inline void
max_u32 (const uint32_t *input, int d0, int d1, int d2, uint32_t *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const uint32_t *x = input + j * d1 * d0 + i;
        uint32_t max = x[0];

        for (int k = 1; k < d1; k++)
          if (x[k * d0] > max)
            max = x[k * d0];
        output[j * d0 + i] = max;
      }
}
#pragma IMAGINET_FRAGMENT_END
