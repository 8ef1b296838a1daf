/* What a pipeline is given and what flows in it, over time: lanes one below the other,
 * with one cursor, an overview, and the statistics of what is selected.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/session/studio-session.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_TRACKS (studio_tracks_get_type ())
G_DECLARE_FINAL_TYPE (StudioTracks, studio_tracks, STUDIO, TRACKS, GtkWidget)

/**
 * studio_tracks_bind:
 * @tracks: tracks
 * @session: whose lanes are shown; the first one is the recording that belongs to the
 *   file of the document
 */
void studio_tracks_bind (StudioTracks *tracks, StudioSession *session);

G_END_DECLS
