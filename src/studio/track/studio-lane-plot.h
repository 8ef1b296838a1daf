/* The picture of a lane, with the cursor and what is selected; or the ruler above all
 * lanes, or the overview of the whole recording, which has no cursor.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/session/studio-lane.h"
#include "studio/session/studio-origin.h"
#include "studio/track/studio-time-view.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_LANE_PLOT (studio_lane_plot_get_type ())
G_DECLARE_FINAL_TYPE (StudioLanePlot, studio_lane_plot, STUDIO, LANE_PLOT, GtkWidget)

/**
 * StudioPlotKind:
 * @STUDIO_PLOT_LANE: a lane, over what is seen
 * @STUDIO_PLOT_RULER: times and labels
 * @STUDIO_PLOT_OVERVIEW: a lane over all there is; what is seen is dragged
 */
typedef enum
{
  STUDIO_PLOT_LANE,
  STUDIO_PLOT_RULER,
  STUDIO_PLOT_OVERVIEW,
} StudioPlotKind;

/**
 * studio_lane_plot_new:
 * @kind: what is shown
 * @view: the time that is shown
 *
 * Returns: a plot without a lane
 */
GtkWidget *studio_lane_plot_new (StudioPlotKind kind, StudioTimeView *view);

/* The lane that is drawn, or NULL. */
void studio_lane_plot_set_lane (StudioLanePlot *plot, StudioLane *lane);

/* Marks what a value is made of, where that is of the lane; of the ruler the time. */
void studio_lane_plot_set_origin (StudioLanePlot *plot, StudioOrigin *origin);

/**
 * studio_lane_plot_set_labels:
 * @plot: a plot
 * @labels: (nullable): a track of labels, which stays while the plot has it
 * @colours: (nullable): of their names, see im_track_rows_find_colours()
 */
void studio_lane_plot_set_labels (StudioLanePlot *plot,
                                  const ImTrack *labels,
                                  GHashTable *colours);

/* Draws again if there are new values. */
void studio_lane_plot_update (StudioLanePlot *plot);

/* The picture as it is now, for an export; NULL if there is nothing to be seen. */
ImScene *studio_lane_plot_draw (StudioLanePlot *plot, double width);

G_END_DECLS
