/* Mel spectra of overlapping windows of a stream of a Q type, in integers.
 *
 * The Fourier transform of a weighed window is that of RealFft in 32 bits, of Q15 too.
 * What becomes of it stays in 64 bits until the end: the range of a power is twice that
 * of a number, and a quiet band beside a loud one would not be seen in 32 bits. A bin
 * belongs to one slope of the triangles, or is a peak, so that it is squared only once.
 *
 * window = [n], weights of Q31
 * turns = [3 * n / 4, 2], of Q31: cos and sin of 2 pi i / n
 * work = [n / 2 + 1, 2]
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#include "../../Queues/SlidingWindow/sliding_window.h"
#include "../Magnitude/magnitude_q.h"
#include "../MelFilterbank/mel_filterbank_q.h"
#include "../RealFft/real_fft_q.h"

#pragma IMAGINET_FRAGMENT_BEGIN "mel_spectrogram_q15_load"

/* Weighs the n elements of a ring from `begin` on and puts complex number k, of two of
 * them, to the place that has the bits of k reversed. */
static inline void
mel_spectrogram_q15_load (const int16_t *ring,
                          int begin,
                          int capacity,
                          const int32_t *window,
                          int n,
                          int32_t *data)
{
  const int16_t *x = ring + begin;
  int reversed = 0;

  for (int k = 0; k < n; k += 2)
    {
      int bit = n / 4;

      for (int part = 0; part < 2; part++)
        {
          const int64_t product = (int64_t) *x * window[k + part];

          data[2 * reversed + part] = (int32_t) ((product + 16384) >> 15);
          x++;
          if (x == ring + capacity)
            x = ring;
        }
      while ((reversed & bit) != 0)
        {
          reversed ^= bit;
          bit >>= 1;
        }
      reversed |= bit;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_spectrogram_q31_load"

/* Weighs the n elements of a ring from `begin` on and puts complex number k, of two of
 * them, to the place that has the bits of k reversed. */
static inline void
mel_spectrogram_q31_load (const int32_t *ring,
                          int begin,
                          int capacity,
                          const int32_t *window,
                          int n,
                          int32_t *data)
{
  const int32_t *x = ring + begin;
  int reversed = 0;

  for (int k = 0; k < n; k += 2)
    {
      int bit = n / 4;

      for (int part = 0; part < 2; part++)
        {
          const int64_t product = (int64_t) *x * window[k + part];

          data[2 * reversed + part] = (int32_t) ((product + 1073741824) >> 31);
          x++;
          if (x == ring + capacity)
            x = ring;
        }
      while ((reversed & bit) != 0)
        {
          reversed ^= bit;
          bit >>= 1;
        }
      reversed |= bit;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_spectrogram_q_bin"
#pragma IMAGINET_DEPENDENCY "../Magnitude/magnitude_q.h:magnitude_q31_one"

/* The power of a complex number without its last `drop` binary digits, or half of its
 * magnitude with 14 digits more. */
static inline int64_t
mel_spectrogram_q_bin (const int32_t *bin, int power, int drop)
{
  const int64_t re = bin[0];
  const int64_t im = bin[1];

  if (!power)
    return (int64_t) magnitude_q31_one (bin[0], bin[1]) * 16384;

  return (int64_t) (((uint64_t) (re * re) + (uint64_t) (im * im)) >> drop);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_spectrogram_q_bands"
#pragma IMAGINET_DEPENDENCY "mel_spectrogram_q.h:mel_spectrogram_q_bin"
#pragma IMAGINET_DEPENDENCY "../MelFilterbank/mel_filterbank_q.h:mel_filterbank_q_divide"

/* 256 times the sum of what becomes of `count` bins with weights that fall evenly, from 1
 * before the first to 0 behind the last, and in *rising that with weights that rise. */
static inline int64_t
mel_spectrogram_q_slope (const int32_t *bins,
                         int count,
                         int power,
                         int drop,
                         int64_t *rising)
{
  int64_t all = 0;
  int64_t slope = 0;

  for (int i = 0; i < count; i++)
    {
      all += mel_spectrogram_q_bin (bins + 2 * i, power, drop);
      slope += all;
    }
  slope = mel_filterbank_q_divide (slope, (uint32_t) count + 1);
  *rising = all * 256 - slope;

  return slope;
}

/* 256 times the sums under the triangles; see MelFilterbank for their parts. The powers
 * of all bins of a window together are below 2^61: with drop >= 6 the sums have room, and
 * with log2 (n) - 3 the sums of sums. */
static inline void
mel_spectrogram_q_bands (const int32_t *bins,
                         const int16_t *points,
                         int power,
                         int drop,
                         int filters,
                         int64_t *sums)
{
  int64_t rising = 0;
  int64_t next;
  int begin = points[0];

  for (int k = 0; k <= filters; k++)
    {
      const int end = points[k + 1];
      const int count = end > begin ? end - begin - 1 : 0;
      const int64_t falling = mel_spectrogram_q_slope (bins + 2 * (begin + 1), count,
                                                       power, drop, &next);

      if (k > 0)
        sums[k - 1] = rising + falling +
                      256 * mel_spectrogram_q_bin (bins + 2 * begin, power, drop);
      rising = next;
      begin = end;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_spectrogram_q15_dequeue"
#pragma IMAGINET_DEPENDENCY "../../Queues/SlidingWindow/sliding_window.h:drop"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft_q.h:real_fft_q_transform"
#pragma IMAGINET_DEPENDENCY "mel_spectrogram_q.h:mel_spectrogram_q15_load"
#pragma IMAGINET_DEPENDENCY "mel_spectrogram_q.h:mel_spectrogram_q_bands"

// state: a sliding window of int16_t, stride and capacity in bytes
// output = [filters]
static inline int
mel_spectrogram_q15_dequeue (void *state,
                             const int32_t *window,
                             const int32_t *turns,
                             const int16_t *points,
                             int n,
                             int stride,
                             int capacity,
                             int power,
                             int drop,
                             int filters,
                             int32_t *work,
                             int64_t *output)
{
  sliding_window_t *queue = (sliding_window_t *) state;
  const int16_t *ring = (const int16_t *) (const void *) (queue + 1);
  const int element = (int) sizeof *ring;

  if (n * element > queue->used)
    return SLIDING_WINDOW_NO_DATA;

  mel_spectrogram_q15_load (ring, queue->first / element, capacity / element, window, n,
                            work);
  sliding_window_drop (queue, stride, capacity);
  real_fft_q_transform (work, turns, n, 2);
  mel_spectrogram_q_bands (work, points, power, drop, filters, output);

  return 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_spectrogram_q31_dequeue"
#pragma IMAGINET_DEPENDENCY "../../Queues/SlidingWindow/sliding_window.h:drop"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft_q.h:real_fft_q_transform"
#pragma IMAGINET_DEPENDENCY "mel_spectrogram_q.h:mel_spectrogram_q31_load"
#pragma IMAGINET_DEPENDENCY "mel_spectrogram_q.h:mel_spectrogram_q_bands"

// state: a sliding window of int32_t, stride and capacity in bytes
// output = [filters]
static inline int
mel_spectrogram_q31_dequeue (void *state,
                             const int32_t *window,
                             const int32_t *turns,
                             const int16_t *points,
                             int n,
                             int stride,
                             int capacity,
                             int power,
                             int drop,
                             int filters,
                             int32_t *work,
                             int64_t *output)
{
  sliding_window_t *queue = (sliding_window_t *) state;
  const int32_t *ring = (const int32_t *) (const void *) (queue + 1);
  const int element = (int) sizeof *ring;

  if (n * element > queue->used)
    return SLIDING_WINDOW_NO_DATA;

  mel_spectrogram_q31_load (ring, queue->first / element, capacity / element, window, n,
                            work);
  sliding_window_drop (queue, stride, capacity);
  real_fft_q_transform (work, turns, n, 2);
  mel_spectrogram_q_bands (work, points, power, drop, filters, output);

  return 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_spectrogram_q15_times_dequeue"
#pragma IMAGINET_DEPENDENCY "../../Queues/SlidingWindow/sliding_window.h:times_drop"
#pragma IMAGINET_DEPENDENCY "mel_spectrogram_q.h:mel_spectrogram_q15_dequeue"

static inline int
mel_spectrogram_q15_times_dequeue (void *state,
                                   void *times,
                                   const int32_t *window,
                                   const int32_t *turns,
                                   const int16_t *points,
                                   int n,
                                   int stride,
                                   int chunk,
                                   int capacity,
                                   int time_capacity,
                                   int power,
                                   int drop,
                                   int filters,
                                   int32_t *work,
                                   int64_t *output,
                                   float *time_output)
{
  const int status = mel_spectrogram_q15_dequeue (state, window, turns, points, n, stride,
                                                  capacity, power, drop, filters, work,
                                                  output);

  if (status >= 0)
    sliding_window_times_drop (times, n * (int) sizeof (int16_t), stride, chunk,
                               time_capacity, time_output);

  return status;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_spectrogram_q31_times_dequeue"
#pragma IMAGINET_DEPENDENCY "../../Queues/SlidingWindow/sliding_window.h:times_drop"
#pragma IMAGINET_DEPENDENCY "mel_spectrogram_q.h:mel_spectrogram_q31_dequeue"

static inline int
mel_spectrogram_q31_times_dequeue (void *state,
                                   void *times,
                                   const int32_t *window,
                                   const int32_t *turns,
                                   const int16_t *points,
                                   int n,
                                   int stride,
                                   int chunk,
                                   int capacity,
                                   int time_capacity,
                                   int power,
                                   int drop,
                                   int filters,
                                   int32_t *work,
                                   int64_t *output,
                                   float *time_output)
{
  const int status = mel_spectrogram_q31_dequeue (state, window, turns, points, n, stride,
                                                  capacity, power, drop, filters, work,
                                                  output);

  if (status >= 0)
    sliding_window_times_drop (times, n * (int) sizeof (int32_t), stride, chunk,
                               time_capacity, time_output);

  return status;
}
#pragma IMAGINET_FRAGMENT_END
