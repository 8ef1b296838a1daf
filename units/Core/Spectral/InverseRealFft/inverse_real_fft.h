/* Real signals from the first half and the middle of their spectra.
 *
 * With X the spectrum, m = n/2 and w = exp (2 pi sqrt (-1) / n), the transform of the
 * even samples is E[k] = (X[k] + conj X[m - k]) / 2, that of the odd ones
 * O[k] = (X[k] - conj X[m - k]) * w^k / 2. The inverse transform of the m numbers
 * Z[k] = E[k] + sqrt (-1) * O[k] has the even samples as real and the odd ones as
 * imaginary parts, in their order. It is the forward transform of the numbers Z[m - k],
 * with the passes of the real transform and its tables.
 *
 * twiddles = [m / 4, 3, 2]: cos and sin of 2 pi k (j + 1) / m,
 * halves = [n / 4, 2]: half the cos and sin of 2 pi k / n.
 *
 * Source: Sorensen et al. 1987, "Real-valued fast Fourier transform algorithms".
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../RealFft/real_fft.h"

#pragma IMAGINET_FRAGMENT_BEGIN "inverse_real_fft_mirror"

/* The index of block (blocks - q) % blocks, if `reversed` is that of block q: both have
 * their digits of base 4 reversed, so the highest one that is not 0 becomes 4 minus
 * itself, and those below 3 minus themselves. */
