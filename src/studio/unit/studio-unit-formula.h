/* The formula of a unit, for what is tried on its page: as mathematics, the text of its
 * file, the C and the Python that follow from it, and its pictures.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "evaluation/im-unit-evaluation.h"
#include "unit/im-unit-library.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_UNIT_FORMULA (studio_unit_formula_get_type ())
G_DECLARE_FINAL_TYPE (StudioUnitFormula,
                      studio_unit_formula,
                      STUDIO,
                      UNIT_FORMULA,
                      GtkWidget)

/* Whether there is something to show: an implementation in Tile. */
gboolean studio_unit_has_formula (const ImUnit *unit);

GtkWidget *studio_unit_formula_new (void);

/**
 * studio_unit_formula_update:
 * @view: a view
 * @evaluation: what is tried; not needed any more behind this
 * @library: what reads the files of the unit
 *
 * Shows what follows. Where nothing does, it says why, and the text is still there.
 */
void studio_unit_formula_update (StudioUnitFormula *view,
                                 ImUnitEvaluation *evaluation,
                                 ImUnitLibrary *library);

G_END_DECLS
