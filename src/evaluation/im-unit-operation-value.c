/* SPDX-License-Identifier: MIT
 *
 * Values between the two languages: what an option of an operator is given, and what its
 * hidden values and outputs are.
 */
#include <string.h>

#include "evaluation/im-unit-evaluation-private.h"

static const ImUnitOperatorPart *
get_part (const ImUnit *unit, const ImParameter *parameter)
{
  return &unit->operation->parts[parameter - unit->parameters];
}

static void
append_shape (const ImShape *shape, GString *out)
{
  g_string_append_c (out, '[');
  for (guint i = shape->rank; i-- > 0;)
    g_string_append_printf (out, "%d%s", shape->size[i], i > 0 ? ", " : "");
  g_string_append_c (out, ']');
}

static void
append_real (double real, GString *out)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  ImSkndValue written;

  im_sknd_value_init (&written, arena, IM_SKND_BASE_REAL, FALSE, 1)->real = real;
  im_sknd_value_append (&written, out);
}

gboolean
im_unit_operation_append_value (const ImValue *value, GString *out)
{
  if (value->kind == IM_VALUE_SHAPE)
    append_shape (value->shape, out);
  else if (value->kind == IM_VALUE_INT)
    g_string_append_printf (out, "%d", value->integer);
  else if (value->kind == IM_VALUE_BOOL)
    g_string_append (out, value->boolean ? "true" : "false");
  else if (value->kind == IM_VALUE_DOUBLE)
    append_real (value->real, out);
  else
    return FALSE;

  return TRUE;
}

void
im_unit_evaluation_write_option (ImUnitEvaluation *evaluation,
                                 const ImParameter *parameter,
                                 ImValue *value)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (parameter->option->is_written && im_unit_operation_append_value (value, text))
    *value = IM_STRING (im_arena_strdup (evaluation->arena, text->str));
}

static gboolean
fits_shape (const ImSkndValue *value)
{
  if (!value->is_packed || value->base != IM_SKND_BASE_INT ||
      value->n > IM_SHAPE_MAX_RANK)
    return FALSE;
  for (guint i = 0; i < value->n; i++)
    if (value->items[i].integer < 0 || value->items[i].integer > G_MAXINT32)
      return FALSE;

  return TRUE;
}

/* What has no kind of value of a unit is a text. */
static ImValue
convert (ImUnitEvaluation *evaluation, const ImSkndValue *value)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (value->is_null)
    return IM_NULL;
  if (fits_shape (value))
    {
      ImShape *shape = im_arena_new0 (evaluation->arena, ImShape, 1);

      shape->rank = value->n;
      for (guint i = 0; i < value->n; i++)
        shape->size[value->n - 1 - i] = (gint32) value->items[i].integer;
      return IM_SHAPE (shape);
    }
  if (!value->is_packed && value->base == IM_SKND_BASE_BOOL)
    return IM_BOOL (value->items[0].boolean);
  if (!value->is_packed && value->base == IM_SKND_BASE_REAL)
    return IM_DOUBLE (value->items[0].real);
  if (!value->is_packed && value->base == IM_SKND_BASE_STR)
    return IM_STRING (value->items[0].string);
  if (!value->is_packed && value->base == IM_SKND_BASE_INT &&
      ABS (value->items[0].integer) <= G_MAXINT32)
    return IM_INT ((gint32) value->items[0].integer);
  im_sknd_value_append (value, text);

  return IM_STRING (im_arena_strdup (evaluation->arena, text->str));
}

static gboolean
resolve_value (ImEval *eval,
               const ImUnitOperation *operation,
               const char *name,
               ImValue *out)
{
  const ImSkndSymbol *symbol = im_sknd_scope_find (&operation->instance->scope, name);

  *out = symbol == NULL || symbol->value == NULL
             ? IM_NULL
             : convert (im_eval_get_environment (eval)->data, symbol->value);

  return TRUE;
}

gboolean
im_unit_evaluation_resolve_part (ImEval *eval,
                                 const ImParameter *parameter,
                                 ImTensorType *type,
                                 ImValue *out)
{
  ImUnitEvaluation *evaluation = im_eval_get_environment (eval)->data;
  const ImUnitOperation *operation = im_unit_evaluation_get_operation (evaluation);
  const ImUnitOperatorPart *part = get_part (evaluation->unit, parameter);
  const char *problem = NULL;

  *out = IM_UNKNOWN;
  if (operation->instance == NULL && operation->is_unknown)
    return TRUE;
  if (operation->instance == NULL)
    return im_eval_fail (eval, IM_EXPR_ERROR_VALUE, "%s",
                         im_diagnostics_get (operation->problems, 0)->message);
  if (part->role == IM_OPERATOR_VALUE)
    return resolve_value (eval, operation, part->name.text, out);
  problem = im_unit_operation_find_output (operation, part, type);
  *out = problem == NULL ? IM_TENSOR (type) : IM_NULL;

  return problem == NULL || *problem == '\0' ||
         im_eval_fail (eval, IM_EXPR_ERROR_VALUE, "“%s”: %s", parameter->name.text,
                       problem);
}

gboolean
im_unit_evaluation_find_attribute (ImUnitEvaluation *evaluation,
                                   const ImParameter *parameter,
                                   ImValue *value)
{
  const ImUnitOperation *operation = NULL;
  const ImSkndSymbol *symbol = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (!parameter->option->is_written)
    return FALSE;
  operation = im_unit_evaluation_get_operation (evaluation);
  if (operation->instance != NULL)
    symbol = im_sknd_scope_find (&operation->instance->scope,
                                 get_part (evaluation->unit, parameter)->name.text);
  if (symbol == NULL || symbol->value == NULL)
    return FALSE;
  if (!symbol->value->is_null)
    im_sknd_value_append (symbol->value, text);
  *value = IM_STRING (im_arena_strdup (evaluation->arena, text->str));

  return TRUE;
}
