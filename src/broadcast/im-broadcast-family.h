/* Whose rules of broadcasting: families, their operations, and which one a text means.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "broadcast/im-broadcast-report.h"

G_BEGIN_DECLS

/**
 * ImBroadcastFamily:
 * @IM_BROADCAST_FAMILY_IMAGINET: System.ShapeBroadcast, and operators of Array
 * @IM_BROADCAST_FAMILY_NUMPY: NumPy
 * @IM_BROADCAST_FAMILY_MLIR: MLIR
 * @IM_BROADCAST_FAMILY_TML: TML, whose rules depend on the operator
 *
 * Who the rules are of. Within a family the operation decides about the rules.
 */
typedef enum
{
  IM_BROADCAST_FAMILY_IMAGINET,
  IM_BROADCAST_FAMILY_NUMPY,
  IM_BROADCAST_FAMILY_MLIR,
  IM_BROADCAST_FAMILY_TML,
  IM_BROADCAST_N_FAMILIES,
} ImBroadcastFamily;

/**
 * ImBroadcastOperation:
 * @name: as it is written, such as `>`
 * @rules: which rules hold for it
 */
typedef struct
{
  const char *name;
  ImBroadcastRules rules;
} ImBroadcastOperation;

/**
 * im_broadcast_get_operations:
 * @first: rules
 * @last: rules that do not come before @first
 * @n: (out): their number
 *
 * Returns: (array length=n): the operations whose rules are from @first to @last; of each
 * family the usual one first
 */
const ImBroadcastOperation *im_broadcast_get_operations (ImBroadcastRules first,
                                                         ImBroadcastRules last,
                                                         guint *n);

/* Its word: `imaginet`, `numpy`, `mlir` or `tml`. */
const char *im_broadcast_family_get_name (ImBroadcastFamily family);

/* Whose rules they are. */
ImBroadcastFamily im_broadcast_rules_get_family (ImBroadcastRules rules);

/* Whether exactly two operands are compared. */
gboolean im_broadcast_rules_is_binary (ImBroadcastRules rules);

/* How many operands an operation (nullable) of these rules has, 0 if any number. */
guint im_broadcast_rules_get_count (ImBroadcastRules rules, const char *operation);

/**
 * im_broadcast_family_dup_operations:
 * @family: a family
 *
 * Returns: its operations with blanks in between
 */
char *im_broadcast_family_dup_operations (ImBroadcastFamily family);

/**
 * im_broadcast_family_find_rules:
 * @family: a family
 * @operation: (nullable): an operation, NULL for the usual one
 * @rules: (out): its rules; untouched on failure
 *
 * Returns: whether the family has the operation
 */
gboolean im_broadcast_family_find_rules (ImBroadcastFamily family,
                                         const char *operation,
                                         ImBroadcastRules *rules);

/**
 * im_broadcast_family_guess:
 * @texts: operands
 * @n_texts: their number
 *
 * Returns: TML if one is a type of TML, MLIR if one is a type of MLIR or has a `?` or
 * `*`, and IMAGINET else
 */
ImBroadcastFamily im_broadcast_family_guess (const char *const *texts, guint n_texts);

/* Whether operations of this name are known to have the trait: `test.broadcastable`, the
 * elementwise ones of tosa, tf and tfl, and `chlo.broadcast_*`. Those of arith, math and
 * stablehlo are elementwise, but want equal shapes. */
gboolean im_mlir_operation_is_known (const char *name);

G_END_DECLS
