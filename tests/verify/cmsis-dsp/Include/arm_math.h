/* A stand-in for CMSIS-DSP with the few functions that units of the tests call, in the
 * places where the library has them. Their results are those of plain sums.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ARM_MATH_H
#define ARM_MATH_H

#include <stdint.h>
#ifndef __GNUC_PYTHON__
#include "cmsis_compiler.h"
#endif

typedef float float32_t;
typedef enum
{
  ARM_MATH_SUCCESS = 0,
  ARM_MATH_ARGUMENT_ERROR = -1
} arm_status;
typedef struct
{
  uint16_t fftLenRFFT;
} arm_rfft_fast_instance_f32;

arm_status arm_rfft_fast_init_f32 (arm_rfft_fast_instance_f32 *S, uint16_t fftLen);
void arm_rfft_fast_f32 (const arm_rfft_fast_instance_f32 *S,
                        float32_t *p,
                        float32_t *pOut,
                        uint8_t ifftFlag);
void arm_cmplx_mag_squared_f32 (const float32_t *pSrc,
                                float32_t *pDst,
                                uint32_t numSamples);

#endif
