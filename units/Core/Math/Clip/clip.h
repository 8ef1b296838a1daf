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

#pragma IMAGINET_FRAGMENT_BEGIN "clip_i8"

static inline void
clip_i8 (const int8_t *input, int count, int low, int high, int8_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int x = input[i];

      output[i] = (int8_t) (x < low ? low : x > high ? high : x);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "clip_i16"

static inline void
clip_i16 (const int16_t *input, int count, int low, int high, int16_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int x = input[i];

      output[i] = (int16_t) (x < low ? low : x > high ? high : x);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "clip_i32"

static inline void
clip_i32 (const int32_t *input, int count, int32_t low, int32_t high, int32_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int32_t x = input[i];

      output[i] = x < low ? low : x > high ? high : x;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "clip_u8"

static inline void
clip_u8 (const uint8_t *input, int count, int low, int high, uint8_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int x = input[i];

      output[i] = (uint8_t) (x < low ? low : x > high ? high : x);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "clip_u16"

static inline void
clip_u16 (const uint16_t *input, int count, int low, int high, uint16_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int x = input[i];

      output[i] = (uint16_t) (x < low ? low : x > high ? high : x);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "clip_u32"

static inline void
clip_u32 (const uint32_t *input, int count, uint32_t low, uint32_t high, uint32_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const uint32_t x = input[i];

      output[i] = x < low ? low : x > high ? high : x;
    }
}
#pragma IMAGINET_FRAGMENT_END
