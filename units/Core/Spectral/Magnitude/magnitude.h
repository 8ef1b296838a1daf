/* The magnitudes of complex numbers, each a pair of floats.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#include <stdint.h>
#include <string.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "magnitude_root"

/* The square root of a number from 0 on. Where sqrtf() has to look for negative ones, to
 * set errno, the instruction of an Arm FPU saves that. */
static inline float
magnitude_root (float square)
{
#if defined(__GNUC__) && defined(__ARM_FP) && (__ARM_FP & 4)
  float root;

  __asm__("vsqrt.f32 %0, %1" : "=t"(root) : "t"(square));
  return root;
#else
  return sqrtf (square);
#endif
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "magnitude_of"
#pragma IMAGINET_DEPENDENCY "magnitude.h:magnitude_root"

/* The magnitude of one complex number, also where its square underflows or overflows. */
static inline float
magnitude_of (float re, float im)
{
  const float square = re * re + im * im;
  uint32_t bits;

  /* From 1e-30 to 1e38 the square has all its digits. */
  memcpy (&bits, &square, sizeof bits);
  if (bits - 0x0da24260U < 0x7e967699U - 0x0da24260U)
    return magnitude_root (square);

  return hypotf (re, im);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "magnitude_f32"
#pragma IMAGINET_DEPENDENCY "magnitude.h:magnitude_of"

// input = [count, 2]
// output = [count]; it may begin where the input begins
static inline void
magnitude_f32 (const float *input, int count, float *output)
{
  for (int i = 0; i < count; i++)
    {
      output[i] = magnitude_of (input[0], input[1]);
      input += 2;
    }
}
#pragma IMAGINET_FRAGMENT_END
