/* SPDX-License-Identifier: MIT
 *
 * Nodes of a node graph as a compound of their own. What comes in from outside becomes an
 * input or an option of it, one for each port that it comes from; what leaves it becomes
 * an output. Inputs that nothing leads to and outputs that nobody reads are on the
 * outside, too, so that the compound can be used as its nodes could.
 */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "document/change/im-document-change.h"
#include "document/change/im-document-compound.h"
#include "document/change/im-document-markup.h"
#include "unit/im-unit-frame.h"

/* From what goes in to the nodes, and from these to what comes out, in pixels. */
#define COLUMN_WIDTH 420
#define ROW_HEIGHT   140

/* A port that links come from across the border, and what stands for it inside. */
typedef struct
{
  char *name;
  const char *node;
  const char *port;
} Border;

typedef struct
{
  ImDocument *document;
  const ImEdit *wish;
  const guint *nodes;
  guint n_nodes;
  const char *prefix;
  char *id;   /* of the unit */
  char *name; /* of its node */
  ImXmlEdit *edit;
  GPtrArray *borders; /* Border */
  GHashTable *taken;  /* names inside */
  GString *markup;    /* of nodes inside */
  GString *outputs;   /* of those that things leave by, behind the others */
  GString *links;     /* of connections inside */
  GString *outside;   /* of connections outside */
  GString *arguments; /* of the node that stands for the compound */
  double left;
  double top;
  double right;
  double bottom;
  guint n_inputs;
  guint n_outputs;
} Compound;

static void
free_border (gpointer data)
{
  Border *border = data;

  g_free (border->name);
  g_free (border);
}

static const ImGraphNode *
find_node (Compound *compound, const char *name)
{
  gint number = im_graph_find_node (compound->document->graph, name);

  return number < 0 ? NULL : compound->document->graph->nodes[number];
}

static gboolean
is_inside (Compound *compound, const char *name)
{
  const ImGraphNode *node = find_node (compound, name);

  return node != NULL &&
         im_document_is_among (compound->nodes, compound->n_nodes, node->number);
}

/* The border that a link crosses already, or NULL. */
static Border *
find_border (Compound *compound, const char *node, const char *port)
{
  for (guint i = 0; i < compound->borders->len; i++)
    {
      Border *border = g_ptr_array_index (compound->borders, i);

      if (border->node != NULL && strcmp (border->node, node) == 0 &&
          strcmp (border->port, port) == 0)
        return border;
    }

  return NULL;
}

static Border *
add_border (Compound *compound, const char *wish, const char *node, const char *port)
{
  Border *border = g_new0 (Border, 1);

  border->name = im_document_dup_name_beside (wish, compound->taken);
  border->node = node;
  border->port = port;
  g_hash_table_add (compound->taken, g_strdup (border->name));
  g_ptr_array_add (compound->borders, border);

  return border;
}

static void
append_link (GString *out,
             const char *source,
             const char *source_port,
             const char *target,
             const char *target_port)
{
  im_document_append_connection_text (out, source, source_port, target, target_port);
  g_string_append_c (out, '\n');
}

static ImParameterKind
get_result_kind (const ImGraphNode *expression)
{
  static const struct
  {
    const char *type;
    ImParameterKind kind;
  } rows[] = {
    { "Integer", IM_PARAMETER_INT },   { "Shape", IM_PARAMETER_SHAPE },
    { "Bool", IM_PARAMETER_BOOL },     { "Boolean", IM_PARAMETER_BOOL },
    { "String", IM_PARAMETER_STRING },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_strcmp0 (expression->declaration->result_type.text, rows[i].type) == 0)
      return rows[i].kind;

  return IM_PARAMETER_DOUBLE;
}

/* The parameter that a link leads to, or NULL. */
static const ImParameter *
find_target (Compound *compound, const ImUnitConnection *connection)
{
  const ImGraphNode *node = find_node (compound, connection->target_node.text);
  const char *port = connection->target_parameter.text;

  return node == NULL || node->unit == NULL ? NULL
                                            : im_unit_find_parameter (node->unit, port);
}

