/* A lane with its name, the values at the cursor, and a menu of what can be done with it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "studio/session/studio-session.h"
#include "studio/track/studio-lane-plot.h"

G_BEGIN_DECLS

#define STUDIO_LANE_SIDE 168 /* pixels, beside the plot */

#define STUDIO_TYPE_LANE_ROW (studio_lane_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioLaneRow, studio_lane_row, STUDIO, LANE_ROW, GtkWidget)

/**
 * studio_lane_row_new:
 * @lane: a lane
 * @session: the session that has it
 * @view: the time that is shown
 *
 * Returns: a row for it
 */
GtkWidget *studio_lane_row_new (StudioLane *lane,
                                StudioSession *session,
                                StudioTimeView *view);

StudioLanePlot *studio_lane_row_get_plot (StudioLaneRow *row);

G_END_DECLS
