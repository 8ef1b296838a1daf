/* The class of the largest score, or -1 if even that is too small.
 *
 * An input [rows, n] with n >= 1 becomes an output [rows].
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#include "../../Math/Argmax/argmax.h"

#pragma IMAGINET_FRAGMENT_BEGIN "confidence_threshold_f32"
#pragma IMAGINET_DEPENDENCY "../../Math/Argmax/argmax.h:argmax_f32"

static inline void
confidence_threshold_f32 (const float *input,
                          int n,
                          int rows,
                          float threshold,
                          int32_t *output)
{
  argmax_f32 (input, 1, n, rows, output);
  for (int j = 0; j < rows; j++)
    if (!(input[j * n + output[j]] >= threshold))
      output[j] = -1;
}
#pragma IMAGINET_FRAGMENT_END
