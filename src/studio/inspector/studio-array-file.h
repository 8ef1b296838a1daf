/* Files of arrays, such as weights, for the inputs of layers.
 *
 * A pipeline reads arrays from files in its own folder. One that lies elsewhere is copied
 * beside it; a file that is there is never replaced.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "document/state/im-document.h"

G_BEGIN_DECLS

/**
 * studio_array_file_take:
 * @document: a document
 * @path: a file
 * @error: return location for an [error@Im.FileError]; G_IO_ERROR_NOT_SUPPORTED if it is
 *   neither `.npy` nor `.csv`, G_IO_ERROR_NOT_FOUND if the document has no folder yet
 *
 * Returns: (nullable): the expression that reads it from the pipeline, such as
 *   `System.readArray("weights.npy")`
 */
char *studio_array_file_take (ImDocument *document, const char *path, GError **error);

/**
 * studio_array_file_new_chooser:
 * @parent: (nullable): the window that asks
 *
 * Returns: (transfer full): a dialog for files of arrays
 */
GtkFileChooserNative *studio_array_file_new_chooser (GtkWindow *parent);

G_END_DECLS
