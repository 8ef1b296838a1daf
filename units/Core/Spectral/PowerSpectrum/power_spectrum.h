/* The scaled squares of the magnitudes of complex numbers, each a pair of floats.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_FRAGMENT_BEGIN "power_spectrum_f32"

// input = [count, 2]
// output = [count]; it may begin where the input begins
static inline void
power_spectrum_f32 (const float *input, int count, float scale, float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float re = input[2 * i];
      const float im = input[2 * i + 1];

      output[i] = scale * (re * re + im * im);
    }
}
#pragma IMAGINET_FRAGMENT_END
