/* The list of problems below the pipeline.
 *
 * A bar says how many there are. The list above it opens and closes only when somebody
 * asks for it, and stays as it is while the document is edited.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/session/studio-session.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_PROBLEMS (studio_problems_get_type ())
G_DECLARE_FINAL_TYPE (StudioProblems, studio_problems, STUDIO, PROBLEMS, GtkWidget)

/* Shows the problems of a session, and beside them whether its document can be exported,
 * and if not why. */
void studio_problems_bind (StudioProblems *problems, StudioSession *session);

/* Opens the list with the focus in it, or closes it. */
void studio_problems_toggle (StudioProblems *problems);

/**
 * studio_problems_new_details:
 * @session: a session
 * @node: the name of a node
 *
 * Returns: the errors and warnings at that node with their fixes, for a popover, which
 *   follow the session
 */
GtkWidget *studio_problems_new_details (StudioSession *session, const char *node);

/* Whether somebody types an expression in the window of a widget: then what is wrong, or
 * not known, may be so for a moment. */
gboolean studio_problems_are_momentary (GtkWidget *widget);

G_END_DECLS
