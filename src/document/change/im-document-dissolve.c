/* SPDX-License-Identifier: MIT
 *
 * A compound or composite in a node graph as nodes of that graph. Links across its border
 * are made to the nodes inside; what an option of it is set to is set at the nodes that
 * the option leads to. The other nodes make room.
 */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "document/change/im-document-compound.h"
#include "document/change/im-document-markup.h"
#include "unit/im-unit-alias.h"
#include "unit/im-unit-frame.h"

#define NODE_WIDTH   300 /* that a node takes at most, in pixels */
#define COLUMN_WIDTH 360 /* of layers that become nodes */

typedef struct
{
  ImDocument *document;
  const ImDocumentLayer *layer;
  const ImDocumentNode *node; /* of the layer */
  ImXmlEdit *edit;
  ImGraph *inside;
  char **names;          /* that nodes inside get outside, by number; NULL for none */
  GHashTable *taken;     /* names outside */
  GHashTable *constants; /* names of nodes for options that feed expressions, by option */
  GString *markup;       /* of nodes */
  GString *links;        /* of connections */
  double left;
  double top;
  double width;
  double height;
  guint n;
} Dissolve;

/* Where something comes from. */
typedef struct
{
  const char *node; /* outside; NULL if from nowhere */
  const char *port;
  const ImParameter *option; /* without @node: the option of the group that gives it */
} Origin;

static const ImUnitConnection *
find_incoming (Dissolve *dissolve, const char *parameter)
{
  const ImUnit *unit = dissolve->document->unit;

  for (guint i = 0; i < unit->n_connections; i++)
    if (strcmp (unit->connections[i].target_node.text, dissolve->layer->name) == 0 &&
        strcmp (unit->connections[i].target_parameter.text, parameter) == 0)
      return &unit->connections[i];

  return NULL;
}

/* A port as the file has it, where the unit is known there by another id. */
static const char *
get_port (const ImGraphNode *node, const char *port)
{
  return node->kind == IM_NODE_UNIT && node->unit != NULL
             ? im_unit_alias_unmap (node->unit, node->unit_id, port)
             : port;
}

static Origin
find_origin_of_parameter (Dissolve *dissolve, const ImParameter *parameter)
{
  const ImUnitConnection *link = find_incoming (dissolve, parameter->name.text);
  Origin origin = { NULL, NULL, im_parameter_is_option (parameter) ? parameter : NULL };

  /* What reads itself has no origin. */
  if (link != NULL && strcmp (link->source_node.text, dissolve->layer->name) != 0)
    {
      origin.node = link->source_node.text;
      origin.port = link->source_parameter.text;
    }

  return origin;
}

static Origin
find_origin (Dissolve *dissolve, const ImGraphLink *link)
{
  const ImGraphNode *source = dissolve->inside->nodes[link->source];

  if (source->kind == IM_NODE_INPUT || source->kind == IM_NODE_OPTION)
    return find_origin_of_parameter (dissolve, source->parameter);

  return (Origin){ dissolve->names[link->source], get_port (source, link->source_port),
                   NULL };
}

static void
append_link (Dissolve *dissolve,
             const char *source,
             const char *source_port,
             const char *target,
             const char *target_port)
{
  im_document_append_connection_text (dissolve->links, source, source_port, target,
                                      target_port);
  g_string_append_c (dissolve->links, '\n');
}

static gboolean
get_option_value (Dissolve *dissolve, const ImParameter *option, ImValue *value)
{
  return im_document_get_known_value (dissolve->layer->evaluation, option, value);
}

static void
append_argument (GString *out,
                 ImDocument *document,
                 const ImGraphNode *node,
                 const ImParameter *option,
                 const ImValue *value)
{
  const char *name = im_document_get_argument_name (document, node->unit,
                                                    option->name.text);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *markup = NULL;

  im_value_append_display (value, text);
  markup = g_markup_printf_escaped ("\t<%s param=\"%s\">%s</%s>", name,
                                    get_port (node, option->name.text), text->str, name);
  g_string_append_printf (out, "%s\n", markup);
}

/* What leads to an option of a node from an option of the group that nothing leads to. */
static const ImParameter *
find_group_option (Dissolve *dissolve, const ImGraphNode *node, const char *port)
{
  const ImGraphLink *link = im_graph_find_link (dissolve->inside, node->number, port);
  Origin origin = link == NULL ? (Origin){ NULL } : find_origin (dissolve, link);

  return origin.node == NULL ? origin.option : NULL;
}

