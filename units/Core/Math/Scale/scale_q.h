/* The product of each element of a Q type and one number, multiplier / 2^places.
 *
 * The digits behind the stored ones are rounded, halves upwards.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <stdint.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "scale_q7"

/* |multiplier| <= 2^15, places from 0 to 30 */
static inline void
scale_q7 (const int8_t *input, int count, int32_t multiplier, int places, int8_t *output)
{
  const int32_t half = ((int32_t) 1 << places) >> 1;

  for (int i = 0; i < count; i++)
    {
      const int32_t x = (input[i] * multiplier + half) >> places;

      output[i] = x > INT8_MAX ? INT8_MAX : x < INT8_MIN ? INT8_MIN : (int8_t) x;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "scale_q15"

/* |multiplier| <= 2^15, places from 0 to 30 */
static inline void
scale_q15 (const int16_t *input,
           int count,
           int32_t multiplier,
           int places,
           int16_t *output)
{
  const int32_t half = ((int32_t) 1 << places) >> 1;

  for (int i = 0; i < count; i++)
    {
      const int32_t x = (input[i] * multiplier + half) >> places;

      output[i] = x > INT16_MAX ? INT16_MAX : x < INT16_MIN ? INT16_MIN : (int16_t) x;
    }
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "scale_q31"

/* places from 16 to 46 */
static inline void
scale_q31 (const int32_t *input,
           int count,
           int32_t multiplier,
           int places,
           int32_t *output)
{
  const int64_t half = ((int64_t) 1 << places) >> 1;

  for (int i = 0; i < count; i++)
    {
      const int64_t x = ((int64_t) input[i] * multiplier + half) >> places;

      output[i] = x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : (int32_t) x;
    }
}
#pragma IMAGINET_FRAGMENT_END
