/* SPDX-License-Identifier: MIT */
#include "arm_math.h"

arm_status
arm_rfft_fast_init_f32 (arm_rfft_fast_instance_f32 *S, uint16_t fftLen)
{
  S->fftLenRFFT = fftLen;
  return fftLen < 2 || (fftLen & (fftLen - 1)) != 0 ? ARM_MATH_ARGUMENT_ERROR
                                                    : ARM_MATH_SUCCESS;
}
