/* What is wrong with a formula that is typed: in a list, with buttons that write what was
 * meant, and marked at its place.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "studio/common/studio-code-page.h"

G_BEGIN_DECLS

/* Puts a text into the place of characters of the formula, so that it can be undone. */
void studio_formula_replace (StudioCodePage *editor,
                             gint start,
                             gint end,
                             const char *text);

/**
 * studio_formula_problems_show:
 * @box: gets a row for each problem, instead of those in it; hidden if there is none
 * @editor: the text that they are of; the worst one is marked in it
 * @diagnostics: the problems
 *
 * Shows problems. Their buttons do nothing when the text has changed since.
 */
void studio_formula_problems_show (GtkBox *box,
                                   StudioCodePage *editor,
                                   const ImDiagnostics *diagnostics);

G_END_DECLS
