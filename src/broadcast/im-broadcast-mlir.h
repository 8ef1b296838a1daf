/* Which operations of MLIR broadcast, and what is said of their types.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "broadcast/im-broadcast-report.h"
#include "mlir/im-mlir-reader.h"

G_BEGIN_DECLS

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

/**
 * im_broadcast_report_parse_mlir:
 * @line: `%r = "test.op"(%a, %b) : (tensor<1x2xi32>, tensor<2xi32>) -> tensor<1x2xi32>`;
 * what stands in front of the types only gives names
 * @rules: IM_BROADCAST_RULES_MLIR or IM_BROADCAST_RULES_MLIR_CAST
 * @arena: for the report
 * @error: return location for an [error@Im.ShapeError] that names the column of @line:
 * SYNTAX, RANK or SIZE
 *
 * Reads an operation of MLIR and verifies it. A `>` may be missing at the end of a type.
 *
 * Returns: (nullable): the report
 */
const ImBroadcastReport *im_broadcast_report_parse_mlir (const char *line,
                                                         ImBroadcastRules rules,
                                                         ImArena *arena,
                                                         GError **error);

/* Called for an operation or a problem of a text; there is a report (nullable) of an
 * operation whose types are read. */
typedef void (*ImBroadcastMlirFunc) (const ImMlirEntry *entry,
                                     const ImBroadcastReport *report,
                                     gpointer data);

/**
 * im_broadcast_mlir_read:
 * @text: a text without zero bytes
 * @length: number of bytes
 * @rules: rules of MLIR
 * @names: (nullable) (array zero-terminated=1): names of operations that are judged, in
 * which `*` stands for any letters; NULL for those of im_mlir_operation_is_known()
 * @func: called for each operation and each problem, in the order of the text
 * @data: for @func
 *
 * Judges what im_mlir_read() finds.
 */
void im_broadcast_mlir_read (const char *text,
                             gsize length,
                             ImBroadcastRules rules,
                             const char *const *names,
                             ImBroadcastMlirFunc func,
                             gpointer data);

G_END_DECLS
