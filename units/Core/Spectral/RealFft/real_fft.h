/* The spectrum of real signals along an axis.
 *
 * The n elements of a signal are taken as m = n/2 complex numbers, even ones real, odd
 * ones imaginary. Their fast Fourier transform (decimation in time) runs in the memory of
 * the output: numbers are put where the first pass expects them, which transforms blocks
 * of `first` numbers, and passes of radix 4 join each four blocks to one. So m is `first`
 * times a power of four. Last, the spectra of the even and the odd elements are separated
 * and joined to the one of the signal.
 *
 * A complex number is two floats, and `step` is the number of floats from one index of
 * the axis to the next. Factors are stored in the order of their use:
 * twiddles = [m / 4, 3, 2]: cos and sin of 2 pi k (j + 1) / m,
 * halves = [n / 4, 2]: half the cos and sin of 2 pi k / n.
 *
 * Source: Cooley and Tukey 1965; Good 1958 for 6 and 10 points; Sorensen et al. 1987,
 * "Real-valued fast Fourier transform algorithms".
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_next"

/* Counts from 0 to blocks - 1, a power of four, with the digits of base 4 reversed. */
static inline int
real_fft_next (int reversed, int blocks)
{
  int digit = blocks / 4;

  while (digit > 0 && (reversed & (3 * digit)) == 3 * digit)
    {
      reversed -= 3 * digit;
      digit /= 4;
    }

  return reversed + digit;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_load"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_next"

/* Puts number k of m = first * blocks to place k / blocks of the block whose index is
 * k % blocks with its digits of base 4 reversed. The last digit becomes the first, which
 * selects a quarter, so four numbers are moved at a time. */
static inline void
real_fft_load (const float *input, int d0, int m, int first, int step, float *data)
{
  const int quarter = m / 4 * step;
  int reversed = 0;

  if (first == m)
    for (int k = 0; k < m; k++)
      {
        data[k * step] = input[2 * k * d0];
        data[k * step + 1] = input[(2 * k + 1) * d0];
      }
  else
    for (int k = 0; k < m; k += 4)
      {
        float *a = data + reversed * first * step;
        float *b = a + quarter;
        float *c = b + quarter;
        float *d = c + quarter;

        a[0] = input[0];
        a[1] = input[d0];
        b[0] = input[2 * d0];
        b[1] = input[3 * d0];
        c[0] = input[4 * d0];
        c[1] = input[5 * d0];
        d[0] = input[6 * d0];
        d[1] = input[7 * d0];
        input += 8 * d0;
        reversed = real_fft_next (reversed, m / first / 4);
        if (reversed == 0)
          data += step;
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_butterfly"

/* Transforms four complex numbers and stores the result. */
static inline void
real_fft_butterfly (float *a,
                    float *b,
                    float *c,
                    float *d,
                    float re0,
                    float im0,
                    float re1,
                    float im1,
                    float re2,
                    float im2,
                    float re3,
                    float im3)
{
  const float even_re = re0 + re2;
  const float even_im = im0 + im2;
  const float odd_re = re0 - re2;
  const float odd_im = im0 - im2;
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

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_first_4"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_butterfly"

/* Transforms each block of 4 of the m complex numbers. */
static inline void
real_fft_first_4 (float *data, int m, int step)
{
  for (int k = 0; k < m; k += 4)
    {
      float *b = data + step;
      float *c = b + step;
      float *d = c + step;

      real_fft_butterfly (data, b, c, d, data[0], data[1], b[0], b[1], c[0], c[1], d[0],
                          d[1]);
      data += 4 * step;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_first_8"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_butterfly"

/* Transforms each block of 8 of the m complex numbers. */
static inline void
real_fft_first_8 (float *data, int m, int step)
{
  const float root = 0.70710678F;

  for (int k = 0; k < m; k += 8)
    {
      float *x1 = data + step;
      float *x2 = x1 + step;
      float *x3 = x2 + step;
      float *x4 = x3 + step;
      float *x5 = x4 + step;
      float *x6 = x5 + step;
      float *x7 = x6 + step;
      const float re0 = data[0] - x4[0];
      const float im0 = data[1] - x4[1];
      const float re1 = x1[0] - x5[0];
      const float im1 = x1[1] - x5[1];
      const float re2 = x2[0] - x6[0];
      const float im2 = x2[1] - x6[1];
      const float re3 = x3[0] - x7[0];
      const float im3 = x3[1] - x7[1];

      real_fft_butterfly (data, x2, x4, x6, data[0] + x4[0], data[1] + x4[1],
                          x1[0] + x5[0], x1[1] + x5[1], x2[0] + x6[0], x2[1] + x6[1],
                          x3[0] + x7[0], x3[1] + x7[1]);
      real_fft_butterfly (x1, x3, x5, x7, re0, im0, root * (re1 + im1),
                          root * (im1 - re1), im2, -re2, root * (im3 - re3),
                          -root * (re3 + im3));
      data += 8 * step;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_dft_3"

/* Transforms three complex numbers. */
static inline void
real_fft_dft_3 (float *a, float *b, float *c)
{
  const float sine = 0.86602540F; /* of a third of a turn */
  const float sum_re = b[0] + c[0];
  const float sum_im = b[1] + c[1];
  const float turned_re = sine * (b[1] - c[1]);
  const float turned_im = sine * (c[0] - b[0]);
  const float rest_re = a[0] - 0.5F * sum_re;
  const float rest_im = a[1] - 0.5F * sum_im;

  a[0] += sum_re;
  a[1] += sum_im;
  b[0] = rest_re + turned_re;
  b[1] = rest_im + turned_im;
  c[0] = rest_re - turned_re;
  c[1] = rest_im - turned_im;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_first_3"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_dft_3"

/* Transforms each block of 3 of the m complex numbers. */
static inline void
real_fft_first_3 (float *data, int m, int step)
{
  for (int k = 0; k < m; k += 3)
    real_fft_dft_3 (data + k * step, data + (k + 1) * step, data + (k + 2) * step);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_dft_5"

/* Transforms five complex numbers. */
static inline void
real_fft_dft_5 (float *a, float *b, float *c, float *d, float *e)
{
  const float cos1 = 0.30901699F; /* of a fifth of a turn */
  const float sin1 = 0.95105652F;
  const float cos2 = -0.80901699F;
  const float sin2 = 0.58778525F;
  const float outer_re = b[0] + e[0];
  const float outer_im = b[1] + e[1];
  const float inner_re = c[0] + d[0];
  const float inner_im = c[1] + d[1];
  const float rest1_re = a[0] + cos1 * outer_re + cos2 * inner_re;
  const float rest1_im = a[1] + cos1 * outer_im + cos2 * inner_im;
  const float rest2_re = a[0] + cos2 * outer_re + cos1 * inner_re;
  const float rest2_im = a[1] + cos2 * outer_im + cos1 * inner_im;
  const float turned1_re = sin1 * (b[1] - e[1]) + sin2 * (c[1] - d[1]);
  const float turned1_im = sin1 * (e[0] - b[0]) + sin2 * (d[0] - c[0]);
  const float turned2_re = sin2 * (b[1] - e[1]) - sin1 * (c[1] - d[1]);
  const float turned2_im = sin2 * (e[0] - b[0]) - sin1 * (d[0] - c[0]);

  a[0] += outer_re + inner_re;
  a[1] += outer_im + inner_im;
  b[0] = rest1_re + turned1_re;
  b[1] = rest1_im + turned1_im;
  c[0] = rest2_re + turned2_re;
  c[1] = rest2_im + turned2_im;
  d[0] = rest2_re - turned2_re;
  d[1] = rest2_im - turned2_im;
  e[0] = rest1_re - turned1_re;
  e[1] = rest1_im - turned1_im;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_first_5"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_dft_5"

/* Transforms each block of 5 of the m complex numbers. */
static inline void
real_fft_first_5 (float *data, int m, int step)
{
  for (int k = 0; k < m; k += 5)
    real_fft_dft_5 (data + k * step, data + (k + 1) * step, data + (k + 2) * step,
                    data + (k + 3) * step, data + (k + 4) * step);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_join"

/* Makes the transform of 2 * odd numbers, odd = 3 or 5, from that of the even ones, which
 * are in their places, and that of the others, taken from number `odd` on. */
static inline void
real_fft_join (float *data, int odd, int step)
{
  float joined[20];
  int even = 0;
  int other = odd;

  for (int k = 0; k < 2 * odd; k++)
    {
      const float *a = data + even * step;
      const float *b = data + other * step;
      const float sign = k % 2 == 0 ? 1.0F : -1.0F;

      joined[2 * k] = a[0] + sign * b[0];
      joined[2 * k + 1] = a[1] + sign * b[1];
      even = even + 2 < 2 * odd ? even + 2 : 0;
      other = other + 2 < 2 * odd ? other + 2 : 1;
    }
  for (int k = 0; k < 2 * odd; k++)
    {
      data[k * step] = joined[2 * k];
      data[k * step + 1] = joined[2 * k + 1];
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_first_6"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_dft_3"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_join"

/* Transforms each block of 6 of the m complex numbers. */
static inline void
real_fft_first_6 (float *data, int m, int step)
{
  for (int k = 0; k < m; k += 6)
    {
      real_fft_dft_3 (data, data + 2 * step, data + 4 * step);
      real_fft_dft_3 (data + 3 * step, data + 5 * step, data + step);
      real_fft_join (data, 3, step);
      data += 6 * step;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_first_10"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_dft_5"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_join"

/* Transforms each block of 10 of the m complex numbers. */
static inline void
real_fft_first_10 (float *data, int m, int step)
{
  for (int k = 0; k < m; k += 10)
    {
      real_fft_dft_5 (data, data + 2 * step, data + 4 * step, data + 6 * step,
                      data + 8 * step);
      real_fft_dft_5 (data + 5 * step, data + 7 * step, data + 9 * step, data + step,
                      data + 3 * step);
      real_fft_join (data, 5, step);
      data += 10 * step;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_radix_4"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_butterfly"

/* Joins each four blocks of `size` numbers to one; m numbers in all. */
static inline void
real_fft_radix_4 (float *data, const float *twiddles, int m, int size, int step)
{
  const int block = size * step;
  const int stride = m / (4 * size) * 6;

  for (int i = 0; i < m; i += 4 * size)
    {
      const float *w = twiddles;
      float *a = data;
      float *b = a + block;
      float *c = b + block;
      float *d = c + block;

      real_fft_butterfly (a, b, c, d, a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]);
      for (int k = 1; k < size; k++)
        {
          w += stride;
          a += step;
          b += step;
          c += step;
          d += step;
          real_fft_butterfly (a, b, c, d, a[0], a[1], b[0] * w[0] + b[1] * w[1],
                              b[1] * w[0] - b[0] * w[1], c[0] * w[2] + c[1] * w[3],
                              c[1] * w[2] - c[0] * w[3], d[0] * w[4] + d[1] * w[5],
                              d[1] * w[4] - d[0] * w[5]);
        }
      data += 4 * block;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_split"

/* Makes the n/2 + 1 bins of the signal from the n/2 of the complex transform. Bins k and
 * n/2 - k are made together, each from both. */
static inline void
real_fft_split (float *data, const float *halves, int n, int step)
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
      halves += 2;
      a += step;
      b -= step;

      const float even_re = 0.5F * (a[0] + b[0]);
      const float even_im = 0.5F * (a[1] - b[1]);
      const float odd_re = a[1] + b[1];
      const float odd_im = b[0] - a[0];
      const float turned_re = odd_re * halves[0] + odd_im * halves[1];
      const float turned_im = odd_im * halves[0] - odd_re * halves[1];

      a[0] = even_re + turned_re;
      a[1] = even_im + turned_im;
      b[0] = even_re - turned_re;
      b[1] = turned_im - even_im;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_load"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_radix_4"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_split"

// input = [d2, n, d0]
// transform: does blocks of `first` numbers; n / 2 is `first` times a power of four
// output = [d2, n / 2 + 1, d0, 2]
static inline void
real_fft_f32 (const float *input,
              const float *twiddles,
              const float *halves,
              int d0,
              int n,
              int d2,
              int first,
              void (*transform) (float *data, int m, int step),
              float *output)
{
  const int step = 2 * d0;

  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        float *data = output + j * (n / 2 + 1) * step + 2 * i;

        real_fft_load (input + j * n * d0 + i, d0, n / 2, first, step, data);
        transform (data, n / 2, step);
        for (int size = first; size < n / 2; size *= 4)
          real_fft_radix_4 (data, twiddles, n / 2, size, step);
        real_fft_split (data, halves, n, step);
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_3_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_first_3"

static inline void
real_fft_3_f32 (const float *input,
                const float *twiddles,
                const float *halves,
                int d0,
                int n,
                int d2,
                float *output)
{
  real_fft_f32 (input, twiddles, halves, d0, n, d2, 3, real_fft_first_3, output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_4_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_first_4"

static inline void
real_fft_4_f32 (const float *input,
                const float *twiddles,
                const float *halves,
                int d0,
                int n,
                int d2,
                float *output)
{
  real_fft_f32 (input, twiddles, halves, d0, n, d2, 4, real_fft_first_4, output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_5_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_first_5"

static inline void
real_fft_5_f32 (const float *input,
                const float *twiddles,
                const float *halves,
                int d0,
                int n,
                int d2,
                float *output)
{
  real_fft_f32 (input, twiddles, halves, d0, n, d2, 5, real_fft_first_5, output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_6_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_first_6"

static inline void
real_fft_6_f32 (const float *input,
                const float *twiddles,
                const float *halves,
                int d0,
                int n,
                int d2,
                float *output)
{
  real_fft_f32 (input, twiddles, halves, d0, n, d2, 6, real_fft_first_6, output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_8_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_first_8"

static inline void
real_fft_8_f32 (const float *input,
                const float *twiddles,
                const float *halves,
                int d0,
                int n,
                int d2,
                float *output)
{
  real_fft_f32 (input, twiddles, halves, d0, n, d2, 8, real_fft_first_8, output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_10_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_first_10"

static inline void
real_fft_10_f32 (const float *input,
                 const float *twiddles,
                 const float *halves,
                 int d0,
                 int n,
                 int d2,
                 float *output)
{
  real_fft_f32 (input, twiddles, halves, d0, n, d2, 10, real_fft_first_10, output);
}
#pragma IMAGINET_FRAGMENT_END
