/* Elements as elements of another type.
 *
 * What the other type cannot hold becomes the nearest number that it can hold.
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

#pragma IMAGINET_FRAGMENT_BEGIN "cast_copy"

static inline void
cast_copy (const void *input, int bytes, void *output)
{
  memcpy (output, input, (size_t) bytes);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_f32_small"

/* The whole number from low to high that is nearest to x, halves to the even one; 0 for
 * NaN. The bounds are within 2^22: behind 1.5 * 2^23 a float has no digits for a
 * fraction. */
static inline int32_t
cast_f32_small (float x, float low, float high)
{
  const float bounded = x > high ? high : x >= low ? x : x < low ? low : 0.0F;
  const float shifted = bounded + 12582912.0F;
  int32_t bits;

  memcpy (&bits, &shifted, sizeof bits);

  return bits - 0x4b400000;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_f32_to_i8"
#pragma IMAGINET_DEPENDENCY "cast.h:cast_f32_small"

static inline void
cast_f32_to_i8 (const float *input, int count, int8_t *output)
{
  for (int i = 0; i < count; i++)
    output[i] = (int8_t) cast_f32_small (input[i], -128.0F, 127.0F);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_f32_to_i16"
#pragma IMAGINET_DEPENDENCY "cast.h:cast_f32_small"

static inline void
cast_f32_to_i16 (const float *input, int count, int16_t *output)
{
  for (int i = 0; i < count; i++)
    output[i] = (int16_t) cast_f32_small (input[i], -32768.0F, 32767.0F);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_f32_to_i32"

static inline void
cast_f32_to_i32 (const float *input, int count, int32_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i];
      const float magnitude = fabsf (x);

      if (magnitude < 8388608.0F) /* beyond, all floats are whole */
        {
          const float shifted = magnitude + 8388608.0F;
          int32_t bits;

          memcpy (&bits, &shifted, sizeof bits);
          bits -= 0x4b000000;
          output[i] = x < 0.0F ? -bits : bits;
        }
      else if (magnitude < 2147483648.0F)
        output[i] = (int32_t) x;
      else
        output[i] = x > 0.0F ? INT32_MAX : x < 0.0F ? INT32_MIN : 0;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_f32_to_u8"
#pragma IMAGINET_DEPENDENCY "cast.h:cast_f32_small"

static inline void
cast_f32_to_u8 (const float *input, int count, uint8_t *output)
{
  for (int i = 0; i < count; i++)
    output[i] = (uint8_t) cast_f32_small (input[i], 0.0F, 255.0F);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_f32_to_u16"
#pragma IMAGINET_DEPENDENCY "cast.h:cast_f32_small"

static inline void
cast_f32_to_u16 (const float *input, int count, uint16_t *output)
{
  for (int i = 0; i < count; i++)
    output[i] = (uint16_t) cast_f32_small (input[i], 0.0F, 65535.0F);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_i8_to_f32"

static inline void
cast_i8_to_f32 (const int8_t *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = (float) input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_i8_to_i16"

static inline void
cast_i8_to_i16 (const int8_t *input, int count, int16_t *output)
{
  for (int i = 0; i < count; i++)
    output[i] = input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_i8_to_i32"

static inline void
cast_i8_to_i32 (const int8_t *input, int count, int32_t *output)
{
  for (int i = 0; i < count; i++)
    output[i] = input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_i8_to_u8"

static inline void
cast_i8_to_u8 (const int8_t *input, int count, uint8_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int x = input[i];

      output[i] = (uint8_t) (x < 0 ? 0 : x);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_i8_to_u16"

static inline void
cast_i8_to_u16 (const int8_t *input, int count, uint16_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int x = input[i];

      output[i] = (uint16_t) (x < 0 ? 0 : x);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_i16_to_f32"

static inline void
cast_i16_to_f32 (const int16_t *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = (float) input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_i16_to_i8"

static inline void
cast_i16_to_i8 (const int16_t *input, int count, int8_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int x = input[i];

      output[i] = (int8_t) (x < INT8_MIN ? INT8_MIN : x > INT8_MAX ? INT8_MAX : x);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_i16_to_i32"

static inline void
cast_i16_to_i32 (const int16_t *input, int count, int32_t *output)
{
  for (int i = 0; i < count; i++)
    output[i] = input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_i16_to_u8"

static inline void
cast_i16_to_u8 (const int16_t *input, int count, uint8_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int x = input[i];

      output[i] = (uint8_t) (x < 0 ? 0 : x > UINT8_MAX ? UINT8_MAX : x);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_i16_to_u16"

static inline void
cast_i16_to_u16 (const int16_t *input, int count, uint16_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int x = input[i];

      output[i] = (uint16_t) (x < 0 ? 0 : x);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_i32_to_f32"

static inline void
cast_i32_to_f32 (const int32_t *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = (float) input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_i32_to_i8"

static inline void
cast_i32_to_i8 (const int32_t *input, int count, int8_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int32_t x = input[i];

      output[i] = (int8_t) (x < INT8_MIN ? INT8_MIN : x > INT8_MAX ? INT8_MAX : x);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_i32_to_i16"

static inline void
cast_i32_to_i16 (const int32_t *input, int count, int16_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int32_t x = input[i];

      output[i] = (int16_t) (x < INT16_MIN ? INT16_MIN : x > INT16_MAX ? INT16_MAX : x);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_i32_to_u8"

static inline void
cast_i32_to_u8 (const int32_t *input, int count, uint8_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int32_t x = input[i];

      output[i] = (uint8_t) (x < 0 ? 0 : x > UINT8_MAX ? UINT8_MAX : x);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_i32_to_u16"

static inline void
cast_i32_to_u16 (const int32_t *input, int count, uint16_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int32_t x = input[i];

      output[i] = (uint16_t) (x < 0 ? 0 : x > UINT16_MAX ? UINT16_MAX : x);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_u8_to_f32"

static inline void
cast_u8_to_f32 (const uint8_t *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = (float) input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_u8_to_i8"

static inline void
cast_u8_to_i8 (const uint8_t *input, int count, int8_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int x = input[i];

      output[i] = (int8_t) (x > INT8_MAX ? INT8_MAX : x);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_u8_to_i16"

static inline void
cast_u8_to_i16 (const uint8_t *input, int count, int16_t *output)
{
  for (int i = 0; i < count; i++)
    output[i] = input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_u8_to_i32"

static inline void
cast_u8_to_i32 (const uint8_t *input, int count, int32_t *output)
{
  for (int i = 0; i < count; i++)
    output[i] = input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_u8_to_u16"

static inline void
cast_u8_to_u16 (const uint8_t *input, int count, uint16_t *output)
{
  for (int i = 0; i < count; i++)
    output[i] = input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_u16_to_f32"

static inline void
cast_u16_to_f32 (const uint16_t *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = (float) input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_u16_to_i8"

static inline void
cast_u16_to_i8 (const uint16_t *input, int count, int8_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int x = input[i];

      output[i] = (int8_t) (x > INT8_MAX ? INT8_MAX : x);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_u16_to_i16"

static inline void
cast_u16_to_i16 (const uint16_t *input, int count, int16_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int x = input[i];

      output[i] = (int16_t) (x > INT16_MAX ? INT16_MAX : x);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_u16_to_i32"

static inline void
cast_u16_to_i32 (const uint16_t *input, int count, int32_t *output)
{
  for (int i = 0; i < count; i++)
    output[i] = input[i];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "cast_u16_to_u8"

static inline void
cast_u16_to_u8 (const uint16_t *input, int count, uint8_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int x = input[i];

      output[i] = (uint8_t) (x > UINT8_MAX ? UINT8_MAX : x);
    }
}
#pragma IMAGINET_FRAGMENT_END
