/* How shapes meet, axis by axis, under one of several sets of rules.
 *
 * All rules align axes at the right and compare them column by column. They differ in
 * which sizes may stretch, whether sizes may be unknown, and what is returned. A report
 * holds the verdict and all that explains it; diagrams, texts and JSON are made from it.
 *
 * Sources: specification, System.ShapeBroadcast and operators of Array; NumPy manual,
 * "Broadcasting"; MLIR, "The Broadcastable Trait"; TML documentation, "Broadcasting".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-broadcast-kernel.h"
#include "tensor/im-nested-type.h"
#include "tensor/im-open-shape.h"

G_BEGIN_DECLS

/**
 * ImBroadcastRules:
 * @IM_BROADCAST_RULES_GROUPS: System.ShapeBroadcast of Imaginet: one of two shapes
 * stretches into the other, in either direction, described by five loop counts
 * @IM_BROADCAST_RULES_OPERATORS: operators of Array of Imaginet: both may stretch
 * @IM_BROADCAST_RULES_NUMPY: both, or all of several, may stretch; 0 is a size
 * @IM_BROADCAST_RULES_NUMPY_IN_PLACE: `+=`: the right operand stretches into the left one
 * @IM_BROADCAST_RULES_NUMPY_ASSIGNMENT: `a[...] = b`: the same, and axes of size 1 that
 * only @b has at its outside are left out
 * @IM_BROADCAST_RULES_NUMPY_MATMUL: `@`: the last axis of the left operand meets the last
 * but one of the right one, all axes before these two broadcast. Columns are those of the
 * result
 * @IM_BROADCAST_RULES_MLIR: sizes may be unknown, and a result may be declared
 * @IM_BROADCAST_RULES_MLIR_CAST: the same, and the declared result may have a size where
 * that of the operands is not known ("implicit cast")
 * @IM_BROADCAST_RULES_MLIR_UPSTREAM: the same as the verifier of LLVM has it since 2023:
 * a declared result may also have more axes than the operands give, of which only the
 * innermost ones are compared
 * @IM_BROADCAST_RULES_TML_ARITHMETIC: nested tensors; at each level both may stretch
 * @IM_BROADCAST_RULES_TML_RELATIONAL: a scalar and a tensor, or equal structures, of
 * numbers
 * @IM_BROADCAST_RULES_TML_LOGICAL: the same of bools
 * @IM_BROADCAST_RULES_TML_BITWISE: the same of uints
 * @IM_BROADCAST_RULES_TML_ASSIGNMENT: the right operand stretches into the type of the
 * left
 */
typedef enum
{
  IM_BROADCAST_RULES_GROUPS,
  IM_BROADCAST_RULES_OPERATORS,
  IM_BROADCAST_RULES_NUMPY,
  IM_BROADCAST_RULES_NUMPY_IN_PLACE,
  IM_BROADCAST_RULES_NUMPY_ASSIGNMENT,
  IM_BROADCAST_RULES_NUMPY_MATMUL,
  IM_BROADCAST_RULES_MLIR,
  IM_BROADCAST_RULES_MLIR_CAST,
  IM_BROADCAST_RULES_MLIR_UPSTREAM,
  IM_BROADCAST_RULES_TML_ARITHMETIC,
  IM_BROADCAST_RULES_TML_RELATIONAL,
  IM_BROADCAST_RULES_TML_LOGICAL,
  IM_BROADCAST_RULES_TML_BITWISE,
  IM_BROADCAST_RULES_TML_ASSIGNMENT,
} ImBroadcastRules;

/**
 * ImBroadcastCellKind:
 * @IM_CELL_OWN: the operand has this size and keeps it
 * @IM_CELL_STRETCHED: the operand's size 1 stretches to that of the result
 * @IM_CELL_ADDED: the operand has no such axis; a 1 is added, stretched or not
 * @IM_CELL_UNKNOWN: its size is not known
 * @IM_CELL_BAD: the size is one of those that contradict each other
 * @IM_CELL_IGNORED: the operand has no known rank and takes no part
 */
typedef enum
{
  IM_CELL_OWN,
  IM_CELL_STRETCHED,
  IM_CELL_ADDED,
  IM_CELL_UNKNOWN,
  IM_CELL_BAD,
  IM_CELL_IGNORED,
} ImBroadcastCellKind;

/**
 * ImBroadcastCell:
 * @kind: what becomes of it
 * @size: of the operand: 1 where it is added, or IM_SIZE_UNKNOWN
 */
typedef struct
{
  ImBroadcastCellKind kind;
  gint64 size;
} ImBroadcastCell;

/**
 * ImBroadcastColumn:
 * @relation: how the sizes meet
 * @group: of IM_BROADCAST_RULES_GROUPS
 * @result: inferred size, IM_SIZE_UNKNOWN if it is not known or there is none
 * @declared: size of the declared result, IM_SIZE_UNKNOWN if it is `?` or nothing is
 * declared
 * @obligation: (nullable): what has to hold at run time, such as `each ? must be 1 or 4`
 */
