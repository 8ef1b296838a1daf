/* Pitch and roll from acceleration and rotation together.
 *
 * The rotation is integrated, which is right for a short time, and the result follows the
 * tilt that the acceleration shows, which is right on average. Angles are kept in the
 * unit of the output.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#pragma IMAGINET_INCLUDES_BEGIN
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#include "../TiltAngles/tilt_angles.h"

#pragma IMAGINET_FRAGMENT_BEGIN "complementary_filter_t"

typedef struct
{
  float pitch;
  float roll;
  int started; /* whether there has been a sample */
} complementary_filter_t;
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "complementary_filter_reset"
#pragma IMAGINET_DEPENDENCY "complementary_filter.h:complementary_filter_t"

static inline void
complementary_filter_reset (void *state)
{
  complementary_filter_t *filter = (complementary_filter_t *) state;

  filter->pitch = 0.0F;
  filter->roll = 0.0F;
  filter->started = 0;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "complementary_filter_wrap"

/* An angle from -half to half of a turn. */
static inline float
complementary_filter_wrap (float angle, float turn)
{
  if (fabsf (angle) <= 0.5F * turn)
    return angle;

  return angle - turn * floorf (angle / turn + 0.5F);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "complementary_filter_f32"
#pragma IMAGINET_DEPENDENCY "complementary_filter.h:complementary_filter_t"
#pragma IMAGINET_DEPENDENCY "complementary_filter.h:complementary_filter_wrap"
#pragma IMAGINET_DEPENDENCY "../TiltAngles/tilt_angles.h:tilt_angles_pitch"

// acceleration, rotation = [3]
// step = seconds from sample to sample
// weight = the part of the acceleration, from 0 to 1
// unit = what a radian is multiplied by
static inline void
complementary_filter_f32 (const float *acceleration,
                          const float *rotation,
                          void *state,
                          float step,
                          float weight,
                          float unit,
                          float *output)
{
  complementary_filter_t *filter = (complementary_filter_t *) state;
  const float turn = 6.2831853F * unit;
  const float *a = acceleration;
  const float pitch = unit * tilt_angles_pitch (a[0], a[1], a[2]);
  const float roll = unit * atan2f (a[1], a[2]);

  if (!filter->started)
    {
      filter->pitch = pitch;
      filter->roll = roll;
      filter->started = 1;
    }
  else
    {
      const float p = filter->pitch + step * rotation[1];
      const float r = filter->roll + step * rotation[0];
      const float dp = complementary_filter_wrap (pitch - p, turn);
      const float dr = complementary_filter_wrap (roll - r, turn);

      filter->pitch = complementary_filter_wrap (p + weight * dp, turn);
      filter->roll = complementary_filter_wrap (r + weight * dr, turn);
    }
  output[0] = filter->pitch;
  output[1] = filter->roll;
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "complementary_filter_6_f32"
#pragma IMAGINET_DEPENDENCY "complementary_filter.h:complementary_filter_f32"

// input = [6], the acceleration before the rotation
static inline void
complementary_filter_6_f32 (const float *input,
                            void *state,
                            float step,
                            float weight,
                            float unit,
                            float *output)
{
  complementary_filter_f32 (input, input + 3, state, step, weight, unit, output);
}
#pragma IMAGINET_FRAGMENT_END
