/* One problem: what is wrong and where, why, and buttons that fix it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/session/studio-problem.h"
#include "studio/session/studio-session.h"

G_BEGIN_DECLS

/**
 * studio_problem_row_new:
 * @problem: a problem
 * @session: the session that has it, which may try a unit
 * @says_where: whether to name the layer and the line
 *
 * The message with its note. For each value of an option that solves the problem there is
 * a button, such as “Set Stride to 160”, and for a contract that fails in a trial “Try
 * stride = 160”. All of it follows the problem.
 *
 * Returns: a widget, which keeps @problem
 */
GtkWidget *studio_problem_row_new (StudioProblem *problem,
                                   StudioSession *session,
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
