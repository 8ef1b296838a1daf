/* SPDX-License-Identifier: MIT
 *
 * From a stack of layers to a graph. A pipe is a name with its latest writer. An argument
 * whose text is the name of a socket of the composite binds that socket; any other
 * argument is the value of an option. A socket without an argument reads or writes its
 * pipe.
 */
#include <string.h>

#include "graph/im-graph-builder.h"

/* Who wrote a pipe last. */
typedef struct
{
  const char *name;
  guint node;
  const char *port;
} Pipe;

typedef struct
{
  ImGraphBuilder *builder;
  GArray *pipes; /* Pipe */
} Stack;

/* Newer units name no pipe: time sockets belong to `time`, the main input and the first
 * output to `data`. */
static const char *
get_pipe (const ImUnit *unit, const ImParameter *parameter)
{
  if (parameter->pipe != NULL)
    return parameter->pipe;
  if (parameter->is_time)
    return "time";
  if (parameter == im_unit_find_main_input (unit))
    return "data";
  for (guint i = 0; i < unit->n_parameters && parameter->kind != IM_PARAMETER_INPUT; i++)
    if (unit->parameters[i].kind == IM_PARAMETER_OUTPUT ||
        unit->parameters[i].kind == IM_PARAMETER_RETURN)
      return parameter == &unit->parameters[i] ? "data" : NULL;

  return NULL;
}

static const Pipe *
find_pipe (Stack *stack, const char *name)
{
  for (guint i = 0; name != NULL && i < stack->pipes->len; i++)
    if (strcmp (g_array_index (stack->pipes, Pipe, i).name, name) == 0)
      return &g_array_index (stack->pipes, Pipe, i);

  return NULL;
}

static void
write_pipe (Stack *stack, const char *name, guint node, const char *port)
{
  Pipe *pipe = (Pipe *) find_pipe (stack, name);
  Pipe written = { name, node, port };

  if (name == NULL)
    return;
  if (pipe == NULL)
    g_array_append_val (stack->pipes, written);
  else
    *pipe = written;
}

/* Whether an argument is the bare name of a socket of the composite, or null. */
static const ImParameter *
find_bound_socket (Stack *stack, const ImUnitArgument *argument)
{
  g_autofree char *text = argument->value == NULL
                              ? NULL
                              : g_strstrip (g_strdup (argument->value->text));
  const ImParameter *socket = text == NULL
                                  ? NULL
                                  : im_unit_find_parameter (stack->builder->unit, text);

  return socket != NULL && socket->kind <= IM_PARAMETER_RETURN ? socket : NULL;
}

static gboolean
is_null (const ImUnitArgument *argument)
{
  g_autofree char *text = argument->value == NULL
                              ? NULL
                              : g_strstrip (g_strdup (argument->value->text));

  return g_strcmp0 (text, "null") == 0;
}

static gint
find_socket_node (Stack *stack, const ImParameter *socket)
{
  for (guint i = 0; i < stack->builder->nodes->len; i++)
    if (im_graph_builder_get_node (stack->builder, i)->parameter == socket)
      return (gint) i;

  return -1;
}

static const ImUnitArgument *
find_argument (const ImUnitNode *layer, const char *name)
{
  for (guint i = 0; i < layer->n_arguments; i++)
    if (strcmp (layer->arguments[i].parameter.text, name) == 0)
      return &layer->arguments[i];

  return NULL;
}

static void
link_input (Stack *stack, const ImUnitNode *layer, guint node, const ImParameter *input)
{
  const ImUnit *unit = im_graph_builder_get_node (stack->builder, node)->unit;
  const ImUnitArgument *argument = find_argument (layer, input->name.text);
  const Pipe *pipe = find_pipe (stack, get_pipe (unit, input));
  ImGraphLink link = { 0, NULL, node, input->name.text, layer->unit_id.raw };

  if (argument != NULL)
    {
      const ImParameter *socket = find_bound_socket (stack, argument);

      if (is_null (argument))
        return;
      if (socket == NULL || socket->kind != IM_PARAMETER_INPUT)
        {
          im_graph_builder_report (
              stack->builder, IM_SEVERITY_ERROR, "link-kind", argument->parameter.raw,
              "the input “%s” of %s takes the name of an input of the "
              "composite, or null",
              input->name.text, unit->id.text);
          return;
        }
      link.source = (guint) find_socket_node (stack, socket);
      link.source_port = "value";
      link.place = argument->parameter.raw;
    }
  else if (pipe != NULL)
    {
      link.source = pipe->node;
      link.source_port = pipe->port;
    }
  else if (input->is_optional)
    return;
  else
    {
      im_graph_builder_report (
          stack->builder, IM_SEVERITY_ERROR, "not-connected", layer->unit_id.raw,
          "the input “%s” of %s is on the pipe “%s”, which nothing writes",
          input->name.text, unit->id.text,
          get_pipe (unit, input) == NULL ? "" : get_pipe (unit, input));
      return;
    }
  im_graph_builder_add_link (stack->builder, link);
}

