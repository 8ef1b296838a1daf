/* A time axis with ticks at round numbers.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/display/im-scene.h"

G_BEGIN_DECLS

/**
 * ImTimeAxis:
 * @left: where @from is, in pixels
 * @right: where @to is
 * @from: time at the left
 * @to: time at the right, > @from
 * @is_timed: whether in seconds, else they are counted
 * @counted: (nullable): what is counted, NULL for inputs
 */
typedef struct
{
  double left;
  double right;
  double from;
  double to;
  gboolean is_timed;
  const char *counted;
} ImTimeAxis;

#define IM_TIME_AXIS_HEIGHT 24

double im_time_axis_get_x (const ImTimeAxis *axis, double time);

/* Draws the line at @y and the numbers below it. */
void im_time_axis_draw (const ImTimeAxis *axis, ImScene *scene, double y);

G_END_DECLS
