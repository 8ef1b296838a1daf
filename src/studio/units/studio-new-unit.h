/* A unit from a formula, a template or a function: a form that asks how it is called and
 * where it goes, and writes the package.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "lab/im-formula-lab.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_NEW_UNIT (studio_new_unit_get_type ())
G_DECLARE_FINAL_TYPE (StudioNewUnit, studio_new_unit, STUDIO, NEW_UNIT, AdwWindow)

/**
 * studio_new_unit_present:
 * @parent: the window in front of which it appears
 * @beside: (nullable): the file that somebody works on; the unit goes beside it
 * @question: (nullable): the formula and its inputs, for which there is an answer;
 *   copied. NULL to choose among templates and functions
 *
 * Shows the form. The signal `saved` says that there is a unit, and has the path of its
 * file; its folder becomes one of units where it would not be found otherwise.
 *
 * Returns: (transfer none): the form
 */
StudioNewUnit *studio_new_unit_present (GtkWindow *parent,
                                        const char *beside,
                                        const ImFormulaQuestion *question);

G_END_DECLS
