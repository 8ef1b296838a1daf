/* SPDX-License-Identifier: MIT */
#include "broadcast/im-broadcast-rules.h"

#include "tensor/im-broadcast-kernel.h"

#define EQUAL_OR_ONE "sizes of a column have to be equal, or 1"
#define STRUCTURE    "one of them has to be a scalar, or both have equal structures"
#define STRICT_RULE                                                                 \
  "A scalar meets a tensor, or both have the same sizes on all levels; 1 does not " \
  "stretch."

static const ImBroadcastRuleSet sets[] = {
  [IM_BROADCAST_RULES_GROUPS] = {
      .target = IM_TARGET_NONE,
      .operation = "broadcast",
      .mismatch = "dim-mismatch",
      .allowed = "sizes of a column have to be equal, or 1 in the shape that stretches",
      .rule = "One shape stretches into the other: each of its sizes is equal or 1, and a "
              "missing axis counts as 1.",
      .has_groups = TRUE,
      .is_binary = TRUE,
  },
  [IM_BROADCAST_RULES_OPERATORS] = {
      .target = IM_TARGET_NONE,
      .operation = "+",
      .mismatch = "dim-mismatch",
      .allowed = EQUAL_OR_ONE,
      .rule = "Sizes of a column are equal, or 1 stretches to the other; both operands "
              "may stretch, and a missing axis counts as 1.",
  },
  [IM_BROADCAST_RULES_NUMPY] = {
      .target = IM_TARGET_NONE,
      .operation = "broadcast",
      .mismatch = "dim-mismatch",
      .allowed = EQUAL_OR_ONE,
      .rule = "Sizes of a column are equal, or 1 stretches to the others; a missing axis "
              "counts as 1, and 0 is a size like 2 or 3.",
  },
  [IM_BROADCAST_RULES_NUMPY_IN_PLACE] = {
      .operation = "+=",
      .mismatch = "dim-mismatch",
      .allowed = "sizes of the right operand have to be equal to those of the left one, "
                 "or 1",
      .rule = "The right operand stretches into the left one, which keeps its shape: "
              "sizes are equal, or 1 in the right one, which has no more axes.",
      .is_binary = TRUE,
      .target = 0,
  },
  [IM_BROADCAST_RULES_NUMPY_ASSIGNMENT] = {
      .operation = "=",
      .mismatch = "dim-mismatch",
      .allowed = "sizes of the value have to be equal to those of the target, or 1",
      .rule = "The value stretches into the target, which keeps its shape: sizes are "
              "equal, or 1 in the value; leading axes of size 1 that only the value has "
              "are left out.",
      .is_binary = TRUE,
      .target = 0,
  },
  [IM_BROADCAST_RULES_NUMPY_MATMUL] = {
      .operation = "@",
      .mismatch = "dim-mismatch",
      .allowed = EQUAL_OR_ONE,
      .rule = "The last axis of the left operand equals the last but one of the right "
              "one, and is summed; the axes before these broadcast, and an operand of one "
              "axis is a vector.",
      .is_binary = TRUE,
      .target = IM_TARGET_NONE,
  },
  [IM_BROADCAST_RULES_MLIR] = {
      .target = IM_TARGET_NONE,
      .operation = "broadcastable",
      .mismatch = "operands-incompatible",
      .allowed = "known sizes of a column have to be equal, or 1",
      .rule = "Known sizes of a column are equal, or 1 stretches to the others; a missing "
              "axis counts as 1.",
      .has_unknown = TRUE,
  },
  [IM_BROADCAST_RULES_MLIR_CAST] = {
      .target = IM_TARGET_NONE,
      .operation = "broadcastable",
      .mismatch = "operands-incompatible",
      .allowed = "known sizes of a column have to be equal, or 1",
      .rule = "Known sizes of a column are equal, or 1 stretches to the others; a missing "
              "axis counts as 1.",
      .has_unknown = TRUE,
      .has_cast = TRUE,
  },
  [IM_BROADCAST_RULES_MLIR_UPSTREAM] = {
      .target = IM_TARGET_NONE,
      .operation = "broadcastable",
      .mismatch = "operands-incompatible",
      .allowed = "known sizes of a column have to be equal, or 1",
      .rule = "Known sizes of a column are equal, or 1 stretches to the others; a missing "
              "axis counts as 1.",
      .has_unknown = TRUE,
      .has_cast = TRUE,
      .has_more_axes = TRUE,
  },
  [IM_BROADCAST_RULES_TML_ARITHMETIC] = {
      .operation = "+",
      .mismatch = "dim-mismatch",
      .allowed = EQUAL_OR_ONE,
      .rule = "On each level sizes of a column are equal, or 1 stretches to the other; a "
              "scalar meets any tensor, and a missing axis counts as 1.",
      .is_binary = TRUE,
      .scalars = IM_SCALARS_NUMERIC,
      .target = IM_TARGET_NONE,
      .scalar_mismatch = "scalar-type",
      .scalars_allowed = "both have to be uint, int or real",
  },
  [IM_BROADCAST_RULES_TML_RELATIONAL] = {
      .operation = ">",
      .mismatch = "structure",
      .allowed = STRUCTURE,
      .rule = STRICT_RULE,
      .is_binary = TRUE,
      .scalars = IM_SCALARS_COMPARED,
      .target = IM_TARGET_ALL,
      .scalar_mismatch = "scalar-type",
      .scalars_allowed = "both have to be uint, int or real, or with == and != char or str",
  },
  [IM_BROADCAST_RULES_TML_LOGICAL] = {
      .operation = "&&",
      .mismatch = "structure",
      .allowed = STRUCTURE,
      .rule = STRICT_RULE,
      .is_binary = TRUE,
      .scalars = IM_SCALARS_BOOL,
      .target = IM_TARGET_ALL,
      .scalar_mismatch = "scalar-type",
      .scalars_allowed = "both have to be bool",
  },
  [IM_BROADCAST_RULES_TML_BITWISE] = {
      .operation = "&",
      .mismatch = "structure",
      .allowed = STRUCTURE,
      .rule = STRICT_RULE,
      .is_binary = TRUE,
      .scalars = IM_SCALARS_UINT,
      .target = IM_TARGET_ALL,
      .scalar_mismatch = "scalar-type",
      .scalars_allowed = "both have to be uint",
  },
  [IM_BROADCAST_RULES_TML_ASSIGNMENT] = {
      .operation = "=",
      .mismatch = "assign-dims",
      .allowed = "sizes of the value have to be equal to those of the target, or 1",
      .rule = "The value stretches into the type of the target, which does not change: "
              "sizes are equal, or 1 in the value.",
      .is_binary = TRUE,
      .scalars = IM_SCALARS_ASSIGNED,
      .target = 0,
      .scalar_mismatch = "assign-type",
      .scalars_allowed = "it takes its own type, and int and real take narrower numbers",
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
  { "more-axes", "The verifier of LLVM compares only the innermost axes of a declared "
                 "result, as many as the operands give." },
  { "result-count", "The trait is of operations with exactly one result." },
  { "result-mismatch",
    "A declared result is compared as it is: it does not stretch, and neither do the "
    "operands to fit it." },
  { "no-axis", "A product of matrices needs at least one axis of each operand." },
  { "core-mismatch", "The last axis of the left operand meets the last but one of the "
                     "right one, and 1 does not stretch there." },
  { "no-operand", "At least one operand is needed." },
  { "too-many-groups", "Five loop counts describe at most two runs of stretched axes." },
  { "overflow",
    "A loop counts to at most 2147483647, and a result has at most 9223372036854775807 "
    "elements." },
  { "assign-rank",
    "The value of an assignment has at most as many axes as the target, on each level." },
  { "scalar-type", "The scalars on the deepest level have to be of types that the "
                   "operation is defined for." },
  { "assign-type",
    "A scalar can be assigned to its own type, and uint ≤ int ≤ real to wider ones." },
  { "type-mismatch",
    "Operands and result are all tensors or all vectors; one number is a "
    "tensor of rank 0, such as tensor<i32>." },
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
