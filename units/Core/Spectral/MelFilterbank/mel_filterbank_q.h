/* Sums of the bins of a spectrum of a Q type under overlapping triangles.
 *
 * Filter k rises from bin points[k] to points[k + 1], where its weight is 1, and falls to
 * points[k + 2]. It falls where the next one rises, and there both weigh 1 together: one
 * pass over the bins between two points is enough for both, and the sum of sums needs no
 * weights. Sums are exact; one division for each slope keeps 8 digits more than the bins.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_filterbank_q_divide"

/* 256 * x / divisor, below 2^63, without what is behind the point; divisor < 2^16. It
 * divides as by hand, in digits of 16 bits, because 64 bits are slow on small cores. */
static inline int64_t
mel_filterbank_q_divide (int64_t x, uint32_t divisor)
{
  const uint64_t magnitude = x < 0 ? 0U - (uint64_t) x : (uint64_t) x;
  uint64_t quotient = 0;
  uint32_t rest = 0;

  for (int place = 48; place >= 0; place -= 16)
    {
      const uint32_t part = rest << 16 | (uint32_t) (magnitude >> place & 0xFFFFU);

      quotient = quotient << 16 | part / divisor;
      rest = part % divisor;
    }
  quotient = quotient << 8 | (rest << 8) / divisor;

  return x < 0 ? -(int64_t) quotient : (int64_t) quotient;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_filterbank_q15_slope"
#pragma IMAGINET_DEPENDENCY "mel_filterbank_q.h:mel_filterbank_q_divide"

/* 256 times the sum of `count` bins with weights that fall evenly, from 1 before the
 * first to 0 behind the last, and in *rising that with weights that rise. Blocks of 128
 * bins need no more than 32 bits. */
static inline int64_t
mel_filterbank_q15_slope (const int16_t *input, int step, int count, int64_t *rising)
{
  int64_t all = 0;
  int64_t slope = 0;

  for (int left = count; left > 0; left -= 128)
    {
      const int size = left < 128 ? left : 128;
      int32_t sum = 0;
      int32_t sum_of_sums = 0;

      for (int i = 0; i < size; i++, input += step)
        {
          sum += *input;
          sum_of_sums += sum;
        }
      slope += size * all + sum_of_sums;
      all += sum;
    }
  slope = mel_filterbank_q_divide (slope, (uint32_t) count + 1);
  *rising = all * 256 - slope;

  return slope;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_filterbank_q31_slope"
#pragma IMAGINET_DEPENDENCY "mel_filterbank_q.h:mel_filterbank_q_divide"

/* 256 times the sum of `count` bins with weights that fall evenly, from 1 before the
 * first to 0 behind the last, and in *rising that with weights that rise. */
static inline int64_t
mel_filterbank_q31_slope (const int32_t *input, int step, int count, int64_t *rising)
{
  int64_t all = 0;
  int64_t slope = 0;

  for (int i = 0; i < count; i++, input += step)
    {
      all += *input;
      slope += all;
    }
  slope = mel_filterbank_q_divide (slope, (uint32_t) count + 1);
  *rising = all * 256 - slope;

  return slope;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_filterbank_q15"
#pragma IMAGINET_DEPENDENCY "mel_filterbank_q.h:mel_filterbank_q15_slope"

/* The filters of one spectrum; bins are in_step and filters out_step apart. */
static inline void
mel_filterbank_q15_sums (const int16_t *input,
                         int in_step,
                         const int16_t *points,
                         int filters,
                         int growth,
                         int16_t *output,
                         int out_step)
{
  const int64_t half = ((int64_t) 1 << (growth + 8)) >> 1;
  int64_t rising = 0;
  int64_t next;
  int begin = points[0];

  for (int k = 0; k <= filters; k++)
    {
      const int end = points[k + 1];
      const int count = end > begin ? end - begin - 1 : 0;
      const int64_t falling = mel_filterbank_q15_slope (input + (begin + 1) * in_step,
                                                        in_step, count, &next);

      if (k > 0)
        {
          const int64_t peak = (int64_t) 256 * input[begin * in_step];
          const int64_t x = (rising + peak + falling + half) >> (growth + 8);

          *output = x > INT16_MAX ? INT16_MAX : x < INT16_MIN ? INT16_MIN : (int16_t) x;
          output += out_step;
        }
      rising = next;
      begin = end;
    }
}

// input = [d2, bins, d0]
// points = [filters + 2], each below bins
// output = [d2, filters, d0]
static inline void
mel_filterbank_q15 (const int16_t *input,
                    const int16_t *points,
                    int filters,
                    int growth,
                    int d0,
                    int bins,
                    int d2,
                    int16_t *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      mel_filterbank_q15_sums (input + j * bins * d0 + i, d0, points, filters, growth,
                               output + j * filters * d0 + i, d0);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_filterbank_q31"
#pragma IMAGINET_DEPENDENCY "mel_filterbank_q.h:mel_filterbank_q31_slope"

/* The filters of one spectrum; bins are in_step and filters out_step apart. */
static inline void
mel_filterbank_q31_sums (const int32_t *input,
                         int in_step,
                         const int16_t *points,
                         int filters,
                         int growth,
                         int32_t *output,
                         int out_step)
{
  const int64_t half = ((int64_t) 1 << (growth + 8)) >> 1;
  int64_t rising = 0;
  int64_t next;
  int begin = points[0];

  for (int k = 0; k <= filters; k++)
    {
      const int end = points[k + 1];
      const int count = end > begin ? end - begin - 1 : 0;
      const int64_t falling = mel_filterbank_q31_slope (input + (begin + 1) * in_step,
                                                        in_step, count, &next);

      if (k > 0)
        {
          const int64_t peak = (int64_t) 256 * input[begin * in_step];
          const int64_t x = (rising + peak + falling + half) >> (growth + 8);

          *output = x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : (int32_t) x;
          output += out_step;
        }
      rising = next;
      begin = end;
    }
}

// input = [d2, bins, d0]
// points = [filters + 2], each below bins
// output = [d2, filters, d0]
static inline void
mel_filterbank_q31 (const int32_t *input,
                    const int16_t *points,
                    int filters,
                    int growth,
                    int d0,
                    int bins,
                    int d2,
                    int32_t *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      mel_filterbank_q31_sums (input + j * bins * d0 + i, d0, points, filters, growth,
                               output + j * filters * d0 + i, d0);
}
#pragma IMAGINET_FRAGMENT_END
