/* The squares of the magnitudes of complex numbers in fixed point, each a pair.
 *
 * A square has twice the fraction bits. Each sum of two is exact; what the output does
 * not have is rounded, halves upwards: `places` digits. Sums beyond its range become the
 * largest number.
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
power_spectrum_q15 (const int16_t *input, int count, int places, int16_t *output)
{
  const uint32_t half = (1U << places) >> 1;

  for (int i = 0; i < count; i++)
    {
      const int32_t re = input[2 * i];
      const int32_t im = input[2 * i + 1];
      const uint32_t square = (uint32_t) (re * re) + (uint32_t) (im * im);
      const uint32_t rounded = (square + half) >> places;

      output[i] = rounded > 0x7FFFU ? INT16_MAX : (int16_t) rounded;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "power_spectrum_q31"

// input = [count, 2]
// output = [count]; it may begin where the input begins
static inline void
power_spectrum_q31 (const int32_t *input, int count, int places, int32_t *output)
{
  const uint64_t half = ((uint64_t) 1 << places) >> 1;

  for (int i = 0; i < count; i++)
    {
      const int64_t re = input[2 * i];
      const int64_t im = input[2 * i + 1];
      const uint64_t square = (uint64_t) (re * re) + (uint64_t) (im * im);
      const uint64_t rounded = (square + half) >> places;

      output[i] = rounded > 0x7FFFFFFFU ? INT32_MAX : (int32_t) rounded;
    }
}
#pragma IMAGINET_FRAGMENT_END
