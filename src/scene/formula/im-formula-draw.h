/* The parts of the picture of a kernel, each drawn below a place.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-loop-nest.h"
#include "scene/display/im-scene.h"
#include "scene/formula/im-formula-lattice.h"

G_BEGIN_DECLS

/**
 * im_formula_matrix_draw:
 * @formula: a formula
 * @kernel: one of its kernels
 * @at: (inout): upper left corner, then the lower left one
 * @scene: where to draw
 *
 * Draws the access matrix.
 *
 * Returns: its right edge
 */
double im_formula_matrix_draw (const ImFormula *formula,
                               const ImKernel *kernel,
                               ImScenePoint *at,
                               ImScene *scene);

/* The same of a lattice. */
double im_formula_lattice_draw (const ImFormulaLattice *lattice,
                                ImScenePoint *at,
                                ImScene *scene);

G_END_DECLS
