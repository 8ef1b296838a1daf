/* A weighted sum of the last samples of a Q type, for each element of the input.
 *
 * The state is that of fir.h. Taps have `digits` fraction bits, of Q31 so few that a sum
 * has 64 bits; it is rounded once, halves upwards.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#include <string.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "fir_q15_sum"

static inline int16_t
fir_q15_sum (const int16_t *x, int step, const int16_t *taps, int digits, int order)
{
  int64_t sum = (int64_t) 1 << (digits - 1);

  for (int k = 0; k < order; k++)
    {
      sum += *x * taps[k];
      x += step;
    }
  sum >>= digits;

  return sum > INT16_MAX ? INT16_MAX : sum < INT16_MIN ? INT16_MIN : (int16_t) sum;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fir_q15"
#pragma IMAGINET_DEPENDENCY "fir_q.h:fir_q15_sum"

// output may be input
static inline void
fir_q15 (const int16_t *input,
         const int16_t *taps,
         int digits,
         void *state,
         int order,
         int count,
         int16_t *output)
{
  int32_t *position = (int32_t *) state;
  const int newest = *position == 0 ? order - 1 : (int) *position - 1;
  int16_t *samples = (int16_t *) (position + 1) + newest * count;

  memcpy (samples, input, (size_t) count * sizeof *input);
  memcpy (samples + order * count, input, (size_t) count * sizeof *input);
  for (int i = 0; i < count; i++)
    output[i] = fir_q15_sum (samples + i, count, taps, digits, order);
  *position = newest;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fir_q31_sum"

static inline int32_t
fir_q31_sum (const int32_t *x, int step, const int32_t *taps, int digits, int order)
{
  int64_t sum = (int64_t) 1 << (digits - 1);

  for (int k = 0; k < order; k++)
    {
      sum += (int64_t) *x * taps[k];
      x += step;
    }
  sum >>= digits;

  return sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : (int32_t) sum;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fir_q31"
#pragma IMAGINET_DEPENDENCY "fir_q.h:fir_q31_sum"

// output may be input
static inline void
fir_q31 (const int32_t *input,
         const int32_t *taps,
         int digits,
         void *state,
         int order,
         int count,
         int32_t *output)
{
  int32_t *position = (int32_t *) state;
  const int newest = *position == 0 ? order - 1 : (int) *position - 1;
  int32_t *samples = (int32_t *) (position + 1) + newest * count;

  memcpy (samples, input, (size_t) count * sizeof *input);
  memcpy (samples + order * count, input, (size_t) count * sizeof *input);
  for (int i = 0; i < count; i++)
    output[i] = fir_q31_sum (samples + i, count, taps, digits, order);
  *position = newest;
}
#pragma IMAGINET_FRAGMENT_END
