/* What the files of an evaluation share: its state, and conversions of options.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "evaluation/im-unit-operation.h"

G_BEGIN_DECLS

/**
 * ImUnitEvaluation:
 * @lock: held while something is computed, or @arena is used
 * @unit: the unit
 * @arena: where all results live
 * @environment: one slot per parameter
 * @by_slot: the parameter of each slot
 * @failed: (nullable): of each slot that failed: the expression of the file that did
 * @is_bound: of each slot: whether its value was given
 * @refused: (element-type ImUnitBinding): what was given but fits no parameter
 * @operation: (nullable): the operator that the unit is, after it was bound
 */
struct _ImUnitEvaluation
{
  GRecMutex lock;
  const ImUnit *unit;
  ImArena *arena;
  ImEnvironment environment;
  const ImParameter **by_slot;
  const ImUnitExpr **failed;
  gboolean *is_bound;
  GArray *refused;
  ImUnitOperation *operation;
};

/* The error of a condition whose value is no bool. */
const ImExprError *im_unit_evaluation_not_bool (ImUnitEvaluation *evaluation,
                                                const ImUnitExpr *expr,
                                                const ImValue *value);

/* What would make a contract hold that fails: a unit in front of the input, or a rate of
 * it, as a sentence; NULL if neither would. */
char *im_unit_evaluation_dup_remedy (const ImUnitEvaluation *evaluation,
                                     const ImContract *contract);

/**
 * im_unit_evaluation_write_option:
 * @evaluation: an evaluation of an operator
 * @parameter: an option
 * @value: (inout): what it is given
 *
 * Writes a number, a bool or a shape as the language does, where the option takes a text
 * that is written so.
 */
void im_unit_evaluation_write_option (ImUnitEvaluation *evaluation,
                                      const ImParameter *parameter,
                                      ImValue *value);

/**
 * im_unit_evaluation_find_attribute:
 * @evaluation: an evaluation
 * @parameter: an option
 * @value: (out): as a text: the value of an attribute that is written, empty if null
 *
 * Returns: whether @parameter is one that is written, and the operator is bound
 */
gboolean im_unit_evaluation_find_attribute (ImUnitEvaluation *evaluation,
                                            const ImParameter *parameter,
                                            ImValue *value);

/* Frees what is not in the arena of the evaluation. */
void im_unit_operation_clear (ImUnitOperation *operation);

/* The attribute that an assert of an operator is about, from 0: the only one that it
 * names; NULL if it names none or several. */
const char *im_unit_operation_find_asserted (const ImUnit *unit, guint number);

/* Whether an assert of an operator holds; unknown where another problem came before it.
 */
ImContractResult im_unit_operation_check_assert (ImUnitEvaluation *evaluation,
                                                 const ImContract *contract);

/* The value of an output or of a hidden value of an operator. */
gboolean im_unit_evaluation_resolve_part (ImEval *eval,
                                          const ImParameter *parameter,
                                          ImTensorType *type,
                                          ImValue *out);

G_END_DECLS
