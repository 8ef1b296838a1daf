/* SPDX-License-Identifier: MIT */
#include "program/im-axis-walk.h"

#include <string.h>

#define MAX_DEPTH 200
#define MAX_STEPS 20000 /* a unit may use a parameter in many places */
#define MAX_TEXT  40    /* bytes of an expression that are worth showing */

gboolean
im_axis_walk_enter (ImAxisWalk *walk)
{
  if (walk->depth >= MAX_DEPTH || walk->steps >= MAX_STEPS)
    return FALSE;
  walk->depth++;
  walk->steps++;

  return TRUE;
}

ImAxisPlace
im_axis_walk_get_operand (ImAxisPlace place, guint i)
{
  return (ImAxisPlace){ place.text, place.expr->operands[i] };
}

gboolean
im_axis_walk_is_method (const ImExpr *expr, const char *name, guint n_operands)
{
  return expr->kind == IM_EXPR_CALL && expr->spelling == IM_SPELLING_METHOD &&
         expr->n_operands == n_operands && strcmp (expr->name, name) == 0;
}

gboolean
im_axis_walk_get_value (ImAxisWalk *walk,
                        ImAxisPlace place,
                        ImValueKind kind,
                        ImValue *value)
{
  return im_eval (place.expr, walk->environment, value, NULL) && value->kind == kind;
}

gboolean
im_axis_walk_get_size (ImAxisWalk *walk, ImAxisPlace place, gint32 *size)
{
  ImValue value;

  if (!im_eval (place.expr, walk->environment, &value, NULL) ||
      (value.kind != IM_VALUE_INT && value.kind != IM_VALUE_UNKNOWN))
    return FALSE;
  *size = value.kind == IM_VALUE_INT ? value.integer : IM_SHAPE_UNKNOWN;

  return TRUE;
}

const ImParameter *
im_axis_walk_find_parameter (const ImAxisWalk *walk, const ImExpr *name)
{
  for (guint i = 0; i < walk->unit->n_parameters; i++)
    if (name->slot >= 0 && walk->unit->parameters[i].slot == (guint) name->slot)
      return &walk->unit->parameters[i];

  return NULL;
}

ImAxisPlace
im_axis_walk_get_place (const ImUnitExpr *expr)
{
  return (ImAxisPlace){ expr == NULL ? NULL : expr->text,
                        expr == NULL ? NULL : expr->expr };
}

gboolean
im_axis_walk_step_into (ImAxisWalk *walk, ImAxisPlace place, ImAxisPlace *inside)
{
  const ImExpr *expr = place.expr;
  const ImParameter *parameter;
  ImValue test;

  if (expr->kind == IM_EXPR_OPERATOR && expr->op == IM_OPERATOR_CONDITIONAL)
    {
      if (!im_axis_walk_get_value (walk, im_axis_walk_get_operand (place, 0),
                                   IM_VALUE_BOOL, &test))
        return FALSE;
      *inside = im_axis_walk_get_operand (place, test.boolean ? 1 : 2);
      return TRUE;
    }
  if (expr->kind != IM_EXPR_NAME)
    return FALSE;
  parameter = im_axis_walk_find_parameter (walk, expr);
  if (parameter == NULL || parameter->binding == NULL)
    return FALSE;
  *inside = im_axis_walk_get_place (parameter->binding->value);

  return inside->expr != NULL;
}

const char *
im_axis_walk_dup_text (const ImAxisWalk *walk, ImAxisPlace place)
{
  ImSpan span = place.expr->span;

  if (place.expr->kind == IM_EXPR_CONSTANT || span.end - span.start > MAX_TEXT)
    return NULL;

  g_autofree char *text = g_strndup (place.text + span.start, span.end - span.start);
  g_auto (GStrv) words = g_strsplit_set (text, " \t\r\n", -1);
  g_autoptr (GString) joined = g_string_new (NULL);
  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      g_string_append_printf (joined, "%s%s", joined->len == 0 ? "" : " ", words[i]);

  return im_arena_strdup (walk->arena, joined->str);
}

/* `axis = 0`. */
static const char *
dup_axis_text (const ImAxisWalk *walk, ImAxisPlace place, gint32 axis)
{
  const char *text = im_axis_walk_dup_text (walk, place);

  return text == NULL ? NULL : im_arena_printf (walk->arena, "%s = %d", text, axis);
}

gboolean
im_axis_walk_find_axis (ImAxisWalk *walk,
                        ImAxisPlace place,
                        guint n,
                        guint *axis,
                        const char **by)
{
  ImAxisPlace argument = im_axis_walk_get_operand (place, 1);
  ImValue value;
  gint32 number;

  if (!im_axis_walk_get_value (walk, argument, IM_VALUE_INT, &value))
    return FALSE;
  number = value.integer < 0 ? value.integer + (gint32) n : value.integer;
  if (number < 0 || number >= (gint32) n)
    return FALSE;
  *axis = (guint) number;
  *by = dup_axis_text (walk, argument, value.integer);

  return TRUE;
}
