/* Operations as they are typed, read and reported.
 *
 * Operands are shapes (`[2,?,4]`, `*`), types of MLIR (`tensor<2x?xf32>`,
 * `vector<4xf32>`) or types of TML (`tensor<int, 3>`, `real`), each as its rules have
 * them; MLIR also takes shapes.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "broadcast/im-broadcast-family.h"

G_BEGIN_DECLS

/**
 * im_broadcast_report_parse:
 * @rules: the rules
 * @operation: (nullable): what is done, NULL for the usual of @rules
 * @names: (nullable): of the operands, NULL for A, B, C, …
 * @texts: operands
 * @n_texts: their number
 * @declared: (nullable): of MLIR: the declared result
 * @arena: for the report
 * @error: return location for an [error@Im.ShapeError] that names the operand and the
 * column: SYNTAX, RANK or SIZE; also if the number of operands is wrong
 *
 * Reads the operands and compares them. Types of MLIR that are not all tensors or all
 * vectors give a report with the code `type-mismatch`.
 *
 * Returns: (nullable): the report
 */
const ImBroadcastReport *im_broadcast_report_parse (ImBroadcastRules rules,
                                                    const char *operation,
                                                    const char *const *names,
                                                    const char *const *texts,
                                                    guint n_texts,
                                                    const char *declared,
                                                    ImArena *arena,
                                                    GError **error);

G_END_DECLS