static void
link_output (Stack *stack, const ImUnitNode *layer, guint node, const ImParameter *output)
{
  const ImUnit *unit = im_graph_builder_get_node (stack->builder, node)->unit;
  const ImUnitArgument *argument = find_argument (layer, output->name.text);
  const ImParameter *socket = argument == NULL ? NULL
                                               : find_bound_socket (stack, argument);

  write_pipe (stack, get_pipe (unit, output), node, output->name.text);
  if (argument == NULL)
    return;
  if (socket == NULL || socket->kind == IM_PARAMETER_INPUT)
    {
      im_graph_builder_report (
          stack->builder, IM_SEVERITY_ERROR, "link-kind", argument->parameter.raw,
          "the output “%s” of %s takes the name of an output of the composite",
          output->name.text, unit->id.text);
      return;
    }
  im_graph_builder_add_link (stack->builder,
                             (ImGraphLink){ node, output->name.text,
                                            (guint) find_socket_node (stack, socket),
                                            "value", argument->parameter.raw });
}

/* The last part of the id, with a number from the second layer of that name on. */
static const char *
name_layer (ImGraphBuilder *builder, const char *unit_id)
{
  const char *dot = strrchr (unit_id, '.');
  const char *base = dot == NULL ? unit_id : dot + 1;
  const char *name = base;

  for (guint number = 2;; number++)
    {
      gboolean is_taken = FALSE;

      for (guint i = 0; i < builder->nodes->len && !is_taken; i++)
        is_taken = strcmp (im_graph_builder_get_node (builder, i)->name, name) == 0;
      if (!is_taken)
        return name;
      name = im_arena_printf (builder->arena, "%s%u", base, number);
    }
}

static void
read_settings (Stack *stack, const ImUnitNode *layer, ImGraphNode *node)
{
  ImGraphSetting *settings = im_arena_new0 (stack->builder->arena, ImGraphSetting,
                                            layer->n_arguments);

  node->settings = settings;
  for (guint i = 0; i < layer->n_arguments; i++)
    {
      const ImUnitArgument *argument = &layer->arguments[i];
      const ImParameter *parameter = im_unit_find_parameter (node->unit,
                                                             argument->parameter.text);

      if (parameter == NULL || parameter->kind == IM_PARAMETER_HIDDEN)
        im_graph_builder_report (stack->builder, IM_SEVERITY_ERROR, "dangling",
                                 argument->parameter.raw,
                                 "%s has no parameter “%s” that can be set",
                                 node->unit->id.text, argument->parameter.text);
      else if (im_parameter_is_option (parameter))
        settings[node->n_settings++] = (ImGraphSetting){
          .parameter = argument->parameter.text,
          .expr = argument->value,
          .place = argument->parameter.raw,
        };
    }
}

static void
add_layer (Stack *stack, const ImUnitNode *layer)
{
  ImGraphNode node = {
    .kind = IM_NODE_UNIT,
    .name = name_layer (stack->builder, layer->unit_id.text),
    .unit_id = layer->unit_id.text,
    .unit = im_graph_builder_find_unit (stack->builder, &layer->unit_id),
    .declaration = layer,
    .is_enabled = layer->is_enabled,
    .place = layer->unit_id.raw,
  };

  if (node.unit == NULL)
    return;
  read_settings (stack, layer, &node);

  guint number = im_graph_builder_add_node (stack->builder, node);
  for (guint i = 0; i < node.unit->n_parameters; i++)
    if (node.unit->parameters[i].kind == IM_PARAMETER_INPUT)
      link_input (stack, layer, number, &node.unit->parameters[i]);
  for (guint i = 0; i < node.unit->n_parameters; i++)
    if (node.unit->parameters[i].kind == IM_PARAMETER_OUTPUT ||
        node.unit->parameters[i].kind == IM_PARAMETER_RETURN)
      link_output (stack, layer, number, &node.unit->parameters[i]);
}

static gboolean
is_bound (ImGraphBuilder *builder, guint node)
{
  for (guint i = 0; i < builder->links->len; i++)
    if (g_array_index (builder->links, ImGraphLink, i).target == node)
      return TRUE;

  return FALSE;
}

/* Outputs that no layer names get what is left on their pipe. */
static void
link_outputs (Stack *stack)
{
  ImGraphBuilder *builder = stack->builder;

  for (guint i = 0; i < builder->nodes->len; i++)
    {
      const ImGraphNode *node = im_graph_builder_get_node (builder, i);
      const Pipe *pipe = node->kind == IM_NODE_OUTPUT
                             ? find_pipe (stack,
                                          get_pipe (builder->unit, node->parameter))
                             : NULL;

      if (pipe != NULL && pipe->node != i && !is_bound (builder, i))
        im_graph_builder_add_link (
            builder, (ImGraphLink){ pipe->node, pipe->port, i, "value", node->place });
    }
}

void
im_graph_build_stack (ImGraphBuilder *builder)
{
  g_autoptr (GArray) pipes = g_array_new (FALSE, FALSE, sizeof (Pipe));
  Stack stack = { builder, pipes };
  const ImUnit *unit = builder->unit;

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];

      if (parameter->kind > IM_PARAMETER_RETURN)
        continue;
      guint node = im_graph_builder_add_socket (builder, parameter);
      if (parameter->kind == IM_PARAMETER_INPUT)
        write_pipe (&stack, get_pipe (unit, parameter), node, "value");
    }
  for (guint i = 0; i < unit->n_nodes; i++)
    add_layer (&stack, &unit->nodes[i]);
  link_outputs (&stack);
}