static inline int
inverse_real_fft_mirror (int reversed, int blocks)
{
  int digit = blocks / 4;

  if (reversed == 0)
    return 0;
  while (reversed < digit)
    digit /= 4;

  return 5 * digit - 1 - reversed;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "inverse_real_fft_load"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_next"
#pragma IMAGINET_DEPENDENCY "inverse_real_fft.h:inverse_real_fft_mirror"

/* Makes the m complex numbers, divided by m. Numbers k and m - k are made together, each
 * from both bins, and exchange their places: number k belongs to place k / blocks of the
 * block whose index is k % blocks with its digits of base 4 reversed, blocks = m / first.
 */
static inline void
inverse_real_fft_load (const float *input,
                       const float *halves,
                       int step,
                       int n,
                       int first,
                       float *data)
{
  const int m = n / 2;
  const int blocks = m / first;
  const float scale = 1.0F / (float) n;
  const float *a = input;
  const float *b = input + m * step;
  int reversed = 0;
  int row = 0;

  data[0] = scale * a[0] + scale * b[0];
  data[1] = scale * a[0] - scale * b[0];
  for (int k = 1; k <= m / 2; k++)
    {
      reversed = real_fft_next (reversed, blocks);
      row += reversed == 0;
      halves += 2;
      a += step;
      b -= step;

      const int opposite = reversed == 0 ? first - row : first - 1 - row;
      float *y = data + 2 * (reversed * first + row);
      float *z = data +
                 2 * (inverse_real_fft_mirror (reversed, blocks) * first + opposite);
      const float even_re = scale * a[0] + scale * b[0];
      const float even_im = scale * a[1] - scale * b[1];

      if (k == m / 2) /* the same number: conj X[k] */
        {
          y[0] = even_re;
          y[1] = -2.0F * scale * a[1];
          return;
        }

      const float odd_re = 2.0F * (scale * a[0] - scale * b[0]);
      const float odd_im = 2.0F * (scale * a[1] + scale * b[1]);
      const float turned_re = odd_re * halves[0] - odd_im * halves[1];
      const float turned_im = odd_im * halves[0] + odd_re * halves[1];

      z[0] = even_re - turned_im;
      z[1] = even_im + turned_re;
      y[0] = even_re + turned_im;
      y[1] = turned_re - even_im;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "inverse_real_fft_f32"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_radix_4"
#pragma IMAGINET_DEPENDENCY "inverse_real_fft.h:inverse_real_fft_load"

// input = [d2, n / 2 + 1, d0, 2]
// transform: does blocks of `first` numbers; n / 2 is `first` times a power of four
// work = [n], used if d0 > 1
// output = [d2, n, d0]
static inline void
inverse_real_fft_f32 (const float *input,
                      const float *twiddles,
                      const float *halves,
                      int d0,
                      int n,
                      int d2,
                      int first,
                      void (*transform) (float *data, int m, int step),
                      float *work,
                      float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *x = input + (j * (n / 2 + 1) * d0 + i) * 2;
        float *y = output + j * n * d0 + i;
        float *data = d0 == 1 ? y : work;

        inverse_real_fft_load (x, halves, 2 * d0, n, first, data);
        transform (data, n / 2, 2);
        for (int size = first; size < n / 2; size *= 4)
          real_fft_radix_4 (data, twiddles, n / 2, size, 2);
        if (d0 > 1)
          for (int k = 0; k < n; k++)
            y[k * d0] = data[k];
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "inverse_real_fft_3_f32"
#pragma IMAGINET_DEPENDENCY "inverse_real_fft.h:inverse_real_fft_f32"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_first_3"

static inline void
inverse_real_fft_3_f32 (const float *input,
                        const float *twiddles,
                        const float *halves,
                        int d0,
                        int n,
                        int d2,
                        float *work,
                        float *output)
{
  inverse_real_fft_f32 (input, twiddles, halves, d0, n, d2, 3, real_fft_first_3, work,
                        output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "inverse_real_fft_4_f32"
#pragma IMAGINET_DEPENDENCY "inverse_real_fft.h:inverse_real_fft_f32"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_first_4"

static inline void
inverse_real_fft_4_f32 (const float *input,
                        const float *twiddles,
                        const float *halves,
                        int d0,
                        int n,
                        int d2,
                        float *work,
                        float *output)
{
  inverse_real_fft_f32 (input, twiddles, halves, d0, n, d2, 4, real_fft_first_4, work,
                        output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "inverse_real_fft_5_f32"
#pragma IMAGINET_DEPENDENCY "inverse_real_fft.h:inverse_real_fft_f32"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_first_5"

static inline void
inverse_real_fft_5_f32 (const float *input,
                        const float *twiddles,
                        const float *halves,
                        int d0,
                        int n,
                        int d2,
                        float *work,
                        float *output)
{
  inverse_real_fft_f32 (input, twiddles, halves, d0, n, d2, 5, real_fft_first_5, work,
                        output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "inverse_real_fft_6_f32"
#pragma IMAGINET_DEPENDENCY "inverse_real_fft.h:inverse_real_fft_f32"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_first_6"

static inline void
inverse_real_fft_6_f32 (const float *input,
                        const float *twiddles,
                        const float *halves,
                        int d0,
                        int n,
                        int d2,
                        float *work,
                        float *output)
{
  inverse_real_fft_f32 (input, twiddles, halves, d0, n, d2, 6, real_fft_first_6, work,
                        output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "inverse_real_fft_8_f32"
#pragma IMAGINET_DEPENDENCY "inverse_real_fft.h:inverse_real_fft_f32"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_first_8"

static inline void
inverse_real_fft_8_f32 (const float *input,
                        const float *twiddles,
                        const float *halves,
                        int d0,
                        int n,
                        int d2,
                        float *work,
                        float *output)
{
  inverse_real_fft_f32 (input, twiddles, halves, d0, n, d2, 8, real_fft_first_8, work,
                        output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "inverse_real_fft_10_f32"
#pragma IMAGINET_DEPENDENCY "inverse_real_fft.h:inverse_real_fft_f32"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_first_10"

static inline void
inverse_real_fft_10_f32 (const float *input,
                         const float *twiddles,
                         const float *halves,
                         int d0,
                         int n,
                         int d2,
                         float *work,
                         float *output)
{
  inverse_real_fft_f32 (input, twiddles, halves, d0, n, d2, 10, real_fft_first_10, work,
                        output);
}
#pragma IMAGINET_FRAGMENT_END
