/* The Formula Lab: a window in which a formula of Tile is typed, and everything that
 * follows from it is seen: its mathematics, its output, which indices are valid, its
 * loops and its C.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_FORMULA_LAB (studio_formula_lab_get_type ())
G_DECLARE_FINAL_TYPE (StudioFormulaLab,
                      studio_formula_lab,
                      STUDIO,
                      FORMULA_LAB,
                      AdwWindow)

/**
 * studio_formula_lab_present:
 * @parent: (nullable): the window in front of which it appears
 *
 * Shows a new Formula Lab with an example.
 */
void studio_formula_lab_present (GtkWindow *parent);

G_END_DECLS
