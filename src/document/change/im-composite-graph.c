/* SPDX-License-Identifier: MIT
 *
 * The pipes of a stack are links in its graph already, so that they are only written
 * down. What is left are names: an expression of a composite sees all parameters, one of
 * a compound only what is connected to its node.
 */
#include "document/change/im-composite-graph.h"

#include <string.h>

#include "document/change/im-document-change.h"
#include "graph/im-graph.h"
#include "lang/im-template.h"
#include "unit/im-unit-alias.h"
#include "unit/im-unit-convert.h"
#include "unit/im-unit-file.h"
#include "unit/im-unit-text.h"
#include "xml/im-xml-edit.h"

#define COLUMN_WIDTH 360 /* from a layer to the next one, in pixels */
#define ROW_HEIGHT   200 /* from a node to what it needs, above it */

typedef struct
{
  const ImUnit *unit;
  const ImGraph *graph;
  ImProgram *program; /* for the values of arguments that are constants */
  ImDiagnostics *diagnostics;
  GHashTable *taken;    /* ids of nodes */
  GHashTable *computed; /* ids of nodes for computed values, by parameter name */
  GString *nodes;
  GString *links;
  ImXmlEdit *edit;
  double x;     /* of the node that is written */
  guint n_rows; /* above it */
} Writer;

/* What the format calls the type of what a parameter gives, and its node. */
static const struct
{
  const char *type;     /* of an input of an expression */
  const char *node;     /* element */
  const char *argument; /* element */
} kinds[IM_N_PARAMETERS] = {
  [IM_PARAMETER_INPUT] = { "Tensor", "TensorInputNode", NULL },
  [IM_PARAMETER_OUTPUT] = { NULL, "TensorOutputNode", NULL },
  [IM_PARAMETER_INT] = { "Integer", "Int32OptionNode", "Int32Argument" },
  [IM_PARAMETER_DOUBLE] = { "Real", "DoubleOptionNode", "DoubleArgument" },
  [IM_PARAMETER_BOOL] = { "Bool", "BoolOptionNode", "BoolArgument" },
  [IM_PARAMETER_STRING] = { "String", "StringOptionNode", "StringArgument" },
  [IM_PARAMETER_SHAPE] = { "Shape", "ShapeOptionNode", "ShapeArgument" },
};

static void G_GNUC_PRINTF (3, 4)
    report (Writer *writer, ImSpan place, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  im_diagnostics_add (writer->diagnostics, IM_SEVERITY_WARNING, IM_UNIT_CONVERT_STAYS,
                      im_unit_file_get_source (writer->unit->file), place, "%s", text);
}

static char *
take_id (Writer *writer, const char *wish)
{
  char *id = im_document_dup_name_beside (wish, writer->taken);

  g_hash_table_add (writer->taken, g_strdup (id));

  return id;
}

static void
open_node (Writer *writer,
           const char *element,
           const char *id,
           double y,
           gboolean enabled)
{
  g_autofree char *x = im_document_dup_place (writer->x);
  g_autofree char *at_y = im_document_dup_place (y);
  g_autofree char *markup = g_markup_printf_escaped (
      "<%s id=\"%s\" x=\"%s\" y=\"%s\" enabled=\"%s\"", element, id, x, at_y,
      enabled ? "true" : "false");

  g_string_append (writer->nodes, markup);
}

static void
link_nodes (Writer *writer,
            const char *source,
            const char *source_port,
            const char *target,
            const char *target_port)
{
  im_document_append_connection_text (writer->links, source, source_port, target,
                                      target_port);
  g_string_append_c (writer->links, '\n');
}

/* Writes what is in a node, and its end. */
static void
close_node (Writer *writer, const char *element, const GString *children)
{
  if (children->len == 0)
    g_string_append (writer->nodes, " />\n");
  else
    g_string_append_printf (writer->nodes, ">\n%s</%s>\n", children->str, element);
}

