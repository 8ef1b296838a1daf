/* Elements on one side of a threshold become a constant, or all become 0 and 1.
 *
 * NaN stays NaN.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "threshold_below_f32"

static inline void
threshold_below_f32 (const float *input,
                     int count,
                     float threshold,
                     float value,
                     float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i];

      output[i] = x < threshold ? value : x;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "threshold_above_f32"

static inline void
threshold_above_f32 (const float *input,
                     int count,
                     float threshold,
                     float value,
                     float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i];

      output[i] = x > threshold ? value : x;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "threshold_magnitude_f32"

static inline void
threshold_magnitude_f32 (const float *input,
                         int count,
                         float threshold,
                         float value,
                         float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i];

      output[i] = fabsf (x) < threshold ? value : x;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "threshold_binary_f32"

static inline void
threshold_binary_f32 (const float *input, int count, float threshold, float *output)
{
  for (int i = 0; i < count; i++)
    {
      const float x = input[i];

      output[i] = x >= threshold ? 1.0F : x < threshold ? 0.0F : x;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "threshold_int"

/* The elements from `first` to `last` become `value`. */
static inline void
threshold_i{{bits}} (const int{{bits}}_t *input,
                     int count,
                     int32_t first,
                     int32_t last,
                     int32_t value,
                     int{{bits}}_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int32_t x = input[i];

      output[i] = (int{{bits}}_t) (x >= first && x <= last ? value : x);
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "threshold_binary_int"

static inline void
threshold_binary_i{{bits}} (
    const int{{bits}}_t *input,
    int count,
    int32_t threshold,
    int{{bits}}_t *output)
{
  for (int i = 0; i < count; i++)
    {
      const int32_t x = input[i];

      output[i] = x >= threshold;
    }
}
#pragma IMAGINET_FRAGMENT_END
