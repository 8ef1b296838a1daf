/* SPDX-License-Identifier: MIT */
#include "broadcast/im-broadcast-mlir.h"

#include <string.h>

#include "broadcast/im-broadcast-builder.h"
#include "broadcast/im-broadcast-family.h"

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

/* The report of an operation that has not exactly one result. */
static const ImBroadcastReport *
refuse_results (ImBroadcastRules rules,
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

/* A text that is judged. */
typedef struct
{
  ImBroadcastRules rules;
  const char *const *names;
  ImArena *arena; /* for one operation */
  ImBroadcastMlirFunc func;
  gpointer data;
} Judge;

static ImMlirChoice
choose_cb (const char *name, gpointer data)
{
  const Judge *judge = data;

  if (judge->names == NULL)
    return im_mlir_operation_is_known (name) ? IM_MLIR_CHOICE_NAMED : IM_MLIR_CHOICE_NONE;
  if (g_strv_contains (judge->names, name))
    return IM_MLIR_CHOICE_NAMED;
  for (guint i = 0; judge->names[i] != NULL; i++)
    if (g_pattern_match_simple (judge->names[i], name))
      return IM_MLIR_CHOICE_LIKELY;

  return IM_MLIR_CHOICE_NONE;
}

/* NULL of what is not read. */
static const ImBroadcastReport *
judge_entry (const ImMlirEntry *entry, ImBroadcastRules rules, ImArena *arena)
{
  if (entry->kind != IM_MLIR_ENTRY_READ)
    return NULL;
  if (entry->n_results == 1)
    return im_broadcast_mlir_verify (rules, entry->name, entry->operands,
                                     entry->n_operands, entry->results, arena);

  return refuse_results (rules, entry->name, entry->operands, entry->n_operands,
                         entry->n_results, arena);
}

static void
judge_cb (const ImMlirEntry *entry, gpointer data)
{
  const Judge *judge = data;

  im_arena_clear (judge->arena);
  judge->func (entry, judge_entry (entry, judge->rules, judge->arena), judge->data);
}

void
im_broadcast_mlir_read (const char *text,
                        gsize length,
                        ImBroadcastRules rules,
                        const char *const *names,
                        ImBroadcastMlirFunc func,
                        gpointer data)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  Judge judge = { rules, names, arena, func, data };

  im_mlir_read (text, length, choose_cb, judge_cb, &judge);
}

/* What a line turned out to be. */
typedef struct
{
  ImBroadcastRules rules;
  ImArena *arena;
  const ImBroadcastReport *report;
  GError *error;
} Line;

static void
keep_first (const ImMlirEntry *entry, gpointer data)
{
  Line *line = data;

  if (line->report != NULL)
    return;
  line->report = judge_entry (entry, line->rules, line->arena);
  if (line->error == NULL && entry->error != NULL)
    line->error = g_error_copy (entry->error);
}

const ImBroadcastReport *
im_broadcast_report_parse_mlir (const char *line,
                                ImBroadcastRules rules,
                                ImArena *arena,
                                GError **error)
{
  Line found = { rules, arena, NULL, NULL };

  im_mlir_read_line (line, arena, keep_first, &found);
  if (found.error == NULL && found.report == NULL)
    g_set_error_literal (&found.error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX,
                         "expected “:” and types such as (tensor<4xf32>) -> "
                         "tensor<4xf32>, found no “:”");
  if (found.error == NULL)
    return found.report;
  g_propagate_error (error, found.error);

  return NULL;
}
