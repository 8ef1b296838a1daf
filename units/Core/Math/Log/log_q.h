/* Logarithms of integers, to integers.
 *
 * A positive integer is 2^e * m with m from 1 to 2, whose logarithm to base 2 has one
 * digit for each time that m is squared: 1 if the square reaches 2, and the square is
 * halved. Errors become smaller with each digit, so that 32 bits of m are enough. What is
 * multiplied is a logarithm to base 2 with 22 fraction bits, which all numbers from
 * 2^-511 to 2^511 have in 32 bits.
 *
 * Source: Knuth, The Art of Computer Programming, 1.2.2, exercise 25.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "log_q_base2"

/* The logarithm to base 2 of x > 0 with 22 fraction bits, the last `digits` after the
 * point rounded down. */
static inline int32_t
log_q_base2 (uint64_t x, int digits)
{
  int32_t log = 63;
  uint32_t m;

  for (int places = 32; places > 0; places /= 2)
    if (x >> (64 - places) == 0)
      {
        x <<= places;
        log -= places;
      }
  m = (uint32_t) (x >> 32);
  for (int i = 0; i < digits; i++)
    {
      const uint64_t square = (uint64_t) m * m;

      log *= 2;
      if (square >> 63 != 0)
        {
          m = (uint32_t) (square >> 32);
          log++;
        }
      else
        m = (uint32_t) (square >> 31);
    }

  return log * ((int32_t) 1 << (22 - digits));
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "log_q_one"
#pragma IMAGINET_DEPENDENCY "log_q.h:log_q_base2"

/* The logarithm of x * 2^exponent, times a factor: multiplier / 2^places. exponent and
 * lowest, the logarithm to base 2 of what counts for all below, have 22 fraction bits. */
static inline int64_t
log_q_one (int64_t x,
           int digits,
           int32_t exponent,
           int32_t lowest,
           int32_t multiplier,
           int places)
{
  int32_t log = lowest;

  if (x > 0)
    log = log_q_base2 ((uint64_t) x, digits) + exponent;
  if (log < lowest)
    log = lowest;

  return ((int64_t) log * multiplier + ((int64_t) 1 << (places - 1))) >> places;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "log_q15"
#pragma IMAGINET_DEPENDENCY "log_q.h:log_q_one"

/* exponent: that of the input with 62 fraction bits, which those of the offset are; the
 * rest is as above. */
static inline void
log_q15 (const int16_t *input,
         int count,
         int64_t offset,
         int32_t exponent,
         int32_t lowest,
         int32_t multiplier,
         int places,
         int16_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int64_t x = input[i] * ((int64_t) 1 << 47) + offset;
      const int64_t log = log_q_one (x, 16, exponent, lowest, multiplier, places);

      output[i] = log > INT16_MAX   ? INT16_MAX
                  : log < INT16_MIN ? INT16_MIN
                                    : (int16_t) log;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "log_q31"
#pragma IMAGINET_DEPENDENCY "log_q.h:log_q_one"

/* As that of Q15. */
static inline void
log_q31 (const int32_t *input,
         int count,
         int64_t offset,
         int32_t exponent,
         int32_t lowest,
         int32_t multiplier,
         int places,
         int32_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int64_t x = input[i] * ((int64_t) 1 << 31) + offset;
      const int64_t log = log_q_one (x, 22, exponent, lowest, multiplier, places);

      output[i] = log > INT32_MAX   ? INT32_MAX
                  : log < INT32_MIN ? INT32_MIN
                                    : (int32_t) log;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "log_q63"
#pragma IMAGINET_DEPENDENCY "log_q.h:log_q_one"

/* As that of Q15, of numbers with 63 fraction bits, of which the last does not count. */
static inline void
log_q63 (const int64_t *input,
         int count,
         int64_t offset,
         int32_t exponent,
         int32_t lowest,
         int32_t multiplier,
         int places,
         int32_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int64_t x = (input[i] >> 1) + offset;
      const int64_t log = log_q_one (x, 22, exponent, lowest, multiplier, places);

      output[i] = log > INT32_MAX   ? INT32_MAX
                  : log < INT32_MIN ? INT32_MIN
                                    : (int32_t) log;
    }
}
#pragma IMAGINET_FRAGMENT_END
