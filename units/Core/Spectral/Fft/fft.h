/* The discrete Fourier transform of complex signals along an axis.
 *
 * Decimation in time: complex numbers are put to the places that have the bits of their
 * index reversed, then spectra are joined, four at a time (radix 4; one step of radix 2
 * before if the length is no power of 4), in the memory of the output.
 *
 * Real and imaginary parts have a pointer each and lie `step` floats apart, so they may
 * be pairs or two signals. A transform with both exchanged is the inverse one, not yet
 * divided by its length.
 *
 * All factors come from one table of half a turn: sines[i] = sin (2 pi i / turn) for
 * 0 <= i < turn / 2, where `turn` is a multiple of the length.
 *
 * Source: Cooley and Tukey 1965, "An algorithm for the machine calculation of complex
 * Fourier series".
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "fft_sine"

/* sin (2 pi i / turn) for 0 <= i < turn */
static inline float
fft_sine (const float *sines, int turn, int i)
{
  return i < turn / 2 ? sines[i] : -sines[i - turn / 2];
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fft_next_place"

/* The number below n, a power of two, that follows `place` if bits are read backwards. */
static inline int
fft_next_place (int place, int n)
{
  int bit = n / 2;

  while ((place & bit) != 0)
    {
      place ^= bit;
      bit >>= 1;
    }

  return place | bit;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fft_radix2"

/* Transforms each pair of the n complex numbers. */
static inline void
fft_radix2 (float *re, float *im, int step, int n)
{
  for (int i = 0; i < n * step; i += 2 * step)
    {
      const float b_re = re[i + step];
      const float b_im = im[i + step];

      re[i + step] = re[i] - b_re;
      im[i + step] = im[i] - b_im;
      re[i] += b_re;
      im[i] += b_im;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fft_butterfly"

/* Transforms four complex numbers that are `block` floats apart, in the order 0, 2, 1, 3;
 * b, c and d, the last three, have been turned. */
static inline void
fft_butterfly (float *re,
               float *im,
               int block,
               float b_re,
               float b_im,
               float c_re,
               float c_im,
               float d_re,
               float d_im)
{
  const float even_re = re[0] + b_re;
  const float even_im = im[0] + b_im;
  const float odd_re = re[0] - b_re;
  const float odd_im = im[0] - b_im;
  const float sum_re = c_re + d_re;
  const float sum_im = c_im + d_im;
  const float difference_re = c_re - d_re;
  const float difference_im = c_im - d_im;

  re[0] = even_re + sum_re;
  im[0] = even_im + sum_im;
  re[block] = odd_re + difference_im;
  im[block] = odd_im - difference_re;
  re[2 * block] = even_re - sum_re;
  im[2 * block] = even_im - sum_im;
  re[3 * block] = odd_re - difference_im;
  im[3 * block] = odd_im + difference_re;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fft_radix4"
#pragma IMAGINET_DEPENDENCY "fft.h:fft_butterfly"
#pragma IMAGINET_DEPENDENCY "fft.h:fft_sine"

/* Joins each four spectra of `size` complex numbers to one; n numbers in all. */
static inline void
fft_radix4 (float *re, float *im, int step, int n, int size, const float *sines, int turn)
{
  const int quarter = turn / 4;
  const int b = size * step;
  const int c = 2 * b;
  const int d = 3 * b;

  for (int i = 0; i < n * step; i += 4 * b)
    {
      float *x = re + i;
      float *y = im + i;

      fft_butterfly (x, y, b, x[b], y[b], x[c], y[c], x[d], y[d]);
    }
  for (int k = 1; k < size; k++)
    {
      const int angle = quarter / size * k;
      const float c1 = sines[angle + quarter];
      const float s1 = sines[angle];
      const float c2 = fft_sine (sines, turn, 2 * angle + quarter);
      const float s2 = sines[2 * angle];
      const float c3 = fft_sine (sines, turn, 3 * angle + quarter);
      const float s3 = fft_sine (sines, turn, 3 * angle);

      for (int i = k * step; i < n * step; i += 4 * b)
        {
          float *x = re + i;
          float *y = im + i;

          fft_butterfly (x, y, b, x[b] * c2 + y[b] * s2, y[b] * c2 - x[b] * s2,
                         x[c] * c1 + y[c] * s1, y[c] * c1 - x[c] * s1,
                         x[d] * c3 + y[d] * s3, y[d] * c3 - x[d] * s3);
        }
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fft_transform"
#pragma IMAGINET_DEPENDENCY "fft.h:fft_radix2"
#pragma IMAGINET_DEPENDENCY "fft.h:fft_radix4"

/* Transforms n complex numbers that are in their places, n a power of two >= 2. */
static inline void
fft_transform (float *re, float *im, int step, int n, const float *sines, int turn)
{
  int size = n;

  while (size > 2)
    size /= 4;
  if (size == 2)
    fft_radix2 (re, im, step, n);
  for (; size < n; size *= 4)
    fft_radix4 (re, im, step, n, size, sines, turn);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fft_f32"
#pragma IMAGINET_DEPENDENCY "fft.h:fft_next_place"
#pragma IMAGINET_DEPENDENCY "fft.h:fft_transform"

// input = [d2, n, d0], n a power of two >= 4, d0 floats are d0 / 2 complex numbers
// sines = [n / 2]
// output = [d2, n, d0]
static inline void
fft_f32 (const float *input, const float *sines, int d0, int n, int d2, float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i += 2)
      {
        const float *x = input + j * n * d0 + i;
        float *y = output + j * n * d0 + i;
        int place = 0;

        for (int k = 0; k < n; k++)
          {
            y[place * d0] = x[k * d0];
            y[place * d0 + 1] = x[k * d0 + 1];
            place = fft_next_place (place, n);
          }
        fft_transform (y, y + 1, d0, n, sines, n);
      }
}
#pragma IMAGINET_FRAGMENT_END
