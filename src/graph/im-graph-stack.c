/* SPDX-License-Identifier: MIT
 *
 * From a stack of layers to a graph. A pipe is a name with its latest writer. An argument
 * whose text is the name of a socket of the composite binds that socket; any other
 * argument is the value of an option, or the constant array that an input reads. A socket
 * without an argument reads or writes its pipe.
 */
#include <string.h>

#include "base/im-text.h"
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
  GArray *pipes;       /* Pipe */
  GHashTable *numbers; /* of each name of a layer: the number that the next one gets */
} Stack;

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

static gboolean
argument_is (const ImUnitArgument *argument, const char *word)
{
  const char *text = argument->value == NULL ? "" : argument->value->text;
  gsize length = strlen (word);

  while (g_ascii_isspace (*text))
    text++;
  if (strncmp (text, word, length) != 0)
    return FALSE;
  for (text += length; g_ascii_isspace (*text);)
    text++;

  return *text == '\0';
}

/* Returns the node of the socket whose name is the text of an argument, or -1. */
static gint
find_bound_socket (Stack *stack, const ImUnitArgument *argument, ImNodeKind kind)
{
  const ImUnit *unit = stack->builder->unit;

  for (guint i = 0; i < unit->n_parameters; i++)
    if (unit->parameters[i].kind <= IM_PARAMETER_RETURN &&
        argument_is (argument, unit->parameters[i].name.text))
      {
        gint node = im_graph_builder_find_node (stack->builder,
                                                unit->parameters[i].name.text);

        return im_graph_builder_get_node (stack->builder, (guint) node)->kind == kind
                   ? node
                   : -1;
      }

  return -1;
}

gboolean
im_graph_argument_is_array (const ImUnit *unit, const ImUnitArgument *argument)
{
  const ImExpr *expr = argument->value == NULL ? NULL : argument->value->expr;
  const ImParameter *named;

  if (argument->value == NULL || *argument->value->text == '\0')
    return FALSE;
  if (expr == NULL || expr->kind != IM_EXPR_NAME)
    return expr == NULL || expr->kind != IM_EXPR_CONSTANT;
  named = im_unit_find_parameter (unit, expr->name);

  return named != NULL &&
         (named->kind == IM_PARAMETER_HIDDEN || named->kind == IM_PARAMETER_EXTERNAL);
}

static const ImUnitArgument *
find_argument (const ImUnitNode *layer, const char *name)
{
  for (guint i = 0; i < layer->n_arguments; i++)
    if (strcmp (layer->arguments[i].parameter.text, name) == 0)
      return &layer->arguments[i];

  return NULL;
}

/* Connects an input to what its argument says; an array is a setting. */
static void
link_bound_input (Stack *stack,
                  const ImUnitArgument *argument,
                  guint node,
                  const ImParameter *input)
{
  ImGraphBuilder *builder = stack->builder;
  gint socket = find_bound_socket (stack, argument, IM_NODE_INPUT);

  if (argument_is (argument, "null") ||
      im_graph_argument_is_array (builder->unit, argument))
    return;
  if (socket >= 0)
    {
      im_graph_builder_add_link (builder, (ImGraphLink){
                                              .source = (guint) socket,
                                              .source_port = "value",
                                              .target = node,
                                              .target_port = input->name.text,
                                              .place = &argument->parameter.raw,
                                              .source_place = &argument->parameter.raw,
                                          });
      return;
    }

  ImGraphNode *layer = im_graph_builder_get_node (builder, node);
  layer->is_broken = layer->is_refused = TRUE;
  im_graph_builder_report (
      builder, "link-kind", argument->parameter.raw,
      "%s.%s: an input takes the name of an input of %s, an array, or null, found “%s”",
      layer->name, input->name.text, builder->unit->id.text,
      argument->value == NULL ? "" : argument->value->text);
  im_graph_builder_about (builder, layer->name, input->name.text,
                          argument->value == NULL ? NULL : argument->value->text);
}

/* The pipe that an argument of a project puts a socket on, NULL for none. */
static const char *
get_named_pipe (const ImUnitArgument *argument)
{
  const char *name = argument->literal.text;

  return name == NULL || *name == '\0' || strcmp (name, "null") == 0 ? NULL : name;
}

/* Connects an input to the latest writer of a pipe. */
static void
link_piped_input (Stack *stack, guint node, const ImParameter *input, const char *name)
{
  ImGraphBuilder *builder = stack->builder;
  ImGraphNode *layer = im_graph_builder_get_node (builder, node);
  const Pipe *pipe = find_pipe (stack, name);

  if (pipe != NULL)
    {
      im_graph_builder_add_link (builder, (ImGraphLink){
                                              .source = pipe->node,
                                              .source_port = pipe->port,
                                              .target = node,
                                              .target_port = input->name.text,
                                              .is_piped = TRUE,
                                              .place = layer->place,
                                              .source_place = layer->place,
                                          });
      return;
    }
  if (input->socket->is_optional)
    return;

  layer->is_broken = TRUE;
  if (name == NULL)
    im_graph_builder_report (builder, "not-connected", *layer->place,
                             "%s.%s is on no pipe; it needs an argument: the name of an "
                             "input of %s, or an array",
                             layer->name, input->name.text, builder->unit->id.text);
  else
    im_graph_builder_report (builder, "not-connected", *layer->place,
                             "%s.%s is on the pipe “%s”, which nothing before it writes",
                             layer->name, input->name.text, name);
  im_graph_builder_about (builder, layer->name, input->name.text, name);
}

