/* The window that exports a document as a firmware bundle.
 *
 * It has pages: what is wanted, progress, and either a report or what went wrong. The
 * work is done in other threads on a snapshot, so the document stays as it is.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "document/state/im-document.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_EXPORT (studio_export_get_type ())
G_DECLARE_FINAL_TYPE (StudioExport, studio_export, STUDIO, EXPORT, AdwWindow)

/**
 * studio_export_present:
 * @parent: the window of the document
 * @document: what to export, as it is now
 * @from: (nullable): the pipe that the part to export begins with, see
 * im_section_write(); NULL for the start of the pipeline. The user may choose another one
 * @to: (nullable): the pipe that it ends with, NULL for the end
 *
 * Shows the window in front of @parent.
 */
void studio_export_present (GtkWindow *parent,
                            ImDocument *document,
                            const char *from,
                            const char *to);

G_END_DECLS
