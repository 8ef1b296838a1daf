/* The magnitudes of complex numbers, each a pair of floats.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "magnitude_f32"

// input = [count, 2]
// output = [count]; it may begin where the input begins
static inline void
magnitude_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float re = input[2 * i];
      const float im = input[2 * i + 1];
      const float square = re * re + im * im;

      /* Beyond these bounds the square may have lost digits or have overflowed. */
      if (square > 1e-30F && square < 1e38F)
        output[i] = sqrtf (square);
      else
        output[i] = hypotf (re, im);
    }
}
#pragma IMAGINET_FRAGMENT_END
