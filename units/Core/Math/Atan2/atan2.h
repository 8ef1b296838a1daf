/* The angles of points of a plane.
 *
 * `b` is stretched to the shape of `a`. A row are the `group2` * `right` elements of the
 * two inner ones of the five loops of a.shape.broadcast (b.shape); one row of b has
 * `right`. Here a are the ordinates y, and b the abscissas x.
 *
 * SPDX-License-Identifier: MIT-0
 */
#pragma once

#include "../Atan/atan.h"
#include "../broadcast.h"

#pragma IMAGINET_INCLUDES_BEGIN
#include <float.h>
#include <math.h>
#pragma IMAGINET_INCLUDES_END

#pragma IMAGINET_FRAGMENT_BEGIN "atan2_f32_one"
#pragma IMAGINET_DEPENDENCY "../Atan/atan.h:atan_f32_one"

/* The angle of the smaller one of the two magnitudes against the larger one is at most an
 * eighth turn; it is mirrored to where the signs and the larger one say. */
static inline float
atan2_f32_one (float y, float x)
{
  const float high = fabsf (y);
  const float wide = fabsf (x);
  const int is_steep = high > wide;
  const float small = is_steep ? wide : high;
  const float large = is_steep ? high : wide;

  if (isnan (y) || isnan (x))
    return y + x;

  float angle = 0.0F;

  if (small > FLT_MAX)
    angle = 0.785398163F;
  else if (large > 0.0F)
    angle = atan_f32_one (small / large);
  if (is_steep)
    angle = 1.57079633F - angle;
  if (signbit (x))
    angle = 3.14159265F - angle;

  return copysignf (angle, y);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "atan2_f32_rows"
#pragma IMAGINET_DEPENDENCY "atan2.h:atan2_f32_one"

static inline void
atan2_f32_rows (const float *a, const float *b, int group2, int right, float *output)
{
  const float first = b[0];

  if (right == 1)
    for (int h = 0; h < group2; h++)
      output[h] = atan2_f32_one (a[h], first);
  else
    for (int h = 0; h < group2; h++)
      for (int z = 0; z < right; z++)
        output[h * right + z] = atan2_f32_one (a[h * right + z], b[z]);
}
#pragma IMAGINET_FRAGMENT_END

#pragma IMAGINET_FRAGMENT_BEGIN "atan2_f32"
#pragma IMAGINET_DEPENDENCY "atan2.h:atan2_f32_rows"
#pragma IMAGINET_DEPENDENCY "../broadcast.h:broadcast_row"

static inline void
atan2_f32 (const float *a,
           const float *b,
           int rows,
           int group1,
           int middle,
           int group2,
           int right,
           float *output)
{
  const int size = group2 * right;

  for (int row = 0; row < rows; row++)
    atan2_f32_rows (a + row * size, b + broadcast_row (row, group1, middle) * right,
                    group2, right, output + row * size);
}
#pragma IMAGINET_FRAGMENT_END
