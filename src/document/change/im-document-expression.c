/* SPDX-License-Identifier: MIT
 *
 * Computed values: nodes of a graph with an expression, whose inputs have the names in
 * it, and computed parameters of a stack.
 */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/im-arena.h"
#include "document/change/im-document-change.h"

/* The names in an expression, each once. */
static void
list_names (const ImExpr *expr, GPtrArray *names)
{
  if (expr->kind == IM_EXPR_NAME &&
      !g_ptr_array_find_with_equal_func (names, expr->name, g_str_equal, NULL))
    g_ptr_array_add (names, (gpointer) expr->name);
  for (guint i = 0; i < expr->n_operands; i++)
    list_names (expr->operands[i], names);
}

static const ImExpr *
parse (ImArena *arena, const char *name, const char *text, GError **error)
{
  const ImExprError *problem = NULL;
  const ImExpr *expr = im_expr_parse (arena, text, -1, NULL, &problem);

  if (expr == NULL)
    g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT,
                 _ ("%s: character %u: %s"), name,
                 (guint) g_utf8_strlen (text, problem->span.start) + 1, problem->message);

  return expr;
}

/* What a node is called in expressions. */
static const char *
get_source_name (const ImGraphNode *node)
{
  return node->parameter == NULL ? node->name : node->parameter->name.text;
}

/* The node of a graph that a name in an expression means: an input, an option or an
 * expression; NULL for none. */
static const ImGraphNode *
find_named_source (ImDocument *self, const ImGraphNode *reader, const char *name)
{
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const ImGraphNode *node = im_document_get_node (self, i)->node;

      if (node != reader && node->declaration != NULL &&
          (node->kind == IM_NODE_INPUT || node->kind == IM_NODE_OPTION ||
           node->kind == IM_NODE_EXPRESSION) &&
          strcmp (get_source_name (node), name) == 0)
        return node;
    }

  return NULL;
}

/* What the format calls the type of what a node gives; NULL for any. */
static const char *
get_type_name (const ImGraphNode *source)
{
  static const char *const names[IM_N_PARAMETERS] = {
    [IM_PARAMETER_INPUT] = "Tensor",  [IM_PARAMETER_INT] = "Integer",
    [IM_PARAMETER_DOUBLE] = "Real",   [IM_PARAMETER_BOOL] = "Boolean",
    [IM_PARAMETER_STRING] = "String", [IM_PARAMETER_SHAPE] = "Shape",
  };

  if (source == NULL)
    return NULL;

  return source->parameter != NULL ? names[source->parameter->kind]
                                   : source->declaration->result_type.text;
}

static gboolean
has_input (const ImUnitNode *node, const char *name)
{
  for (guint i = 0; node != NULL && i < node->n_inputs; i++)
    if (strcmp (node->inputs[i].name.text, name) == 0)
      return TRUE;

  return FALSE;
}

static const ImXmlElement *
find_input_element (const ImUnitNode *node, const char *name)
{
  for (const ImXmlElement *child = node->element->first_child; child != NULL;
       child = child->next_sibling)
    if (strcmp (child->name, "Input") == 0)
      {
        const ImXmlAttribute *param = im_xml_element_find_attribute (child, NULL,
                                                                     "param");

        if (param != NULL && strcmp (param->value, name) == 0)
          return child;
      }

  return NULL;
}

/* Removes inputs that the expression does not use, but for those that somebody has
 * connected to what has another name. */
static void
remove_unused_inputs (ImDocument *self,
                      ImXmlEdit *edit,
                      const ImGraphNode *node,
                      GPtrArray *names)
{
  for (guint i = 0; i < node->declaration->n_inputs; i++)
    {
      const char *name = node->declaration->inputs[i].name.text;
      const ImXmlElement *element = find_input_element (node->declaration, name);
      const ImGraphLink *link = im_graph_find_link (self->graph, node->number, name);

      if (element == NULL ||
          g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL) ||
          (link != NULL &&
           strcmp (get_source_name (im_document_get_node (self, link->source)->node),
                   name) != 0))
        continue;
      im_xml_edit_remove (edit, element);
      im_document_remove_connection (self, edit, node->name, name);
    }
}

