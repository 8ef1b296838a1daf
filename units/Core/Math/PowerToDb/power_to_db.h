/* Powers in decibels.
 *
 * What is below a lowest power counts as that. NaN stays NaN.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Log/log.h"

#pragma IMAGINET_FRAGMENT_BEGIN "power_to_db_f32_log"
#pragma IMAGINET_DEPENDENCY "../Log/log.h:log_natural"

/* 10 / ln (10) */
static inline float
power_to_db_f32_log (float power)
{
  return 4.34294482F * log_natural (power);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "power_to_db_f32"
#pragma IMAGINET_DEPENDENCY "power_to_db.h:power_to_db_f32_log"

/* reference_db: the decibels of the power that is to have 0 */
static inline void
power_to_db_f32 (const float *input,
                 int count,
                 float lowest,
                 float reference_db,
                 float *output)
{
  for (int i = 0; i < count; i++)
    output[i] = power_to_db_f32_log (input[i] < lowest ? lowest : input[i]) -
                reference_db;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "power_to_db_f32_peak"

/* The largest element, or `lowest` if all are smaller. */
static inline float
power_to_db_f32_peak (const float *input, int count, float lowest)
{
  float peak = lowest;

  for (int i = 0; i < count; i++)
    if (input[i] > peak)
      peak = input[i];

  return peak;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "power_to_db_range_f32"
#pragma IMAGINET_DEPENDENCY "power_to_db.h:power_to_db_f32"
#pragma IMAGINET_DEPENDENCY "power_to_db.h:power_to_db_f32_peak"

/* range: the smallest part of the largest power that still counts, 0 for none */
static inline void
power_to_db_range_f32 (const float *input,
                       int count,
                       float lowest,
                       float range,
                       float reference_db,
                       float *output)
{
  const float bottom = power_to_db_f32_peak (input, count, lowest) * range;

  power_to_db_f32 (input, count, bottom > lowest ? bottom : lowest, reference_db, output);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "power_to_db_peak_f32"
#pragma IMAGINET_DEPENDENCY "power_to_db.h:power_to_db_f32_log"
#pragma IMAGINET_DEPENDENCY "power_to_db.h:power_to_db_f32"
#pragma IMAGINET_DEPENDENCY "power_to_db.h:power_to_db_f32_peak"

/* The largest power has 0 dB. */
static inline void
power_to_db_peak_f32 (const float *input,
                      int count,
                      float lowest,
                      float range,
                      float *output)
{
  const float peak = power_to_db_f32_peak (input, count, lowest);
  const float bottom = peak * range;

  power_to_db_f32 (input, count, bottom > lowest ? bottom : lowest,
                   power_to_db_f32_log (peak), output);
}
#pragma IMAGINET_FRAGMENT_END