static void
bind_output (Stack *stack, const ImUnitArgument *argument, guint node, const char *port)
{
  ImGraphBuilder *builder = stack->builder;
  gint socket = find_bound_socket (stack, argument, IM_NODE_OUTPUT);

  if (socket < 0)
    {
      const char *name = im_graph_builder_get_node (builder, node)->name;
      const char *found = argument->value == NULL ? "" : argument->value->text;

      im_graph_builder_report (
          builder, "link-kind", argument->parameter.raw,
          "%s.%s: an output takes the name of an output of %s, or null, found “%s”", name,
          port, builder->unit->id.text, found);
      im_graph_builder_about (builder, name, port, found);
    }
  else
    im_graph_builder_add_link (builder, (ImGraphLink){
                                            .source = node,
                                            .source_port = port,
                                            .target = (guint) socket,
                                            .target_port = "value",
                                            .place = &argument->parameter.raw,
                                            .source_place = &argument->parameter.raw,
                                        });
}

static void
link_output (Stack *stack, const ImUnitNode *layer, guint node, const ImParameter *output)
{
  const ImUnit *unit = im_graph_builder_get_node (stack->builder, node)->unit;
  const ImUnitArgument *argument = find_argument (layer, output->name.text);

  const char *name = im_graph_get_pipe (unit, output);

  if (argument != NULL && argument_is (argument, "null"))
    return;
  if (argument != NULL && stack->builder->unit->is_preprocessor)
    name = get_named_pipe (argument);
  write_pipe (stack, name, node, output->name.text);
  if (argument != NULL && !stack->builder->unit->is_preprocessor)
    bind_output (stack, argument, node, output->name.text);
}

/* The last part of the id, with a number from the second layer of that name on. */
static const char *
name_layer (Stack *stack, const char *unit_id)
{
  const char *base = im_text_get_last_part (unit_id);
  const char *name = base;
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (stack->numbers, base));

  number = MAX (number, 1);
  do
    {
      if (number > 1)
        name = im_arena_printf (stack->builder->arena, "%s%u", base, number);
      number++;
    }
  while (im_graph_builder_find_node (stack->builder, name) >= 0);
  g_hash_table_insert (stack->numbers, (gpointer) base, GUINT_TO_POINTER (number));

  return name;
}

/* Whether an argument is for a parameter that can be set; anything else is reported. */
static gboolean
check_argument (ImGraphBuilder *builder,
                ImGraphNode *node,
                const ImUnitArgument *argument,
                const ImParameter *parameter)
{
  const ImUnitText *name = &argument->parameter;

  if (parameter == NULL || !im_parameter_can_be_set (parameter))
    {
      im_graph_builder_report (builder, "dangling", name->raw,
                               "%s has no socket or option “%s” for the layer %s",
                               node->unit->id.text, name->text, node->name);
      im_graph_builder_suggest (builder, node->unit, name->text, im_parameter_can_be_set);
    }
  else if (find_argument (node->declaration, name->text) != argument)
    im_graph_builder_report (builder, "duplicate-link", name->raw,
                             "%s.%s has an argument already", node->name, name->text);
  else
    return TRUE;

  im_graph_builder_about (builder, node->name, name->text, NULL);
  node->is_broken = node->is_refused = TRUE;
  return FALSE;
}

/* A literal is told at its text, as where it is checked. */
static const ImSpan *
get_place (const ImUnitArgument *argument)
{
  const ImSpan *literal = &argument->literal.raw;

  return argument->value == NULL && literal->end > literal->start
             ? literal
             : &argument->parameter.raw;
}

/* Whether an argument gives a value, and links nothing. */
static gboolean
is_setting (const ImUnit *unit,
            const ImUnitArgument *argument,
            const ImParameter *parameter)
{
  if (parameter->kind != IM_PARAMETER_INPUT)
    return im_parameter_is_option (parameter);

  return !unit->is_preprocessor && im_graph_argument_is_array (unit, argument);
}

void
im_graph_read_layer_settings (ImGraphBuilder *builder, ImGraphNode *node)
{
  const ImUnitNode *layer = node->declaration;
  ImGraphSetting *settings = im_arena_new0 (builder->arena, ImGraphSetting,
                                            layer->n_arguments);

  node->settings = settings;
  node->n_settings = 0;
  for (guint i = 0; i < layer->n_arguments; i++)
    {
      const ImUnitArgument *argument = &layer->arguments[i];
      const ImParameter *parameter = im_unit_find_parameter (node->unit,
                                                             argument->parameter.text);

      if (check_argument (builder, node, argument, parameter) &&
          (argument->value != NULL || argument->literal.text != NULL) &&
          is_setting (builder->unit, argument, parameter))
        settings[node->n_settings++] = (ImGraphSetting){
          .parameter = parameter->name.text,
          .expr = argument->value,
          .literal = argument->value == NULL ? argument->literal.text : NULL,
          .place = get_place (argument),
        };
    }
  node->has_formula = im_graph_node_has_formula (node);
}

