/* Lanes: one signal over the time that is looked at, drawn anew whenever that changes.
 *
 * What a lane costs does not depend on the length of the signal. Behind it lie the spans
 * of labels. Where a number is missing it is hatched, and where one is at a limit of its
 * type there is a mark at the upper edge.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/track/im-scene-tracks.h"
#include "signal/im-signal.h"

G_BEGIN_DECLS

#define IM_LANE_LEFT  56 /* pixels, for numbers */
#define IM_LANE_RIGHT 12

/**
 * ImLaneKind:
 * @IM_LANE_WAVEFORM: channels as lines, up to six on one scale
 * @IM_LANE_SPECTROGRAM: the first channel, frequencies upwards, 90 dB
 * @IM_LANE_HEAT_MAP: each value a column, elements upwards
 * @IM_LANE_MATRIX: the value at the cursor, axis 0 to the right
 * @IM_LANE_HISTOGRAM: how often numbers occur in the time that is looked at
 * @IM_LANE_SCATTER: the first channel against another signal, or its own second channel
 * @IM_LANE_TABLE: the numbers around the cursor
 * @IM_LANE_OVERVIEW: a waveform without numbers
 */
typedef enum
{
  IM_LANE_WAVEFORM,
  IM_LANE_SPECTROGRAM,
  IM_LANE_HEAT_MAP,
  IM_LANE_MATRIX,
  IM_LANE_HISTOGRAM,
  IM_LANE_SCATTER,
  IM_LANE_TABLE,
  IM_LANE_OVERVIEW,
  IM_N_LANE_KINDS,
} ImLaneKind;

/**
 * ImLane:
 * @signal: what is drawn
 * @kind: how
 * @across: (nullable): of IM_LANE_SCATTER: what is to the right
 * @from_s: time at the left
 * @to_s: time at the right, > @from_s
 * @at_s: where the cursor is; NaN for the middle
 * @labels: (nullable): a track of labels
 * @colours: (nullable): of their names, see im_track_rows_find_colours()
 * @width: pixels, more than IM_LANE_LEFT + IM_LANE_RIGHT
 * @height: pixels
 */
typedef struct
{
  ImSignal *signal;
  ImSignal *across;
  ImLaneKind kind;
  double from_s;
  double to_s;
  double at_s;
  const ImTrack *labels;
  GHashTable *colours;
  double width;
  double height;
} ImLane;

/* How a signal is best seen at first. */
ImLaneKind im_lane_choose_kind (const ImSignal *signal);

/* Whether time goes to the right in it, so that it has a cursor. */
gboolean im_lane_is_over_time (ImLaneKind kind);

/**
 * im_scene_lane_new:
 * @lane: what is drawn
 *
 * Returns: a picture of its size
 */
ImScene *im_scene_lane_new (const ImLane *lane);

G_END_DECLS
