/* Computes a formula without compiling it: for previews, and as the second opinion on the
 * C that is made of it.
 *
 * Every element type is computed as C does: floats of single precision round after each
 * operation, integers wrap, and what is aggregated stands in the order of the loops.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-loop-nest.h"

G_BEGIN_DECLS

/**
 * im_formula_run:
 * @formula: a formula
 * @nests: (element-type ImLoopNest): the loops of each kernel
 * @data: the elements of each buffer, axis 0 contiguous; those of the inputs are read,
 * all others written
 *
 * Computes all buffers.
 */
void im_formula_run (const ImFormula *formula, const GPtrArray *nests, gpointer *data);

G_END_DECLS
