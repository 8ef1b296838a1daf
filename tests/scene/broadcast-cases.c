/* SPDX-License-Identifier: MIT */
#include "broadcast-cases.h"

/* Sources: specification, System.ShapeBroadcast, examples 1 to 3; MLIR, "The
 * Broadcastable Trait"; TML documentation, "Broadcasting". */
const BroadcastCase broadcast_cases[] = {
  { "example-1", IM_BROADCAST_RULES_GROUPS, NULL, { "[2,1,4,1,6]", "[2,3,4,5,6]" } },
  { "example-2", IM_BROADCAST_RULES_GROUPS, NULL, { "[2,1,1,5]", "[2,3,4,5]" } },
  { "example-3", IM_BROADCAST_RULES_GROUPS, NULL, { "[2,3,4]", "[2,3,1]" } },
  { "too-many-groups",
    IM_BROADCAST_RULES_GROUPS,
    NULL,
    { "[1,2,1,3,1]", "[5,2,6,3,7]" } },
  { "mlir-error", IM_BROADCAST_RULES_MLIR, NULL, { "[4,3,2]", "[3,3]" } },
  { "mlir-unknown", IM_BROADCAST_RULES_MLIR, NULL, { "[?,1,6,1]", "[7,1,5]" } },
  { "mlir-obligation", IM_BROADCAST_RULES_MLIR, NULL, { "[?,4]", "[?,?]" } },
  { "mlir-declared", IM_BROADCAST_RULES_MLIR, NULL, { "[?,4]", "[?,1]" }, "[4,4]" },
  { "mlir-rank", IM_BROADCAST_RULES_MLIR, NULL, { "[3]", "[3]" }, "[1,3]" },
  { "mlir-upstream", IM_BROADCAST_RULES_MLIR_UPSTREAM, NULL, { "[3]", "[?]" }, "[2,3]" },
  { "mlir-unranked", IM_BROADCAST_RULES_MLIR, NULL, { "[3,1]", "*", "[4]" }, "*" },
  { "three-operands", IM_BROADCAST_RULES_NUMPY, "+", { "[8,1,6,1]", "[7,1,5]", "[1]" } },
  { "folded",
    IM_BROADCAST_RULES_NUMPY,
    NULL,
    { "[3,1,1,4,1,1,2,2,2,1,5,1]", "[4,1,5,1,2,2,1,5,9]" } },
  { "tml-nested",
    IM_BROADCAST_RULES_TML_ARITHMETIC,
    "+",
    { "tensor<tensor<int,1>,2>", "tensor<tensor<real,3>,1>" } },
  { "tml-assignment",
    IM_BROADCAST_RULES_TML_ASSIGNMENT,
    NULL,
    { "tensor<real,4,3>", "tensor<int,3>" } },
  { "tml-assignment-error",
    IM_BROADCAST_RULES_TML_ASSIGNMENT,
    NULL,
    { "tensor<int,3>", "tensor<int,1,3>" } },
  { "tml-relational",
    IM_BROADCAST_RULES_TML_RELATIONAL,
    ">",
    { "tensor<int,2,1>", "tensor<int,2,3>" } },
  { "tml-scalar",
    IM_BROADCAST_RULES_TML_RELATIONAL,
    ">",
    { "int", "tensor<tensor<int,3>,3>" } },
};

const guint n_broadcast_cases = G_N_ELEMENTS (broadcast_cases);

static void
fill_operand (const BroadcastCase *c,
              guint i,
              ImBroadcastOperand *operand,
              ImArena *arena)
{
  static const char *const names[] = { "A", "B", "C", "D" };
  g_autoptr (GError) error = NULL;

  operand->name = names[i];
  if (c->rules <= IM_BROADCAST_RULES_MLIR_UPSTREAM)
    im_open_shape_parse (c->operands[i], -1, &operand->shape, &error);
  else
    operand->type = im_nested_type_parse (c->operands[i], arena, &error);
  g_assert_no_error (error);
}

const ImBroadcastReport *
broadcast_case_new (const BroadcastCase *c, ImArena *arena)
{
  ImBroadcastOperand operands[G_N_ELEMENTS (c->operands)] = { 0 };
  g_autoptr (GError) error = NULL;
  ImOpenShape declared;
  guint n = 0;

  for (; n < G_N_ELEMENTS (c->operands) && c->operands[n] != NULL; n++)
    fill_operand (c, n, &operands[n], arena);
  if (c->declared != NULL)
    im_open_shape_parse (c->declared, -1, &declared, &error);
  g_assert_no_error (error);

  return im_broadcast_report_new (c->rules, c->operation, operands, n,
                                  c->declared == NULL ? NULL : &declared, arena);
}