/* Of a stack: the option of the group that an argument hands on, or NULL. */
static const ImParameter *
find_handed_on (Dissolve *dissolve, const ImGraphSetting *setting)
{
  const ImExpr *expr = setting->expr == NULL ? NULL : setting->expr->expr;
  const ImParameter *option = expr == NULL || expr->kind != IM_EXPR_NAME
                                  ? NULL
                                  : im_unit_find_parameter (dissolve->layer->unit,
                                                            expr->name);

  return option != NULL && im_parameter_is_option (option) ? option : NULL;
}

/* Arguments of a node of a stack: values, or links to what the group is given. */
static void
append_stack_arguments (Dissolve *dissolve, const ImGraphNode *node, GString *out)
{
  g_autofree char *path = g_strdup_printf ("%s/%s", dissolve->layer->name, node->name);
  ImUnitEvaluation *evaluation = im_program_find_evaluation (dissolve->document->program,
                                                             path);

  for (guint i = 0; i < node->n_settings; i++)
    {
      const ImGraphSetting *setting = &node->settings[i];
      const ImParameter *option = im_unit_find_parameter (node->unit, setting->parameter);
      const ImParameter *handed_on = find_handed_on (dissolve, setting);
      Origin origin = handed_on == NULL ? (Origin){ NULL }
                                        : find_origin_of_parameter (dissolve, handed_on);
      ImValue value;

      if (origin.node != NULL)
        append_link (dissolve, origin.node, origin.port, dissolve->names[node->number],
                     get_port (node, setting->parameter));
      else if (im_document_get_known_value (evaluation, option, &value))
        append_argument (out, dissolve->document, node, option, &value);
    }
}

/* Arguments of a node of a compound: those that it has, and what options of the group
 * give it. */
static void
append_graph_arguments (Dissolve *dissolve, const ImGraphNode *node, GString *out)
{
  const ImXmlElement *element = im_document_get_element (node);
  ImValue value;

  for (const ImXmlElement *child = element->first_child; child != NULL;
       child = child->next_sibling)
    {
      const ImXmlAttribute *name = im_xml_element_find_attribute (child, NULL, "param");

      if (name == NULL || node->unit == NULL ||
          find_group_option (dissolve, node, name->value) == NULL)
        im_document_append_markup (out, NULL, child, NULL, 1, NULL, NULL);
    }
  for (guint i = 0; i < node->n_links; i++)
    {
      const char *port = node->links[i].target_port;
      const ImParameter *given = find_group_option (dissolve, node, port);
      const ImParameter *option = node->unit == NULL
                                      ? NULL
                                      : im_unit_find_parameter (node->unit, port);

      if (given != NULL && option != NULL && get_option_value (dissolve, given, &value))
        append_argument (out, dissolve->document, node, option, &value);
    }
}

/* The text that the group stands in, which may be another file. */
static const ImSource *
get_inner_source (Dissolve *dissolve)
{
  return im_unit_file_get_source (dissolve->layer->unit->file);
}

static void
append_unit_node (Dissolve *dissolve, const ImGraphNode *node, double x, double y)
{
  g_autoptr (GString) arguments = g_string_new (NULL);
  g_autofree char *at_x = im_document_dup_place (x);
  g_autofree char *at_y = im_document_dup_place (y);
  g_autofree char *head = g_markup_printf_escaped (
      "<UnitNode id=\"%s\" x=\"%s\" y=\"%s\" enabled=\"%s\" unit=\"%s\"",
      dissolve->names[node->number], at_x, at_y, node->is_enabled ? "true" : "false",
      node->unit_id);

  im_document_append_comments (arguments, get_inner_source (dissolve),
                               im_document_get_element (node), 1);
  if (dissolve->layer->unit->kind == IM_UNIT_COMPOUND)
    append_graph_arguments (dissolve, node, arguments);
  else if (node->unit != NULL)
    append_stack_arguments (dissolve, node, arguments);
  if (arguments->len == 0)
    g_string_append_printf (dissolve->markup, "%s />\n", head);
  else
    g_string_append_printf (dissolve->markup, "%s>\n%s</UnitNode>\n", head,
                            arguments->str);
}