static void
append_child (GString *out, const char *element, const char *text)
{
  g_autofree char *markup = text == NULL ? NULL
                                         : g_markup_printf_escaped (
                                               "\t<%s>%s</%s>\n", element, text, element);

  if (markup != NULL)
    g_string_append (out, markup);
}

/* The names in an expression that are parameters, each once. */
static void
list_parameters (Writer *writer, const ImExpr *expr, GPtrArray *parameters)
{
  const ImParameter *parameter = expr->kind != IM_EXPR_NAME
                                     ? NULL
                                     : im_unit_find_parameter (writer->unit, expr->name);

  if (parameter != NULL && !g_ptr_array_find (parameters, parameter, NULL))
    g_ptr_array_add (parameters, (gpointer) parameter);
  for (guint i = 0; i < expr->n_operands; i++)
    list_parameters (writer, expr->operands[i], parameters);
}

/* The same of what stands in braces in a message. */
static void
list_message_parameters (Writer *writer, const char *message, GPtrArray *parameters)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  ImSpan span;
  gsize offset = 0;

  while (message != NULL && im_template_next (message, &offset, &span))
    {
      const ImExpr *expr = im_expr_parse (arena, message + span.start,
                                          (gssize) (span.end - span.start), NULL, NULL);

      if (expr != NULL)
        list_parameters (writer, expr, parameters);
    }
}

/* What the value of a computed parameter is called, if it is known. */
static const char *
get_computed_type (Writer *writer, const ImParameter *parameter)
{
  static const char *const types[] = {
    [IM_VALUE_BOOL] = "Bool",     [IM_VALUE_INT] = "Integer", [IM_VALUE_DOUBLE] = "Real",
    [IM_VALUE_STRING] = "String", [IM_VALUE_SHAPE] = "Shape",
  };
  ImUnitEvaluation *evaluation = writer->program == NULL
                                     ? NULL
                                     : im_program_find_evaluation (writer->program, "");
  ImValue value;

  if (evaluation == NULL ||
      !im_unit_evaluation_get_value (evaluation, parameter, &value, NULL) ||
      (guint) value.kind >= G_N_ELEMENTS (types))
    return NULL;

  return types[value.kind];
}

static const char *require_source (Writer *writer,
                                   const ImParameter *parameter,
                                   const char **port);

/* Says what a node sees, and connects it. */
static void
append_inputs (Writer *writer,
               const GPtrArray *parameters,
               const char *id,
               const char *indentation,
               GString *out)
{
  for (guint i = 0; i < parameters->len; i++)
    {
      const ImParameter *parameter = parameters->pdata[i];
      const char *type = parameter->kind == IM_PARAMETER_HIDDEN
                             ? get_computed_type (writer, parameter)
                             : kinds[parameter->kind].type;
      const char *port;
      const char *source = require_source (writer, parameter, &port);
      g_autofree char *markup = g_markup_printf_escaped (
          "%s<Input param=\"%s\"", indentation, parameter->name.text);

      g_string_append (out, markup);
      if (type != NULL)
        g_string_append_printf (out, " type=\"%s\"", type);
      g_string_append (out, " />\n");
      if (source != NULL)
        link_nodes (writer, source, port, id, parameter->name.text);
    }
}

/* Writes a node that computes an expression. */
static void
append_expression (Writer *writer,
                   const char *id,
                   const ImUnitExpr *expr,
                   const char *type)
{
  g_autoptr (GPtrArray) parameters = g_ptr_array_new ();
  g_autoptr (GString) inputs = g_string_new (NULL);
  g_autofree char *text = g_markup_escape_text (expr->text, -1);
  double y = -(double) ++writer->n_rows * ROW_HEIGHT;

  list_parameters (writer, expr->expr, parameters);
  append_inputs (writer, parameters, id, "\t", inputs);
  open_node (writer, "ExpressionNode", id, y, TRUE);
  g_string_append (writer->nodes, ">\n\t<Expression output=\"Output\"");
  if (type != NULL)
    g_string_append_printf (writer->nodes, " type=\"%s\"", type);
  g_string_append_printf (writer->nodes, ">%s</Expression>\n%s</ExpressionNode>\n", text,
                          inputs->str);
}

