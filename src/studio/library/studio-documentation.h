/* The documentation of a unit, laid out to be read: what it does, with headings, formulas
 * and figures, then its inputs, outputs and options, what it costs, and what computes the
 * same elsewhere.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "unit/im-unit.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_DOCUMENTATION (studio_documentation_get_type ())
G_DECLARE_FINAL_TYPE (StudioDocumentation,
                      studio_documentation,
                      STUDIO,
                      DOCUMENTATION,
                      GtkWidget)

/* Shows a unit, which must live as long as it is shown, or a hint if it is NULL. */
void studio_documentation_set_unit (StudioDocumentation *documentation,
                                    const ImUnit *unit);

G_END_DECLS