/* A node that gives what an option of the group is set to, for expressions. */
static const char *
require_constant (Dissolve *dissolve, const ImParameter *option, double x, double y)
{
  static const char *const types[IM_N_PARAMETERS] = {
    [IM_PARAMETER_INT] = "Integer", [IM_PARAMETER_DOUBLE] = "Real",
    [IM_PARAMETER_BOOL] = "Bool",   [IM_PARAMETER_STRING] = "String",
    [IM_PARAMETER_SHAPE] = "Shape",
  };
  const char *known = g_hash_table_lookup (dissolve->constants, option->name.text);
  g_autofree char *text = NULL;
  g_autofree char *markup = NULL;
  g_autofree char *at_x = im_document_dup_place (x - COLUMN_WIDTH);
  g_autofree char *at_y = im_document_dup_place (y);
  char *name;
  ImValue value;

  if (known != NULL)
    return known;
  if (!get_option_value (dissolve, option, &value))
    return NULL;
  text = im_document_dup_expression (&value);
  if (text == NULL || types[option->kind] == NULL)
    return NULL;
  name = im_document_dup_name_beside (option->name.text, dissolve->taken);
  g_hash_table_add (dissolve->taken, g_strdup (name));
  g_hash_table_insert (dissolve->constants, g_strdup (option->name.text), name);
  markup = g_markup_printf_escaped (
      "<ExpressionNode id=\"%s\" x=\"%s\" y=\"%s\" enabled=\"true\">\n"
      "\t<Expression output=\"Output\" type=\"%s\">%s</Expression>\n</ExpressionNode>",
      name, at_x, at_y, types[option->kind], text);
  g_string_append_printf (dissolve->markup, "%s\n", markup);
  dissolve->n++;

  return name;
}

/* Links that lead to a node, and values of options where it takes them by links only. */
static void
append_links (Dissolve *dissolve, const ImGraphNode *node, double x, double y)
{
  for (guint i = 0; i < node->n_links; i++)
    {
      const ImGraphLink *link = &node->links[i];
      const char *port = get_port (node, link->target_port);
      Origin origin = find_origin (dissolve, link);

      if (origin.node == NULL && origin.option != NULL && node->kind != IM_NODE_UNIT)
        {
          origin.node = require_constant (dissolve, origin.option, x, y);
          origin.port = "output";
        }
      if (origin.node != NULL)
        append_link (dissolve, origin.node, origin.port, dissolve->names[node->number],
                     port);
    }
}

/* Places of nodes inside, from the upper left one: those of layers follow each other. */
static void
get_place (Dissolve *dissolve, const ImGraphNode *node, guint index, double *x, double *y)
{
  const ImUnitNode *declaration = node->declaration;
  gboolean is_graph = dissolve->layer->unit->kind == IM_UNIT_COMPOUND;

  *x = is_graph ? declaration->x - dissolve->left : (double) index * COLUMN_WIDTH;
  *y = is_graph ? declaration->y - dissolve->top : 0;
}

static gboolean
is_taken_out (const ImGraphNode *node)
{
  return node->kind == IM_NODE_UNIT || node->kind == IM_NODE_EXPRESSION ||
         node->kind == IM_NODE_ASSERT;
}

static void
measure (Dissolve *dissolve)
{
  double right = -G_MAXDOUBLE, bottom = -G_MAXDOUBLE;
  guint n = 0;

  dissolve->left = dissolve->top = G_MAXDOUBLE;
  for (guint i = 0; i < dissolve->inside->n_nodes; i++)
    {
      const ImUnitNode *node = dissolve->inside->nodes[i]->declaration;

      if (!is_taken_out (dissolve->inside->nodes[i]))
        continue;
      n++;
      dissolve->left = MIN (dissolve->left, node->x);
      dissolve->top = MIN (dissolve->top, node->y);
      right = MAX (right, node->x);
      bottom = MAX (bottom, node->y);
    }
  if (dissolve->layer->unit->kind == IM_UNIT_COMPOUND)
    {
      dissolve->width = right - dissolve->left;
      dissolve->height = bottom - dissolve->top;
    }
  else
    dissolve->width = COLUMN_WIDTH * (n - 1.0);
}

/* A node keeps its name unless another one has it. */
static void
choose_names (Dissolve *dissolve)
{
  const ImGraph *outside = dissolve->document->graph;

  for (guint i = 0; i < outside->n_nodes; i++)
    if (outside->nodes[i] != dissolve->node->node)
      g_hash_table_add (dissolve->taken, g_strdup (outside->nodes[i]->name));
  for (guint i = 0; i < dissolve->document->unit->n_frames; i++)
    g_hash_table_add (dissolve->taken, g_strdup (dissolve->document->unit->frames[i].id));
  dissolve->names = g_new0 (char *, dissolve->inside->n_nodes + 1);
  for (guint i = 0; i < dissolve->inside->n_nodes; i++)
    {
      const ImGraphNode *node = dissolve->inside->nodes[i];

      if (!is_taken_out (node))
        continue;
      dissolve->names[i] = im_document_dup_name_beside (node->name, dissolve->taken);
      g_hash_table_add (dissolve->taken, g_strdup (dissolve->names[i]));
    }
}

