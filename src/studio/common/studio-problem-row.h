/* One problem: what is wrong and where, why, and buttons that fix it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "document/state/im-document.h"

G_BEGIN_DECLS

/**
 * studio_problem_row_new:
 * @document: a document
 * @problem: one of its problems
 * @says_where: whether to name the layer and the line
 *
 * The message with its note. For each value of an option that solves the problem there is
 * a button, such as “Set Stride to 160”.
 *
 * Returns: a widget; its buttons fit until the next change
 */
GtkWidget *studio_problem_row_new (ImDocument *document,
                                   const ImDiagnostic *problem,
                                   gboolean says_where);

/**
 * studio_problem_row_new_for_text:
 * @problem: a problem of a text that is no document
 * @button: (transfer floating) (nullable): what solves it
 *
 * Returns: the same with the line
 */
GtkWidget *studio_problem_row_new_for_text (const ImDiagnostic *problem,
                                            GtkWidget *button);

G_END_DECLS
