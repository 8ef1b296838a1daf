/* The list of problems below the pipeline.
 *
 * A bar says how many there are. The list below it opens when there are some, unless the
 * user has closed it; never while an expression is typed, so that nothing moves then.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "document/state/im-document.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_PROBLEMS (studio_problems_get_type ())
G_DECLARE_FINAL_TYPE (StudioProblems, studio_problems, STUDIO, PROBLEMS, GtkWidget)

/**
 * studio_problems_update:
 * @problems: the list
 * @document: a document
 * @found: its problems, and what else is wrong with what is shown of it
 *
 * Shows problems, and says beside them whether the document can be exported, and if not
 * why.
 */
void studio_problems_update (StudioProblems *problems,
                             ImDocument *document,
                             const ImDiagnostics *found);

/* What the list said the last time. */
guint studio_problems_count_errors (StudioProblems *problems);
gboolean studio_problems_can_export (StudioProblems *problems);

/**
 * studio_problems_new_details:
 * @document: a document
 * @layer: a layer
 *
 * Returns: the problems of that layer with their fixes, for a popover; it fits until the
 *   next change
 */
GtkWidget *studio_problems_new_details (ImDocument *document, guint layer);

/* Whether somebody types an expression in the window of a widget: then what is wrong, or
 * not known, may be so for a moment. */
gboolean studio_problems_are_momentary (GtkWidget *widget);

G_END_DECLS
