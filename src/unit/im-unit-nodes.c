/* SPDX-License-Identifier: MIT
 *
 * Reader of what units are made of: the stack of a composite, and the nodes and
 * connections of a compound. The input, option and output nodes of a compound are its
 * parameters.
 */
#include <math.h>
#include <string.h>

#include "unit/im-unit-reader.h"

#define NODE "id x y enabled name description profiling "

static ImUnitText
copy_text (const ImXmlElement *element, const char *child_name)
{
  const ImXmlElement *child = im_unit_reader_find (element, child_name);

  return child == NULL ? (ImUnitText){ NULL, element->start_tag }
                       : im_unit_reader_get_body (child);
}

/* The value of an argument of a project. An integral number may be written with a point,
 * and is then one for options that are integers, too. */
static void
read_typed_literal (ImUnitReader *reader,
                    const ImXmlElement *element,
                    ImUnitArgument *argument)
{
  static const struct
  {
    const char *name;
    ImParameterKind kind;
  } types[] = {
    { "Int32", IM_PARAMETER_INT },    { "Double", IM_PARAMETER_DOUBLE },
    { "Boolean", IM_PARAMETER_BOOL }, { "String", IM_PARAMETER_STRING },
    { "Shape", IM_PARAMETER_SHAPE },
  };
  ImUnitText type = im_unit_reader_get_text (element, "type");
  ImUnitText body = im_unit_reader_get_body (element);
  g_autofree char *text = g_strstrip (g_strdup (body.text == NULL ? "" : body.text));
  double number;

  argument->literal_kind = IM_PARAMETER_STRING;
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_strcmp0 (type.text, types[i].name) == 0)
      argument->literal_kind = types[i].kind;
  argument->literal = (ImUnitText){ im_arena_strdup (reader->arena, text), body.raw };
  if (argument->literal_kind == IM_PARAMETER_DOUBLE &&
      im_unit_parse_number (text, &number) && number == floor (number) &&
      fabs (number) <= G_MAXINT32)
    argument->literal.text = im_arena_printf (reader->arena, "%.0f", number);
}

static void
read_stacked_unit (ImUnitReader *reader, const ImXmlElement *element, ImUnitNode *node)
{
  guint n = im_unit_reader_count_children (element, "Argument");
  ImUnitArgument *arguments = im_arena_new0 (reader->arena, ImUnitArgument, n);

  im_unit_reader_check_element (reader, element, "id name unit enabled profiling",
                                "Argument");
  node->kind = IM_NODE_UNIT;
  node->element = element;
  node->id.raw = element->start_tag;
  node->is_enabled = im_unit_reader_get_boolean (reader, element, "enabled", TRUE);
  node->unit_id = im_unit_reader_get_text (element, "unit");
  if (node->unit_id.text == NULL)
    node->unit_id = im_unit_reader_get_text (element, "name");
  if (node->unit_id.text == NULL)
    node->unit_id = im_unit_reader_require_text (reader, element, "id");
  node->unit_id = im_unit_reader_show_name (reader, node->unit_id);
  node->arguments = arguments;
  for (const ImXmlElement *child = im_unit_reader_first (element); child != NULL;
       child = im_unit_reader_next (child))
    {
      if (strcmp (child->name, "Argument") != 0)
        continue;

      ImUnitArgument *argument = &arguments[node->n_arguments++];
      im_unit_reader_check_element (
          reader, child, reader->unit->is_preprocessor ? "param type" : "param value",
          "");
      argument->element = child;
      argument->parameter = im_unit_reader_show_name (
          reader, im_unit_reader_require_text (reader, child, "param"));
      if (reader->unit->is_preprocessor)
        {
          read_typed_literal (reader, child, argument);
          continue;
        }
      argument->literal_kind = IM_PARAMETER_HIDDEN;
      argument->value = im_unit_reader_new_expr (reader, im_unit_reader_get_body (child));
      if (argument->value == NULL)
        argument->value = im_unit_reader_get_expr (reader, child, "value");
      if (argument->value == NULL)
        im_unit_reader_report (reader, IM_SEVERITY_ERROR, "missing-element",
                               child->name_span,
                               "<Argument> needs an expression as its text");
    }
}

