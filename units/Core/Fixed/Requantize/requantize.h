/* The stored integers of fixed-point numbers with another step.
 *
 * Those of Q types move by `places` binary digits to the left, or to the right if that is
 * negative. What is moved out is rounded, halves to the even integer; what the type
 * cannot hold becomes its smallest or largest integer.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "requantize_right"

/* x / 2^places for 1 <= places <= 30, where |x| + 2^places is within 32 bits */
static inline int32_t
requantize_right (int32_t x, int places)
{
  const int32_t odd = x >> places & 1;

  return (x + ((int32_t) 1 << (places - 1)) - 1 + odd) >> places;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "requantize_shift"

/* x * 2^places between low and high; of more than 32 places nothing is left or all is
 * beyond. */
static inline int32_t
requantize_shift (int32_t x, int places, int32_t low, int32_t high)
{
  int64_t y = x;

  if (places > 0)
    y = y * ((int64_t) 1 << (places < 32 ? places : 32));
  else if (places < 0)
    {
      const int right = places < -33 ? 33 : -places;

      y = (y + ((int64_t) 1 << (right - 1)) - 1 + (y >> right & 1)) >> right;
    }

  return y < low ? low : y > high ? high : (int32_t) y;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "requantize_int"
#pragma IMAGINET_DEPENDENCY "requantize.h:requantize_shift"

static inline void
requantize_i{{bits}}_i{{to_bits}} (
    const int{{bits}}_t *input,
    int count,
    int places,
    int{{to_bits}}_t *output)
{
  for (int i = 0; i < count; i++)
    output[i] = (int{{to_bits}}_t) requantize_shift (input[i], places, INT{{to_bits}}_MIN, INT{{to_bits}}_MAX);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "requantize_wide"
#pragma IMAGINET_DEPENDENCY "requantize.h:requantize_shift"

/* As requantize_shift, of 64 bits. */
static inline int32_t
requantize_wide (int64_t x, int places, int32_t low, int32_t high)
{
  if (places >= 0 && (x > INT32_MAX || x < INT32_MIN))
    return x > 0 ? high : low;
  if (places >= 0)
    return requantize_shift ((int32_t) x, places, low, high);
  if (places < -63)
    return 0;

  const uint64_t half = (uint64_t) 1 << (-places - 1);
  const uint64_t rest = (uint64_t) x & (2 * half - 1);
  int64_t y = x >> -places;

  if (rest > half || (rest == half && (y & 1) != 0))
    y++;

  return y < low ? low : y > high ? high : (int32_t) y;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "requantize_sum"
#pragma IMAGINET_DEPENDENCY "requantize.h:requantize_wide"

static inline void
requantize_i64_i{{to_bits}} (
    const int64_t *input,
    int count,
    int places,
    int{{to_bits}}_t *output)
{
  for (int i = 0; i < count; i++)
    output[i] = (int{{to_bits}}_t) requantize_wide (input[i], places, INT{{to_bits}}_MIN, INT{{to_bits}}_MAX);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "requantize_d8"
#pragma IMAGINET_DEPENDENCY "requantize.h:requantize_right"

/* The quotient of the scales is multiplier / 2^digits, multiplier <= 2^22. */
static inline void
requantize_d8 (const int8_t *input,
               int count,
               int zero,
               int32_t multiplier,
               int digits,
               int offset,
               int8_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int32_t x = requantize_right ((input[i] - zero) * multiplier, digits) +
                        offset;

      output[i] = (int8_t) (x < INT8_MIN ? INT8_MIN : x > INT8_MAX ? INT8_MAX : x);
    }
}
#pragma IMAGINET_FRAGMENT_END