/* Nobody knows which pipes a unit reads and writes that is not there, so all of them go
 * through it, and what is behind it is not known either. */
static void
link_unknown_layer (Stack *stack, const ImUnitNode *layer, guint number)
{
  ImGraphBuilder *builder = stack->builder;

  for (guint i = 0; i < stack->pipes->len; i++)
    {
      Pipe *pipe = &g_array_index (stack->pipes, Pipe, i);

      im_graph_builder_add_link (builder, (ImGraphLink){
                                              .source = pipe->node,
                                              .source_port = pipe->port,
                                              .target = number,
                                              .target_port = pipe->name,
                                              .is_piped = TRUE,
                                              .place = &layer->unit_id.raw,
                                              .source_place = &layer->unit_id.raw,
                                          });
      *pipe = (Pipe){ pipe->name, number, pipe->name };
    }
  write_pipe (stack, "data", number, "data");
  write_pipe (stack, "time", number, "time");
  for (guint i = 0; i < layer->n_arguments; i++)
    if (find_bound_socket (stack, &layer->arguments[i], IM_NODE_OUTPUT) >= 0)
      bind_output (stack, &layer->arguments[i], number,
                   layer->arguments[i].parameter.text);
}

static void
link_layer (Stack *stack, const ImUnitNode *layer, guint number)
{
  const ImUnit *unit = im_graph_builder_get_node (stack->builder, number)->unit;

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      const ImUnitArgument *argument = find_argument (layer, parameter->name.text);

      if (parameter->kind != IM_PARAMETER_INPUT)
        continue;
      if (argument == NULL)
        link_piped_input (stack, number, parameter, im_graph_get_pipe (unit, parameter));
      else if (!stack->builder->unit->is_preprocessor)
        link_bound_input (stack, argument, number, parameter);
      else if (get_named_pipe (argument) != NULL)
        link_piped_input (stack, number, parameter, get_named_pipe (argument));
    }
  /* A layer does not read what it writes itself. */
  for (guint i = 0; i < unit->n_parameters; i++)
    if (unit->parameters[i].kind == IM_PARAMETER_OUTPUT ||
        unit->parameters[i].kind == IM_PARAMETER_RETURN)
      link_output (stack, layer, number, &unit->parameters[i]);
}

static void
add_layer (Stack *stack, const ImUnitNode *layer)
{
  ImGraphNode node = {
    .kind = IM_NODE_UNIT,
    .name = name_layer (stack, layer->unit_id.text),
    .unit_id = layer->unit_id.text,
    .unit = im_graph_builder_find_unit (stack->builder, &layer->unit_id),
    .is_enabled = layer->is_enabled,
    .place = &layer->unit_id.raw,
  };

  node.declaration = layer = im_graph_builder_map_arguments (stack->builder, node.unit,
                                                             layer);
  if (node.unit != NULL)
    im_graph_read_layer_settings (stack->builder, &node);

  guint number = im_graph_builder_add_node (stack->builder, node);
  if (node.unit != NULL)
    link_layer (stack, layer, number);
  else
    link_unknown_layer (stack, layer, number);
}

/* Outputs that no layer names get what is left on their pipe. */
static void
link_outputs (Stack *stack)
{
  ImGraphBuilder *builder = stack->builder;

  for (guint i = 0; i < builder->nodes->len; i++)
    {
      const ImGraphNode *node = im_graph_builder_get_node (builder, i);

      if (node->kind != IM_NODE_OUTPUT || im_graph_builder_has_link (builder, i, "value"))
        continue;

      const char *name = im_graph_get_pipe (builder->unit, node->parameter);
      const Pipe *pipe = find_pipe (stack, name);
      if (pipe != NULL)
        im_graph_builder_add_link (builder, (ImGraphLink){
                                                .source = pipe->node,
                                                .source_port = pipe->port,
                                                .target = i,
                                                .target_port = "value",
                                                .is_piped = TRUE,
                                                .place = node->place,
                                                .source_place = node->place,
                                            });
    }
}

void
im_graph_build_stack (ImGraphBuilder *builder)
{
  g_autoptr (GArray) pipes = g_array_new (FALSE, FALSE, sizeof (Pipe));
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);
  Stack stack = { builder, pipes, numbers };
  const ImUnit *unit = builder->unit;

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];

      if (parameter->kind > IM_PARAMETER_RETURN)
        continue;
      guint node = im_graph_builder_add_parameter (builder, parameter);
      if (parameter->kind == IM_PARAMETER_INPUT)
        write_pipe (&stack, im_graph_get_pipe (unit, parameter), node, "value");
    }
  for (guint i = 0; i < unit->n_nodes; i++)
    add_layer (&stack, &unit->nodes[i]);
  link_outputs (&stack);
  im_graph_builder_check_outputs (builder);
}