/* The node that gives what a parameter stands for, which is written if it has to be. */
static const char *
require_source (Writer *writer, const ImParameter *parameter, const char **port)
{
  const char *known;
  char *id;

  *port = "value";
  if (parameter->kind != IM_PARAMETER_HIDDEN)
    return parameter->name.text;
  *port = "output";
  known = g_hash_table_lookup (writer->computed, parameter->name.text);
  if (known != NULL)
    return known;
  if (parameter->binding->value == NULL || parameter->binding->value->expr == NULL)
    return NULL;
  id = take_id (writer, parameter->name.text);
  g_hash_table_insert (writer->computed, (gpointer) parameter->name.text, id);
  if (parameter->conditional != NULL)
    report (writer, parameter->conditional->raw,
            "a node of a compound always computes “%s”", parameter->name.text);
  append_expression (writer, id, parameter->binding->value,
                     get_computed_type (writer, parameter));

  return id;
}

static void
append_value (const ImGraphNode *node,
              const ImParameter *option,
              const char *text,
              GString *out)
{
  const char *element = kinds[option->kind].argument;
  g_autofree char *markup = NULL;

  markup = g_markup_printf_escaped (
      "\t<%s param=\"%s\">%s</%s>\n", element,
      im_unit_alias_unmap (node->unit, node->unit_id, option->name.text), text, element);
  g_string_append (out, markup);
}

/* The value of an option as a literal, if no name is in it; empty if it is none. */
static GString *
read_constant (Writer *writer,
               const ImGraphNode *node,
               const ImParameter *option,
               const ImUnitExpr *expr)
{
  ImUnitEvaluation *evaluation = writer->program == NULL
                                     ? NULL
                                     : im_program_find_evaluation (writer->program,
                                                                   node->name);
  GString *text = g_string_new (NULL);
  double number;
  ImValue value;

  if (kinds[option->kind].argument == NULL ||
      im_document_expression_uses_names (expr->expr))
    return text;
  if (im_document_get_known_value (evaluation, option, &value))
    im_value_append_display (&value, text);
  else if ((option->kind == IM_PARAMETER_DOUBLE || option->kind == IM_PARAMETER_INT) &&
           im_unit_parse_number (expr->text, &number))
    g_string_append (text, expr->text);

  return text;
}

/* Gives an option of a layer its value: as it is if it is a constant, or else by a link.
 */
static void
append_setting (Writer *writer,
                const ImGraphNode *node,
                const ImGraphSetting *setting,
                GString *values)
{
  const ImParameter *option = im_unit_find_parameter (node->unit, setting->parameter);
  const char *target = im_unit_alias_unmap (node->unit, node->unit_id,
                                            setting->parameter);
  const ImExpr *expr = setting->expr == NULL ? NULL : setting->expr->expr;
  const ImParameter *named = expr == NULL || expr->kind != IM_EXPR_NAME
                                 ? NULL
                                 : im_unit_find_parameter (writer->unit, expr->name);
  g_autoptr (GString) constant = NULL;
  const char *source, *port = "output";
  g_autofree char *own = NULL;

  if (expr == NULL || option == NULL)
    {
      report (writer, *setting->place, "a compound has no form for the value of %s.%s",
              node->name, setting->parameter);
      return;
    }
  constant = read_constant (writer, node, option, setting->expr);
  if (constant->len > 0)
    {
      append_value (node, option, constant->str, values);
      return;
    }
  if (named != NULL)
    source = require_source (writer, named, &port);
  else
    {
      g_autofree char *wish = g_strdup_printf ("%s_%s", node->name, setting->parameter);

      source = own = take_id (writer, wish);
      append_expression (writer, own, setting->expr,
                         option->kind == IM_PARAMETER_INPUT ? "Array"
                                                            : kinds[option->kind].type);
    }
  if (source != NULL)
    link_nodes (writer, source, port, node->name, target);
}

