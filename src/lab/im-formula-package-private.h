/* What the files of packages from formulas share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lab/im-formula-package.h"

G_BEGIN_DECLS

/**
 * ImFormulaDims:
 * @names: (element-type utf8): dims, in order
 * @values: (element-type utf8): of each the expression that gives it
 * @guards: conditions with ` || ` between, of which one holds unless all tensors have the
 * rank that the dims need; "" without tensors
 * @numbers: (element-type utf8): what a condition is about, as expressions
 * @relations: (element-type utf8): what must hold of each, such as `>= 1`
 * @outputs: (element-type utf8): of each output its shape as an expression
 *
 * What a unit says of shapes. All texts are in an arena.
 */
typedef struct
{
  GPtrArray *names;
  GPtrArray *values;
  const char *guards;
  GPtrArray *numbers;
  GPtrArray *relations;
  GPtrArray *outputs;
} ImFormulaDims;

/**
 * im_formula_dims_new:
 * @lab: an answer with a formula
 * @arena: for the dims
 *
 * Returns: (nullable): the dims, or NULL if a shape is none that an expression can say
 */
ImFormulaDims *im_formula_dims_new (const ImFormulaLab *lab, ImArena *arena);

/* The same with the shapes that were tried. */
ImFormulaDims *im_formula_dims_new_fixed (const ImFormulaLab *lab, ImArena *arena);

/**
 * im_formula_package_append_unit:
 * @package: how the unit is called
 * @lab: an answer with a formula
 * @dims: what it says of shapes
 * @example: (nullable): the elements of each output as texts, NULL for no example
 * @out: where to append
 *
 * Appends the unit file.
 */
void im_formula_package_append_unit (const ImFormulaPackage *package,
                                     const ImFormulaLab *lab,
                                     const ImFormulaDims *dims,
                                     const GPtrArray *example,
                                     GString *out);

/* Whether a parameter is a socket of the unit: a tensor with axes. Others are options. */
gboolean im_formula_is_socket (const ImFormulaLab *lab, guint parameter);

/* Appends the elements of an array with blanks between. */
void im_formula_append_elements (const ImArray *array, GString *out);

void im_formula_dims_free (ImFormulaDims *dims);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImFormulaDims, im_formula_dims_free)

G_END_DECLS
