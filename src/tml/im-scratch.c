/* SPDX-License-Identifier: MIT
 *
 * Runs the statements of a scratchpad.
 */
#include "tml/im-scratch.h"

#include "base/im-arena.h"
#include "tml/im-scratch-private.h"

#define STATEMENT_STEPS 10  /* what a statement costs, compared with a scalar */
#define RESULT_STEPS    100 /* what a result costs */
#define SHOWN_STEPS     8   /* what a scalar of a result costs */

static gboolean
add_result (ImScratchRun *run, const char *name, const ImScratchValue *value, ImSpan span)
{
  ImScratchResult *result;
  guint column;

  if (!im_scratch_spend (
          run, RESULT_STEPS + SHOWN_STEPS * im_nested_type_count (value->type), span))
    return FALSE;
  result = im_arena_new0 (run->arena, ImScratchResult, 1);
  result->name = name;
  result->value.type = im_scratch_keep_type (run, value->type);
  result->value.elements = im_scratch_keep_elements (run, value);
  result->span = span;
  im_source_locate (run->source, span.start, &result->line, &column);
  g_ptr_array_add (run->results, result);

  return TRUE;
}

static gboolean
show (ImScratchRun *run, const ImScratchStatement *statement)
{
  const ImExpr *expr = statement->value;
  ImScratchValue value;

  return im_scratch_evaluate (run, expr, &value) &&
         add_result (run, expr->kind == IM_EXPR_NAME ? expr->name : NULL, &value,
                     statement->span);
}

static gboolean
evaluate_whole (ImScratchRun *run, const ImExpr *expr, gint64 *number)
{
  ImScratchValue value;

  if (!im_scratch_evaluate (run, expr, &value))
    return FALSE;
  if (value.type->base != NULL ||
      (value.type->scalar != IM_SCALAR_INT && value.type->scalar != IM_SCALAR_UINT))
    {
      g_autoptr (GString) text = g_string_new (NULL);

      im_nested_type_append_text (value.type, text);
      return im_scratch_fail (run, "range-type", expr->span,
                              "a range is of ints or uints, found %s", text->str);
    }
  *number = value.elements->integer;

  return TRUE;
}

static gboolean run_body (ImScratchRun *run, const ImScratchStatement *block);

/* The variable that counts; it is not shown. */
static ImScratchVariable *
get_counter (ImScratchRun *run, const ImScratchStatement *block)
{
  ImScratchVariable *variable = g_hash_table_lookup (run->variables, block->name);

  if (variable != NULL && variable->type != NULL)
    {
      if (variable->type->base == NULL && variable->type->scalar == IM_SCALAR_INT)
        return variable;
      im_scratch_fail (run, "assign-type", block->name_span,
                       "the variable that counts is an int; there is a variable “%s” of "
                       "another type",
                       block->name);
      return NULL;
    }

  if (variable == NULL)
    variable = im_scratch_add_variable (run, block->name);
  variable->type = im_nested_type_for_scalar (IM_SCALAR_INT);
  variable->elements = im_arena_new0 (run->arena, ImScratchScalar, 1);

  return variable;
}

/* Runs a turn of a loop. Returns: whether there may be another. */
static gboolean
run_turn (ImScratchRun *run, const ImScratchStatement *block, gboolean *is_fine)
{
  gboolean is_left;

  *is_fine = run_body (run, block);
  is_left = run->flow == IM_SCRATCH_LEAVE;
  run->flow = IM_SCRATCH_GO_ON;

  return *is_fine && !is_left;
}

static gboolean
run_for (ImScratchRun *run, const ImScratchStatement *block)
{
  ImScratchVariable *counter;
  gint64 start, stop, step = 1;
  gboolean is_fine = TRUE;

  if (!evaluate_whole (run, block->value, &start) ||
      !evaluate_whole (run, block->stop, &stop) ||
      (block->step != NULL && !evaluate_whole (run, block->step, &step)))
    return FALSE;
  if (step == 0)
    return im_scratch_fail (run, "value", block->step->span,
                            "the step of a range is not 0");
  if (step > 0 ? start >= stop : start <= stop)
    return TRUE;
  counter = get_counter (run, block);
  if (counter == NULL)
    return FALSE;

  for (gint64 i = start; step > 0 ? i < stop : i > stop; i += step)
    {
      if (!im_scratch_spend (run, STATEMENT_STEPS, block->span))
        return FALSE;
      counter->elements->integer = i;
      if (!run_turn (run, block, &is_fine))
        break;
    }

  return is_fine;
}