static void
append_layer (Writer *writer, const ImGraphNode *node)
{
  g_autoptr (GString) values = g_string_new (NULL);
  g_autofree char *unit = g_markup_printf_escaped (" unit=\"%s\"", node->unit_id);

  writer->n_rows = 0;
  for (guint i = 0; i < node->n_settings; i++)
    append_setting (writer, node, &node->settings[i], values);
  open_node (writer, "UnitNode", node->name, 0, node->is_enabled);
  g_string_append (writer->nodes, unit);
  close_node (writer, "UnitNode", values);
  for (guint i = 0; i < node->n_links; i++)
    {
      const ImGraphLink *link = &node->links[i];
      const ImGraphNode *source = writer->graph->nodes[link->source];

      link_nodes (
          writer, source->name,
          source->kind != IM_NODE_UNIT
              ? link->source_port
              : im_unit_alias_unmap (source->unit, source->unit_id, link->source_port),
          node->name, im_unit_alias_unmap (node->unit, node->unit_id, link->target_port));
    }
}

/* What nodes of parameters have beside their kind and name. */
static void
append_head (Writer *writer, const ImParameter *parameter, double y)
{
  g_autofree char *markup = g_markup_printf_escaped (
      " param=\"%s\" name=\"%s\"", parameter->name.text, parameter->text);

  open_node (writer, kinds[parameter->kind].node, parameter->name.text, y, TRUE);
  g_string_append (writer->nodes, markup);
}

static void
append_declared (Writer *writer, const char *name, const char *text)
{
  g_autofree char *markup = NULL;

  if (text == NULL)
    return;
  markup = g_markup_printf_escaped (
      " %s:%s=\"%s\"", im_document_require_prefix (writer->unit->file, writer->edit),
      name, text);
  g_string_append (writer->nodes, markup);
}

static void
append_socket (Writer *writer, const ImParameter *parameter, double y)
{
  const ImSocket *socket = parameter->socket;
  g_autoptr (GString) children = g_string_new (NULL);

  append_head (writer, parameter, y);
  append_declared (writer, "type", socket->declared.type.text);
  append_declared (writer, "shape", socket->declared.shape.text);
  append_declared (writer, "rate", socket->declared.rate.text);
  if (socket->is_time)
    append_declared (writer, "timestamps", "yes");
  append_child (children, "Description", parameter->description);
  close_node (writer, kinds[parameter->kind].node, children);
  if (parameter->kind == IM_PARAMETER_OUTPUT && parameter->conditional != NULL)
    report (writer, parameter->conditional->raw,
            "an output of a compound is always there: “%s” has no condition",
            parameter->name.text);
  if (parameter->kind == IM_PARAMETER_INPUT && socket->is_optional && !socket->is_time)
    report (writer, parameter->name.raw,
            "an input of a compound is always needed: “%s” is optional",
            parameter->name.text);
}

static void
append_items (GString *out, const ImOption *option)
{
  if (!option->has_items)
    return;
  g_string_append (out, "\t<OneOf>\n");
  for (guint i = 0; i < option->n_items; i++)
    {
      g_autofree char *markup = g_markup_printf_escaped (
          "\t\t<Item text=\"%s\">%s</Item>\n", option->items[i].label,
          option->items[i].value.text);

      g_string_append (out, markup);
    }
  g_string_append (out, "\t</OneOf>\n");
}

static void
append_option (Writer *writer, const ImParameter *parameter, double y)
{
  const ImOption *option = parameter->option;
  g_autoptr (GString) children = g_string_new (NULL);

  append_head (writer, parameter, y);
  append_child (children, "Description", parameter->description);
  append_child (children, "DefaultValue", option->initial.text);
  append_child (children, "MinValue", option->minimum.text);
  append_child (children, "MaxValue", option->maximum.text);
  append_items (children, option);
  close_node (writer, kinds[parameter->kind].node, children);
  if (option->ui.text != NULL && !option->has_items &&
      g_ascii_strcasecmp (option->ui.text, "TextBox") != 0)
    report (writer, option->ui.raw, "an option of a compound is typed: “%s” is no %s",
            parameter->name.text, option->ui.text);
  if (option->fitting != NULL)
    report (writer, option->fitting->raw,
            "an option of a compound has a constant default: that of “%s” is computed",
            parameter->name.text);
  if (option->is_global)
    report (writer, parameter->name.raw,
            "an option of a compound is its own: “%s” is one of the whole project",
            parameter->name.text);
}

