/* Formulas as C99: one function, in which each kernel is a nest of loops.
 *
 * Bounds are constants or affine in the loops around, so that nothing is tested for an
 * element. Reductions stand in the order of the loops and are not re-associated: a
 * compiler that keeps to that, too, computes what im_formula_run() does.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-loop-nest.h"

G_BEGIN_DECLS

/**
 * im_formula_append_c:
 * @formula: a formula
 * @nests: (element-type ImLoopNest): the loops of each kernel
 * @out: where to append
 *
 * Appends a source without anything else in it: headers, what the function calls, and the
 * function. It is called as the formula, and takes a pointer to each buffer: inputs
 * first, then outputs, then those between two kernels.
 */
void im_formula_append_c (const ImFormula *formula, const GPtrArray *nests, GString *out);

/**
 * im_formula_append_c_name:
 * @name: a name in a formula
 * @out: where to append
 *
 * Appends the name as it is in C, where a word of the language gets a `_`.
 */
void im_formula_append_c_name (const char *name, GString *out);

G_END_DECLS
