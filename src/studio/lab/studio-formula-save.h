/* A unit from a formula: a form that asks how it is called and where it goes, writes the
 * package, and opens it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "lab/im-formula-lab.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_FORMULA_SAVE (studio_formula_save_get_type ())
G_DECLARE_FINAL_TYPE (StudioFormulaSave,
                      studio_formula_save,
                      STUDIO,
                      FORMULA_SAVE,
                      AdwWindow)

/**
 * studio_formula_save_present:
 * @parent: the window in front of which it appears
 * @question: the formula and its inputs, for which there is an answer; copied
 *
 * Shows the form. The signal `saved` says that there is a unit, and has the path of its
 * file.
 *
 * Returns: (transfer none): the form
 */
StudioFormulaSave *studio_formula_save_present (GtkWindow *parent,
                                                const ImFormulaQuestion *question);

G_END_DECLS
