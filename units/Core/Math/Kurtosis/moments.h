/* Sums of the powers of standard deviations from the mean, of which skewness and kurtosis
 * are made.
 *
 * Elements are taken relative to the first one, divided by a power of two near the
 * largest difference, then taken relative to the mean of these, so that neither a large
 * mean nor large or small elements cost digits. If all elements are equal every
 * difference is 0 exactly.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#include "../Sum/pairs.h"

#pragma IMAGINET_FRAGMENT_BEGIN "moments_f32_t"

typedef struct
{
  float center; /* (x - center) * scale - offset is the scaled deviation of x */
  float scale;  /* of deviations, to at most about 1; 0 if all elements are equal */
  float offset;
} moments_f32_t;
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "moments_f32_prepare"
#pragma IMAGINET_DEPENDENCY "moments.h:moments_f32_t"
#pragma IMAGINET_DEPENDENCY "../Sum/pairs.h:pairs_f32_add"
#pragma IMAGINET_DEPENDENCY "../Sum/pairs.h:pairs_f32_total"

static inline moments_f32_t
moments_f32_prepare (const float *x, int step, int count)
{
  const int size = 32;
  moments_f32_t moments = { x[0], 0.0F, 0.0F };
  pairs_f32_t sums;
  float largest = 0.0F;
  int exponent = 0;

  for (int k = 1; k < count; k++)
    {
      const float difference = fabsf (x[k * step] - x[0]);

      if (difference > largest)
        largest = difference;
    }
  if (largest > 0.0F)
    {
      (void) frexpf (largest, &exponent);
      moments.scale = ldexpf (1.0F, exponent < -125 ? 125 : -exponent);
    }

  sums.blocks = 0;
  for (int first = 0; first < count; first += size)
    {
      const int end = count - first < size ? count : first + size;
      float sum = 0.0F;

      for (int k = first; k < end; k++)
        sum += (x[k * step] - moments.center) * moments.scale;
      pairs_f32_add (&sums, sum);
    }
  moments.offset = pairs_f32_total (&sums) / (float) count;

  return moments;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "moments_f32_ratio"
#pragma IMAGINET_DEPENDENCY "moments.h:moments_f32_prepare"
#pragma IMAGINET_DEPENDENCY "../Sum/pairs.h:pairs_f32_add"
#pragma IMAGINET_DEPENDENCY "../Sum/pairs.h:pairs_f32_total"

/* The mean of the third (odd) or fourth power of the deviations, divided by the power 1.5
 * or 2 of the variance; 0 if all elements are equal. */
static inline float
moments_f32_ratio (const float *x, int step, int count, int odd)
{
  const int size = 32;
  const float n = (float) count;
  const moments_f32_t moments = moments_f32_prepare (x, step, count);
  pairs_f32_t squares;
  pairs_f32_t powers;

  if (!(moments.scale > 0.0F))
    return moments.offset; /* 0, or NaN if there is one */

  squares.blocks = 0;
  powers.blocks = 0;
  for (int first = 0; first < count; first += size)
    {
      const int end = count - first < size ? count : first + size;
      float square = 0.0F;
      float power = 0.0F;

      for (int k = first; k < end; k++)
        {
          const float z = (x[k * step] - moments.center) * moments.scale - moments.offset;
          const float zz = z * z;

          square += zz;
          power += zz * (odd ? z : zz);
        }
      pairs_f32_add (&squares, square);
      pairs_f32_add (&powers, power);
    }

  const float variance = pairs_f32_total (&squares) / n;
  const float mean = pairs_f32_total (&powers) / n;

  return mean / (variance * (odd ? sqrtf (variance) : variance));
}
#pragma IMAGINET_FRAGMENT_END
