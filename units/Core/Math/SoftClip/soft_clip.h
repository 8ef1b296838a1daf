/* Elements that are bent towards a limit, the more the larger they are.
 *
 * NaN stays NaN.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Tanh/tanh.h"

#pragma IMAGINET_FRAGMENT_BEGIN "soft_clip_cubic_f32"

/* inverse = 2 / (3 * limit) */
static inline void
soft_clip_cubic_f32 (const float *input,
                     int count,
                     float inverse,
                     float limit,
                     float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i] * inverse;
      const float u = x > 1.0F ? 1.0F : x < -1.0F ? -1.0F : x;

      output[i] = limit * (u * (1.5F - 0.5F * u * u));
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "soft_clip_tanh_f32"
#pragma IMAGINET_DEPENDENCY "../Tanh/tanh.h:tanh_f32_one"

/* inverse = 1 / limit */
static inline void
soft_clip_tanh_f32 (const float *input,
                    int count,
                    float inverse,
                    float limit,
                    float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = limit * tanh_f32_one (input[i] * inverse);
}
#pragma IMAGINET_FRAGMENT_END
