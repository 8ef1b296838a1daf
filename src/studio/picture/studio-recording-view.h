/* A recording over time: its signals with the bands of its labels, and what is under the
 * pointer. The file is read in a thread; while it is read, and if it cannot be read, a
 * text says so in the place of the picture.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "recording/im-recorded-tracks.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_RECORDING_VIEW (studio_recording_view_get_type ())
G_DECLARE_FINAL_TYPE (StudioRecordingView,
                      studio_recording_view,
                      STUDIO,
                      RECORDING_VIEW,
                      GtkWidget)

/**
 * studio_recording_view_new:
 * @width: of the picture, in pixels
 *
 * Returns: an empty view
 */
GtkWidget *studio_recording_view_new (double width);

/**
 * studio_recording_view_load:
 * @view: a view
 * @path: (nullable): see im_recorded_tracks_load(); NULL for nothing
 * @track: (nullable): of a session: the track of data that is wanted
 * @only_labels: whether only labels are wanted; they are counted below the picture then
 *
 * Reads a file, instead of the one that was wanted until now.
 */
void studio_recording_view_load (StudioRecordingView *view,
                                 const char *path,
                                 const char *track,
                                 gboolean only_labels);

G_END_DECLS