void
im_unit_reader_read_layers (ImUnitReader *reader, const ImXmlElement *element)
{
  guint n = im_unit_reader_count_children (element, "Unit");
  ImUnitNode *nodes = im_arena_new0 (reader->arena, ImUnitNode, n);

  reader->unit->nodes = nodes;
  for (const ImXmlElement *child = im_unit_reader_first (element); child != NULL;
       child = im_unit_reader_next (child))
    if (strcmp (child->name, "Unit") == 0)
      read_stacked_unit (reader, child, &nodes[reader->unit->n_nodes++]);
}

void
im_unit_reader_read_stacked (ImUnitReader *reader, const ImXmlElement *element)
{
  im_unit_reader_check_element (reader, element, "", "Unit");
  im_unit_reader_read_layers (reader, element);
}

static const struct
{
  const char *element;
  ImNodeKind kind;
  ImParameterKind parameter; /* that the node stands for */
  const char *attributes;
  const char *children;
} node_table[] = {
  { "UnitNode", IM_NODE_UNIT, IM_N_PARAMETERS, NODE "unit", NULL },
  { "TensorInputNode", IM_NODE_INPUT, IM_PARAMETER_INPUT, NODE "param", "Description" },
  { "TensorOutputNode", IM_NODE_OUTPUT, IM_PARAMETER_OUTPUT, NODE "param",
    "Description" },
  { "DoubleOptionNode", IM_NODE_OPTION, IM_PARAMETER_DOUBLE, NODE "param",
    "Description DefaultValue MinValue MaxValue OneOf" },
  { "Int32OptionNode", IM_NODE_OPTION, IM_PARAMETER_INT, NODE "param",
    "Description DefaultValue MinValue MaxValue OneOf" },
  { "BoolOptionNode", IM_NODE_OPTION, IM_PARAMETER_BOOL, NODE "param",
    "Description DefaultValue" },
  { "StringOptionNode", IM_NODE_OPTION, IM_PARAMETER_STRING, NODE "param",
    "Description DefaultValue OneOf" },
  { "ShapeOptionNode", IM_NODE_OPTION, IM_PARAMETER_SHAPE, NODE "param",
    "Description DefaultValue" },
  { "ExpressionNode", IM_NODE_EXPRESSION, IM_N_PARAMETERS, NODE,
    "Description Expression Input" },
  { "AssertNode", IM_NODE_ASSERT, IM_N_PARAMETERS, NODE, "Description Inputs Tests" },
};

static const struct
{
  const char *element;
  ImParameterKind kind;
} argument_table[] = {
  { "Int32Argument", IM_PARAMETER_INT },   { "DoubleArgument", IM_PARAMETER_DOUBLE },
  { "BoolArgument", IM_PARAMETER_BOOL },   { "StringArgument", IM_PARAMETER_STRING },
  { "ShapeArgument", IM_PARAMETER_SHAPE },
};

static void
read_unit_node (ImUnitReader *reader, const ImXmlElement *element, ImUnitNode *node)
{
  guint n = im_unit_reader_count_children (element, NULL);
  ImUnitArgument *arguments = im_arena_new0 (reader->arena, ImUnitArgument, n);

  node->unit_id = im_unit_reader_show_name (
      reader, im_unit_reader_require_text (reader, element, "unit"));
  node->arguments = arguments;
  im_unit_reader_check_element (reader, element, NODE "unit",
                                "Description Int32Argument DoubleArgument BoolArgument "
                                "StringArgument ShapeArgument");
  for (const ImXmlElement *child = im_unit_reader_first (element); child != NULL;
       child = im_unit_reader_next (child))
    for (guint i = 0; i < G_N_ELEMENTS (argument_table); i++)
      if (strcmp (child->name, argument_table[i].element) == 0)
        {
          ImUnitArgument *argument = &arguments[node->n_arguments++];

          im_unit_reader_check_element (reader, child, "param value", "");
          argument->element = child;
          argument->parameter = im_unit_reader_show_name (
              reader, im_unit_reader_require_text (reader, child, "param"));
          argument->literal_kind = argument_table[i].kind;
          argument->literal = im_unit_reader_get_body (child);
          if (argument->literal.text == NULL)
            argument->literal = im_unit_reader_get_text (child, "value");
          if (argument->literal.text == NULL)
            argument->literal.text = "";
        }
}

