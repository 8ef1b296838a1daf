/* The squares of the magnitudes of complex numbers in fixed point, each a pair.
 *
 * The sum of two squares reaches 2, so the output has one binary digit more before the
 * point than the square: its shift is twice that of the input and 1. Each sum is exact
 * and is rounded once, halves upwards; only that of two parts of -1 is out of the range.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "power_spectrum_q15"

// input = [count, 2]
// output = [count]; it may begin where the input begins
static inline void
power_spectrum_q15 (const int16_t *input, int count, int16_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int32_t re = input[2 * i];
      const int32_t im = input[2 * i + 1];
      const uint32_t square = (uint32_t) (re * re) + (uint32_t) (im * im);
      const uint32_t rounded = (square + 0x8000U) >> 16;

      output[i] = rounded > 0x7FFFU ? INT16_MAX : (int16_t) rounded;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "power_spectrum_q31"

// input = [count, 2]
// output = [count]; it may begin where the input begins
static inline void
power_spectrum_q31 (const int32_t *input, int count, int32_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int64_t re = input[2 * i];
      const int64_t im = input[2 * i + 1];
      const uint64_t square = (uint64_t) (re * re) + (uint64_t) (im * im);
      const uint32_t rounded = (uint32_t) ((square + 0x80000000U) >> 32);

      output[i] = rounded > 0x7FFFFFFFU ? INT32_MAX : (int32_t) rounded;
    }
}
#pragma IMAGINET_FRAGMENT_END
