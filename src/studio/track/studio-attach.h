/* How recordings go into a pipeline: a form that shows which input has which, the first
 * rows of one, which columns become which elements of the input, and how the file is
 * read.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "studio/track/studio-feeds.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_ATTACH (studio_attach_get_type ())
G_DECLARE_FINAL_TYPE (StudioAttach, studio_attach, STUDIO, ATTACH, AdwWindow)

/**
 * studio_attach_present:
 * @parent: the window in front of which it opens
 * @feeds: (transfer full) (element-type StudioFeed): the inputs of a pipeline, at least
 *   one, and their recordings
 * @chosen: which of them is looked at first
 *
 * Shows the form. The signal `attached` says that the recordings are to be attached as it
 * says.
 *
 * Returns: (transfer none): the form
 */
StudioAttach *studio_attach_present (GtkWindow *parent, GPtrArray *feeds, guint chosen);

/* What is to be attached once that is said: a recording, or one for each input that has
 * one. */
const ImFeed *studio_attach_get_feed (StudioAttach *attach);

G_END_DECLS
