/* How far a sensor is tilted, from the direction of gravity.
 *
 * An input [d2, 3, d0] becomes an output [d2, 2, d0]: d0 = input.shape.step (axis), d2 =
 * input.shape.slot (axis).
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#include "../Magnitude3/magnitude3.h"

#pragma IMAGINET_FRAGMENT_BEGIN "tilt_angles_pitch"
#pragma IMAGINET_DEPENDENCY "../Magnitude3/magnitude3.h:magnitude3_length"

/* Lengths that are not a float of full precision are scaled before, which is exact. */
static inline float
tilt_angles_pitch (float x, float y, float z)
{
  const float up = 1267650600228229401496703205376.0F; /* 2^100 */
  const float down = 1.0F / up;
  const float size = fabsf (x) + fabsf (y) + fabsf (z);

  if (size < 1e-30F)
    return atan2f (-x * up, magnitude3_length (0.0F, y * up, z * up));
  if (size > 1e30F)
    return atan2f (-x * down, magnitude3_length (0.0F, y * down, z * down));

  return atan2f (-x, magnitude3_length (0.0F, y, z));
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "tilt_angles_f32"
#pragma IMAGINET_DEPENDENCY "tilt_angles.h:tilt_angles_pitch"

// unit = what a radian is multiplied by
static inline void
tilt_angles_f32 (const float *input, float unit, int d0, int d2, float *output)
{
  for (int j = 0; j < d2; j++)
    for (int i = 0; i < d0; i++)
      {
        const float *v = input + j * 3 * d0 + i;
        float *angles = output + j * 2 * d0 + i;

        angles[0] = unit * tilt_angles_pitch (v[0], v[d0], v[2 * d0]);
        angles[d0] = unit * atan2f (v[d0], v[2 * d0]);
      }
}
#pragma IMAGINET_FRAGMENT_END