static void
read_option_node (ImUnitReader *reader, const ImXmlElement *element, ImOption *option)
{
  const ImXmlElement *one_of = im_unit_reader_find (element, "OneOf");

  option->initial = copy_text (element, "DefaultValue");
  option->minimum = copy_text (element, "MinValue");
  option->maximum = copy_text (element, "MaxValue");
  if (one_of != NULL)
    im_unit_reader_read_items (reader, one_of, option);
}

/* The parameter of the compound that a node stands for. */
static const ImParameter *
read_node_parameter (ImUnitReader *reader,
                     const ImXmlElement *element,
                     ImParameterKind kind)
{
  ImParameter *parameters = (ImParameter *) reader->unit->parameters;
  ImParameter *parameter = &parameters[reader->unit->n_parameters++];

  parameter->kind = kind;
  parameter->element = element;
  parameter->name = im_unit_reader_require_text (reader, element, "param");
  parameter->text = im_unit_reader_show_text (
      reader, im_unit_reader_get_text (element, "name").text);
  if (parameter->text == NULL)
    parameter->text = parameter->name.text;
  parameter->description = im_unit_reader_get_description (reader, element);
  if (kind == IM_PARAMETER_INPUT)
    im_unit_reader_read_declared (element, im_unit_reader_add_socket (reader, parameter));
  else if (kind == IM_PARAMETER_OUTPUT)
    im_unit_reader_add_socket (reader, parameter);
  else
    read_option_node (reader, element, im_unit_reader_add_option (reader, parameter));
  im_unit_reader_claim_name (reader, parameter);

  return parameter;
}

/* Reads the names that connections lead to, and makes them the names of the expressions
 * that are read next. */
static void
read_inputs (ImUnitReader *reader, const ImXmlElement *element, ImUnitNode *node)
{
  guint n = im_unit_reader_count_children (element, "Input");
  ImUnitNodeInput *inputs = im_arena_new0 (reader->arena, ImUnitNodeInput, n);

  reader->symbols = im_symbols_new ();
  g_ptr_array_add (reader->unit->node_symbols, reader->symbols);
  node->inputs = inputs;
  for (const ImXmlElement *child = im_unit_reader_first (element); child != NULL;
       child = im_unit_reader_next (child))
    {
      if (strcmp (child->name, "Input") != 0)
        continue;

      ImUnitNodeInput *input = &inputs[node->n_inputs++];
      im_unit_reader_check_element (reader, child, "param type", "");
      input->name = im_unit_reader_check_name (
          reader, im_unit_reader_require_text (reader, child, "param"), "an input",
          "value");
      input->type = im_unit_reader_get_text (child, "type").text;
      if (*input->name.text != '\0' &&
          im_symbols_find (reader->symbols, input->name.text) >= 0)
        im_unit_reader_report (reader, IM_SEVERITY_ERROR, "duplicate-parameter",
                               input->name.raw, "there is an input “%s” already",
                               input->name.text);
      im_symbols_add (reader->symbols, input->name.text);
    }
}

static void
read_expression_node (ImUnitReader *reader, const ImXmlElement *element, ImUnitNode *node)
{
  const ImXmlElement *child = im_unit_reader_find (element, "Expression");
  ImSymbols *outer = reader->symbols;

  read_inputs (reader, element, node);
  if (child == NULL)
    im_unit_reader_report (reader, IM_SEVERITY_ERROR, "missing-element",
                           element->name_span, "<ExpressionNode> needs an <Expression>");
  else
    {
      im_unit_reader_check_element (reader, child, "type output value", "");
      node->expression = im_unit_reader_new_expr (reader,
                                                  im_unit_reader_get_body (child));
      if (node->expression == NULL)
        node->expression = im_unit_reader_get_expr (reader, child, "value");
      node->result_type = im_unit_reader_get_text (child, "type");
    }
  reader->symbols = outer;
}

