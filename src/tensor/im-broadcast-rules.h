/* The sets of rules as a table: what each adds to the comparison of columns.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tensor/im-broadcast-report.h"

G_BEGIN_DECLS

/**
 * ImBroadcastRuleSet:
 * @operation: the usual one
 * @mismatch: code of the verdict if sizes of a column differ
 * @allowed: what sizes are allowed, the end of a message
 * @rule: what is done with sizes, a sentence
 * @has_unknown: whether sizes and ranks may be unknown, and a result declared
 * @has_cast: whether a declared size may stand for one that is not known
 * @has_groups: whether one operand is described as stretching into the other
 */
typedef struct
{
  const char *operation;
  const char *mismatch;
  const char *allowed;
  const char *rule;
  gboolean has_unknown;
  gboolean has_cast;
  gboolean has_groups;
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