static void
append_input (const char *name, const char *type, GString *out)
{
  g_autofree char *markup = type == NULL
                                ? g_markup_printf_escaped ("<Input param=\"%s\" />", name)
                                : g_markup_printf_escaped (
                                      "<Input param=\"%s\" type=\"%s\" />", name, type);

  g_string_append_printf (out, "%s%s", out->len == 0 ? "" : "\n", markup);
}

gboolean
im_document_sync_inputs (ImDocument *self,
                         ImXmlEdit *edit,
                         const ImGraphNode *node,
                         const char *name,
                         const char *text,
                         GString *inputs,
                         GError **error)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GString) connections = g_string_new (NULL);
  const ImExpr *expr = parse (arena, name, text, error);

  if (expr == NULL)
    return FALSE;
  list_names (expr, names);
  if (node != NULL)
    remove_unused_inputs (self, edit, node, names);
  for (guint i = 0; i < names->len; i++)
    {
      const char *input = names->pdata[i];
      const ImGraphNode *source = find_named_source (self, node, input);

      if (node != NULL && has_input (node->declaration, input))
        continue;
      append_input (input, get_type_name (source), inputs);
      if (source == NULL)
        continue;
      if (connections->len > 0)
        g_string_append_c (connections, '\n');
      im_document_append_connection_text (
          connections, source->name,
          source->kind == IM_NODE_EXPRESSION ? "output" : "value", name, input);
    }
  if (connections->len > 0)
    im_document_insert_connections (self, edit, connections->str);

  return TRUE;
}

/* One more tab in front of each line. */
static char *
dup_indented (const char *lines)
{
  g_auto (GStrv) split = g_strsplit (lines, "\n", -1);
  g_autofree char *joined = g_strjoinv ("\n\t", split);

  return *lines == '\0' ? g_strdup ("") : g_strconcat ("\t", joined, "\n", NULL);
}

static char *
dup_node (ImDocument *self, const ImEdit *edit, ImXmlEdit *xml, GError **error)
{
  const char *name = edit->nodes[0];
  g_autofree char *place = im_document_dup_new_place (self, edit, error);
  g_autofree char *text = g_markup_escape_text (edit->text, -1);
  g_autofree char *children = NULL;
  g_autoptr (GString) inputs = g_string_new (NULL);

  if (place == NULL)
    return NULL;
  if (im_graph_find_node (self->graph, name) >= 0)
    {
      im_document_refuse (error, name, _ ("there is a node of that name already"));
      return NULL;
    }
  if (!im_document_sync_inputs (self, xml, NULL, name, edit->text, inputs, error))
    return NULL;
  children = dup_indented (inputs->str);

  return g_strdup_printf ("<ExpressionNode id=\"%s\"%s>\n"
                          "\t<Expression output=\"Output\">%s</Expression>\n"
                          "%s</ExpressionNode>",
                          name, place, text, children);
}

static char *
dup_hidden (ImDocument *self, const ImEdit *edit, GError **error)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autofree char *place = im_document_dup_new_place (self, edit, error);

  if (place == NULL || parse (arena, edit->nodes[0], edit->text, error) == NULL)
    return NULL;

  return g_markup_printf_escaped ("<Hidden name=\"%s\" value=\"%s\" />", edit->nodes[0],
                                  edit->text);
}

gboolean
im_document_make_expression (ImDocument *self,
                             const ImEdit *edit,
                             ImDocumentChange *change,
                             GError **error)
{
  g_autofree char *markup = NULL;

  if (!im_document_check_new_name (self, edit->nodes[0], error))
    return FALSE;
  markup = im_document_is_free (self) ? dup_node (self, edit, change->xml, error)
                                      : dup_hidden (self, edit, error);
  if (markup == NULL)
    return FALSE;
  change->name = g_strdup_printf (_ ("Add Expression “%s”"), edit->nodes[0]);

  return im_document_insert_part (
      self, change->xml, markup,
      im_document_is_free (self)
          ? NULL
          : im_document_find_parameter_behind (self, IM_PARAMETER_HIDDEN),
      error);
}
