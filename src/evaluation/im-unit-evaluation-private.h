/* What the files of an evaluation share: its state, and conversions of options.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "evaluation/im-unit-evaluation.h"

G_BEGIN_DECLS

/**
 * ImUnitEvaluation:
 * @unit: the unit
 * @arena: where all results live
 * @environment: one slot per parameter
 * @by_slot: the parameter of each slot
 * @failed: (nullable): of each slot that failed: the expression of the file that did
 * @is_bound: of each slot: whether its value was given
 * @refused: (element-type ImUnitBinding): what was given but fits no parameter
 */
struct _ImUnitEvaluation
{
  const ImUnit *unit;
  ImArena *arena;
  ImEnvironment environment;
  const ImParameter **by_slot;
  const ImUnitExpr **failed;
  gboolean *is_bound;
  GArray *refused;
};

/* The error of a condition whose value is no bool. */
const ImExprError *im_unit_evaluation_not_bool (ImUnitEvaluation *evaluation,
                                                const ImUnitExpr *expr,
                                                const ImValue *value);

/* What would make a contract hold that fails: a unit in front of the input, or a rate of
 * it, as a sentence; NULL if neither would. */
char *im_unit_evaluation_dup_remedy (const ImUnitEvaluation *evaluation,
                                     const ImContract *contract);

G_END_DECLS
