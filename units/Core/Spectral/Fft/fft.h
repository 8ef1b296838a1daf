/* The discrete Fourier transform of complex signals along an axis.
 *
 * Numbers are put into the output where the first pass expects them, which transforms
 * blocks of `first` numbers, and passes of radix 4 join each four blocks to one: those
 * of the real transform. So n is `first` times a power of four.
 *
 * A complex number is two floats; d0 floats lie from one index of the axis to the next.
 * twiddles = [n / 4, 3, 2]: cos and sin of 2 pi k (j + 1) / n.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../RealFft/real_fft.h"

#pragma IMAGINET_FRAGMENT_BEGIN "fft_load"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_next"

/* Puts number k to place k / blocks of the block whose index is k % blocks with its
 * digits of base 4 reversed, blocks = n / first >= 4. The last digit becomes the first,
 * which selects a quarter, so four numbers are moved at a time. */
static inline void
fft_load (const float *input, int n, int first, int step, float *data)
{
  const int quarter = n / 4 * step;
  int reversed = 0;

  for (int k = 0; k < n; k += 4)
    {
      float *place = data + reversed * first * step;

      for (int i = 0; i < 4; i++)
        {
          place[i * quarter] = input[i * step];
          place[i * quarter + 1] = input[i * step + 1];
        }
      input += 4 * step;
      reversed = real_fft_next (reversed, n / first / 4);
      if (reversed == 0)
        data += step;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fft_f32"
#pragma IMAGINET_DEPENDENCY "fft.h:fft_load"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_radix_4"

// input = [d2, n, d0]
// transform: does blocks of `first` numbers; n is `first` times a power of four
// output = [d2, n, d0]
static inline void
fft_f32 (const float *input,
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

        fft_load (input + j * n * d0 + i, n, first, d0, data);
        transform (data, n, d0);
        for (int size = first; size < n; size *= 4)
          real_fft_radix_4 (data, twiddles, n, size, d0);
      }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fft_3_f32"
#pragma IMAGINET_DEPENDENCY "fft.h:fft_f32"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_first_3"

static inline void
fft_3_f32 (const float *input,
           const float *twiddles,
           int d0,
           int n,
           int d2,
           float *output)
{
  fft_f32 (input, twiddles, d0, n, d2, 3, real_fft_first_3, output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fft_4_f32"
#pragma IMAGINET_DEPENDENCY "fft.h:fft_f32"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_first_4"

static inline void
fft_4_f32 (const float *input,
           const float *twiddles,
           int d0,
           int n,
           int d2,
           float *output)
{
  fft_f32 (input, twiddles, d0, n, d2, 4, real_fft_first_4, output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fft_5_f32"
#pragma IMAGINET_DEPENDENCY "fft.h:fft_f32"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_first_5"

static inline void
fft_5_f32 (const float *input,
           const float *twiddles,
           int d0,
           int n,
           int d2,
           float *output)
{
  fft_f32 (input, twiddles, d0, n, d2, 5, real_fft_first_5, output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fft_6_f32"
#pragma IMAGINET_DEPENDENCY "fft.h:fft_f32"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_first_6"

static inline void
fft_6_f32 (const float *input,
           const float *twiddles,
           int d0,
           int n,
           int d2,
           float *output)
{
  fft_f32 (input, twiddles, d0, n, d2, 6, real_fft_first_6, output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fft_8_f32"
#pragma IMAGINET_DEPENDENCY "fft.h:fft_f32"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_first_8"

static inline void
fft_8_f32 (const float *input,
           const float *twiddles,
           int d0,
           int n,
           int d2,
           float *output)
{
  fft_f32 (input, twiddles, d0, n, d2, 8, real_fft_first_8, output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "fft_10_f32"
#pragma IMAGINET_DEPENDENCY "fft.h:fft_f32"
#pragma IMAGINET_DEPENDENCY "../RealFft/real_fft.h:real_fft_first_10"

static inline void
fft_10_f32 (const float *input,
            const float *twiddles,
            int d0,
            int n,
            int d2,
            float *output)
{
  fft_f32 (input, twiddles, d0, n, d2, 10, real_fft_first_10, output);
}
#pragma IMAGINET_FRAGMENT_END