static void
append_place (Compound *compound, gboolean is_output, char **x, char **y)
{
  double column = is_output ? compound->right + COLUMN_WIDTH
                            : compound->left - COLUMN_WIDTH;
  guint row = is_output ? compound->n_outputs++ : compound->n_inputs++;

  *x = im_document_dup_place (column);
  *y = im_document_dup_place (compound->top + (double) row * ROW_HEIGHT);
}

static void
append_socket (Compound *compound, const char *name, const char *text, gboolean is_output)
{
  g_autofree char *x = NULL;
  g_autofree char *y = NULL;
  g_autofree char *markup = NULL;

  append_place (compound, is_output, &x, &y);
  markup = g_markup_printf_escaped (
      "\t\t<%s id=\"%s\" x=\"%s\" y=\"%s\" enabled=\"true\" name=\"%s\" param=\"%s\" />",
      is_output ? "TensorOutputNode" : "TensorInputNode", name, x, y,
      text == NULL ? name : text, name);
  g_string_append_printf (is_output ? compound->outputs : compound->markup, "%s\n",
                          markup);
}

/* An option node is named as the option that it gives. */
static char *
rewrite_option (const ImXmlElement *element,
                const char *name,
                const char *value,
                gpointer data)
{
  const ImDocumentNodeCopy *copy = data;

  if (strcmp (name, "param") == 0 &&
      im_xml_element_find_attribute (element, NULL, "id") != NULL)
    return g_strdup (copy->name);

  return im_document_rewrite_node (element, name, value, data);
}

/* Its limits and choices, where they are no expressions. */
static void
append_limits (GString *out, const ImParameter *option)
{
  const struct
  {
    const char *name;
    const char *value;
  } limits[] = { { "MinValue", option->option->minimum.text },
                 { "MaxValue", option->option->maximum.text } };

  for (gsize i = 0; i < G_N_ELEMENTS (limits); i++)
    if (limits[i].value != NULL && *limits[i].value != '\0' &&
        im_document_check_literal (option->kind, limits[i].value, NULL))
      g_string_append_printf (out, "\t\t\t<%s>%s</%s>\n", limits[i].name, limits[i].value,
                              limits[i].name);
  if (option->option->n_items > 0)
    im_document_append_choices (out, option->option, 3);
}

/* An option whose default is what @target is now; with the limits of that if it is an
 * option and @is_same. */
static void
append_option (Compound *compound,
               const char *node,
               const ImParameter *target,
               const char *name,
               ImParameterKind kind,
               gboolean is_same)
{
  static const char *const elements[IM_N_PARAMETERS] = {
    [IM_PARAMETER_INT] = "Int32OptionNode",
    [IM_PARAMETER_DOUBLE] = "DoubleOptionNode",
    [IM_PARAMETER_BOOL] = "BoolOptionNode",
    [IM_PARAMETER_STRING] = "StringOptionNode",
    [IM_PARAMETER_SHAPE] = "ShapeOptionNode",
    [IM_PARAMETER_FILE] = "StringOptionNode",
    [IM_PARAMETER_DIRECTORY] = "StringOptionNode",
  };
  ImUnitEvaluation *evaluation = im_program_find_evaluation (compound->document->program,
                                                             node);
  g_autofree char *initial = target == NULL
                                 ? NULL
                                 : im_document_dup_default (evaluation, target);
  g_autoptr (GString) children = g_string_new (NULL);
  g_autofree char *x = NULL;
  g_autofree char *y = NULL;
  g_autofree char *markup = NULL;

  append_place (compound, FALSE, &x, &y);
  markup = g_markup_printf_escaped (
      "\t\t<%s id=\"%s\" x=\"%s\" y=\"%s\" enabled=\"true\" name=\"%s\" param=\"%s\"",
      elements[kind], name, x, y, target == NULL ? name : target->text, name);
  if (is_same && target->description != NULL)
    {
      g_autofree char *text = g_markup_escape_text (target->description, -1);

      g_string_append_printf (children, "\t\t\t<Description>%s</Description>\n", text);
    }
  if (initial != NULL && *initial != '\0')
    {
      g_autofree char *text = g_markup_escape_text (initial, -1);

      g_string_append_printf (children, "\t\t\t<DefaultValue>%s</DefaultValue>\n", text);
    }
  if (is_same)
    append_limits (children, target);
  g_string_append (compound->markup, markup);
  if (children->len == 0)
    g_string_append (compound->markup, " />\n");
  else
    g_string_append_printf (compound->markup, ">\n%s\t\t</%s>\n", children->str,
                            elements[kind]);
}

