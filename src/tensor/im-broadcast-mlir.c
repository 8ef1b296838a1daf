/* SPDX-License-Identifier: MIT */
#include "tensor/im-broadcast-mlir.h"

#include <string.h>

#include "tensor/im-broadcast-builder.h"
#include "tensor/im-broadcast-parse.h"

/* The first one that is a tensor or a vector. */
static const ImMlirOperand *
find_kind (const ImMlirOperand *all, guint n)
{
  for (guint i = 0; i < n; i++)
    if (all[i].type.kind == IM_MLIR_TENSOR || all[i].type.kind == IM_MLIR_VECTOR)
      return &all[i];

  return NULL;
}

static const char *
check_kind (const ImMlirOperand *operand, const ImMlirOperand *first, ImArena *arena)
{
  if (operand->type.kind == IM_MLIR_SCALAR)
    return im_arena_printf (arena,
                            "%s %s is a scalar; only tensors and vectors are compared, "
                            "and one number is a tensor<%s>",
                            operand->name, operand->text, operand->text);
  if (operand->type.kind == IM_MLIR_OTHER)
    return im_arena_printf (arena,
                            "%s %s is no tensor and no vector; only those are compared",
                            operand->name, operand->text);
  if (operand->type.kind == IM_MLIR_SHAPE || operand->type.kind == first->type.kind)
    return NULL;

  return im_arena_printf (arena,
                          "%s %s is a %s and %s %s a %s; all of them have to be tensors, "
                          "or all vectors",
                          first->name, first->text,
                          im_mlir_kind_get_name (first->type.kind), operand->name,
                          operand->text, im_mlir_kind_get_name (operand->type.kind));
}

/* What is wrong with the kinds of types, or NULL. */
static const char *
check_kinds (const ImMlirOperand *all, guint n, ImArena *arena)
{
  const ImMlirOperand *first = find_kind (all, n);
  const char *message = NULL;

  for (guint i = 0; message == NULL && i < n; i++)
    message = check_kind (&all[i], first, arena);

  return message;
}

const ImBroadcastReport *
im_broadcast_mlir_verify (ImBroadcastRules rules,
                          const char *operation,
                          const ImMlirOperand *operands,
                          guint n_operands,
                          const ImMlirOperand *result,
                          ImArena *arena)
{
  g_autofree ImBroadcastOperand *shapes = g_new0 (ImBroadcastOperand, n_operands + 1);
  g_autofree ImMlirOperand *all = g_new0 (ImMlirOperand, n_operands + 1);
  const ImOpenShape *declared = result != NULL ? &result->type.shape : NULL;

  for (guint i = 0; i < n_operands; i++)
    {
      all[i] = operands[i];
      shapes[i] = (ImBroadcastOperand){ operands[i].name, operands[i].type.shape, NULL,
                                        operands[i].text };
    }
  if (result != NULL)
    all[n_operands] = *result;

  const char *message = check_kinds (all, n_operands + (result != NULL ? 1 : 0), arena);
  if (message != NULL)
    return im_broadcast_report_new_mismatch (rules, "type-mismatch", operation, shapes,
                                             n_operands, declared, message, arena);

  return im_broadcast_report_new (rules, operation, shapes, n_operands, declared, arena);
}

const ImBroadcastReport *
im_broadcast_mlir_refuse_results (ImBroadcastRules rules,
                                  const char *operation,
                                  const ImMlirOperand *operands,
                                  guint n_operands,
                                  guint n_results,
                                  ImArena *arena)
{
  g_autofree ImBroadcastOperand *shapes = g_new0 (ImBroadcastOperand, n_operands + 1);
  const char *message = n_results == 0
                            ? "the operation has no result; the trait needs exactly one"
                            : im_arena_printf (arena,
                                               "the operation has %u results; the trait "
                                               "needs exactly one",
                                               n_results);

  for (guint i = 0; i < n_operands; i++)
    shapes[i] = (ImBroadcastOperand){ operands[i].name, operands[i].type.shape, NULL,
                                      operands[i].text };

  return im_broadcast_report_new_mismatch (rules, "result-count", operation, shapes,
                                           n_operands, NULL, message, arena);
}
