/* The sets of rules as a table: what each adds to the comparison of columns.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "broadcast/im-broadcast-report.h"

G_BEGIN_DECLS

/**
 * ImBroadcastScalars:
 * @IM_SCALARS_NONE: there are none
 * @IM_SCALARS_NUMERIC: numbers; the result is the wider type
 * @IM_SCALARS_COMPARED: numbers; the result is bool
 * @IM_SCALARS_BOOL: bools
 * @IM_SCALARS_UINT: uints
 * @IM_SCALARS_ASSIGNED: the second can be assigned to the first, which it becomes
 *
 * What the scalars of nested types may be, and become.
 */
typedef enum
{
  IM_SCALARS_NONE,
  IM_SCALARS_NUMERIC,
  IM_SCALARS_COMPARED,
  IM_SCALARS_BOOL,
  IM_SCALARS_UINT,
  IM_SCALARS_ASSIGNED,
} ImBroadcastScalars;

/**
 * ImBroadcastRuleSet:
 * @operation: the usual one
 * @mismatch: code of the verdict if sizes of a column differ
 * @allowed: what sizes are allowed, the end of a message
 * @rule: what is done with sizes, a sentence
 * @has_unknown: whether sizes and ranks may be unknown, and a result declared
 * @has_cast: whether a declared size may stand for one that is not known
 * @has_more_axes: whether a declared result may have more axes than the operands give
 * @has_groups: whether one operand is described as stretching into the other
 * @is_binary: whether exactly two operands are compared
 * @scalars: of nested types
 * @target: of nested types: see im_broadcast_meet(); IM_TARGET_ALL unless one operand is
 * a scalar
 * @scalar_mismatch: of nested types: code of the verdict if the scalars do not fit
 * @scalars_allowed: of nested types: what scalars are allowed, the end of a message
 */
typedef struct
{
  const char *operation;
  const char *mismatch;
  const char *allowed;
  const char *rule;
  gboolean has_unknown;
  gboolean has_cast;
  gboolean has_more_axes;
  gboolean has_groups;
  gboolean is_binary;
  ImBroadcastScalars scalars;
  gint target;
  const char *scalar_mismatch;
  const char *scalars_allowed;
} ImBroadcastRuleSet;

const ImBroadcastRuleSet *im_broadcast_rule_set_get (ImBroadcastRules rules);

/**
 * im_broadcast_rule_set_get_reason:
 * @set: the rules
 * @code: of a verdict
 *
 * Returns: the rule that decided, a sentence
 */
const char *im_broadcast_rule_set_get_reason (const ImBroadcastRuleSet *set,
                                              const char *code);

G_END_DECLS