/* The node inside that stands for what comes from outside. */
static void
append_incoming (Compound *compound,
                 const ImUnitConnection *connection,
                 const Border *border)
{
  const ImGraphNode *source = find_node (compound, border->node);
  const ImParameter *target = find_target (compound, connection);

  if (source == NULL
          ? target == NULL || !im_parameter_is_option (target)
          : source->kind != IM_NODE_OPTION && source->kind != IM_NODE_EXPRESSION)
    {
      append_socket (compound, border->name, target == NULL ? NULL : target->text, FALSE);
      return;
    }
  if (source != NULL && source->kind == IM_NODE_OPTION)
    {
      g_autofree char *x = NULL;
      g_autofree char *y = NULL;
      ImDocumentNodeCopy copy = { border->name, NULL, NULL };

      append_place (compound, FALSE, &x, &y);
      copy.x = x;
      copy.y = y;
      im_document_append_markup (
          compound->markup, im_unit_file_get_source (compound->document->file),
          im_document_get_element (source), compound->prefix, 2, rewrite_option, &copy);
    }
  else
    append_option (compound, connection->target_node.text, target, border->name,
                   source == NULL ? target->kind : get_result_kind (source), FALSE);
}

static void
cut_incoming (Compound *compound, const ImUnitConnection *connection)
{
  const char *source = connection->source_node.text;
  const char *port = connection->source_parameter.text;
  Border *border = find_border (compound, source, port);

  if (border == NULL)
    {
      border = add_border (compound, connection->target_parameter.text, source, port);
      append_incoming (compound, connection, border);
      append_link (compound->outside, source, port, compound->name, border->name);
    }
  append_link (compound->links, border->name, "value", connection->target_node.text,
               connection->target_parameter.text);
  im_xml_edit_remove (compound->edit, connection->element);
}

static void
cut_outgoing (Compound *compound, const ImUnitConnection *connection)
{
  const char *source = connection->source_node.text;
  const char *port = connection->source_parameter.text;
  const ImXmlElement *end = im_xml_element_find_child (connection->element, "Source");
  Border *border = find_border (compound, source, port);

  if (border == NULL)
    {
      const ImGraphNode *node = find_node (compound, source);
      const ImParameter *output = node == NULL || node->unit == NULL
                                      ? NULL
                                      : im_unit_find_parameter (node->unit, port);

      border = add_border (compound, port, source, port);
      append_socket (compound, border->name, output == NULL ? NULL : output->text, TRUE);
      append_link (compound->links, source, port, border->name, "value");
    }
  im_xml_edit_set_attribute (compound->edit, end, "node", compound->name);
  im_xml_edit_set_attribute (compound->edit, end, "param", border->name);
}

static void
cut (Compound *compound)
{
  const ImUnit *unit = compound->document->unit;

  for (guint i = 0; i < unit->n_connections; i++)
    {
      const ImUnitConnection *connection = &unit->connections[i];
      gboolean has_source = is_inside (compound, connection->source_node.text);
      gboolean has_target = is_inside (compound, connection->target_node.text);

      if (has_source && has_target)
        {
          im_document_append_markup (compound->links,
                                     im_unit_file_get_source (compound->document->file),
                                     connection->element, NULL, 0, NULL, NULL);
          im_xml_edit_remove (compound->edit, connection->element);
        }
      else if (has_target)
        cut_incoming (compound, connection);
      else if (has_source)
        cut_outgoing (compound, connection);
    }
}

