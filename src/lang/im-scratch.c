/* SPDX-License-Identifier: MIT
 *
 * Runs the statements of a scratchpad.
 */
#include "lang/im-scratch.h"

#include <string.h>

#include "base/im-arena.h"
#include "lang/im-scratch-private.h"

#define STATEMENT_STEPS 10  /* what a statement costs, compared with a scalar */
#define RESULT_STEPS    100 /* what a result costs */
#define SHOWN_STEPS     8   /* what a scalar of a result costs */

gboolean
im_scratch_fail (ImScratchRun *run,
                 const char *code,
                 ImSpan span,
                 const char *format,
                 ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add (run->diagnostics, IM_SEVERITY_ERROR, code, run->source, span, "%s",
                      message);

  return FALSE;
}

gboolean
im_scratch_spend (ImScratchRun *run, gint64 n_steps, ImSpan span)
{
  if (n_steps <= IM_SCRATCH_MAX_STEPS - (gint64) run->n_steps)
    {
      run->n_steps += (guint) n_steps;
      return TRUE;
    }

  if (!run->is_exhausted)
    im_scratch_fail (run, "limit", span,
                     "this computes more than %d scalars; nothing more is run",
                     IM_SCRATCH_MAX_STEPS);
  run->is_exhausted = TRUE;

  return FALSE;
}

static ImScratchVariable *
add_variable (ImScratchRun *run, const char *name)
{
  ImScratchVariable *variable = im_arena_new0 (run->arena, ImScratchVariable, 1);

  variable->name = name;
  g_hash_table_insert (run->variables, (gpointer) name, variable);

  return variable;
}

static const ImNestedType *
keep_type (ImScratchRun *run, const ImNestedType *type)
{
  if (type->base == NULL)
    return im_nested_type_for_scalar (type->scalar);

  return im_nested_type_new_tensor (keep_type (run, type->base), &type->shape,
                                    run->arena);
}

static ImScratchScalar *
keep_elements (ImScratchRun *run, const ImScratchValue *value)
{
  gsize count = (gsize) im_nested_type_count (value->type);
  ImScratchScalar *elements = im_arena_new0 (run->arena, ImScratchScalar, count);

  memcpy (elements, value->elements, count * sizeof *elements);

  return elements;
}

static void
note_assignment (ImScratchRun *run, ImScratchVariable *variable, ImSpan span)
{
  variable->span = span;
  if (variable->is_assigned)
    return;
  variable->is_assigned = TRUE;
  g_ptr_array_add (run->assigned, variable);
}

static void
create_variable (ImScratchRun *run,
                 const char *name,
                 const ImScratchValue *value,
                 ImSpan span)
{
  ImScratchVariable *variable = g_hash_table_lookup (run->variables, name);

  if (variable == NULL)
    variable = add_variable (run, name);
  variable->type = keep_type (run, value->type);
  variable->elements = keep_elements (run, value);
  note_assignment (run, variable, span);
}

/* Replaces one character of a text. */
static gboolean
store_character (ImScratchRun *run,
                 ImScratchScalar *scalar,
                 gint64 index,
                 gunichar c,
                 ImSpan span)
{
  const char *p = g_utf8_offset_to_pointer (scalar->text, (glong) index);
  char text[8] = "";

  if (!im_scratch_spend (run, (gint64) strlen (scalar->text), span))
    return FALSE;

  g_unichar_to_utf8 (c, text);
  scalar->text = im_arena_printf (run->arena, "%.*s%s%s", (int) (p - scalar->text),
                                  scalar->text, text, g_utf8_next_char (p));

  return TRUE;
}

static gboolean
store (ImScratchRun *run,
       ImScratchVariable *variable,
       const ImScratchPlace *place,
       const ImScratchValue *value,
       const ImScratchStatement *statement)
{
  gsize count = (gsize) im_nested_type_count (place->type);
  ImScratchScalar *target = variable->elements + place->offset;
  ImScratchValue converted;

  if (!im_scratch_convert (run, variable->name, place->type, value, statement->op_span,
                           &converted))
    return FALSE;
  if (place->character >= 0)
    {
      if (!store_character (run, target, place->character,
                            (gunichar) converted.elements->integer, statement->op_span))
        return FALSE;
    }
  else
    memmove (target, converted.elements, count * sizeof *target);
  note_assignment (run, variable, statement->span);

  return TRUE;
}

