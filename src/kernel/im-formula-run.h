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

#define IM_FORMULA_ERROR (im_formula_error_quark ())

/**
 * ImFormulaError:
 * @IM_FORMULA_ERROR_INDEX: a computed index lies outside of its axis
 */
typedef enum
{
  IM_FORMULA_ERROR_INDEX,
} ImFormulaError;

GQuark im_formula_error_quark (void);

/**
 * im_formula_run:
 * @formula: a formula
 * @nests: (element-type ImLoopNest): the loops of each kernel
 * @data: the elements of each buffer, axis 0 contiguous; those of the inputs are read,
 * all others written; those of tables are not looked at
 * @error: return location for an [error@Im.FormulaError], which names the buffer, the
 * axis, the index and what it was computed for
 *
 * Returns: whether all buffers were computed
 */
gboolean im_formula_run (const ImFormula *formula,
                         const GPtrArray *nests,
                         gpointer *data,
                         GError **error);

G_END_DECLS
