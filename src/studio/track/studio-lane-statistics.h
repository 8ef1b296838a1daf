/* What the numbers of all lanes are in the time that is selected, a row for each lane.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/track/studio-time-view.h"

G_BEGIN_DECLS

/**
 * studio_lane_statistics_show:
 * @grid: gets the table in the place of what is in it, and is hidden if nothing is
 *   selected
 * @lanes: a list of #StudioLane
 * @time: what is selected
 */
void studio_lane_statistics_show (GtkGrid *grid,
                                  GListModel *lanes,
                                  const StudioTime *time);

G_END_DECLS
