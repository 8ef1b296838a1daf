/* SPDX-License-Identifier: MIT
 *
 * Variables of the scratchpad: they get their type from their first value, and keep it.
 */
#include "tml/im-scratch-private.h"

#include <string.h>

#include "base/im-arena.h"

ImScratchVariable *
im_scratch_add_variable (ImScratchRun *run, const char *name)
{
  ImScratchVariable *variable = im_arena_new0 (run->arena, ImScratchVariable, 1);

  variable->name = name;
  g_hash_table_insert (run->variables, (gpointer) name, variable);

  return variable;
}

const ImNestedType *
im_scratch_keep_type (ImScratchRun *run, const ImNestedType *type)
{
  if (type->base == NULL)
    return im_nested_type_for_scalar (type->scalar);

  return im_nested_type_new_tensor (im_scratch_keep_type (run, type->base), &type->shape,
                                    run->arena);
}

ImScratchScalar *
im_scratch_keep_elements (ImScratchRun *run, const ImScratchValue *value)
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
    variable = im_scratch_add_variable (run, name);
  variable->type = im_scratch_keep_type (run, value->type);
  variable->elements = im_scratch_keep_elements (run, value);
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

gboolean
im_scratch_assign (ImScratchRun *run, const ImScratchStatement *statement)
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

/* What a variable is that is declared without a value. */
static gboolean
make_default (ImScratchRun *run, const ImScratchStatement *statement, ImScratchValue *out)
{
  ImScratchScalar *elements = im_scratch_new_elements (run, statement->type,
                                                       statement->span);
  ImScalarType scalar = statement->type->scalar;

  if (elements == NULL)
    return FALSE;
  for (gint64 i = 0, n = im_nested_type_count (statement->type); i < n; i++)
    elements[i] = scalar == IM_SCALAR_STR    ? (ImScratchScalar){ .text = "" }
                  : scalar == IM_SCALAR_CHAR ? (ImScratchScalar){ .integer = ' ' }
                  : scalar == IM_SCALAR_REAL ? (ImScratchScalar){ .real = 0 }
                                             : (ImScratchScalar){ .integer = 0 };
  *out = (ImScratchValue){ statement->type, elements, FALSE };

  return TRUE;
}

static gboolean
convert_first (ImScratchRun *run,
               const ImScratchStatement *statement,
               ImScratchValue *out)
{
  ImScratchValue value;

  if (statement->value == NULL)
    return make_default (run, statement, out);

  return im_scratch_evaluate (run, statement->value, &value) &&
         im_scratch_convert (run, statement->name, statement->type, &value,
                             statement->op_span, out);
}

gboolean
im_scratch_declare (ImScratchRun *run, const ImScratchStatement *statement)
{
  const ImScratchVariable *variable = g_hash_table_lookup (run->variables,
                                                           statement->name);
  ImScratchValue converted;

  if (variable != NULL && variable->type != NULL)
    return im_scratch_fail (run, "redeclared", statement->name_span,
                            "there is a variable “%s” already; it keeps its type",
                            statement->name);
  if (!convert_first (run, statement, &converted) ||
      !im_scratch_spend (run, im_nested_type_count (converted.type), statement->span))
    return FALSE;
  create_variable (run, statement->name, &converted, statement->span);

  return TRUE;
}
