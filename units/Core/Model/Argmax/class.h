/* The class of the largest score, marked by a 1 among zeros.
 *
 * Input and output are [rows, n] with n >= 1.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#include "../../Math/Argmax/argmax.h"

#pragma IMAGINET_FRAGMENT_BEGIN "class_one_hot_f32"
#pragma IMAGINET_DEPENDENCY "../../Math/Argmax/argmax.h:argmax_f32"

static inline void
class_one_hot_f32 (const float *input, int n, int rows, int32_t *output)
{
  for (int j = 0; j < rows; j++)
    {
      int32_t index = 0;

      argmax_f32 (input + j * n, 1, n, 1, &index);
      for (int k = 0; k < n; k++)
        output[j * n + k] = k == index;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "class_one_hot_int"
#pragma IMAGINET_DEPENDENCY "../../Math/Argmax/argmax.h:argmax_int"

static inline void
class_one_hot_i{{bits}} (const int{{bits}}_t *input, int n, int rows, int32_t *output)
{
  for (int j = 0; j < rows; j++)
    {
      int32_t index = 0;

      argmax_i{{bits}} (input + j * n, 1, n, 1, &index);
      for (int k = 0; k < n; k++)
        output[j * n + k] = k == index;
    }
}
#pragma IMAGINET_FRAGMENT_END