static void
read_assert_node (ImUnitReader *reader, const ImXmlElement *element, ImUnitNode *node)
{
  const ImXmlElement *inputs = im_unit_reader_find (element, "Inputs");
  const ImXmlElement *tests = im_unit_reader_find (element, "Tests");
  ImSymbols *outer = reader->symbols;

  if (inputs != NULL)
    im_unit_reader_check_element (reader, inputs, "", "Input");
  read_inputs (reader, inputs != NULL ? inputs : element, node);
  if (tests != NULL)
    {
      ImContract *contracts = im_arena_new0 (
          reader->arena, ImContract, im_unit_reader_count_children (tests, "Test"));

      im_unit_reader_check_element (reader, tests, "", "Test");
      node->tests = contracts;
      for (const ImXmlElement *child = im_unit_reader_first (tests); child != NULL;
           child = im_unit_reader_next (child))
        {
          if (strcmp (child->name, "Test") != 0)
            continue;

          ImContract *contract = &contracts[node->n_tests];
          im_unit_reader_check_element (reader, child, "assert error", "");
          contract->element = child;
          contract->fails_when = TRUE;
          contract->test = im_unit_reader_require_expr (reader, child, "assert");
          contract->message = im_unit_reader_require_text (reader, child, "error");
          if (contract->test != NULL)
            node->n_tests++;
        }
    }
  reader->symbols = outer;
}

/* Whether a port carries times, as those of queues are called. */
static gboolean
is_time_port (const char *name)
{
  static const char *const names[] = { "time",     "time_input", "time_output", "time_in",
                                       "time_out", "timestamp",  "timestamps" };

  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (names); i++)
    if (strcmp (name, names[i]) == 0)
      return TRUE;

  return FALSE;
}

static void
set_time (ImSocket *socket)
{
  socket->is_time = TRUE;
  socket->is_optional = socket->parameter->kind == IM_PARAMETER_INPUT;
}

/* A node for an input or output says nothing of time: it has it if all that it is
 * connected to does. The attribute `timestamps` of our namespace says otherwise. */
static gboolean
carries_time (ImUnitReader *reader, const ImXmlElement *element, const char *id)
{
  const ImXmlElement *list = im_unit_reader_find (element->parent->parent, "Connections");
  ImUnitText told = im_unit_reader_get_own (element, "timestamps");
  gboolean is_input = strcmp (element->name, "TensorInputNode") == 0, carries = FALSE;
  gboolean is_told;

  if (told.text != NULL && im_unit_parse_boolean (told.text, &is_told))
    return is_told;
  for (const ImXmlElement *connection = list == NULL ? NULL : im_unit_reader_first (list);
       connection != NULL; connection = im_unit_reader_next (connection))
    {
      const ImXmlElement *source = im_unit_reader_find (connection, "Source");
      const ImXmlElement *target = im_unit_reader_find (connection, "Target");
      const ImXmlElement *own = is_input ? source : target;
      const ImXmlElement *other = is_input ? target : source;

      if (own == NULL || other == NULL ||
          g_strcmp0 (im_unit_reader_get_text (own, "node").text, id) != 0)
        continue;
      if (!is_time_port (im_unit_reader_get_text (other, "param").text))
        return FALSE;
      carries = TRUE;
    }

  return carries;
}

static void
read_node (ImUnitReader *reader,
           const ImUnitForeign *foreign,
           const ImXmlElement *element,
           ImUnitNode *node)
{
  guint row = 0;

  while (row < G_N_ELEMENTS (node_table) &&
         strcmp (element->name, node_table[row].element) != 0)
    row++;

  node->element = element;
  node->kind = IM_NODE_UNKNOWN;
  node->id = im_unit_reader_check_name (
      reader, im_unit_reader_require_text (reader, element, "id"), "a node", "fft1");
  node->is_enabled = im_unit_reader_get_boolean (reader, element, "enabled", TRUE);
  node->x = im_unit_reader_get_number (reader, element, "x", 0);
  node->y = im_unit_reader_get_number (reader, element, "y", 0);
  if (row == G_N_ELEMENTS (node_table) || im_unit_reader_is_foreign (element))
    {
      im_unit_reader_read_foreign (reader, foreign, element, node);
      return;
    }

  node->kind = node_table[row].kind;
  im_unit_reader_check_element (reader, element, node_table[row].attributes,
                                node_table[row].children);
  if (node_table[row].parameter != IM_N_PARAMETERS)
    {
      node->parameter = read_node_parameter (reader, element, node_table[row].parameter);
      if (node->kind != IM_NODE_OPTION && node->id.text != NULL &&
          carries_time (reader, element, node->id.text))
        set_time ((ImSocket *) node->parameter->socket);
    }
  else if (node->kind == IM_NODE_UNIT)
    read_unit_node (reader, element, node);
  else if (node->kind == IM_NODE_EXPRESSION)
    read_expression_node (reader, element, node);
  else
    read_assert_node (reader, element, node);
}

