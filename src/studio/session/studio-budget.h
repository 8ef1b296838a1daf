/* What the pipeline of a document takes of a board, measured again behind edits while
 * somebody looks.
 *
 * An edit stops the measurement that is under way: the next one begins when edits have
 * come to rest. Until then there are the figures of before, which are stale.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "document/state/im-document.h"
#include "run/im-board.h"
#include "studio/session/studio-marks.h"
#include "verify/im-budget.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_BUDGET (studio_budget_get_type ())
G_DECLARE_FINAL_TYPE (StudioBudget, studio_budget, STUDIO, BUDGET, GObject)

/**
 * studio_budget_new:
 * @marks: what layers are marked in by what they take
 *
 * The property `board` is the name of a board, which can be set. Signals: `changed` when
 * figures, their board, the kind that is looked at or what is under way are others.
 *
 * Returns: (transfer full): a budget without a document
 */
StudioBudget *studio_budget_new (StudioMarks *marks);

/* Measures what is another document, or the same one after a change, if somebody looks.
 */
void studio_budget_follow (StudioBudget *budget, ImDocument *document);

/* Whether somebody looks: else nothing is measured, and no layer is marked. */
void studio_budget_set_watched (StudioBudget *budget, gboolean is_watched);

const ImBoard *studio_budget_get_board (StudioBudget *budget);

/* The kind whose parts are looked at. */
ImBudgetKind studio_budget_get_kind (StudioBudget *budget);
void studio_budget_set_kind (StudioBudget *budget, ImBudgetKind kind);

/* Whether layers are marked by what they take of that kind. */
gboolean studio_budget_get_marks_layers (StudioBudget *budget);
void studio_budget_set_marks_layers (StudioBudget *budget, gboolean marks_layers);

/**
 * studio_budget_get_figures:
 * @budget: a budget
 * @is_stale: (out): whether the document has changed since they were measured
 *
 * Returns: (nullable): what was measured last for the core of the board
 */
const ImBudget *studio_budget_get_figures (StudioBudget *budget, gboolean *is_stale);

/* Whether a measurement is under way, or about to begin. */
gboolean studio_budget_is_busy (StudioBudget *budget);

/* Why there are no newer figures, in a sentence; NULL if there are. */
const char *studio_budget_get_problem (StudioBudget *budget);

G_END_DECLS
