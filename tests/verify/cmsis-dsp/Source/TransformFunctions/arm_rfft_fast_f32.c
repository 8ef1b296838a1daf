/* The parts at 0 and at half the rate are real and come first.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "arm_math.h"

void
arm_rfft_fast_f32 (const arm_rfft_fast_instance_f32 *S,
                   float32_t *p,
                   float32_t *pOut,
                   uint8_t ifftFlag)
{
  int n = S->fftLenRFFT;

  (void) ifftFlag;
  for (int k = 0; k <= n / 2; k++)
    {
      double re = 0, im = 0;
      for (int i = 0; i < n; i++)
        {
          re += p[i] * cos (6.283185307179586 * k * i / n);
          im -= p[i] * sin (6.283185307179586 * k * i / n);
        }
      if (k == 0)
        pOut[0] = (float32_t) re;
      else if (k == n / 2)
        pOut[1] = (float32_t) re;
      else
        {
          pOut[2 * k] = (float32_t) re;
          pOut[2 * k + 1] = (float32_t) im;
        }
    }
}
