/* What was recorded of a track: a node of a graph that keeps data or labels. Its
 * recording is one that was chosen, or else the session or recording beside the file of
 * the graph.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "document/state/im-document-graph.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_TRACK (studio_track_get_type ())
G_DECLARE_FINAL_TYPE (StudioTrack, studio_track, STUDIO, TRACK, GtkWidget)

/* Whether a node is a track of data or of labels. */
gboolean studio_track_is_one (ImDocument *document, guint node);

/**
 * studio_track_new:
 * @document: a document
 * @node: the number of one of its tracks
 *
 * Shows a track. What is chosen for it holds for all tracks of the document, until that
 * is closed.
 *
 * Returns: a new widget
 */
GtkWidget *studio_track_new (ImDocument *document, guint node);

G_END_DECLS