/* Inputs and options stand in front of the layers, outputs behind them. */
static void
append_parameters (Writer *writer, gboolean outputs)
{
  guint n_sockets = 0, n_options = 0;

  for (guint i = 0; i < writer->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &writer->unit->parameters[i];
      gboolean is_output = parameter->kind == IM_PARAMETER_OUTPUT;

      if (outputs != is_output || parameter->kind == IM_PARAMETER_HIDDEN)
        continue;
      if (kinds[parameter->kind].node == NULL)
        report (writer, parameter->name.raw, "a compound has no node for “%s”",
                parameter->name.text);
      else if (parameter->socket != NULL)
        append_socket (writer, parameter, n_sockets++ * ROW_HEIGHT);
      else
        append_option (writer, parameter, -(double) ++n_options * ROW_HEIGHT);
    }
}

static void
append_contract (Writer *writer, const ImContract *contract)
{
  g_autoptr (GPtrArray) parameters = g_ptr_array_new ();
  g_autoptr (GString) inputs = g_string_new (NULL);
  g_autofree char *id = take_id (writer, "require");
  g_autofree char *test = g_strdup_printf (contract->fails_when ? "%s" : "!(%s)",
                                           contract->test->text);
  g_autofree char *markup = NULL;

  if (contract->is_advice)
    report (writer, contract->test->raw,
            "an assert node says that something is wrong, it cannot warn");
  list_parameters (writer, contract->test->expr, parameters);
  list_message_parameters (writer, contract->message.text, parameters);
  append_inputs (writer, parameters, id, "\t\t", inputs);
  open_node (writer, "AssertNode", id, -(double) ++writer->n_rows * ROW_HEIGHT, TRUE);
  markup = g_markup_printf_escaped (
      "\t\t<Test assert=\"%s\" error=\"%s\" />\n", test,
      contract->message.text == NULL ? "" : contract->message.text);
  g_string_append_printf (
      writer->nodes,
      ">\n\t<Inputs>\n%s\t</Inputs>\n\t<Tests>\n%s\t</Tests>\n</AssertNode>\n",
      inputs->str, markup);
}

static void
append_output_links (Writer *writer, const ImGraphNode *node)
{
  for (guint i = 0; i < node->n_links; i++)
    {
      const ImGraphNode *source = writer->graph->nodes[node->links[i].source];

      link_nodes (writer, source->name,
                  source->kind != IM_NODE_UNIT
                      ? node->links[i].source_port
                      : im_unit_alias_unmap (source->unit, source->unit_id,
                                             node->links[i].source_port),
                  node->name, "value");
    }
}

static void
write_nodes (Writer *writer)
{
  const ImGraph *graph = writer->graph;
  const ImUnit *unit = writer->unit;

  for (guint i = 0; i < graph->n_nodes; i++)
    g_hash_table_add (writer->taken, g_strdup (graph->nodes[i]->name));
  for (guint i = 0; i < unit->n_parameters; i++)
    if (unit->parameters[i].kind != IM_PARAMETER_HIDDEN)
      g_hash_table_add (writer->taken, g_strdup (unit->parameters[i].name.text));
  append_parameters (writer, FALSE);
  writer->x = COLUMN_WIDTH;
  for (guint i = 0; i < unit->n_contracts; i++)
    if (unit->contracts[i].test != NULL && unit->contracts[i].test->expr != NULL)
      append_contract (writer, &unit->contracts[i]);
  if (unit->n_contracts > 0)
    writer->x += COLUMN_WIDTH;
  for (guint i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i]->kind == IM_NODE_UNIT)
      {
        append_layer (writer, graph->nodes[i]);
        writer->x += COLUMN_WIDTH;
      }
  append_parameters (writer, TRUE);
  for (guint i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i]->kind == IM_NODE_OUTPUT)
      append_output_links (writer, graph->nodes[i]);
}

