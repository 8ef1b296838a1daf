/* Formulas as Python with numpy, from their definition.
 *
 * All sets of indices in a box are enumerated, in the order of their first appearance,
 * and those that are not valid are left out. Nothing of the loops that C gets is used, so
 * that both are readings of one formula that know nothing of each other. Only where no
 * box can be told from single inequalities, the one that the loops stay in is taken.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-loop-nest.h"

G_BEGIN_DECLS

/**
 * im_formula_append_python:
 * @formula: a formula
 * @nests: (element-type ImLoopNest): the loops of each kernel
 * @out: where to append
 *
 * Appends a module with a function that is called as the formula, takes an array for each
 * input, and returns a list of arrays.
 */
void im_formula_append_python (const ImFormula *formula,
                               const GPtrArray *nests,
                               GString *out);

/* Appends a name as it is in Python, where a word of the language gets a `_`. */
void im_formula_append_python_name (const char *name, GString *out);

G_END_DECLS
