/* Operations of MLIR with the types of their operands.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-broadcast-report.h"
#include "tensor/im-mlir-type.h"

G_BEGIN_DECLS

/**
 * ImMlirOperand:
 * @name: shown for it
 * @text: as it was written
 * @type: its type
 */
typedef struct
{
  const char *name;
  const char *text;
  ImMlirType type;
} ImMlirOperand;

/**
 * im_broadcast_mlir_verify:
 * @rules: rules of MLIR
 * @operation: (nullable): its name
 * @operands: (array length=n_operands): the operands
 * @n_operands: their number
 * @result: (nullable): the declared result
 * @arena: for the report
 *
 * Verifies an operation. Types that are not all tensors or all vectors are refused with
 * the code `type-mismatch`; element types do not count.
 *
 * Returns: the report
 */
const ImBroadcastReport *im_broadcast_mlir_verify (ImBroadcastRules rules,
                                                   const char *operation,
                                                   const ImMlirOperand *operands,
                                                   guint n_operands,
                                                   const ImMlirOperand *result,
                                                   ImArena *arena);

/* The report of an operation that has not exactly one result, with the code
 * `result-count`. */
const ImBroadcastReport *im_broadcast_mlir_refuse_results (ImBroadcastRules rules,
                                                           const char *operation,
                                                           const ImMlirOperand *operands,
                                                           guint n_operands,
                                                           guint n_results,
                                                           ImArena *arena);

G_END_DECLS
