/* What the files of a unit's formula share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "evaluation/im-unit-operation.h"
#include "formula/im-unit-formula.h"

G_BEGIN_DECLS

/**
 * im_unit_formula_set_types:
 * @formula: a formula of elaboration
 * @arena: its arena
 * @declared: of each output the declared element type
 *
 * Computes integers in 32 bits at least, keeps them so between two kernels, and stores
 * outputs of integers as they are declared if that is no narrower.
 */
void im_unit_formula_set_types (ImFormula *formula,
                                ImArena *arena,
                                const ImDType *declared);

/**
 * im_unit_formula_write:
 * @self: a formula with its loops
 * @unit: what it belongs to
 * @name: the name of the function: formulas of the same name are the same
 * @inputs: (element-type utf8): the parameters that are its inputs
 * @outputs: (element-type utf8): the parameters that are its outputs
 *
 * Writes its fragments, and the implementations that call them.
 */
void im_unit_formula_write (ImUnitFormula *self,
                            const ImUnit *unit,
                            const char *name,
                            const GPtrArray *inputs,
                            const GPtrArray *outputs);

/**
 * im_unit_formula_find_places:
 * @self: a formula that is fused
 * @unit: what it belongs to
 * @inputs: (element-type utf8): the parameters that are its inputs
 * @outputs: (element-type utf8): the parameters that are its outputs
 *
 * Finds the outputs that may lie in the memory of the input that the unit says.
 */
void im_unit_formula_find_places (ImUnitFormula *self,
                                  const ImUnit *unit,
                                  const GPtrArray *inputs,
                                  const GPtrArray *outputs);

/**
 * im_unit_formula_lower:
 * @self: what gets the formula and its loops
 * @evaluation: an operator
 * @operation: it, bound
 * @inputs: (element-type utf8): gets the parameters that are its variables
 * @problems: the errors of im_sknd_lower(), and `variable` of one that is not given as it
 * is declared, or that is that of an operator which is called
 *
 * Makes the formula of an operator.
 */
void im_unit_formula_lower (ImUnitFormula *self,
                            ImUnitEvaluation *evaluation,
                            const ImUnitOperation *operation,
                            GPtrArray *inputs,
                            ImDiagnostics *problems);

/* Appends a name of an operator that tells its attributes apart, such as `nn_conv` or
 * `nn_conv_5b1f0c22`. */
void im_unit_formula_name_operation (ImUnitEvaluation *evaluation, GString *name);

G_END_DECLS