static gboolean
is_linked (Compound *compound, const char *node, const char *port, gboolean is_target)
{
  const ImUnit *unit = compound->document->unit;

  for (guint i = 0; i < unit->n_connections; i++)
    {
      const ImUnitConnection *connection = &unit->connections[i];
      const ImUnitText *end = is_target ? &connection->target_node
                                        : &connection->source_node;
      const ImUnitText *end_port = is_target ? &connection->target_parameter
                                             : &connection->source_parameter;

      if (strcmp (end->text, node) == 0 &&
          (port == NULL || strcmp (end_port->text, port) == 0))
        return TRUE;
    }

  return FALSE;
}

/* Options of a node inside that are set from outside, and that nothing leads to yet. */
static void
expose_options (Compound *compound, const ImGraphNode *node)
{
  for (guint i = 0; i < node->unit->n_parameters; i++)
    {
      const ImParameter *option = &node->unit->parameters[i];
      const char *port = option->name.text, *element;
      ImUnitEvaluation *evaluation;
      const Border *border;
      g_autofree char *text = NULL;
      g_autofree char *argument = NULL;

      if (!im_parameter_is_option (option) ||
          !im_document_is_exposed (compound->wish, node->name, port) ||
          is_linked (compound, node->name, port, TRUE))
        continue;
      border = add_border (compound, port, NULL, NULL);
      append_option (compound, node->name, option, border->name, option->kind, TRUE);
      append_link (compound->links, border->name, "value", node->name, port);
      evaluation = im_program_find_evaluation (compound->document->program, node->name);
      text = im_document_dup_default (evaluation, option);
      element = im_document_get_argument_name (compound->document, node->unit, port);
      argument = g_markup_printf_escaped ("<%s param=\"%s\">%s</%s>", element,
                                          border->name, text, element);
      g_string_append_printf (compound->arguments, "\t%s\n", argument);
    }
}

/* Ports of a node inside that could be connected. */
static void
open_ports (Compound *compound, const ImGraphNode *node)
{
  const ImParameter *output = im_document_find_main_port (node->unit, TRUE);

  for (guint i = 0; i < node->unit->n_parameters; i++)
    {
      const ImParameter *input = &node->unit->parameters[i];
      const Border *border;

      if (input->kind != IM_PARAMETER_INPUT || input->socket->is_optional ||
          input->socket->is_time ||
          is_linked (compound, node->name, input->name.text, TRUE))
        continue;
      border = add_border (compound, input->name.text, NULL, NULL);
      append_socket (compound, border->name, input->text, FALSE);
      append_link (compound->links, border->name, "value", node->name, input->name.text);
    }
  if (output != NULL && !is_linked (compound, node->name, NULL, FALSE))
    {
      const Border *border = add_border (compound, output->name.text, NULL, NULL);

      append_socket (compound, border->name, output->text, TRUE);
      append_link (compound->links, node->name, output->name.text, border->name, "value");
    }
}

static void
take_nodes (Compound *compound)
{
  for (guint i = 0; i < compound->document->nodes->len; i++)
    {
      const ImGraphNode *node = im_document_get_node (compound->document, i)->node;

      if (!im_document_is_among (compound->nodes, compound->n_nodes, i))
        continue;
      im_document_append_markup (
          compound->markup, im_unit_file_get_source (compound->document->file),
          im_document_get_element (node), compound->prefix, 2, NULL, NULL);
      im_xml_edit_remove (compound->edit, im_document_get_element (node));
      if (node->unit != NULL)
        {
          open_ports (compound, node);
          expose_options (compound, node);
        }
    }
}

/* The place of the upper left node, and of the lower right one. */
static void
measure (Compound *compound)
{
  gboolean is_first = TRUE;

  for (guint i = 0; i < compound->n_nodes; i++)
    {
      const ImDocumentNode *node = im_document_get_node (compound->document,
                                                         compound->nodes[i]);

      g_hash_table_add (compound->taken, g_strdup (node->node->name));
      if (!node->is_placed)
        continue;
      compound->left = is_first ? node->x : MIN (compound->left, node->x);
      compound->right = is_first ? node->x : MAX (compound->right, node->x);
      compound->top = is_first ? node->y : MIN (compound->top, node->y);
      compound->bottom = is_first ? node->y : MAX (compound->bottom, node->y);
      is_first = FALSE;
    }
}

