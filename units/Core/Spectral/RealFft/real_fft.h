/* The spectrum of real signals along an axis.
 *
 * The n elements of a signal are taken as m = n/2 complex numbers, even ones real, odd
 * ones imaginary. Their fast Fourier transform (decimation in time) runs in the memory of
 * the output: the first pass collects `first` numbers at a time, transforms them, and
 * puts them where passes of radix 4 join each four blocks to one. So m is `first` times a
 * power of four. Last, the spectra of the even and the odd elements are separated and
 * joined to the one of the signal.
 *
 * A complex number is two floats. Functions for a few numbers read x[k * between] as real
 * and x[k * between + im] as imaginary parts, and write pairs that are `step` floats
 * apart; they read all before they write. Factors are stored in the order of their use:
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

/* Counts the blocks, a power of four, with the digits of base 4 in reverse order. */
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

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_dft_4"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_butterfly"

static inline void
real_fft_dft_4 (const float *x, int between, int im, float *y, int step)
{
  const float *x1 = x + between;
  const float *x2 = x1 + between;
  const float *x3 = x2 + between;

  real_fft_butterfly (y, y + step, y + 2 * step, y + 3 * step, x[0], x[im], x1[0], x1[im],
                      x2[0], x2[im], x3[0], x3[im]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_first_4"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_dft_4"

/* Transforms each block of 4 of m numbers in its place. */
static inline void
real_fft_first_4 (float *data, int m, int step)
{
  for (int k = 0; k < m; k += 4)
    real_fft_dft_4 (data + k * step, step, 1, data + k * step, step);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_dft_8"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_butterfly"

static inline void
real_fft_dft_8 (const float *x, int between, int im, float *y, int step)
{
  const float root = 0.70710678F;
  const float *x1 = x + between;
  const float *x2 = x1 + between;
  const float *x3 = x2 + between;
  const float *x4 = x3 + between;
  const float *x5 = x4 + between;
  const float *x6 = x5 + between;
  const float *x7 = x6 + between;
  const float re0 = x[0] - x4[0];
  const float im0 = x[im] - x4[im];
  const float re1 = x1[0] - x5[0];
  const float im1 = x1[im] - x5[im];
  const float re2 = x2[0] - x6[0];
  const float im2 = x2[im] - x6[im];
  const float re3 = x3[0] - x7[0];
  const float im3 = x3[im] - x7[im];

  real_fft_butterfly (y, y + 2 * step, y + 4 * step, y + 6 * step, x[0] + x4[0],
                      x[im] + x4[im], x1[0] + x5[0], x1[im] + x5[im], x2[0] + x6[0],
                      x2[im] + x6[im], x3[0] + x7[0], x3[im] + x7[im]);
  real_fft_butterfly (y + step, y + 3 * step, y + 5 * step, y + 7 * step, re0, im0,
                      root * (re1 + im1), root * (im1 - re1), im2, -re2,
                      root * (im3 - re3), -root * (re3 + im3));
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_first_8"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_dft_8"

/* Transforms each block of 8 of m numbers in its place. */
static inline void
real_fft_first_8 (float *data, int m, int step)
{
  for (int k = 0; k < m; k += 8)
    real_fft_dft_8 (data + k * step, step, 1, data + k * step, step);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_dft_3"

static inline void
real_fft_dft_3 (const float *x, int between, int im, float *y, int step)
{
  const float sine = 0.86602540F; /* of a third of a turn */
  const float *x1 = x + between;
  const float *x2 = x1 + between;
  const float re0 = x[0];
  const float im0 = x[im];
  const float sum_re = x1[0] + x2[0];
  const float sum_im = x1[im] + x2[im];
  const float turned_re = sine * (x1[im] - x2[im]);
  const float turned_im = sine * (x2[0] - x1[0]);
  const float rest_re = re0 - 0.5F * sum_re;
  const float rest_im = im0 - 0.5F * sum_im;

  y[0] = re0 + sum_re;
  y[1] = im0 + sum_im;
  y += step;
  y[0] = rest_re + turned_re;
  y[1] = rest_im + turned_im;
  y += step;
  y[0] = rest_re - turned_re;
  y[1] = rest_im - turned_im;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_first_3"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_dft_3"

/* Transforms each block of 3 of m numbers in its place. */
static inline void
real_fft_first_3 (float *data, int m, int step)
{
  for (int k = 0; k < m; k += 3)
    real_fft_dft_3 (data + k * step, step, 1, data + k * step, step);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_dft_5"

static inline void
real_fft_dft_5 (const float *x, int between, int im, float *y, int step)
{
  const float cos1 = 0.30901699F; /* of a fifth of a turn */
  const float sin1 = 0.95105652F;
  const float cos2 = -0.80901699F;
  const float sin2 = 0.58778525F;
  const float *x1 = x + between;
  const float *x2 = x1 + between;
  const float *x3 = x2 + between;
  const float *x4 = x3 + between;
  const float re0 = x[0];
  const float im0 = x[im];
  const float outer_re = x1[0] + x4[0];
  const float outer_im = x1[im] + x4[im];
  const float inner_re = x2[0] + x3[0];
  const float inner_im = x2[im] + x3[im];
  const float across_outer_re = x1[im] - x4[im];
  const float across_outer_im = x4[0] - x1[0];
  const float across_inner_re = x2[im] - x3[im];
  const float across_inner_im = x3[0] - x2[0];
  const float rest1_re = re0 + cos1 * outer_re + cos2 * inner_re;
  const float rest1_im = im0 + cos1 * outer_im + cos2 * inner_im;
  const float rest2_re = re0 + cos2 * outer_re + cos1 * inner_re;
  const float rest2_im = im0 + cos2 * outer_im + cos1 * inner_im;
  const float turned1_re = sin1 * across_outer_re + sin2 * across_inner_re;
  const float turned1_im = sin1 * across_outer_im + sin2 * across_inner_im;
  const float turned2_re = sin2 * across_outer_re - sin1 * across_inner_re;
  const float turned2_im = sin2 * across_outer_im - sin1 * across_inner_im;

  y[0] = re0 + outer_re + inner_re;
  y[1] = im0 + outer_im + inner_im;
  y += step;
  y[0] = rest1_re + turned1_re;
  y[1] = rest1_im + turned1_im;
  y += step;
  y[0] = rest2_re + turned2_re;
  y[1] = rest2_im + turned2_im;
  y += step;
  y[0] = rest2_re - turned2_re;
  y[1] = rest2_im - turned2_im;
  y += step;
  y[0] = rest1_re - turned1_re;
  y[1] = rest1_im - turned1_im;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_first_5"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_dft_5"

/* Transforms each block of 5 of m numbers in its place. */
static inline void
real_fft_first_5 (float *data, int m, int step)
{
  for (int k = 0; k < m; k += 5)
    real_fft_dft_5 (data + k * step, step, 1, data + k * step, step);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_twice"

/* Transforms 2 * odd numbers with the transform of `odd` ones, 3 or 5: first every other
 * one from number 0 on, then every other one from number `odd` on. Sums and differences
 * of the results need no factors. */
static inline void
real_fft_twice (
    const float *x,
    int between,
    int im,
    int odd,
    void (*transform) (const float *x, int between, int im, float *y, int step),
    float *y,
    int step)
{
  float numbers[20];
  float *a = numbers;
  float *b = numbers + 2 * odd;
  int number = odd;

  for (int k = 0; k < odd; k++)
    {
      a[2 * k] = x[2 * k * between];
      a[2 * k + 1] = x[2 * k * between + im];
      b[2 * k] = x[number * between];
      b[2 * k + 1] = x[number * between + im];
      number = number + 2 < 2 * odd ? number + 2 : 1;
    }
  transform (a, 2, 1, a, 2);
  transform (b, 2, 1, b, 2);
  for (int k = 0; k < odd; k++)
    {
      float *sum = y + (k % 2 == 0 ? k : k + odd) * step;
      float *difference = y + (k % 2 == 0 ? k + odd : k) * step;

      sum[0] = a[2 * k] + b[2 * k];
      sum[1] = a[2 * k + 1] + b[2 * k + 1];
      difference[0] = a[2 * k] - b[2 * k];
      difference[1] = a[2 * k + 1] - b[2 * k + 1];
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_dft_6"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_twice"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_dft_3"

static inline void
real_fft_dft_6 (const float *x, int between, int im, float *y, int step)
{
  real_fft_twice (x, between, im, 3, real_fft_dft_3, y, step);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_first_6"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_dft_6"

/* Transforms each block of 6 of m numbers in its place. */
static inline void
real_fft_first_6 (float *data, int m, int step)
{
  for (int k = 0; k < m; k += 6)
    real_fft_dft_6 (data + k * step, step, 1, data + k * step, step);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_dft_10"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_twice"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_dft_5"

static inline void
real_fft_dft_10 (const float *x, int between, int im, float *y, int step)
{
  real_fft_twice (x, between, im, 5, real_fft_dft_5, y, step);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_first_10"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_dft_10"

/* Transforms each block of 10 of m numbers in its place. */
static inline void
real_fft_first_10 (float *data, int m, int step)
{
  for (int k = 0; k < m; k += 10)
    real_fft_dft_10 (data + k * step, step, 1, data + k * step, step);
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
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_next"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_radix_4"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_split"

// input = [d2, n, d0]
// transform: that of `first` numbers; n / 2 is `first` times a power of four
// output = [d2, n / 2 + 1, d0, 2]
static inline void
real_fft_f32 (const float *input,
              const float *twiddles,
              const float *halves,
              int d0,
              int n,
              int d2,
              int first,
              void (*transform) (const float *x, int between, int im, float *y, int step),
              float *output)
{
  const int step = 2 * d0;
  const int blocks = n / 2 / first;

  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *x = input + j * n * d0 + i;
        float *data = output + j * (n / 2 + 1) * step + 2 * i;
        int reversed = 0;

        for (int k = 0; k < blocks; k++)
          {
            transform (x + k * step, blocks * step, d0, data + reversed * first * step,
                       step);
            reversed = real_fft_next (reversed, blocks);
          }
        for (int size = first; size < n / 2; size *= 4)
          real_fft_radix_4 (data, twiddles, n / 2, size, step);
        real_fft_split (data, halves, n, step);
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_3_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_dft_3"

static inline void
real_fft_3_f32 (const float *input,
                const float *twiddles,
                const float *halves,
                int d0,
                int n,
                int d2,
                float *output)
{
  real_fft_f32 (input, twiddles, halves, d0, n, d2, 3, real_fft_dft_3, output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_4_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_dft_4"

static inline void
real_fft_4_f32 (const float *input,
                const float *twiddles,
                const float *halves,
                int d0,
                int n,
                int d2,
                float *output)
{
  real_fft_f32 (input, twiddles, halves, d0, n, d2, 4, real_fft_dft_4, output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_5_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_dft_5"

static inline void
real_fft_5_f32 (const float *input,
                const float *twiddles,
                const float *halves,
                int d0,
                int n,
                int d2,
                float *output)
{
  real_fft_f32 (input, twiddles, halves, d0, n, d2, 5, real_fft_dft_5, output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_6_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_dft_6"

static inline void
real_fft_6_f32 (const float *input,
                const float *twiddles,
                const float *halves,
                int d0,
                int n,
                int d2,
                float *output)
{
  real_fft_f32 (input, twiddles, halves, d0, n, d2, 6, real_fft_dft_6, output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_8_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_dft_8"

static inline void
real_fft_8_f32 (const float *input,
                const float *twiddles,
                const float *halves,
                int d0,
                int n,
                int d2,
                float *output)
{
  real_fft_f32 (input, twiddles, halves, d0, n, d2, 8, real_fft_dft_8, output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "real_fft_10_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_f32"
#pragma IMAGINET_DEPENDENCY "real_fft.h:real_fft_dft_10"

static inline void
real_fft_10_f32 (const float *input,
                 const float *twiddles,
                 const float *halves,
                 int d0,
                 int n,
                 int d2,
                 float *output)
{
  real_fft_f32 (input, twiddles, halves, d0, n, d2, 10, real_fft_dft_10, output);
}
#pragma IMAGINET_FRAGMENT_END
