/* A window with a recording over time.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "recording/im-recorded-tracks.h"

G_BEGIN_DECLS

/**
 * studio_recording_window_present:
 * @parent: the window in front of which it appears
 * @path: an .imsession or .label file, or a recording
 *
 * Shows a recording with its labels, read anew if the parent has a window for it already.
 * Escape closes the window.
 */
void studio_recording_window_present (GtkWindow *parent, const char *path);

/* Lets a chooser of files show the files that can be shown here. */
void studio_recording_add_filter (GtkFileChooser *chooser);

G_END_DECLS
