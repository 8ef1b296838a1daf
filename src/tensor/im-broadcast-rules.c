/* SPDX-License-Identifier: MIT */
#include "tensor/im-broadcast-rules.h"

#define EQUAL_OR_ONE "sizes of a column have to be equal, or 1"

static const ImBroadcastRuleSet sets[] = {
  [IM_BROADCAST_RULES_GROUPS] = {
      .operation = "broadcast",
      .mismatch = "dim-mismatch",
      .allowed = "sizes of a column have to be equal, or 1 in the shape that stretches",
      .rule = "One shape stretches into the other: each of its sizes is equal or 1, and a "
              "missing axis counts as 1.",
      .has_groups = TRUE,
  },
  [IM_BROADCAST_RULES_OPERATORS] = {
      .operation = "+",
      .mismatch = "dim-mismatch",
      .allowed = EQUAL_OR_ONE,
      .rule = "Sizes of a column are equal, or 1 stretches to the other; both operands "
              "may stretch, and a missing axis counts as 1.",
  },
  [IM_BROADCAST_RULES_NUMPY] = {
      .operation = "broadcast",
      .mismatch = "dim-mismatch",
      .allowed = EQUAL_OR_ONE,
      .rule = "Sizes of a column are equal, or 1 stretches to the others; a missing axis "
              "counts as 1, and 0 is a size like 2 or 3.",
  },
  [IM_BROADCAST_RULES_MLIR] = {
      .operation = "broadcastable",
      .mismatch = "operands-incompatible",
      .allowed = "known sizes of a column have to be equal, or 1",
      .rule = "Known sizes of a column are equal, or 1 stretches to the others; a missing "
              "axis counts as 1.",
      .has_unknown = TRUE,
  },
  [IM_BROADCAST_RULES_MLIR_CAST] = {
      .operation = "broadcastable",
      .mismatch = "operands-incompatible",
      .allowed = "known sizes of a column have to be equal, or 1",
      .rule = "Known sizes of a column are equal, or 1 stretches to the others; a missing "
              "axis counts as 1.",
      .has_unknown = TRUE,
      .has_cast = TRUE,
  },
};

static const struct
{
  const char *code;
  const char *reason;
} reasons[] = {
  { "runtime-check",
    "A size that is not known may turn out to be 1 or equal to the others; only the run "
    "shows which." },
  { "static-to-dynamic",
    "The result may be declared with “?” where the operands give a known size." },
  { "dynamic-to-static",
    "The result is declared with a size where the operands only give “?”." },
  { "unranked", "Nothing is compared where the number of axes is not known." },
  { "rank-mismatch", "A declared result needs as many axes as the operands give." },
  { "result-mismatch",
    "A declared result is compared as it is: it does not stretch, and neither do the "
    "operands to fit it." },
  { "no-operand", "At least one operand is needed." },
  { "too-many-groups", "Five loop counts describe at most two runs of stretched axes." },
  { "overflow",
    "A loop counts to at most 2147483647, and a result has at most 9223372036854775807 "
    "elements." },
  { "unknown-size", "These rules compare numbers; an open size has none." },
};

const ImBroadcastRuleSet *
im_broadcast_rule_set_get (ImBroadcastRules rules)
{
  g_return_val_if_fail ((guint) rules < G_N_ELEMENTS (sets), NULL);

  return &sets[rules];
}

const char *
im_broadcast_rule_set_get_reason (const ImBroadcastRuleSet *set, const char *code)
{
  for (gsize i = 0; i < G_N_ELEMENTS (reasons); i++)
    if (g_str_equal (reasons[i].code, code))
      return reasons[i].reason;

  return set->rule;
}
