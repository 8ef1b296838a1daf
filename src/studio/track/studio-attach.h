/* How a recording goes into a pipeline: a form that shows its first rows, which columns
 * become which elements of the input, and how the file is read.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "program/im-program.h"
#include "recording/im-feed.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_ATTACH (studio_attach_get_type ())
G_DECLARE_FINAL_TYPE (StudioAttach, studio_attach, STUDIO, ATTACH, AdwWindow)

/**
 * studio_attach_is_certain:
 * @feed: a recording, and what is said of how to read it
 * @program: the pipeline
 *
 * Looks at the start of a recording.
 *
 * Returns: whether there is no question: its channels are those of the input, and so is
 *   its rate
 */
gboolean studio_attach_is_certain (const ImFeed *feed, const ImProgram *program);

/**
 * studio_attach_present:
 * @parent: the window in front of which it opens
 * @feed: a recording
 * @program: a pipeline with one input besides times
 *
 * Shows the form. The signal `attached` says that the recording is to be attached as it
 * says.
 *
 * Returns: (transfer none): the form
 */
StudioAttach *studio_attach_present (GtkWindow *parent,
                                     const ImFeed *feed,
                                     ImProgram *program);

/* The recording, and how it is read. */
const ImFeed *studio_attach_get_feed (StudioAttach *attach);

G_END_DECLS
