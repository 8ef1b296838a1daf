/* Lanes of tracks: a heading, and below it signals or bands of labels along a time axis.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "scene/timeline/im-timeline-axis.h"
#include "scene/track/im-track-rows.h"

G_BEGIN_DECLS

/**
 * ImTrackPanel:
 * @tracks: what was recorded
 * @scene: where it is drawn
 * @axis: of all lanes
 * @colours: what im_track_rows_find_colours() gave
 * @shading: (nullable): the track of labels that is shaded behind signals
 */
typedef struct
{
  const ImTracks *tracks;
  ImScene *scene;
  ImTimeAxis axis;
  GHashTable *colours;
  const ImTrack *shading;
} ImTrackPanel;

/**
 * im_track_draw:
 * @panel: where
 * @track: one of its tracks
 * @y: its upper edge
 *
 * Returns: its lower edge
 */
double im_track_draw (const ImTrackPanel *panel, const ImTrack *track, double y);

/* Appends what a track is, parts of a line with @separator between them. */
void im_track_append_facts (const ImTracks *tracks,
                            const ImTrack *track,
                            const char *separator,
                            GString *out);

G_END_DECLS
