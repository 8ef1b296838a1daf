/* The spectrum of real signals of a Q type along an axis, divided by their length.
 *
 * The n elements of a signal are taken as n/2 complex numbers, even ones real, odd ones
 * imaginary. Their fast Fourier transform (decimation in time, radix 4, one step of radix
 * 2 if n/2 is no power of 4) runs in the memory of the output; a last pass separates the
 * spectra of the even and the odd elements and joins them to the one of the signal. Each
 * pass divides by its radix and rounds, the first one by twice of it: no number is then
 * beyond 0.71, where a turn could take it out of range, until the last pass, which does
 * not divide. The division comes before the sums, so that these need 32 bits only.
 *
 * Q15 is computed like Q31 with 16 zeros behind it: of 16 bits the divisions would leave
 * next to nothing of what is quiet.
 *
 * A complex number is two elements, and `step` is the number of elements from one index
 * of the axis to the next. turns[i] = cos, sin of 2 pi i / n, i < 3 n / 4.
 *
 * Source: Cooley and Tukey 1965; Sorensen et al. 1987, "Real-valued fast Fourier
 * transform algorithms".
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_q15_load"

/* Puts complex number k of the input to the place that has the bits of k reversed. */
static inline void
real_fft_q15_load (const int16_t *input, int d0, int n, int step, int32_t *output)
{
  int reversed = 0;

  for (int k = 0; k < n / 2; k++)
    {
      int bit = n / 4;

      output[reversed * step] = input[2 * k * d0] * 65536;
      output[reversed * step + 1] = input[(2 * k + 1) * d0] * 65536;
      while ((reversed & bit) != 0)
        {
          reversed ^= bit;
          bit >>= 1;
        }
      reversed |= bit;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_q31_load"

/* Puts complex number k of the input to the place that has the bits of k reversed. */
static inline void
real_fft_q31_load (const int32_t *input, int d0, int n, int step, int32_t *output)
{
  int reversed = 0;

  for (int k = 0; k < n / 2; k++)
    {
      int bit = n / 4;

      output[reversed * step] = input[2 * k * d0];
      output[reversed * step + 1] = input[(2 * k + 1) * d0];
      while ((reversed & bit) != 0)
        {
          reversed ^= bit;
          bit >>= 1;
        }
      reversed |= bit;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_q_part"

/* x / 2^places, rounded */
static inline int32_t
real_fft_q_part (int32_t x, int places)
{
  return (x >> places) + (x >> (places - 1) & 1);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_q_radix2"
#pragma IMAGINET_DEPENDENCY "real_fft_q.h:real_fft_q_part"

/* Transforms each pair of the m complex numbers and divides by 4. */
static inline void
real_fft_q_radix2 (int32_t *data, int m, int step)
{
  for (int k = 0; k < m; k += 2)
    {
      int32_t *a = data + k * step;
      int32_t *b = a + step;
      const int32_t re0 = real_fft_q_part (a[0], 2);
      const int32_t im0 = real_fft_q_part (a[1], 2);
      const int32_t re1 = real_fft_q_part (b[0], 2);
      const int32_t im1 = real_fft_q_part (b[1], 2);

      a[0] = re0 + re1;
      a[1] = im0 + im1;
      b[0] = re0 - re1;
      b[1] = im0 - im1;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_q_butterfly"
#pragma IMAGINET_DEPENDENCY "real_fft_q.h:real_fft_q_part"

/* Transforms four complex numbers in the order 0, 2, 1, 3 that are `step` elements apart.
 * The first one is divided by 2^places here; the others are so already and have got their
 * factors. */
static inline void
real_fft_q_butterfly (int32_t *data,
                      int step,
                      int places,
                      int32_t re2,
                      int32_t im2,
                      int32_t re1,
                      int32_t im1,
                      int32_t re3,
                      int32_t im3)
{
  int32_t *a = data;
  int32_t *b = a + step;
  int32_t *c = b + step;
  int32_t *d = c + step;
  const int32_t re0 = real_fft_q_part (a[0], places);
  const int32_t im0 = real_fft_q_part (a[1], places);
  const int32_t even_re = re0 + re2;
  const int32_t even_im = im0 + im2;
  const int32_t odd_re = re0 - re2;
  const int32_t odd_im = im0 - im2;
  const int32_t sum_re = re1 + re3;
  const int32_t sum_im = im1 + im3;
  const int32_t difference_re = re1 - re3;
  const int32_t difference_im = im1 - im3;

  a[0] = even_re + sum_re;
  a[1] = even_im + sum_im;
  b[0] = odd_re + difference_im;
  b[1] = odd_im - difference_re;
  c[0] = even_re - sum_re;
  c[1] = even_im - sum_im;
  d[0] = odd_re - difference_im;
  d[1] = odd_im + difference_re;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_q_turn"

/* (x0 * y0 + x1 * y1) / 2^33, rounded: a quarter of the product */
static inline int32_t
real_fft_q_turn (int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
  return ((int32_t) (((int64_t) x0 * y0 + (int64_t) x1 * y1) >> 32) + 1) >> 1;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_q_radix4"
#pragma IMAGINET_DEPENDENCY "real_fft_q.h:real_fft_q_butterfly"
#pragma IMAGINET_DEPENDENCY "real_fft_q.h:real_fft_q_part"
#pragma IMAGINET_DEPENDENCY "real_fft_q.h:real_fft_q_turn"

/* Joins each four spectra of `size` complex numbers to one; n/2 of them in all. */
static inline void
real_fft_q_radix4 (int32_t *data, const int32_t *turns, int n, int size, int step)
{
  const int block = size * step;
  const int end = n / 2 * step;
  const int places = size == 1 ? 3 : 2;
  const int stride = n / (2 * size);
  const int32_t *t1 = turns;
  const int32_t *t2 = turns;
  const int32_t *t3 = turns;

  for (int i = 0; i < end; i += 4 * block)
    {
      int32_t *x = data + i;
      const int32_t *b = x + block;
      const int32_t *c = b + block;
      const int32_t *d = c + block;

      real_fft_q_butterfly (
          x, block, places, real_fft_q_part (b[0], places),
          real_fft_q_part (b[1], places), real_fft_q_part (c[0], places),
          real_fft_q_part (c[1], places), real_fft_q_part (d[0], places),
          real_fft_q_part (d[1], places));
    }

  for (int k = 1; k < size; k++)
    {
      t1 += stride;
      t2 += 2 * stride;
      t3 += 3 * stride;

      const int32_t c1 = t1[0];
      const int32_t s1 = t1[1];
      const int32_t c2 = t2[0];
      const int32_t s2 = t2[1];
      const int32_t c3 = t3[0];
      const int32_t s3 = t3[1];

      for (int i = k * step; i < end; i += 4 * block)
        {
          int32_t *x = data + i;
          const int32_t *b = x + block;
          const int32_t *c = b + block;
          const int32_t *d = c + block;

          real_fft_q_butterfly (
              x, block, 2, real_fft_q_turn (b[0], c2, b[1], s2),
              real_fft_q_turn (b[1], c2, -b[0], s2), real_fft_q_turn (c[0], c1, c[1], s1),
              real_fft_q_turn (c[1], c1, -c[0], s1), real_fft_q_turn (d[0], c3, d[1], s3),
              real_fft_q_turn (d[1], c3, -d[0], s3));
        }
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_q_split"

/* Makes the n/2 + 1 bins of the signal from the n/2 of the complex transform. Bins k and
 * n/2 - k are made together, each from both: no bin of a real signal but the first and
 * the last one is beyond 2 / pi. */
static inline void
real_fft_q_split (int32_t *data, const int32_t *turns, int n, int step)
{
  int32_t *a = data;
  int32_t *b = data + n / 2 * step;
  int32_t *middle = data + n / 4 * step;
  const int64_t first = (int64_t) a[0] + a[1];
  const int64_t last = (int64_t) a[0] - a[1];

  a[0] = first > INT32_MAX ? INT32_MAX : (int32_t) first;
  a[1] = 0;
  b[0] = last > INT32_MAX ? INT32_MAX : (int32_t) last;
  b[1] = 0;
  middle[1] = -middle[1];

  for (int k = 1; k < n / 4; k++)
    {
      const int32_t c = turns[2 * k];
      const int32_t s = turns[2 * k + 1];

      a += step;
      b -= step;

      const int32_t even_re = (a[0] >> 1) + (b[0] >> 1);
      const int32_t even_im = (a[1] >> 1) - (b[1] >> 1);
      const int32_t odd_re = (a[1] >> 1) + (b[1] >> 1);
      const int32_t odd_im = (b[0] >> 1) - (a[0] >> 1);
      const int64_t product_re = (int64_t) odd_re * c + (int64_t) odd_im * s;
      const int64_t product_im = (int64_t) odd_im * c - (int64_t) odd_re * s;
      const int32_t turned_re = (int32_t) (product_re >> 31);
      const int32_t turned_im = (int32_t) (product_im >> 31);

      a[0] = even_re + turned_re;
      a[1] = even_im + turned_im;
      b[0] = even_re - turned_re;
      b[1] = turned_im - even_im;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_q_transform"
#pragma IMAGINET_DEPENDENCY "real_fft_q.h:real_fft_q_radix2"
#pragma IMAGINET_DEPENDENCY "real_fft_q.h:real_fft_q_radix4"
#pragma IMAGINET_DEPENDENCY "real_fft_q.h:real_fft_q_split"

/* Transforms a signal that is loaded to [n / 2 + 1, 2], `step` elements from one complex
 * number to the next. */
static inline void
real_fft_q_transform (int32_t *data, const int32_t *turns, int n, int step)
{
  int first = n / 2;

  while (first > 2)
    first /= 4;
  if (first == 2)
    real_fft_q_radix2 (data, n / 2, step);
  for (int size = first; size < n / 2; size *= 4)
    real_fft_q_radix4 (data, turns, n, size, step);
  real_fft_q_split (data, turns, n, step);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_q15"
#pragma IMAGINET_DEPENDENCY "real_fft_q.h:real_fft_q15_load"
#pragma IMAGINET_DEPENDENCY "real_fft_q.h:real_fft_q_transform"

// input = [d2, n, d0], n a power of two >= 16
// turns = [3 * n / 4, 2]
// output = [d2, n / 2 + 1, d0, 2]
static inline void
real_fft_q15 (const int16_t *input,
              const int32_t *turns,
              int d0,
              int n,
              int d2,
              int32_t *output)
{
  const int step = 2 * d0;

  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        int32_t *data = output + j * (n / 2 + 1) * step + 2 * i;

        real_fft_q15_load (input + j * n * d0 + i, d0, n, step, data);
        real_fft_q_transform (data, turns, n, step);
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_q31"
#pragma IMAGINET_DEPENDENCY "real_fft_q.h:real_fft_q31_load"
#pragma IMAGINET_DEPENDENCY "real_fft_q.h:real_fft_q_transform"

// input = [d2, n, d0], n a power of two >= 16
// turns = [3 * n / 4, 2]
// output = [d2, n / 2 + 1, d0, 2]
static inline void
real_fft_q31 (const int32_t *input,
              const int32_t *turns,
              int d0,
              int n,
              int d2,
              int32_t *output)
{
  const int step = 2 * d0;

  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        int32_t *data = output + j * (n / 2 + 1) * step + 2 * i;

        real_fft_q31_load (input + j * n * d0 + i, d0, n, step, data);
        real_fft_q_transform (data, turns, n, step);
      }
}
#pragma IMAGINET_FRAGMENT_END
