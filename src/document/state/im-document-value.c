/* SPDX-License-Identifier: MIT */
#include "document/state/im-document-value.h"

#include <string.h>

#include "base/im-text.h"
#include "document/state/im-document-graph.h"
#include "evaluation/im-unit-operation.h"

static const ImUnitArgument *
find_argument (ImDocument *document, guint layer, const char *parameter)
{
  const ImUnitNode *node = im_document_get_layer (document, layer)->node;

  for (guint i = 0; i < node->n_arguments; i++)
    if (g_strcmp0 (node->arguments[i].parameter.text, parameter) == 0)
      return &node->arguments[i];

  return NULL;
}

const char *
im_document_get_argument (ImDocument *document, guint layer, const char *option)
{
  const ImUnitArgument *argument = find_argument (document, layer, option);

  if (argument == NULL)
    return NULL;

  return argument->value != NULL ? argument->value->text : argument->literal.text;
}

gboolean
im_document_is_array (ImDocument *document, guint layer, const char *input)
{
  const ImUnit *unit = im_document_get_unit (document);
  const ImUnitArgument *argument = find_argument (document, layer, input);

  return unit->kind == IM_UNIT_COMPOSITE && !unit->is_preprocessor && argument != NULL &&
         im_graph_argument_is_array (unit, argument);
}

gboolean
im_document_is_linked (ImDocument *document, guint layer, const char *option)
{
  guint number = im_document_find_node (document, layer);
  const ImGraphNode *node = im_document_get_node (document, number)->node;

  if (!im_document_is_free (document))
    return FALSE;
  for (guint i = 0; i < node->n_links; i++)
    if (strcmp (node->links[i].target_port, option) == 0)
      return TRUE;

  return FALSE;
}

gboolean
im_document_takes_expression (ImDocument *document, const ImParameter *option)
{
  return !im_document_is_free (document) || option->kind == IM_PARAMETER_INT ||
         option->kind == IM_PARAMETER_DOUBLE || option->kind == IM_PARAMETER_BOOL ||
         option->kind == IM_PARAMETER_SHAPE;
}

const ImGraphNode *
im_document_find_expression (ImDocument *document, guint layer, const char *option)
{
  const ImGraphLink *link;
  const ImGraphNode *source;

  if (!im_document_is_free (document))
    return NULL;
  link = im_graph_find_link (im_document_get_graph (document),
                             im_document_find_node (document, layer), option);
  source = link == NULL ? NULL : im_document_get_node (document, link->source)->node;

  return source != NULL && source->kind == IM_NODE_EXPRESSION &&
                 source->declaration != NULL && source->declaration->expression != NULL
             ? source
             : NULL;
}

static gboolean
is_number (const ImExpr *expr)
{
  if (expr->kind == IM_EXPR_OPERATOR && expr->op == IM_OPERATOR_NEGATE)
    expr = expr->operands[0];

  return expr->kind == IM_EXPR_CONSTANT &&
         (expr->constant.kind == IM_VALUE_INT || expr->constant.kind == IM_VALUE_DOUBLE);
}

static gboolean
is_plain (const ImExpr *expr)
{
  if (expr->kind != IM_EXPR_CALL)
    return is_number (expr) || expr->kind == IM_EXPR_CONSTANT;
  if (expr->spelling != IM_SPELLING_STATIC || strcmp (expr->name, "Shape") != 0)
    return FALSE;
  for (guint i = 0; i < expr->n_operands; i++)
    if (!is_number (expr->operands[i]))
      return FALSE;

  return TRUE;
}

static ImValueKind
get_kind (const ImParameter *option)
{
  switch ((guint) option->kind)
    {
    case IM_PARAMETER_INT:
      return IM_VALUE_INT;
    case IM_PARAMETER_DOUBLE:
      return IM_VALUE_DOUBLE;
    case IM_PARAMETER_BOOL:
      return IM_VALUE_BOOL;
    case IM_PARAMETER_SHAPE:
      return IM_VALUE_SHAPE;
    default:
      return IM_VALUE_STRING;
    }
}

