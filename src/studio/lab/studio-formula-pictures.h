/* The pictures of one kernel of a formula, below fields that choose the kernel and the
 * two indices whose valid values are seen: the lattice, the accesses, and the loops.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/lab/studio-formula-drawing.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_FORMULA_PICTURES (studio_formula_pictures_get_type ())
G_DECLARE_FINAL_TYPE (StudioFormulaPictures,
                      studio_formula_pictures,
                      STUDIO,
                      FORMULA_PICTURES,
                      GtkWidget)

/**
 * studio_formula_pictures_show:
 * @pictures: the pictures
 * @formula: a formula
 * @drawing: what is drawn of it; all scenes but that of mathematics are taken
 *
 * The signal `chosen` says that something else is to be drawn.
 */
void studio_formula_pictures_show (StudioFormulaPictures *pictures,
                                   const ImFormula *formula,
                                   StudioFormulaDrawing *drawing);

/* What the user wants to see. */
StudioFormulaChoice studio_formula_pictures_get_choice (StudioFormulaPictures *pictures);

/* The formula is another one: indices that were chosen mean nothing any more. */
void studio_formula_pictures_forget_pair (StudioFormulaPictures *pictures);

G_END_DECLS