static gboolean
check_kinds (Compound *compound, GError **error)
{
  for (guint i = 0; i < compound->n_nodes; i++)
    {
      const ImGraphNode
          *node = im_document_get_node (compound->document, compound->nodes[i])->node;

      if (node->kind == IM_NODE_UNKNOWN)
        return im_document_refuse (error, node->name,
                                   _ ("a node of another program cannot be in a group"));
      if (node->kind != IM_NODE_UNIT && node->kind != IM_NODE_EXPRESSION &&
          node->kind != IM_NODE_ASSERT)
        return im_document_refuse (
            error, node->name,
            _ ("inputs, outputs and options of the pipeline cannot be in a group"));
    }

  return TRUE;
}

/* What an expression gives cannot leave: outputs are tensors. */
static gboolean
check_values (Compound *compound, GError **error)
{
  const ImUnit *unit = compound->document->unit;

  for (guint i = 0; i < unit->n_connections; i++)
    {
      const char *source = unit->connections[i].source_node.text;
      const char *target = unit->connections[i].target_node.text;
      const ImGraphNode *node = find_node (compound, source);

      if (!is_inside (compound, source) || is_inside (compound, target) || node == NULL ||
          node->kind != IM_NODE_EXPRESSION)
        continue;
      g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT,
                   _ ("%s: its value cannot leave a group, only tensors can; take “%s” "
                      "into the group, too"),
                   source, target);
      return FALSE;
    }

  return TRUE;
}

/* A node outside that is on a way from the nodes back to them would be in a circle with
 * the group. */
static gboolean
check_circle (Compound *compound, GError **error)
{
  ImDocument *self = compound->document;
  g_autofree gboolean *follows = g_new0 (gboolean, self->nodes->len + 1);
  gboolean has_changed = TRUE;

  while (has_changed)
    {
      has_changed = FALSE;
      for (guint i = 0; i < self->nodes->len; i++)
        {
          const ImGraphNode *node = self->graph->nodes[i];
          gboolean is_one = im_document_is_among (compound->nodes, compound->n_nodes, i);

          for (guint k = 0; k < node->n_links && !follows[i]; k++)
            {
              guint source = node->links[k].source;

              if (is_one && follows[source])
                {
                  g_set_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT,
                               _ ("%s: it reads what the group gives and gives the group "
                                  "what it reads; take it into the group, too"),
                               self->graph->nodes[source]->name);
                  return FALSE;
                }
              follows[i] = !is_one && (follows[source] ||
                                       im_document_is_among (compound->nodes,
                                                             compound->n_nodes, source));
              has_changed |= follows[i];
            }
        }
    }

  return TRUE;
}

static void
append_indented (GString *out, const char *text, const char *indent)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (char **line = lines; *line != NULL; line++)
    if (**line != '\0')
      g_string_append_printf (out, "%s%s\n", indent, *line);
}

/* Frames go with what they frame. */
static void
take_frames (Compound *compound, GString *markup)
{
  const ImUnit *unit = compound->document->unit;
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                        NULL);
  GHashTableIter iter;
  gpointer taken;

  g_hash_table_iter_init (&iter, compound->taken);
  while (g_hash_table_iter_next (&iter, &taken, NULL))
    g_hash_table_add (names, g_strdup (taken));
  for (guint i = 0; i < unit->n_frames; i++)
    {
      const ImUnitFrame *frame = &unit->frames[i];
      char *name;

      if (!im_document_frames_only (compound->document, frame, compound->nodes,
                                    compound->n_nodes))
        continue;
      name = im_document_dup_name_beside (frame->id, names);
      g_string_append_c (markup, '\t');
      im_document_append_frame (
          markup, frame,
          im_document_require_prefix (compound->document->file, compound->edit), name, 0,
          0);
      g_hash_table_add (names, name);
      im_xml_edit_remove (compound->edit, frame->element);
    }
}