#define NODES                                                   \
  "UnitNode TensorInputNode TensorOutputNode DoubleOptionNode " \
  "Int32OptionNode BoolOptionNode StringOptionNode "            \
  "ShapeOptionNode ExpressionNode AssertNode DeviceNode DotNetNode LabelListNode"

gboolean
im_unit_reader_read_unit_nodes (ImUnitReader *reader, const ImXmlElement *element)
{
  guint n = im_unit_reader_count_children (element, NULL);
  ImUnitNode *nodes = im_arena_new0 (reader->arena, ImUnitNode, n);

  im_unit_reader_check_element (reader, element, "", NODES);
  reader->unit->nodes = nodes;
  for (const ImXmlElement *child = im_unit_reader_first (element); child != NULL;
       child = im_unit_reader_next (child))
    if (strcmp (child->name, "UnitNode") != 0 || im_unit_reader_is_foreign (child))
      return FALSE;
    else
      read_node (reader, NULL, child, &nodes[reader->unit->n_nodes++]);

  return TRUE;
}

void
im_unit_reader_read_nodes (ImUnitReader *reader, const ImXmlElement *element)
{
  guint n = im_unit_reader_count_children (element, NULL);
  ImUnitNode *nodes = im_arena_new0 (reader->arena, ImUnitNode, n);
  ImUnit *unit = reader->unit;

  g_autoptr (ImUnitForeign) foreign = im_unit_reader_find_foreign (element);

  im_unit_reader_check_element (reader, element, "", NODES);
  unit->nodes = nodes;
  unit->parameters = im_arena_new0 (reader->arena, ImParameter,
                                    n + im_unit_foreign_count_ports (foreign));
  for (const ImXmlElement *child = im_unit_reader_first (element); child != NULL;
       child = im_unit_reader_next (child))
    read_node (reader, foreign, child, &nodes[unit->n_nodes++]);
}

static void
read_end (ImUnitReader *reader,
          const ImXmlElement *connection,
          const char *name,
          ImUnitText *node,
          ImUnitText *parameter)
{
  const ImXmlElement *end = im_unit_reader_find (connection, name);

  *node = *parameter = (ImUnitText){ "", connection->start_tag };
  if (end == NULL)
    {
      im_unit_reader_report (reader, IM_SEVERITY_ERROR, "missing-element",
                             connection->name_span, "<Connection> needs a <%s>", name);
      im_diagnostics_set_subject (reader->diagnostics, (ImSubject){ .detail = name });
      return;
    }

  im_unit_reader_check_element (reader, end, "node param", "");
  *node = im_unit_reader_show_name (reader,
                                    im_unit_reader_require_text (reader, end, "node"));
  *parameter = im_unit_reader_show_name (
      reader, im_unit_reader_require_text (reader, end, "param"));
}

void
im_unit_reader_read_connections (ImUnitReader *reader, const ImXmlElement *element)
{
  guint n = im_unit_reader_count_children (element, "Connection");
  ImUnitConnection *connections = im_arena_new0 (reader->arena, ImUnitConnection, n);

  im_unit_reader_check_element (reader, element, "", "Connection");
  reader->unit->connections = connections;
  for (const ImXmlElement *child = im_unit_reader_first (element); child != NULL;
       child = im_unit_reader_next (child))
    {
      if (strcmp (child->name, "Connection") != 0)
        continue;

      ImUnitConnection *connection = &connections[reader->unit->n_connections++];
      im_unit_reader_check_element (reader, child, "", "Source Target");
      connection->element = child;
      read_end (reader, child, "Source", &connection->source_node,
                &connection->source_parameter);
      read_end (reader, child, "Target", &connection->target_node,
                &connection->target_parameter);
    }
}
