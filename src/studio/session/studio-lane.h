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

/* How it is drawn: the property `kind`, an ImLaneKind. */
ImLaneKind studio_lane_get_kind (StudioLane *lane);

G_END_DECLS
