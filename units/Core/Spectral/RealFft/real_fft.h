/* The spectrum of real signals along an axis.
 *
 * The n elements of a signal are taken as n/2 complex numbers, even ones real, odd ones
 * imaginary. Their fast Fourier transform (decimation in time, radix 4, one step of radix
 * 2 if n/2 is no power of 4) runs in the memory of the output; a last pass separates the
 * spectra of the even and the odd elements and joins them to the one of the signal.
 *
 * A complex number is two floats, and `step` is the number of floats from one index of
 * the axis to the next. All factors come from one table of half a turn:
 * sines[i] = sin (2 pi i / n), i < n/2.
 *
 * Source: Cooley and Tukey 1965; Sorensen et al. 1987, "Real-valued fast Fourier
 * transform algorithms".
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_sine"

/* sin (2 pi i / n) for 0 <= i < n */
static inline float
real_fft_sine (const float *sines, int n, int i)
{
  return i < n / 2 ? sines[i] : -sines[i - n / 2];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_load"

/* Puts complex number k of the input to the place that has the bits of k reversed. */
static inline void
real_fft_load (const float *input, int d0, int n, int step, float *output)
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

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_radix2"

/* Transforms each pair of the m complex numbers. */
static inline void
real_fft_radix2 (float *data, int m, int step)
{
  for (int k = 0; k < m; k += 2)
    {
      float *a = data + k * step;
      float *b = a + step;
      const float re = b[0];
      const float im = b[1];

      b[0] = a[0] - re;
      b[1] = a[1] - im;
      a[0] += re;
      a[1] += im;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_butterfly"

/* Transforms four complex numbers in the order 0, 2, 1, 3 that are `step` floats apart;
 * the last three have got their factors already. */
static inline void
real_fft_butterfly (float *data,
                    int step,
                    float re2,
                    float im2,
                    float re1,
                    float im1,
                    float re3,
                    float im3)
{
  float *a = data;
  float *b = a + step;
  float *c = b + step;
  float *d = c + step;
  const float even_re = a[0] + re2;
  const float even_im = a[1] + im2;
  const float odd_re = a[0] - re2;
  const float odd_im = a[1] - im2;
  const float sum_re = re1 + re3;
  const float sum_im = im1 + im3;
  const float difference_re = re1 - re3;
  const float difference_im = im1 - im3;

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

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_radix4"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_butterfly"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_sine"

/* Joins each four spectra of `size` complex numbers to one; n/2 of them in all. */
static inline void
real_fft_radix4 (float *data, const float *sines, int n, int size, int step)
{
  const int block = size * step;
  const int end = n / 2 * step;

  for (int i = 0; i < end; i += 4 * block)
    {
      float *x = data + i;

      real_fft_butterfly (x, block, x[block], x[block + 1], x[2 * block],
                          x[2 * block + 1], x[3 * block], x[3 * block + 1]);
    }

  for (int k = 1; k < size; k++)
    {
      const int turn = n / (4 * size) * k;
      const float c1 = real_fft_sine (sines, n, turn + n / 4);
      const float s1 = real_fft_sine (sines, n, turn);
      const float c2 = real_fft_sine (sines, n, 2 * turn + n / 4);
      const float s2 = real_fft_sine (sines, n, 2 * turn);
      const float c3 = real_fft_sine (sines, n, 3 * turn + n / 4);
      const float s3 = real_fft_sine (sines, n, 3 * turn);

      for (int i = k * step; i < end; i += 4 * block)
        {
          float *x = data + i;
          const float *b = x + block;
          const float *c = b + block;
          const float *d = c + block;

          real_fft_butterfly (x, block, b[0] * c2 + b[1] * s2, b[1] * c2 - b[0] * s2,
                              c[0] * c1 + c[1] * s1, c[1] * c1 - c[0] * s1,
                              d[0] * c3 + d[1] * s3, d[1] * c3 - d[0] * s3);
        }
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_split"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_sine"

/* Makes the n/2 + 1 bins of the signal from the n/2 of the complex transform. Bins k and
 * n/2 - k are made together, each from both. */
static inline void
real_fft_split (float *data, const float *sines, int n, int step)
{
  float *a = data;
  float *b = data + n / 2 * step;
  float *middle = data + n / 4 * step;

  b[0] = a[0] - a[1];
  b[1] = 0.0F;
  a[0] += a[1];
  a[1] = 0.0F;
  middle[1] = -middle[1];

  for (int k = 1; k < n / 4; k++)
    {
      const float c = 0.5F * real_fft_sine (sines, n, k + n / 4);
      const float s = 0.5F * real_fft_sine (sines, n, k);

      a += step;
      b -= step;

      const float even_re = 0.5F * (a[0] + b[0]);
      const float even_im = 0.5F * (a[1] - b[1]);
      const float odd_re = a[1] + b[1];
      const float odd_im = b[0] - a[0];
      const float turned_re = odd_re * c + odd_im * s;
      const float turned_im = odd_im * c - odd_re * s;

      a[0] = even_re + turned_re;
      a[1] = even_im + turned_im;
      b[0] = even_re - turned_re;
      b[1] = turned_im - even_im;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_load"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_radix2"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_radix4"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_split"

// input = [d2, n, d0], n a power of two >= 16
// sines = [n / 2]
// output = [d2, n / 2 + 1, d0, 2]
static inline void
real_fft_f32 (const float *input,
              const float *sines,
              int d0,
              int n,
              int d2,
              float *output)
{
  const int step = 2 * d0;
  int first = n / 2;

  while (first > 2)
    first /= 4;
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        float *data = output + j * (n / 2 + 1) * step + 2 * i;

        real_fft_load (input + j * n * d0 + i, d0, n, step, data);
        if (first == 2)
          real_fft_radix2 (data, n / 2, step);
        for (int size = first; size < n / 2; size *= 4)
          real_fft_radix4 (data, sines, n, size, step);
        real_fft_split (data, sines, n, step);
      }
}
#pragma IMAGINET_FRAGMENT_END
