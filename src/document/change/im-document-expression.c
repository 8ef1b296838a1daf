/* SPDX-License-Identifier: MIT
 *
 * Computed values: nodes of a graph with an expression, whose inputs have the names in
 * it, and computed parameters of a stack.
 */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/im-arena.h"
#include "document/change/im-document-change.h"
#include "document/state/im-document-value.h"

#define NODE_WIDTH 300.0 /* that a node takes at most, in pixels */
#define PLACE_STEP 40.0  /* between places that a new node could have */

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

static void
append_connection (GString *out,
                   const char *source,
                   const char *source_port,
                   const char *target,
                   const char *target_port)
{
  if (out->len > 0)
    g_string_append_c (out, '\n');
  im_document_append_connection_text (out, source, source_port, target, target_port);
}

/* What @im_document_sync_inputs does, but for that it leaves it to the caller to insert
 * the @connections. */
static gboolean
sync_inputs (ImDocument *self,
             ImXmlEdit *edit,
             const ImGraphNode *node,
             const char *name,
             const char *text,
             GString *inputs,
             GString *connections,
             GError **error)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
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
      if (source != NULL)
        append_connection (connections, source->name,
                           source->kind == IM_NODE_EXPRESSION ? "output" : "value", name,
                           input);
    }

  return TRUE;
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
  g_autoptr (GString) connections = g_string_new (NULL);

  if (!sync_inputs (self, edit, node, name, text, inputs, connections, error))
    return FALSE;
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

/* @connections get the pipes that lead to it. */
static char *
dup_node (ImDocument *self,
          const ImEdit *edit,
          ImXmlEdit *xml,
          GString *connections,
          GError **error)
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
  if (!sync_inputs (self, xml, NULL, name, edit->text, inputs, connections, error))
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
  g_autoptr (GString) connections = g_string_new (NULL);
  g_autofree char *markup = NULL;

  if (!im_document_check_new_name (self, edit->nodes[0], error))
    return FALSE;
  markup = im_document_is_free (self)
               ? dup_node (self, edit, change->xml, connections, error)
               : dup_hidden (self, edit, error);
  if (markup == NULL)
    return FALSE;
  if (connections->len > 0)
    im_document_insert_connections (self, change->xml, connections->str);
  change->name = g_strdup_printf (_ ("Add Expression “%s”"), edit->nodes[0]);

  return im_document_insert_part (
      self, change->xml, markup,
      im_document_is_free (self)
          ? NULL
          : im_document_find_parameter_behind (self, IM_PARAMETER_HIDDEN),
      error);
}

/* The first name in an expression that @node (nullable) has no input for, and that
 * nothing in the graph has. */
static const ImExpr *
find_unknown (ImDocument *self, const ImGraphNode *node, const ImExpr *expr)
{
  const ImExpr *unknown = NULL;

  if (expr->kind == IM_EXPR_NAME &&
      (node == NULL || !has_input (node->declaration, expr->name)) &&
      find_named_source (self, node, expr->name) == NULL)
    return expr;
  for (guint i = 0; i < expr->n_operands && unknown == NULL; i++)
    unknown = find_unknown (self, node, expr->operands[i]);

  return unknown;
}

/* The expression node that sets an option, if it can be changed with it: nothing else
 * reads it. */
static const ImGraphNode *
find_own (ImDocument *self, guint layer, const char *option)
{
  const ImGraphNode *own = im_document_find_expression (self, layer, option);
  guint n_readers = 0;

  for (guint i = 0; own != NULL && i < self->nodes->len; i++)
    {
      const ImGraphNode *reader = im_document_get_node (self, i)->node;

      for (guint k = 0; k < reader->n_links; k++)
        n_readers += reader->links[k].source == own->number;
    }

  return n_readers == 1 && im_unit_find_parameter (self->unit, own->name) == NULL ? own
                                                                                  : NULL;
}

gboolean
im_document_check_expression (ImDocument *self,
                              guint layer,
                              const char *option,
                              const char *text,
                              ImSpan *span,
                              GError **error)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImExprError *problem = NULL;
  const ImExpr *expr = im_expr_parse (arena, text, -1, NULL, &problem);
  const ImExpr *unknown = expr == NULL
                              ? NULL
                              : find_unknown (self, find_own (self, layer, option), expr);

  if (expr != NULL && unknown == NULL)
    return TRUE;
  *span = expr == NULL ? problem->span : unknown->name_span;
  if (expr == NULL)
    g_set_error_literal (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT,
                         problem->message);
  else
    g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT,
                 _ ("there is no input, option or expression “%s” here"), unknown->name);

  return FALSE;
}

/* `window_stride`, with a number if something has that name. */
static char *
dup_new_name (ImDocument *self, const char *node, const char *option)
{
  g_autofree char *base = g_strdup_printf ("%s%s_%s", g_ascii_isdigit (*node) ? "_" : "",
                                           node, option);

  for (char *c = base; *c != '\0'; c++)
    *c = g_ascii_isalnum (*c) ? g_ascii_tolower (*c) : '_';
  for (guint i = 1;; i++)
    {
      g_autofree char *name = i == 1 ? g_strdup (base)
                                     : g_strdup_printf ("%s_%u", base, i);

      if (im_graph_find_node (self->graph, name) < 0 &&
          im_unit_find_parameter (self->unit, name) == NULL)
        return g_steal_pointer (&name);
    }
}

