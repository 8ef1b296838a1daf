/* Discrete cosine transforms of Q types along an axis.
 *
 * For transforms of n elements all cosines come from one table of half a turn: turns[i] =
 * cos, sin of pi i / (2 n), i < 2 n. A whole turn has 4 n steps. What has the cosine 1,
 * which no element is, is added without it.
 *
 * Sums keep all digits of Q15 and 17 more than the input has of Q31. They are multiplied
 * by a factor and lose the digits that the output does not have: multiplier / 2^31 and
 * `places` digits, of the first coefficient first_multiplier and first_places.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "dct_q_scale"

/* sum * multiplier / 2^(31 + places), rounded; |sum| <= 2^61, multiplier >= 0. The
 * product has more than 64 bits and so is made of two. */
static inline int64_t
dct_q_scale (int64_t sum, int32_t multiplier, int places)
{
  const int64_t high = (sum >> 31) * multiplier;
  const int64_t low = (sum & INT32_MAX) * multiplier >> 31;

  return (high + low + ((int64_t) 1 << (places - 1))) >> places;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dct_q15_sum"

/* The sum of input[i] * cos (pi (first + i * increment) / (2 n)) from i = begin, 0 or 1,
 * with 15 fraction bits, where first and increment are below 2 n. */
static inline int64_t
dct_q15_sum (const int16_t *input,
             int step,
             int begin,
             int count,
             const int16_t *turns,
             int n,
             int first,
             int increment)
{
  const int16_t *x = input + begin * step;
  int angle = first + begin * increment;
  int64_t sum = 0;

  for (int i = begin; i < count; i++, x += step)
    {
      if (angle >= 4 * n)
        angle -= 4 * n;
      if (angle < 2 * n)
        sum += *x * turns[2 * angle];
      else
        sum -= *x * turns[2 * (angle - 2 * n)];
      angle += increment;
    }

  return sum;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dct_q15_saturate"

static inline int16_t
dct_q15_saturate (int64_t x)
{
  return x > INT16_MAX ? INT16_MAX : x < INT16_MIN ? INT16_MIN : (int16_t) x;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dct_2_q15"
#pragma IMAGINET_DEPENDENCY "dct_q.h:dct_q15_saturate"
#pragma IMAGINET_DEPENDENCY "dct_q.h:dct_q_scale"
#pragma IMAGINET_DEPENDENCY "dct_q.h:dct_q15_sum"

// input = [d2, n, d0]
// turns = [2 * n, 2]
// output = [d2, outputs, d0], outputs <= n
static inline void
dct_2_q15 (const int16_t *input,
           const int16_t *turns,
           int d0,
           int n,
           int d2,
           int outputs,
           int32_t first_multiplier,
           int first_places,
           int32_t multiplier,
           int places,
           int16_t *output)
{
  for (int j = 0; j < d2; j++)
    for (int k = 0; k < outputs; k++)
      for (int i = 0; i < d0; i++)
        {
          const int16_t *x = input + j * n * d0 + i;

          if (k > 0)
            *output++ = dct_q15_saturate (dct_q_scale (
                dct_q15_sum (x, d0, 0, n, turns, n, k, 2 * k), multiplier, places));
          else
            {
              int64_t sum = 0;

              for (int m = 0; m < n; m++)
                sum += x[m * d0];
              *output++ = dct_q15_saturate (dct_q_scale (sum * ((int64_t) 1 << 15),
                                                         first_multiplier, first_places));
            }
        }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dct_3_q15"
#pragma IMAGINET_DEPENDENCY "dct_q.h:dct_q15_saturate"
#pragma IMAGINET_DEPENDENCY "dct_q.h:dct_q_scale"
#pragma IMAGINET_DEPENDENCY "dct_q.h:dct_q15_sum"

// input = [d2, d1, d0]
// turns = [2 * n, 2]
// output = [d2, n, d0], n >= d1
static inline void
dct_3_q15 (const int16_t *input,
           const int16_t *turns,
           int d0,
           int d1,
           int d2,
           int n,
           int32_t first_multiplier,
           int first_places,
           int32_t multiplier,
           int places,
           int16_t *output)
{
  for (int j = 0; j < d2; j++)
    for (int k = 0; k < n; k++)
      for (int i = 0; i < d0; i++)
        {
          const int16_t *x = input + j * d1 * d0 + i;
          const int64_t first = (int64_t) x[0] * ((int64_t) 1 << 15);
          const int64_t sum = dct_q15_sum (x, d0, 1, d1, turns, n, 0, 2 * k + 1);

          *output++ = dct_q15_saturate (
              dct_q_scale (first, first_multiplier, first_places) +
              dct_q_scale (sum, multiplier, places));
        }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dct_q31_sum"

/* The sum of input[i] * cos (pi (first + i * increment) / (2 n)) from i = begin, 0 or 1,
 * with 17 fraction bits, where first and increment are below 2 n. */
static inline int64_t
dct_q31_sum (const int32_t *input,
             int step,
             int begin,
             int count,
             const int32_t *turns,
             int n,
             int first,
             int increment)
{
  const int32_t *x = input + begin * step;
  int angle = first + begin * increment;
  int64_t sum = 0;

  for (int i = begin; i < count; i++, x += step)
    {
      if (angle >= 4 * n)
        angle -= 4 * n;
      if (angle < 2 * n)
        sum += ((int64_t) *x * turns[2 * angle]) >> 14;
      else
        sum -= ((int64_t) *x * turns[2 * (angle - 2 * n)]) >> 14;
      angle += increment;
    }

  return sum;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dct_q31_saturate"

static inline int32_t
dct_q31_saturate (int64_t x)
{
  return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : (int32_t) x;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dct_2_q31"
#pragma IMAGINET_DEPENDENCY "dct_q.h:dct_q31_saturate"
#pragma IMAGINET_DEPENDENCY "dct_q.h:dct_q_scale"
#pragma IMAGINET_DEPENDENCY "dct_q.h:dct_q31_sum"

// input = [d2, n, d0]
// turns = [2 * n, 2]
// output = [d2, outputs, d0], outputs <= n
static inline void
dct_2_q31 (const int32_t *input,
           const int32_t *turns,
           int d0,
           int n,
           int d2,
           int outputs,
           int32_t first_multiplier,
           int first_places,
           int32_t multiplier,
           int places,
           int32_t *output)
{
  for (int j = 0; j < d2; j++)
    for (int k = 0; k < outputs; k++)
      for (int i = 0; i < d0; i++)
        {
          const int32_t *x = input + j * n * d0 + i;

          if (k > 0)
            *output++ = dct_q31_saturate (dct_q_scale (
                dct_q31_sum (x, d0, 0, n, turns, n, k, 2 * k), multiplier, places));
          else
            {
              int64_t sum = 0;

              for (int m = 0; m < n; m++)
                sum += x[m * d0];
              *output++ = dct_q31_saturate (dct_q_scale (sum * ((int64_t) 1 << 17),
                                                         first_multiplier, first_places));
            }
        }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "dct_3_q31"
#pragma IMAGINET_DEPENDENCY "dct_q.h:dct_q31_saturate"
#pragma IMAGINET_DEPENDENCY "dct_q.h:dct_q_scale"
#pragma IMAGINET_DEPENDENCY "dct_q.h:dct_q31_sum"

// input = [d2, d1, d0]
// turns = [2 * n, 2]
// output = [d2, n, d0], n >= d1
static inline void
dct_3_q31 (const int32_t *input,
           const int32_t *turns,
           int d0,
           int d1,
           int d2,
           int n,
           int32_t first_multiplier,
           int first_places,
           int32_t multiplier,
           int places,
           int32_t *output)
{
  for (int j = 0; j < d2; j++)
    for (int k = 0; k < n; k++)
      for (int i = 0; i < d0; i++)
        {
          const int32_t *x = input + j * d1 * d0 + i;
          const int64_t first = (int64_t) x[0] * ((int64_t) 1 << 17);
          const int64_t sum = dct_q31_sum (x, d0, 1, d1, turns, n, 0, 2 * k + 1);

          *output++ = dct_q31_saturate (
              dct_q_scale (first, first_multiplier, first_places) +
              dct_q_scale (sum, multiplier, places));
        }
}
#pragma IMAGINET_FRAGMENT_END
