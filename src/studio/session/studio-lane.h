/* A signal that is shown over time: the recording of a document, or a pipe of it. It
 * stays the same one where new values take the place of its signal.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "scene/track/im-scene-lane.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_LANE (studio_lane_get_type ())
G_DECLARE_FINAL_TYPE (StudioLane, studio_lane, STUDIO, LANE, GObject)

/**
 * studio_lane_new:
 * @id: what no other lane of the session has, such as the name of an output of a layer
 * @title: what the user reads
 * @signal: its signal, which may still grow
 *
 * Returns: a lane of the kind that suits the signal
 */
StudioLane *studio_lane_new (const char *id, const char *title, ImSignal *signal);

const char *studio_lane_get_id (StudioLane *lane);
const char *studio_lane_get_title (StudioLane *lane);

/* Its signal: the property `signal`, of which only the change is told. */
ImSignal *studio_lane_get_signal (StudioLane *lane);
void studio_lane_set_signal (StudioLane *lane, ImSignal *signal);

/* Whether its values are of what there is now, not of before: the property `current`,
 * which can be set. */
gboolean studio_lane_is_current (StudioLane *lane);

/* How it is drawn: the property `kind`, an ImLaneKind as a number, which can be set. */
ImLaneKind studio_lane_get_kind (StudioLane *lane);

/**
 * studio_lane_get_across:
 * @lane: a lane
 *
 * Returns: (nullable): what a scatter plot has to the right, NULL for the second channel
 */
ImSignal *studio_lane_get_across (StudioLane *lane);

/* Lets it be drawn as a scatter plot, with another lane to the right. */
void studio_lane_scatter (StudioLane *lane, StudioLane *across);

G_END_DECLS
