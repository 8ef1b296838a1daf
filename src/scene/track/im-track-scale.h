/* The scale of numbers at the left of a lane.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/display/im-scene.h"

G_BEGIN_DECLS

/**
 * ImTrackScale:
 * @low: number at the lower edge
 * @high: number at the upper edge, > @low
 * @left: where lanes begin
 * @top: upper edge of the lane
 * @height: of the lane
 * @padding: between the edges of the lane and what is in it
 */
typedef struct
{
  double low, high;
  double left;
  double top, height;
  double padding;
} ImTrackScale;

/* Lets a scale be from @low to @high, or around them if they are the same or no range. */
void im_track_scale_fit (ImTrackScale *scale, double low, double high);

double im_track_scale_get_y (const ImTrackScale *scale, double number);

/* Draws ticks and numbers at the left, at 1, 2 or 5 times a power of ten. */
void im_track_scale_draw (const ImTrackScale *scale, ImScene *scene);

G_END_DECLS