static char *
dup_markup (Compound *compound)
{
  GString *markup = g_string_new (NULL);
  g_autofree char *head = im_document_dup_group_head (compound->wish, "Compound",
                                                      compound->id);

  g_string_append_printf (markup, "%s\t<Nodes>\n%s%s\t</Nodes>\n\t<Connections>\n", head,
                          compound->markup->str, compound->outputs->str);
  append_indented (markup, compound->links->str, "\t\t");
  g_string_append (markup, "\t</Connections>\n");
  take_frames (compound, markup);
  g_string_append (markup, "</Compound>");

  return g_string_free (markup, FALSE);
}

static void
insert_node (Compound *compound)
{
  const ImUnit *unit = compound->document->unit;
  const ImXmlElement *nodes = im_xml_element_find_child (unit->element, "Nodes");
  const ImXmlElement *connections = im_xml_element_find_child (unit->element,
                                                               "Connections");
  g_autofree char *x = im_document_dup_place ((compound->left + compound->right) / 2);
  g_autofree char *y = im_document_dup_place ((compound->top + compound->bottom) / 2);
  g_autofree char *node = g_markup_printf_escaped (
      "<UnitNode id=\"%s\" x=\"%s\" y=\"%s\" enabled=\"true\" unit=\"%s\"",
      compound->name, x, y, compound->id);
  g_autofree char *whole = compound->arguments->len == 0
                               ? g_strconcat (node, " />", NULL)
                               : g_strconcat (node, ">\n", compound->arguments->str,
                                              "</UnitNode>", NULL);

  im_xml_edit_insert (compound->edit, nodes, NULL, whole);
  if (compound->outside->len > 0)
    {
      g_string_truncate (compound->outside, compound->outside->len - 1);
      im_xml_edit_insert (compound->edit, connections, NULL, compound->outside->str);
    }
}

gboolean
im_document_make_compound (ImDocument *self,
                           const ImEdit *edit,
                           ImDocumentChange *change,
                           GError **error)
{
  g_autofree guint *nodes = im_document_find_named (self, edit, error);
  g_autofree char *id = NULL;
  g_autofree char *name = NULL;
  g_autoptr (GPtrArray) borders = g_ptr_array_new_with_free_func (free_border);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                        NULL);
  g_autoptr (GString) markup = g_string_new (NULL);
  g_autoptr (GString) outputs = g_string_new (NULL);
  g_autoptr (GString) links = g_string_new (NULL);
  g_autoptr (GString) outside = g_string_new (NULL);
  g_autoptr (GString) arguments = g_string_new (NULL);
  g_autofree char *unit = NULL;
  Compound compound = { .document = self,
                        .wish = edit,
                        .nodes = nodes,
                        .n_nodes = edit->n_nodes,
                        .prefix = im_document_find_prefix (self->file),
                        .edit = change->xml,
                        .borders = borders,
                        .taken = taken,
                        .markup = markup,
                        .outputs = outputs,
                        .links = links,
                        .outside = outside,
                        .arguments = arguments };

  if (nodes == NULL || !check_kinds (&compound, error) ||
      !check_values (&compound, error) || !check_circle (&compound, error) ||
      !im_document_check_exposed (self, edit, nodes, edit->n_nodes, error))
    return FALSE;
  id = compound.id = im_document_dup_group_id (self, edit, error);
  if (id == NULL)
    return FALSE;
  name = compound.name = im_document_dup_free_name (self, id, NULL);
  measure (&compound);
  cut (&compound);
  take_nodes (&compound);
  unit = dup_markup (&compound);
  if (!im_document_put_group (self, edit, nodes, edit->n_nodes, change, unit, error))
    return FALSE;
  insert_node (&compound);
  change->n_new = 1;
  change->name = edit->kind == IM_EDIT_EXTRACT
                     ? g_strdup_printf (_ ("Make Unit “%s”"),
                                        im_document_get_group_name (edit, id))
                     : g_strdup_printf (
                           ngettext ("Group %u node", "Group %u nodes",
                                     g_hash_table_size (taken) - borders->len),
                           g_hash_table_size (taken) - borders->len);

  return TRUE;
}