static void
append_nodes (Dissolve *dissolve)
{
  guint index = 0;

  for (guint i = 0; i < dissolve->inside->n_nodes; i++)
    {
      const ImGraphNode *node = dissolve->inside->nodes[i];
      double x, y;

      if (!is_taken_out (node))
        continue;
      get_place (dissolve, node, index++, &x, &y);
      x += dissolve->node->x;
      y += dissolve->node->y;
      if (node->kind == IM_NODE_UNIT)
        append_unit_node (dissolve, node, x, y);
      else
        {
          g_autofree char *at_x = im_document_dup_place (x);
          g_autofree char *at_y = im_document_dup_place (y);
          ImDocumentNodeCopy copy = { dissolve->names[i], at_x, at_y };

          im_document_append_markup (dissolve->markup, get_inner_source (dissolve),
                                     im_document_get_element (node), NULL, 0,
                                     im_document_rewrite_node, &copy);
        }
      append_links (dissolve, node, x, y);
      dissolve->n++;
    }
}

/* What a port of the group gives, from inside. */
static Origin
find_given (Dissolve *dissolve, const char *port)
{
  for (guint i = 0; i < dissolve->inside->n_nodes; i++)
    {
      const ImGraphNode *node = dissolve->inside->nodes[i];

      if (node->kind == IM_NODE_OUTPUT && node->n_links > 0 &&
          strcmp (node->parameter->name.text, port) == 0)
        return find_origin (dissolve, &node->links[0]);
    }

  return (Origin){ NULL };
}

static void
rewire (Dissolve *dissolve)
{
  const ImUnit *unit = dissolve->document->unit;

  for (guint i = 0; i < unit->n_connections; i++)
    {
      const ImUnitConnection *connection = &unit->connections[i];
      const ImXmlElement *end = im_xml_element_find_child (connection->element, "Source");
      gboolean is_target = strcmp (connection->target_node.text, dissolve->layer->name) ==
                           0;
      gboolean is_source = strcmp (connection->source_node.text, dissolve->layer->name) ==
                           0;
      Origin origin = { NULL };

      if (is_source && !is_target)
        origin = find_given (dissolve, connection->source_parameter.text);
      if (origin.node != NULL)
        {
          im_xml_edit_set_attribute (dissolve->edit, end, "node", origin.node);
          im_xml_edit_set_attribute (dissolve->edit, end, "param", origin.port);
        }
      else if (is_source || is_target)
        im_xml_edit_remove (dissolve->edit, connection->element);
    }
}

/* Nodes to the right of the group go farther, those below it deeper. */
static void
make_room (Dissolve *dissolve)
{
  ImDocument *self = dissolve->document;
  double x = dissolve->node->x, y = dissolve->node->y;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      const ImDocumentNode *other = im_document_get_node (self, i);
      const ImXmlElement *element = im_document_get_element (other->node);

      if (other == dissolve->node || !other->is_placed || element == NULL)
        continue;
      if (other->x >= x + NODE_WIDTH && dissolve->width > 0)
        im_document_edit_place (self, dissolve->edit, element, other->x + dissolve->width,
                                other->y);
      else if (other->x > x - NODE_WIDTH && other->x < x + NODE_WIDTH && other->y >= y &&
               dissolve->height > 0)
        im_document_edit_place (self, dissolve->edit, element, other->x,
                                other->y + dissolve->height);
    }
}

/* What keeps nodes from standing outside. */
static gboolean
check_nodes (Dissolve *dissolve, GError **error)
{
  guint n = 0;

  for (guint i = 0; i < dissolve->inside->n_nodes; i++)
    {
      const ImGraphNode *node = dissolve->inside->nodes[i];

      if (node->kind == IM_NODE_UNKNOWN)
        return im_document_refuse (error, node->name,
                                   _ ("a node of another program stays in its group"));
      for (guint k = 0; k < node->n_settings && node->unit != NULL; k++)
        if (im_unit_find_parameter (node->unit, node->settings[k].parameter)->kind ==
            IM_PARAMETER_INPUT)
          return im_document_refuse (error, node->name,
                                     _ ("it is given an array, which a node of a graph "
                                        "cannot be"));
      n += is_taken_out (node);
    }

  return n > 0 ||
         im_document_refuse (error, dissolve->layer->name, _ ("the composite is empty"));
}