/* What a node takes at most, with a margin. */
static double
get_height (const ImGraphNode *node)
{
  guint n = node->unit != NULL ? node->unit->n_parameters : node->declaration->n_inputs;

  return 90 + 30.0 * n;
}

static gboolean
is_free_place (ImDocument *self, double x, double y, double height)
{
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const ImGraphNode *node = im_document_get_node (self, i)->node;
      const ImUnitNode *other = node->declaration;

      if (other != NULL && x < other->x + NODE_WIDTH && other->x < x + NODE_WIDTH &&
          y < other->y + get_height (node) && other->y < y + height)
        return FALSE;
    }

  return TRUE;
}

/* On the left of a node, as near as nothing is covered: beside it, below or above. */
static ImEditPlace
find_place (ImDocument *self, const ImUnitNode *node, guint n_inputs)
{
  ImEditPlace place = { node->x - NODE_WIDTH - PLACE_STEP, node->y };
  double height = 90 + 30.0 * n_inputs;

  for (guint i = 1; !is_free_place (self, place.x, place.y, height); i++)
    place.y = node->y + (i % 2 == 1 ? 1 : -1) * PLACE_STEP * ((i + 1) / 2);

  return place;
}

/* Whether the inputs of a node are the names in an expression. */
static gboolean
has_inputs_of (const ImGraphNode *node, const char *text)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const ImExpr *expr = im_expr_parse (arena, text, -1, NULL, NULL);
  gboolean has_all = expr != NULL;

  if (expr != NULL)
    list_names (expr, names);
  for (guint i = 0; i < names->len; i++)
    has_all = has_all && has_input (node->declaration, names->pdata[i]);

  return has_all && names->len == node->declaration->n_inputs;
}

static gboolean
change_own (ImDocument *self,
            const ImGraphNode *own,
            const char *text,
            ImDocumentChange *change,
            GError **error)
{
  const ImXmlElement *element = own->declaration->element;
  const ImXmlElement *expression = im_xml_element_find_child (element, "Expression");
  g_autoptr (GString) inputs = g_string_new (NULL);

  if (expression == NULL || expression->first_child != NULL)
    return im_document_refuse (error, own->name,
                               _ ("expected an element without children"));
  if (!im_document_sync_inputs (self, change->xml, own, own->name, text, inputs, error))
    return FALSE;
  im_xml_edit_set_text (change->xml, expression, text);
  if (inputs->len > 0)
    im_xml_edit_insert (change->xml, element, NULL, inputs->str);

  return TRUE;
}

static gboolean
add_own (ImDocument *self,
         const ImGraphNode *node,
         const ImEdit *set,
         ImDocumentChange *change,
         GError **error)
{
  const char *option = set->target.parameter;
  const ImGraphLink *link = im_graph_find_link (self->graph, node->number, option);
  g_autoptr (GString) connections = g_string_new (NULL);
  g_autofree char *name = dup_new_name (self, node->name, option);
  g_autofree char *markup = NULL;
  ImEditPlace place = find_place (self, node->declaration, 3);
  const ImEdit edit = { .kind = IM_EDIT_EXPRESSION,
                        .nodes = (const char *const *) &name,
                        .n_nodes = 1,
                        .places = &place,
                        .text = set->text };

  markup = dup_node (self, &edit, change->xml, connections, error);
  if (markup == NULL)
    return FALSE;
  if (link == NULL)
    append_connection (connections, name, "output", node->name, option);
  else
    im_document_edit_source (self, change->xml, link, name, "output");
  if (connections->len > 0)
    im_document_insert_connections (self, change->xml, connections->str);

  return im_document_insert_part (self, change->xml, markup, NULL, error);
}

gboolean
im_document_wire_expression (ImDocument *self,
                             guint layer,
                             const ImEdit *edit,
                             ImDocumentChange *change,
                             GError **error)
{
  const char *option = edit->target.parameter;
  const ImGraphNode
      *node = im_document_get_node (self, im_document_find_node (self, layer))->node;
  const ImGraphNode *own = find_own (self, layer, option);
  gboolean has_same_inputs = own == NULL || has_inputs_of (own, edit->text);
  g_autoptr (GError) problem = NULL;
  ImSpan span;

  if (!im_document_check_expression (self, layer, option, edit->text, &span, &problem))
    {
      g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT,
                   _ ("%s: character %u: %s"), option,
                   (guint) g_utf8_strlen (edit->text, span.start) + 1, problem->message);
      return FALSE;
    }
  if (own != NULL ? !change_own (self, own, edit->text, change, error)
                  : !add_own (self, node, edit, change, error))
    return FALSE;
  g_free (change->gesture);
  /* The order of inputs is that in which they were used first: what has other ones is not
   * the same when it is done at once. */
  change->gesture = has_same_inputs
                        ? g_strdup_printf ("fx %s %s", edit->target.node, option)
                        : NULL;

  return TRUE;
}

gboolean
im_document_unwire_expression (ImDocument *self,
                               guint layer,
                               const char *option,
                               ImXmlEdit *edit)
{
  const ImGraphNode *own = find_own (self, layer, option);
  const char *target = im_document_get_layer (self, layer)->name;
  g_autofree gboolean *is_removed = g_new0 (gboolean, self->nodes->len);

  if (im_document_find_expression (self, layer, option) == NULL)
    return FALSE;
  if (own == NULL)
    im_document_remove_connection (self, edit, target, option);
  else
    {
      is_removed[own->number] = TRUE;
      im_document_remove_free_nodes (self, is_removed, FALSE, edit);
    }

  return TRUE;
}