static gboolean
evaluate_condition (ImScratchRun *run, const ImScratchStatement *block, gboolean *is_true)
{
  ImScratchValue condition;

  if (!im_scratch_evaluate (run, block->value, &condition))
    return FALSE;
  if (condition.type->base != NULL || condition.type->scalar != IM_SCALAR_BOOL)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      im_nested_type_append_text (condition.type, text);
      return im_scratch_fail (run, "condition-type", block->value->span,
                              "a condition is a bool, found %s", text->str);
    }
  *is_true = condition.elements->integer != 0;

  return TRUE;
}

static gboolean
run_while (ImScratchRun *run, const ImScratchStatement *block)
{
  gboolean is_true, is_fine = TRUE;

  do
    {
      im_arena_clear (run->temporary);
      if (!im_scratch_spend (run, STATEMENT_STEPS, block->span) ||
          !evaluate_condition (run, block, &is_true))
        return FALSE;
    }
  while (is_true && run_turn (run, block, &is_fine));

  return is_fine;
}

/* The first branch whose condition is true. */
static gboolean
run_if (ImScratchRun *run, const ImScratchStatement *block)
{
  gboolean is_true = TRUE;

  for (; block != NULL; block = block->otherwise)
    {
      if (block->kind == IM_SCRATCH_IF && !evaluate_condition (run, block, &is_true))
        return FALSE;
      if (block->kind == IM_SCRATCH_ELSE || is_true)
        return run_body (run, block);
    }

  return TRUE;
}

static gboolean
jump (ImScratchRun *run, ImScratchFlow flow)
{
  run->flow = flow;

  return TRUE;
}

static gboolean
run_statement (ImScratchRun *run, const ImScratchStatement *statement)
{
  im_arena_clear (run->temporary);
  if (!im_scratch_spend (run, STATEMENT_STEPS, statement->span))
    return FALSE;

  switch (statement->kind)
    {
    case IM_SCRATCH_SHOW:
      return show (run, statement);
    case IM_SCRATCH_ASSIGN:
      return im_scratch_assign (run, statement);
    case IM_SCRATCH_DECLARE:
      return im_scratch_declare (run, statement);
    case IM_SCRATCH_FOR:
      return run_for (run, statement);
    case IM_SCRATCH_WHILE:
      return run_while (run, statement);
    case IM_SCRATCH_IF:
      return run_if (run, statement);
    case IM_SCRATCH_BREAK:
      return jump (run, IM_SCRATCH_LEAVE);
    case IM_SCRATCH_CONTINUE:
      return jump (run, IM_SCRATCH_TO_NEXT);
    case IM_SCRATCH_ELSE:
    case IM_SCRATCH_BROKEN:
    default:
      return FALSE;
    }
}

static gboolean
run_body (ImScratchRun *run, const ImScratchStatement *block)
{
  for (guint i = 0; i < block->n_body && run->flow == IM_SCRATCH_GO_ON; i++)
    if (!run_statement (run, block->body[i]))
      return FALSE;

  return TRUE;
}

/* A variable that would have been assigned first here has no value, and what needs it
 * fails without another message. */
static void
give_up (ImScratchRun *run, const ImScratchStatement *statement)
{
  if (statement->name != NULL && !g_hash_table_contains (run->variables, statement->name))
    im_scratch_add_variable (run, statement->name);
  for (guint i = 0; i < statement->n_body; i++)
    give_up (run, statement->body[i]);
  if (statement->otherwise != NULL)
    give_up (run, statement->otherwise);
}

static void
show_assigned (ImScratchRun *run)
{
  for (guint i = 0; i < run->assigned->len; i++)
    {
      ImScratchVariable *variable = g_ptr_array_index (run->assigned, i);
      ImScratchValue value = { variable->type, variable->elements, FALSE };

      variable->is_assigned = FALSE;
      if (!run->is_exhausted)
        add_result (run, variable->name, &value, variable->span);
    }
  g_ptr_array_set_size (run->assigned, 0);
}

gboolean
im_scratch_run (ImSource *source,
                ImArena *arena,
                GPtrArray *results,
                ImDiagnostics *diagnostics)
{
  guint n_before = im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR);
  g_autoptr (GPtrArray) statements = im_scratch_parse (source, arena, diagnostics);
  g_autoptr (GPtrArray) assigned = g_ptr_array_new ();
  g_autoptr (GHashTable) variables = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (ImArena) temporary = im_arena_new ();
  ImScratchRun run = {
    source, arena, temporary, diagnostics, results, variables, assigned
  };

  for (guint i = 0; i < statements->len && !run.is_exhausted; i++)
    {
      const ImScratchStatement *statement = g_ptr_array_index (statements, i);

      if (!run_statement (&run, statement))
        give_up (&run, statement);
      show_assigned (&run);
    }
  im_diagnostics_sort (diagnostics);

  return im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) == n_before;
}
