/* Mel spectra of overlapping windows of a stream.
 *
 * All steps share the memory of one window. Elements are weighed on their way from the
 * ring of the queue to the places where the Fourier transform expects them; magnitudes
 * take the places of the complex numbers that they are made of.
 *
 * The window is stored as half its weights, which saves the halves in the separation of
 * the spectrum: turns = [n / 4, 2], cos and sin of 2 pi k / n. See RealFft for the rest.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#include <string.h>
#pragma IMAGINET_INCLUDES_END

#include "../../Queues/SlidingWindow/sliding_window.h"
#include "../Magnitude/magnitude.h"
#include "../MelFilterbank/mel_filterbank.h"
#include "../RealFft/real_fft.h"

#pragma IMAGINET_FRAGMENT_BEGIN "mel_spectrogram_load"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_next"

/* Weighs the n elements of a ring from `begin` on and puts them where the first pass of
 * the transform expects them, four complex numbers at a time. */
static inline void
mel_spectrogram_load (const float *ring,
                      int begin,
                      int capacity,
                      const float *window,
                      int n,
                      int first,
                      float *data)
{
  const int blocks = n / 2 / first;
  const int quarter = blocks == 1 ? 2 : n / 4;
  const int next_column = blocks == 1 ? 8 : 2;
  const float *x = ring + begin;
  int behind = capacity - begin; /* elements from x to the end of the ring */
  int reversed = 0;

  for (int k = 0; k < n; k += 8)
    {
      float *a = data + reversed * 2 * first;
      float *b = a + quarter;
      float *c = b + quarter;
      float *d = c + quarter;
      float around[8];
      const float *source = x;

      x += 8;
      behind -= 8;
      if (behind < 0) /* these go around the end */
        {
          const size_t before = (size_t) (8 + behind) * sizeof *ring;

          memcpy (around, source, before);
          memcpy (around + 8 + behind, ring, sizeof around - before);
          source = around;
          x = ring - behind;
          behind += capacity;
        }
      a[0] = source[0] * window[0];
      a[1] = source[1] * window[1];
      b[0] = source[2] * window[2];
      b[1] = source[3] * window[3];
      c[0] = source[4] * window[4];
      c[1] = source[5] * window[5];
      d[0] = source[6] * window[6];
      d[1] = source[7] * window[7];
      window += 8;
      reversed = real_fft_next (reversed, blocks / 4);
      if (reversed == 0)
        data += next_column;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_spectrogram_magnitude"
#pragma IMAGINET_DEPENDENCY "../Magnitude/magnitude.h:magnitude_root"

/* The magnitude or power of a complex number. */
static inline float
mel_spectrogram_magnitude (float re, float im, int power)
{
  const float square = re * re + im * im;

  return power ? square : magnitude_root (square);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_spectrogram_split"
#pragma IMAGINET_DEPENDENCY "mel_spectrogram.h:mel_spectrogram_magnitude"

/* Makes the magnitudes of the n/2 + 1 bins of the signal from the n/2 complex numbers of
 * the transform. Those of bins k and n/2 - k are made together and put at both ends of
 * the numbers that were read; in the end the upper ones move down. */
static inline void
mel_spectrogram_split (float *data, const float *turns, int n, int power)
{
  const int upper = n / 4 - 1;
  const float *a = data;
  const float *b = data + n;
  float *low = data;
  float *high = data + n;
  const float bin_0 = 2.0F * (data[0] + data[1]);
  const float bin_last = 2.0F * (data[0] - data[1]);
  const float re_middle = 2.0F * data[n / 2];
  const float im_middle = 2.0F * data[n / 2 + 1];

  *low = mel_spectrogram_magnitude (bin_0, 0.0F, power);
  for (int k = 0; k < upper; k++)
    {
      turns += 2;
      a += 2;
      b -= 2;

      const float even_re = a[0] + b[0];
      const float even_im = a[1] - b[1];
      const float odd_re = a[1] + b[1];
      const float odd_im = b[0] - a[0];
      const float turned_re = odd_re * turns[0] + odd_im * turns[1];
      const float turned_im = odd_im * turns[0] - odd_re * turns[1];

      *++low = mel_spectrogram_magnitude (even_re + turned_re, even_im + turned_im,
                                          power);
      *--high = mel_spectrogram_magnitude (even_re - turned_re, even_im - turned_im,
                                           power);
    }
  *++low = mel_spectrogram_magnitude (re_middle, im_middle, power);
  memcpy (low + 1, high, (size_t) upper * sizeof *data);
  data[n / 2] = mel_spectrogram_magnitude (bin_last, 0.0F, power);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_spectrogram_dequeue"
#pragma IMAGINET_DEPENDENCY "../../Queues/SlidingWindow/sliding_window.h:drop"
#pragma IMAGINET_DEPENDENCY "../MelFilterbank/mel_filterbank.h:mel_filterbank_sums"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_first_4"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_first_8"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_radix_4"
#pragma IMAGINET_DEPENDENCY "mel_spectrogram.h:mel_spectrogram_load"
#pragma IMAGINET_DEPENDENCY "mel_spectrogram.h:mel_spectrogram_split"

// state: a sliding window of float, stride and capacity in bytes
// first = 4 or 8: n / 2 is `first` times a power of four
// work = [n]
// output = [filters]
static inline int
mel_spectrogram_dequeue (void *state,
                         const float *window,
                         const float *twiddles,
                         const float *turns,
                         const int16_t *points,
                         int n,
                         int first,
                         int stride,
                         int capacity,
                         int power,
                         int filters,
                         float *work,
                         float *output)
{
  sliding_window_t *queue = (sliding_window_t *) state;
  const float *ring = (const float *) (const void *) (queue + 1);
  const int element = (int) sizeof *ring;

  if (n * element > queue->used)
    return SLIDING_WINDOW_NO_DATA;

  mel_spectrogram_load (ring, queue->first / element, capacity / element, window, n,
                        first, work);
  sliding_window_drop (queue, stride, capacity);
  if (first == 4)
    real_fft_first_4 (work, n / 2, 2);
  else
    real_fft_first_8 (work, n / 2, 2);
  for (int size = first; size < n / 2; size *= 4)
    real_fft_radix_4 (work, twiddles, n / 2, size, 2);
  mel_spectrogram_split (work, turns, n, power);
  mel_filterbank_sums (work, 1, points, filters, output, 1);

  return 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "mel_spectrogram_times_dequeue"
#pragma IMAGINET_DEPENDENCY "../../Queues/SlidingWindow/sliding_window.h:times_drop"
#pragma IMAGINET_DEPENDENCY "mel_spectrogram.h:mel_spectrogram_dequeue"

static inline int
mel_spectrogram_times_dequeue (void *state,
                               void *times,
                               const float *window,
                               const float *twiddles,
                               const float *turns,
                               const int16_t *points,
                               int n,
                               int first,
                               int stride,
                               int chunk,
                               int capacity,
                               int time_capacity,
                               int power,
                               int filters,
                               float *work,
                               float *output,
                               float *time_output)
{
  const int status = mel_spectrogram_dequeue (state, window, twiddles, turns, points, n,
                                              first, stride, capacity, power, filters,
                                              work, output);

  if (status >= 0)
    sliding_window_times_drop (times, n * (int) sizeof *work, stride, chunk,
                               time_capacity, time_output);

  return status;
}
#pragma IMAGINET_FRAGMENT_END
