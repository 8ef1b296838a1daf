/* What a shipped unit costs, and what computes the same elsewhere, as widgets.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "unit/im-unit.h"

G_BEGIN_DECLS

/* Appends both to a vertical box; of units that are not shipped nothing is known. */
void studio_unit_cost_add (GtkBox *box, const ImUnit *unit);

G_END_DECLS