/* Numbers, bools and shapes that an operator takes for a text are texts here. */
static gboolean
write_value (const ImParameter *option, ImArena *arena, ImValue *value)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (option->option == NULL || !option->option->is_written ||
      !im_unit_operation_append_value (value, text))
    return FALSE;
  *value = IM_STRING (im_arena_strdup (arena, text->str));

  return TRUE;
}

static gboolean
parse_constant (const ImParameter *option, const char *text, ImArena *arena, ImValue *out)
{
  const ImExpr *expr = im_expr_parse (arena, text, -1, NULL, NULL);
  ImEnvironment environment;
  ImValue value;

  if (expr == NULL || !is_plain (expr))
    return FALSE;
  im_environment_init (&environment, arena, NULL);
  if (!im_eval (expr, &environment, &value, NULL))
    return FALSE;
  if (value.kind == IM_VALUE_INT && option->kind == IM_PARAMETER_DOUBLE)
    value = IM_DOUBLE (value.integer);
  if (value.kind != get_kind (option) && !write_value (option, arena, &value))
    return FALSE;
  *out = value;

  return TRUE;
}

/* Whether an argument is a value as text, not an expression. */
static gboolean
has_literals (ImDocument *document)
{
  return im_document_is_free (document) ||
         im_document_get_unit (document)->is_preprocessor;
}

gboolean
im_document_parse_value (ImDocument *document,
                         const ImParameter *option,
                         const char *text,
                         ImArena *arena,
                         ImValue *out)
{
  return has_literals (document) ? im_unit_parse_option (option, text, arena, out)
                                 : parse_constant (option, text, arena, out);
}

static void
append_shape (const ImShape *shape, GString *out)
{
  g_string_append (out, "System.Shape(");
  for (guint axis = shape->rank; axis > 0; axis--)
    g_string_append_printf (out, "%d%s", shape->size[axis - 1], axis > 1 ? ", " : "");
  g_string_append_c (out, ')');
}

char *
im_document_dup_value_text (ImDocument *document, const ImValue *value)
{
  g_autoptr (GString) out = g_string_new (NULL);
  gboolean is_free = has_literals (document);

  if (value->kind == IM_VALUE_DOUBLE)
    im_text_append_double (out, value->real);
  else if (value->kind == IM_VALUE_BOOL &&
           im_document_get_unit (document)->is_preprocessor)
    g_string_append (out, value->boolean ? "True" : "False");
  else if (value->kind == IM_VALUE_SHAPE && !is_free)
    append_shape (value->shape, out);
  else if (value->kind == IM_VALUE_STRING && !is_free)
    im_value_append_text (value, out);
  else
    im_value_append_display (value, out);

  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* What looks like a value is one, if perhaps not one that the option takes. */
static gboolean
looks_plain (const char *text)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImExpr *expr = im_expr_parse (arena, text, -1, NULL, NULL);

  while (g_ascii_isspace (*text))
    text++;

  return *text == '\0' || *text == '[' ||
         (expr != NULL && (is_number (expr) || expr->kind == IM_EXPR_CONSTANT));
}

gboolean
im_document_is_expression (ImDocument *document,
                           guint layer,
                           const char *option,
                           const char *text)
{
  const ImUnit *unit = im_document_get_layer (document, layer)->unit;
  const ImParameter *parameter = unit == NULL ? NULL
                                              : im_unit_find_parameter (unit, option);
  g_autoptr (ImArena) arena = im_arena_new ();
  ImValue value;

  return im_document_is_free (document) && parameter != NULL &&
         parameter->option != NULL &&
         im_document_takes_expression (document, parameter) &&
         !im_unit_parse_option (parameter, text, arena, &value) && !looks_plain (text);
}
