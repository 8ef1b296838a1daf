/* The inverse discrete Fourier transform of complex spectra along an axis.
 *
 * It is the forward transform of the bins in the order 0, n - 1, n - 2 to 1, divided by
 * n, with the passes of the real transform and the tables of the complex one.
 *
 * A complex number is two floats; d0 floats lie from one index of the axis to the next.
 * twiddles = [n / 4, 3, 2]: cos and sin of 2 pi k (j + 1) / n.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../RealFft/real_fft.h"

#pragma IMAGINET_FRAGMENT_BEGIN "inverse_fft_load"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_next"

/* Puts bin n - k, bin 0 for k = 0, divided by n, to place k / blocks of the block whose
 * index is k % blocks with its digits of base 4 reversed, blocks = n / first >= 4. The
 * last digit becomes the first, which selects a quarter, so four numbers are moved at a
 * time. */
static inline void
inverse_fft_load (const float *input, int n, int first, int step, float *data)
{
  const float scale = 1.0F / (float) n;
  const int quarter = n / 4 * step;
  const float *bin = input;
  int reversed = 0;

  for (int k = 0; k < n; k += 4)
    {
      float *place = data + reversed * first * step;

      for (int i = 0; i < 4; i++)
        {
          place[i * quarter] = scale * bin[0];
          place[i * quarter + 1] = scale * bin[1];
          bin = input + (n - 1 - k - i) * step;
        }
      reversed = real_fft_next (reversed, n / first / 4);
      if (reversed == 0)
        data += step;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "inverse_fft_f32"
#pragma IMAGINET_DEPENDENCY "inverse_fft.h:inverse_fft_load"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_radix_4"

// input = [d2, n, d0]
// transform: does blocks of `first` numbers; n is `first` times a power of four
// output = [d2, n, d0]
static inline void
inverse_fft_f32 (const float *input,
                 const float *twiddles,
                 int d0,
                 int n,
                 int d2,
                 int first,
                 void (*transform) (float *data, int m, int step),
                 float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i += 2)
      {
        float *data = output + j * n * d0 + i;

        inverse_fft_load (input + j * n * d0 + i, n, first, d0, data);
        transform (data, n, d0);
        for (int size = first; size < n; size *= 4)
          real_fft_radix_4 (data, twiddles, n, size, d0);
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "inverse_fft_3_f32"
#pragma IMAGINET_DEPENDENCY "inverse_fft.h:inverse_fft_f32"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_first_3"

static inline void
inverse_fft_3_f32 (const float *input,
                   const float *twiddles,
                   int d0,
                   int n,
                   int d2,
                   float *output)
{
  inverse_fft_f32 (input, twiddles, d0, n, d2, 3, real_fft_first_3, output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "inverse_fft_4_f32"
#pragma IMAGINET_DEPENDENCY "inverse_fft.h:inverse_fft_f32"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_first_4"

static inline void
inverse_fft_4_f32 (const float *input,
                   const float *twiddles,
                   int d0,
                   int n,
                   int d2,
                   float *output)
{
  inverse_fft_f32 (input, twiddles, d0, n, d2, 4, real_fft_first_4, output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "inverse_fft_5_f32"
#pragma IMAGINET_DEPENDENCY "inverse_fft.h:inverse_fft_f32"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_first_5"

static inline void
inverse_fft_5_f32 (const float *input,
                   const float *twiddles,
                   int d0,
                   int n,
                   int d2,
                   float *output)
{
  inverse_fft_f32 (input, twiddles, d0, n, d2, 5, real_fft_first_5, output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "inverse_fft_6_f32"
#pragma IMAGINET_DEPENDENCY "inverse_fft.h:inverse_fft_f32"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_first_6"

static inline void
inverse_fft_6_f32 (const float *input,
                   const float *twiddles,
                   int d0,
                   int n,
                   int d2,
                   float *output)
{
  inverse_fft_f32 (input, twiddles, d0, n, d2, 6, real_fft_first_6, output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "inverse_fft_8_f32"
#pragma IMAGINET_DEPENDENCY "inverse_fft.h:inverse_fft_f32"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_first_8"

static inline void
inverse_fft_8_f32 (const float *input,
                   const float *twiddles,
                   int d0,
                   int n,
                   int d2,
                   float *output)
{
  inverse_fft_f32 (input, twiddles, d0, n, d2, 8, real_fft_first_8, output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "inverse_fft_10_f32"
#pragma IMAGINET_DEPENDENCY "inverse_fft.h:inverse_fft_f32"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_first_10"

static inline void
inverse_fft_10_f32 (const float *input,
                    const float *twiddles,
                    int d0,
                    int n,
                    int d2,
                    float *output)
{
  inverse_fft_f32 (input, twiddles, d0, n, d2, 10, real_fft_first_10, output);
}
#pragma IMAGINET_FRAGMENT_END
