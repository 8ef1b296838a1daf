/* What the kinds of lanes share: where they are drawn.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/timeline/im-timeline-axis.h"
#include "scene/track/im-scene-lane.h"
#include "scene/track/im-track-scale.h"

G_BEGIN_DECLS

#define IM_LANE_MAX_LINES 6 /* as there are colours of signals */

/**
 * ImLaneDrawing:
 * @lane: what is drawn
 * @scene: where
 * @axis: of time
 * @scale: of numbers; its limits are still to be set
 */
typedef struct
{
  const ImLane *lane;
  ImScene *scene;
  ImTimeAxis axis;
  ImTrackScale scale;
} ImLaneDrawing;

void im_lane_draw_waveform (ImLaneDrawing *drawing);

G_END_DECLS