/* An option of the group whose value is needed and not known. */
static gboolean
check_options (Dissolve *dissolve, GError **error)
{
  for (guint i = 0; i < dissolve->layer->unit->n_parameters; i++)
    {
      const ImParameter *option = &dissolve->layer->unit->parameters[i];
      ImValue value;

      if (im_parameter_is_option (option) &&
          find_origin_of_parameter (dissolve, option).node == NULL &&
          !get_option_value (dissolve, option, &value))
        return im_document_refuse (error, option->name.text,
                                   _ ("its value is not known; resolve the problems of "
                                      "the group first"));
    }

  return TRUE;
}

/* Frames come along with the nodes, from which they are as far as before. */
static void
insert_frames (Dissolve *dissolve)
{
  ImDocument *self = dissolve->document;
  const ImUnit *unit = dissolve->layer->unit;
  g_autoptr (GString) markup = g_string_new (NULL);

  for (guint i = 0; i < unit->n_frames; i++)
    {
      char *name = im_document_dup_name_beside (unit->frames[i].id, dissolve->taken);

      im_document_append_frame (markup, &unit->frames[i],
                                im_document_require_prefix (self->file, dissolve->edit),
                                name, dissolve->node->x - dissolve->left,
                                dissolve->node->y - dissolve->top);
      g_hash_table_add (dissolve->taken, name);
    }
  if (markup->len == 0)
    return;
  g_string_truncate (markup, markup->len - 1);
  im_xml_edit_insert (dissolve->edit, self->unit->element, NULL, markup->str);
}

static void
insert_all (Dissolve *dissolve)
{
  const ImUnit *unit = dissolve->document->unit;
  const ImXmlElement *nodes = im_xml_element_find_child (unit->element, "Nodes");

  g_string_truncate (dissolve->markup, dissolve->markup->len - 1);
  im_xml_edit_insert (dissolve->edit, nodes, NULL, dissolve->markup->str);
  im_xml_edit_remove (dissolve->edit, dissolve->layer->node->element);
  if (dissolve->links->len > 0)
    {
      g_string_truncate (dissolve->links, dissolve->links->len - 1);
      im_document_insert_connections (dissolve->document, dissolve->edit,
                                      dissolve->links->str);
    }
  if (!im_document_is_used_elsewhere (dissolve->document, dissolve->layer))
    im_xml_edit_remove (dissolve->edit, dissolve->layer->unit->element);
}

static gboolean
run (Dissolve *dissolve, GError **error)
{
  if (!check_nodes (dissolve, error) || !check_options (dissolve, error))
    return FALSE;
  measure (dissolve);
  choose_names (dissolve);
  append_nodes (dissolve);
  rewire (dissolve);
  make_room (dissolve);
  insert_all (dissolve);
  insert_frames (dissolve);

  return TRUE;
}

static gboolean
check_group (const ImDocumentLayer *layer, GError **error)
{
  if (layer->unit == NULL ||
      (layer->unit->kind != IM_UNIT_COMPOSITE && layer->unit->kind != IM_UNIT_COMPOUND))
    return im_document_refuse (error, layer->name,
                               _ ("only a composite or compound can be ungrouped"));

  return layer->node->is_enabled ||
         im_document_refuse (error, layer->name,
                             _ ("it is switched off; switch it on first"));
}

gboolean
im_document_dissolve_compound (ImDocument *self,
                               const ImEdit *edit,
                               ImDocumentChange *change,
                               GError **error)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                        NULL);
  g_autoptr (GHashTable) constants = g_hash_table_new_full (g_str_hash, g_str_equal,
                                                            g_free, g_free);
  g_autoptr (GString) markup = g_string_new (NULL);
  g_autoptr (GString) links = g_string_new (NULL);
  Dissolve dissolve = { .document = self,
                        .edit = change->xml,
                        .taken = taken,
                        .constants = constants,
                        .markup = markup,
                        .links = links };
  gboolean is_done;
  guint number;

  if (!im_document_find_named_layer (self, edit->nodes[0], &number, error))
    return FALSE;
  dissolve.layer = im_document_get_layer (self, number);
  dissolve.node = im_document_get_node (self, im_document_find_node (self, number));
  if (!check_group (dissolve.layer, error))
    return FALSE;
  dissolve.inside = im_graph_load (dissolve.layer->unit, self->library, problems);
  is_done = run (&dissolve, error);
  for (guint i = 0; dissolve.names != NULL && i < dissolve.inside->n_nodes; i++)
    g_free (dissolve.names[i]);
  g_free (dissolve.names);
  im_graph_unref (dissolve.inside);
  change->n_new = dissolve.n;
  change->name = g_strdup_printf (_ ("Ungroup %s"), dissolve.layer->name);

  return is_done;
}
