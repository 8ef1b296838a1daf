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
void im_lane_draw_heat (ImLaneDrawing *drawing);
void im_lane_draw_matrix (ImLaneDrawing *drawing);
void im_lane_draw_spectrogram (ImLaneDrawing *drawing);
void im_lane_draw_histogram (ImLaneDrawing *drawing);
void im_lane_draw_scatter (ImLaneDrawing *drawing);
void im_lane_draw_table (ImLaneDrawing *drawing);

/* The smallest and the largest number of the first channels of a signal, as it is as a
 * whole, so that a scale stays where one looks elsewhere; always different. */
void im_lane_find_limits (ImSignal *signal, guint n_channels, double *low, double *high);

/* The value whose middle is nearest to the cursor, or to the middle of what is seen;
 * FALSE if there is none. */
gboolean im_lane_find_value (const ImLane *lane, guint64 *value);

/* The level of a number in heat maps, 0 if it is not finite. */
guint8 im_lane_get_level (double number, double low, double high);

/* Draws numbers from @low to @high below a lane that is no picture of time. */
void im_lane_draw_base (const ImLaneDrawing *drawing, double low, double high);

G_END_DECLS
