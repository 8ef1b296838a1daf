/* How much of one kind a pipeline takes of a board: a bar with the limit of the board as
 * a line, both figures, and where they come from. It can be chosen among others.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "verify/im-budget.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_BUDGET_ROW (studio_budget_row_get_type ())
G_DECLARE_FINAL_TYPE (StudioBudgetRow,
                      studio_budget_row,
                      STUDIO,
                      BUDGET_ROW,
                      GtkToggleButton)

/**
 * studio_budget_row_new:
 * @kind: of what
 * @group: (nullable): another row, of which only one is chosen at a time
 *
 * Returns: (transfer floating): a row without figures
 */
GtkWidget *studio_budget_row_new (ImBudgetKind kind, StudioBudgetRow *group);

/* Shows what a pipeline takes of a board. */
void studio_budget_row_show (StudioBudgetRow *row,
                             const ImBudget *budget,
                             const ImBoard *board);

/* How much that is in words, such as `12.3 KiB`. */
char *studio_budget_dup_amount (ImBudgetKind kind, double amount, double frames_hz);

G_END_DECLS