/* A variable that does not exist gets its type from its first value. */
static gboolean
assign_new (ImScratchRun *run, const ImScratchStatement *statement)
{
  const ImExpr *target = statement->target;
  ImScratchValue value;

  if (statement->is_compound || target->kind == IM_EXPR_INDEX)
    return im_scratch_evaluate (run, target, &value);
  if (!im_scratch_evaluate (run, statement->value, &value))
    return FALSE;
  if (!im_scratch_spend (run, im_nested_type_count (value.type), statement->span))
    return FALSE;
  create_variable (run, statement->name, &value, statement->span);

  return TRUE;
}

static gboolean
run_assignment (ImScratchRun *run, const ImScratchStatement *statement)
{
  ImScratchVariable *variable = g_hash_table_lookup (run->variables, statement->name);
  ImScratchPlace place;
  ImScratchValue value;

  if (variable == NULL || variable->type == NULL)
    return assign_new (run, statement);
  if (!im_scratch_evaluate (run, statement->value, &value) ||
      !im_scratch_find_place (run, statement->target, variable, &place))
    return FALSE;
  if (statement->is_compound)
    {
      const ImExpr *exprs[] = { statement->target, statement->value };
      ImScratchValue old = im_scratch_get_value (run, variable->elements, &place);

      if (!im_scratch_combine (run, statement->op, statement->op_span, exprs, &old,
                               &value, &value))
        return FALSE;
    }

  return store (run, variable, &place, &value, statement);
}

static gboolean
run_declaration (ImScratchRun *run, const ImScratchStatement *statement)
{
  const ImScratchVariable *variable = g_hash_table_lookup (run->variables,
                                                           statement->name);
  ImScratchValue value, converted;

  if (variable != NULL && variable->type != NULL)
    return im_scratch_fail (run, "redeclared", statement->name_span,
                            "there is a variable “%s” already; it keeps its type",
                            statement->name);
  if (!im_scratch_evaluate (run, statement->value, &value) ||
      !im_scratch_convert (run, statement->name, statement->type, &value,
                           statement->op_span, &converted) ||
      !im_scratch_spend (run, im_nested_type_count (converted.type), statement->span))
    return FALSE;
  create_variable (run, statement->name, &converted, statement->span);

  return TRUE;
}

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
  result->value.type = keep_type (run, value->type);
  result->value.elements = keep_elements (run, value);
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
    variable = add_variable (run, block->name);
  variable->type = im_nested_type_for_scalar (IM_SCALAR_INT);
  variable->elements = im_arena_new0 (run->arena, ImScratchScalar, 1);

  return variable;
}

static gboolean
run_for (ImScratchRun *run, const ImScratchStatement *block)
{
  ImScratchVariable *counter;
  gint64 start, stop;

  if (!evaluate_whole (run, block->value, &start) ||
      !evaluate_whole (run, block->stop, &stop))
    return FALSE;
  if (start >= stop)
    return TRUE;
  counter = get_counter (run, block);
  if (counter == NULL)
    return FALSE;

  for (gint64 i = start; i < stop; i++)
    {
      if (!im_scratch_spend (run, STATEMENT_STEPS, block->span))
        return FALSE;
      counter->elements->integer = i;
      if (!run_body (run, block))
        return FALSE;
    }

  return TRUE;
}

static gboolean
run_if (ImScratchRun *run, const ImScratchStatement *block)
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

  return condition.elements->integer == 0 || run_body (run, block);
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
      return run_assignment (run, statement);
    case IM_SCRATCH_DECLARE:
      return run_declaration (run, statement);
    case IM_SCRATCH_FOR:
      return run_for (run, statement);
    case IM_SCRATCH_IF:
      return run_if (run, statement);
    case IM_SCRATCH_BROKEN:
    default:
      return FALSE;
    }
}

static gboolean
run_body (ImScratchRun *run, const ImScratchStatement *block)
{
  for (guint i = 0; i < block->n_body; i++)
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
    add_variable (run, statement->name);
  for (guint i = 0; i < statement->n_body; i++)
    give_up (run, statement->body[i]);
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
