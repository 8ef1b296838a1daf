/* The list of problems below the pipeline.
 *
 * A bar says how many there are. The list below it opens when there are some, unless the
 * user has closed it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "document/im-document.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_PROBLEMS (studio_problems_get_type ())
G_DECLARE_FINAL_TYPE (StudioProblems, studio_problems, STUDIO, PROBLEMS, GtkWidget)

/* Shows the problems of a document as they are now. */
void studio_problems_update (StudioProblems *problems, ImDocument *document);

/**
 * studio_problems_new_details:
 * @document: a document
 * @layer: a layer
 *
 * Returns: the problems of that layer with their fixes, for a popover; it fits until the
 *   next change
 */
GtkWidget *studio_problems_new_details (ImDocument *document, guint layer);

G_END_DECLS
