/* SPDX-License-Identifier: MIT */
#include "arm_math.h"

void
arm_cmplx_mag_squared_f32 (const float32_t *pSrc, float32_t *pDst, uint32_t numSamples)
{
  for (uint32_t i = 0; i < numSamples; i++)
    pDst[i] = pSrc[2 * i] * pSrc[2 * i] + pSrc[2 * i + 1] * pSrc[2 * i + 1];
}
