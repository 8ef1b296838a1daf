/* The budget panel below the canvas: a board, bars for what the pipeline takes of it, and
 * what takes most of the kind that is chosen; a click on a layer selects it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/session/studio-session.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_BUDGET_PANEL (studio_budget_panel_get_type ())
G_DECLARE_FINAL_TYPE (StudioBudgetPanel,
                      studio_budget_panel,
                      STUDIO,
                      BUDGET_PANEL,
                      GtkWidget)

/* Shows the budget of a session; it is measured while the panel is seen. */
void studio_budget_panel_bind (StudioBudgetPanel *panel, StudioSession *session);

G_END_DECLS