typedef struct
{
  ImColumnRelation relation;
  ImBroadcastGroup group;
  gint64 result;
  gint64 declared;
  const char *obligation;
} ImBroadcastColumn;

/**
 * ImBroadcastLevel:
 * @rank: number of columns
 * @columns: column 0 is the innermost axis
 * @cells: n_operands of the report times @rank, operand by operand, axis 0 first
 * @shapes: of each operand at this level; rank 0 where it is a scalar that stretches
 *
 * One table. Only nested types have more than one: the next level holds the elements.
 */
typedef struct
{
  guint rank;
  const ImBroadcastColumn *columns;
  const ImBroadcastCell *cells;
  const ImOpenShape *shapes;
} ImBroadcastLevel;

/**
 * ImBroadcastReport:
 * @rules: the rules that decided
 * @operation: what is done, such as `broadcast`, `+`, `>`, `=`
 * @is_ok: the verdict
 * @code: its reason as an identifier, such as `exact`, `runtime-check`, `dim-mismatch`,
 * `too-many-groups`
 * @message: (nullable): what is wrong, where, and what would be allowed; NULL if @is_ok
 * @reason: the rule that decided, a sentence
 * @names: of the operands, such as `A` and `B`
 * @texts: the operands as shapes or types
 * @n_operands: their number
 * @result: (nullable): the result as a shape or type; NULL if there is none
 * @inferred: the result's shape at the first level; not ranked if nothing is inferred
 * @has_declared: whether a result was declared
 * @declared: the declared result
 * @levels: the tables, the outermost first; none if the operands are no shapes at all
 * @n_levels: their number
 * @root: (nullable): of nested types, the scalars: `int + real → real`
 * @is_root_ok: of nested types: whether the scalars fit
 * @has_groups: whether @groups is set
 * @groups: of IM_BROADCAST_RULES_GROUPS
 * @small: of IM_BROADCAST_RULES_GROUPS: number of the operand that stretches
 * @n_results: number of elements of the result, or -1 if unknown or past 2^63 - 1
 *
 * All is in the arena of the report, and immutable. Codes of what broadcasts are `exact`;
 * and of MLIR `runtime-check`, `static-to-dynamic`, `unranked`, and with casts
 * `dynamic-to-static`, as in upstream `more-axes`. Codes of what does not are:
 *
 * - `dim-mismatch`, `overflow` (a loop counts past 2^31 - 1, or there are more than
 *   2^63 - 1 elements) and `unknown-size`
 * - of GROUPS also `too-many-groups`
 * - of MATMUL also `no-axis` and `core-mismatch`
 * - of MLIR `operands-incompatible`, `rank-mismatch`, `result-mismatch`,
 *   `dynamic-to-static`, `no-operand`, `result-count` and `type-mismatch` instead
 * - of TML `structure`, `scalar-type`, `assign-rank`, `assign-dims` and `assign-type`
 */
typedef struct _ImBroadcastReport ImBroadcastReport;

struct _ImBroadcastReport
{
  ImBroadcastRules rules;
  const char *operation;
  gboolean is_ok;
  const char *code;
  const char *message;
  const char *reason;
  const char *const *names;
  const char *const *texts;
  guint n_operands;
  const char *result;
  ImOpenShape inferred;
  gboolean has_declared;
  ImOpenShape declared;
  const ImBroadcastLevel *levels;
  guint n_levels;
  const char *root;
  gboolean is_root_ok;
  gboolean has_groups;
  ImBroadcast groups;
  guint small;
  gint64 n_results;
};

/**
 * ImBroadcastOperand:
 * @name: shown for it, such as `A`
 * @shape: its shape; not of TML
 * @type: (nullable): of TML its type
 * @text: (nullable): as it was written, NULL for that of @shape or @type
 */
typedef struct
{
  const char *name;
  ImOpenShape shape;
  const ImNestedType *type;
  const char *text;
} ImBroadcastOperand;

/**
 * im_broadcast_report_new:
 * @rules: the rules
 * @operation: (nullable): what is done, NULL for the usual of @rules
 * @operands: two for GROUPS and all of TML, one or more else; of ASSIGNMENT the target is
 * the first
 * @n_operands: their number
 * @declared: (nullable): of MLIR: the declared result
 * @arena: for the report
 *
 * Compares all columns, so that all that is wrong is reported and not just the first.
 *
 * Returns: the report
 */
const ImBroadcastReport *im_broadcast_report_new (ImBroadcastRules rules,
                                                  const char *operation,
                                                  const ImBroadcastOperand *operands,
                                                  guint n_operands,
                                                  const ImOpenShape *declared,
                                                  ImArena *arena);

G_END_DECLS