static void
insert (ImXmlEdit *edit,
        const ImXmlElement *parent,
        const ImXmlElement *before,
        const char *name,
        const GString *lines)
{
  g_autoptr (GString) markup = g_string_new_len (lines->str, (gssize) lines->len);
  g_autofree char *head = g_strdup_printf ("<%s>\n\t", name);

  /* Each line is a level deeper, but for the one that closes it. */
  if (markup->len > 0)
    g_string_truncate (markup, markup->len - 1);
  g_string_replace (markup, "\n", "\n\t", 0);
  g_string_prepend (markup, head);
  g_string_append_printf (markup, "\n</%s>", name);
  im_xml_edit_insert (edit, parent, before, markup->str);
}

static void
replace (const Writer *writer)
{
  const ImXmlElement *element = writer->unit->element;
  const ImXmlElement *stack = im_xml_element_find_child (element, "Stacked");
  static const char *const replaced[] = { "Parameters", "Contracts", "Stacked" };

  im_xml_edit_rename (writer->edit, element, "Compound");
  insert (writer->edit, element, stack, "Nodes", writer->nodes);
  insert (writer->edit, element, stack, "Connections", writer->links);
  for (guint i = 0; i < G_N_ELEMENTS (replaced); i++)
    {
      const ImXmlElement *child = im_xml_element_find_child (element, replaced[i]);

      if (child != NULL)
        im_xml_edit_remove (writer->edit, child);
    }
}

static void
convert (const ImUnit *unit,
         ImUnitLibrary *library,
         ImXmlEdit *edit,
         ImDiagnostics *diagnostics)
{
  g_autoptr (ImDiagnostics) said = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) unused = im_diagnostics_new ();
  g_autoptr (ImGraph) graph = NULL;
  Writer writer = { .unit = unit, .edit = edit, .diagnostics = diagnostics };

  im_unit_compile (unit);
  graph = im_graph_load (unit, library, said);
  writer.graph = graph;
  if (graph->has_errors || graph->order == NULL)
    {
      im_diagnostics_append (diagnostics, said);
      report (&writer, unit->element->name_span,
              "a stack with errors does not become a compound");
      return;
    }
  writer.program = im_program_elaborate (unit, library, NULL, 0, unused);
  writer.taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  writer.computed = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  writer.nodes = g_string_new (NULL);
  writer.links = g_string_new (NULL);
  write_nodes (&writer);
  replace (&writer);
  g_string_free (writer.nodes, TRUE);
  g_string_free (writer.links, TRUE);
  g_hash_table_unref (writer.taken);
  g_hash_table_unref (writer.computed);
  im_program_unref (writer.program);
}

GBytes *
im_composite_graph_convert (GBytes *bytes,
                            const char *path,
                            ImUnitLibrary *library,
                            ImDiagnostics *diagnostics)
{
  g_autoptr (ImDiagnostics) said = im_diagnostics_new ();
  g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, path, said);
  g_autoptr (ImXmlEdit) edit = NULL;
  g_autoptr (GError) error = NULL;
  GBytes *result;

  if (file == NULL || im_diagnostics_count (said, IM_SEVERITY_ERROR) > 0)
    {
      im_diagnostics_append (diagnostics, said);
      return NULL;
    }
  if (im_unit_file_get_document (file) == NULL)
    return g_bytes_ref (bytes);
  edit = im_xml_edit_new (im_unit_file_get_document (file));
  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    {
      const ImUnit *unit = im_unit_file_get_unit (file, i);

      if (unit->kind == IM_UNIT_COMPOSITE && !unit->is_preprocessor)
        convert (unit, library, edit, diagnostics);
    }
  result = im_xml_edit_render (edit, &error);
  if (result == NULL)
    im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "xml-encoding", path,
                                 "%s", error->message);

  return result;
}
