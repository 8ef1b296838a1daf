/* Real signals from the first half and the middle of their spectra.
 *
 * With X the spectrum, m = n/2 and w = exp (2 pi sqrt (-1) / n), the transform of the
 * even samples is E[k] = (X[k] + conj X[m - k]) / 2, that of the odd ones
 * O[k] = (X[k] - conj X[m - k]) * w^k / 2. The inverse transform of the m numbers
 * E[k] + sqrt (-1) * O[k] has the even samples as real and the odd ones as imaginary
 * parts, which are neighbours in the output; it runs there.
 *
 * Source: Sorensen et al. 1987, "Real-valued fast Fourier transform algorithms".
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Fft/fft.h"

#pragma IMAGINET_FRAGMENT_BEGIN "inverse_real_fft_mirror"

/* The place of number n - k, if `place` != 0 is that of k. Numbers k and n - k differ in
 * the bits above the lowest one, which read backwards are those below the highest one. */
static inline int
inverse_real_fft_mirror (int place, int n)
{
  int bit = n / 2;

  while ((place & bit) == 0)
    bit >>= 1;

  return place ^ (bit - 1);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "inverse_real_fft_load"
#pragma IMAGINET_DEPENDENCY "../Fft/fft.h:fft_next_place"
#pragma IMAGINET_DEPENDENCY "inverse_real_fft.h:inverse_real_fft_mirror"

/* Makes the n/2 complex numbers, divided by n/2, in their places. Numbers k and n/2 - k
 * are made together, each from both bins; `step` floats lie between bins and between
 * places, d0 between real and imaginary parts of places. */
static inline void
inverse_real_fft_load (const float *input,
                       const float *sines,
                       int d0,
                       int n,
                       int step,
                       float *output)
{
  const float scale = 1.0F / (float) n;
  const float *a = input;
  const float *b = input + n / 2 * step;
  int place = 0;

  output[0] = scale * a[0] + scale * b[0];
  output[d0] = scale * a[0] - scale * b[0];
  for (int k = 1; k <= n / 4; k++)
    {
      a += step;
      b -= step;
      place = fft_next_place (place, n / 2);

      const float c = sines[n / 4 - k];
      const float s = sines[k];
      const float even_re = scale * a[0] + scale * b[0];
      const float even_im = scale * a[1] - scale * b[1];
      const float odd_re = scale * a[0] - scale * b[0];
      const float odd_im = scale * a[1] + scale * b[1];
      const float turned_re = odd_re * c - odd_im * s;
      const float turned_im = odd_im * c + odd_re * s;
      float *y = output + place * step;
      float *z = output + inverse_real_fft_mirror (place, n / 2) * step;

      z[0] = even_re + turned_im;
      z[d0] = turned_re - even_im;
      y[0] = even_re - turned_im;
      y[d0] = even_im + turned_re;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "inverse_real_fft_f32"
#pragma IMAGINET_DEPENDENCY "../Fft/fft.h:fft_transform"
#pragma IMAGINET_DEPENDENCY "inverse_real_fft.h:inverse_real_fft_load"

// input = [d2, n / 2 + 1, d0, 2], n a power of two >= 16
// sines = [n / 2]
// output = [d2, n, d0]
static inline void
inverse_real_fft_f32 (const float *input,
                      const float *sines,
                      int d0,
                      int n,
                      int d2,
                      float *output)
{
  const int step = 2 * d0;

  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        float *y = output + j * n * d0 + i;

        inverse_real_fft_load (input + j * (n / 2 + 1) * step + 2 * i, sines, d0, n, step,
                               y);
        fft_transform (y + d0, y, step, n / 2, sines, n); /* exchanged: inverse */
      }
}
#pragma IMAGINET_FRAGMENT_END
