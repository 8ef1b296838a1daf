/* The window that takes a pipeline of a project, or a part of any pipeline, out into an
 * .imunit file of its own.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "document/state/im-document.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_TAKE_OUT (studio_take_out_get_type ())
G_DECLARE_FINAL_TYPE (StudioTakeOut, studio_take_out, STUDIO, TAKE_OUT, AdwWindow)

/**
 * studio_take_out_present:
 * @parent: the window of the document
 * @document: what to take it out of, as it is now; it stays as it is
 * @from: (nullable): the pipe that the part begins with, see im_section_write(); NULL for
 *   the start of the pipeline. The user may choose another one
 * @to: (nullable): the pipe that it ends with, NULL for the end
 *
 * Shows the window in front of @parent. What it writes is what `imaginet extract` writes;
 * the signal `saved` has the path, then it closes.
 *
 * Returns: (transfer none): the window
 */
StudioTakeOut *studio_take_out_present (GtkWindow *parent,
                                        ImDocument *document,
                                        const char *from,
                                        const char *to);

G_END_DECLS
