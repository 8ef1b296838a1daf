/* SPDX-License-Identifier: MIT
 *
 * Pipes after an edit of a stack. A layer that comes or goes changes only who reads the
 * pipes that it writes, up to the next writer.
 *
 * A stack says nothing of links: that a layer reads `data` means the last one before it
 * that wrote `data`. Links of a graph are these words resolved, so an edit has to resolve
 * them again where they may mean another writer, and nowhere else: nodes that are not
 * touched stay the same objects, and their parts of a program are taken over. The result
 * must be what loading the edited file gives, which the tests compare after each edit;
 * hence the rules of the loader are repeated here for one pipe from one position on.
 */
#include <string.h>

#include "graph/im-graph-edit-private.h"

/* Who wrote a pipe last; no node if nobody did. */
typedef struct
{
  const ImGraphNode *node;
  const char *port;
  guint output;
} Writer;

/* Whether a socket without an argument is on a pipe. */
static gboolean
is_on_pipe (const ImUnit *unit, const ImParameter *socket, const char *pipe)
{
  const char *own = im_graph_get_pipe (unit, socket);

  return own != NULL && strcmp (own, pipe) == 0;
}

static const ImUnitArgument *
find_argument (const ImGraphNode *layer, const ImParameter *socket)
{
  return layer->declaration == NULL
             ? NULL
             : im_graph_find_argument (layer->declaration, socket->name.text);
}

static gboolean
is_output (const ImParameter *parameter)
{
  return parameter->kind == IM_PARAMETER_OUTPUT || parameter->kind == IM_PARAMETER_RETURN;
}

/* Whether a layer has an output that is not null. */
static gboolean
has_output (const ImGraphNode *layer, const ImParameter *output)
{
  const ImUnitArgument *argument = find_argument (layer, output);

  return argument == NULL || !im_graph_argument_is (argument, "null");
}

static gboolean
has_link (const ImGraphNode *node, const char *port)
{
  for (guint i = 0; i < node->n_links; i++)
    if (strcmp (node->links[i].target_port, port) == 0)
      return TRUE;

  return FALSE;
}

/* A layer whose unit is not there passes on every pipe, and might write these two: nearly
 * all units do, and if it was taken for one that does not, all layers behind it would be
 * connected past it and their types be told wrong. It also writes each pipe that it is
 * linked to. */
static Writer
find_unknown_writer (const ImGraphNode *layer, const char *pipe)
{
  gboolean writes = strcmp (pipe, "data") == 0 || strcmp (pipe, "time") == 0 ||
                    has_link (layer, pipe);

  return (Writer){ writes ? layer : NULL, pipe, 0 };
}

/* How a node writes a pipe. */
static Writer
find_node_writer (const ImGraphEditing *editing,
                  const ImGraphNode *node,
                  const char *pipe)
{
  const ImUnit *unit = node->unit;

  if (node->kind == IM_NODE_INPUT)
    return (Writer){ is_on_pipe (editing->base->unit, node->parameter, pipe) ? node
                                                                             : NULL,
                     "value", 0 };
  if (node->kind != IM_NODE_UNIT)
    return (Writer){ 0 };
  if (unit == NULL)
    return find_unknown_writer (node, pipe);

  for (guint i = unit->n_parameters; i > 0; i--)
    {
      const ImParameter *output = &unit->parameters[i - 1];

      if (is_output (output) && is_on_pipe (unit, output, pipe) &&
          has_output (node, output))
        return (Writer){ node, output->name.text,
                         im_graph_get_output_number (unit, output) };
    }

  return (Writer){ 0 };
}

/* Who wrote a pipe last before a position. */
static Writer
find_writer (const ImGraphEditing *editing, const char *pipe, guint position)
{
  Writer writer = { 0 };

  while (position > 0 && writer.node == NULL)
    writer = find_node_writer (editing, editing->nodes[editing->order[--position]], pipe);

  return writer;
}

static gboolean
comes_from (const ImGraphLink *link, const Writer *writer)
{
  return writer->node != NULL && link->source == writer->node->number &&
         strcmp (link->source_port, writer->port) == 0;
}

/* Connects an input that has no argument to the writer of its pipe. Links stand in the
 * order of their slots. */
static void
set_link (ImGraphEditing *editing,
          guint number,
          const char *port,
          guint slot,
          const Writer *writer)
{
  const ImGraphNode *old = editing->nodes[number];
  guint position = 0;

  while (position < old->n_links && strcmp (old->links[position].target_port, port) != 0)
    position++;
  gboolean is_linked = position < old->n_links;
  if (is_linked ? comes_from (&old->links[position], writer) : writer->node == NULL)
    return;
  for (; !is_linked && position > 0 && old->links[position - 1].target_slot > slot;)
    position--;

  ImGraphNode *node = im_graph_editing_touch (editing, number);
  ImGraphLink *link = im_graph_editing_replace_links (editing, node, position, is_linked,
                                                      writer->node != NULL);
  if (writer->node != NULL)
    *link = (ImGraphLink){
      .source = writer->node->number,
      .source_port = writer->port,
      .target = number,
      .target_port = port,
      .is_piped = TRUE,
      .place = node->place,
      .source_place = node->place,
      .source_output = writer->output,
      .target_slot = slot,
    };
}

static gboolean
is_piped_input (const ImGraphNode *layer, const ImParameter *parameter)
{
  return parameter->kind == IM_PARAMETER_INPUT &&
         find_argument (layer, parameter) == NULL;
}

/* The first input that has to be connected and is not. */
static const ImParameter *
find_missing_input (const ImGraphNode *layer)
{
  const ImUnit *unit = layer->unit;

  for (guint i = 0; unit != NULL && i < unit->n_parameters; i++)
    if (is_piped_input (layer, &unit->parameters[i]) &&
        !unit->parameters[i].socket->is_optional &&
        !has_link (layer, unit->parameters[i].name.text))
      return &unit->parameters[i];

  return NULL;
}

/* Connects the inputs of a layer that are on a pipe. */
static void
link_inputs (ImGraphEditing *editing,
             guint number,
             const char *pipe,
             const Writer *writer)
{
  const ImGraphNode *layer = editing->nodes[number];
  const ImUnit *unit = layer->unit;

  if (unit == NULL)
    {
      set_link (editing, number, pipe, 0, writer);
      return;
    }
  for (guint i = 0; i < unit->n_parameters; i++)
    if (is_piped_input (layer, &unit->parameters[i]) &&
        is_on_pipe (unit, &unit->parameters[i], pipe))
      set_link (editing, number, unit->parameters[i].name.text, unit->parameters[i].slot,
                writer);

  layer = editing->nodes[number];
  gboolean is_broken = layer->is_refused || find_missing_input (layer) != NULL;
  if (is_broken != layer->is_broken)
    im_graph_editing_touch (editing, number)->is_broken = is_broken;
}

/* Whether an argument of a layer names an output of the composite. */
static gboolean
is_bound_output (const ImGraphNode *output)
{
  return output->n_links > 0 && !output->links[0].is_piped;
}

/* Connects all that reads a pipe from a position on, up to the next writer.
 *
 * The next writer itself still reads the old one, so its inputs are linked before it ends
 * the loop. Whether it writes is asked of the node as it is then: linking may have
 * replaced it by a copy. An output of the composite that an argument binds is on no pipe,
 * even if it carries the name of one. */
static void
relink_pipe (ImGraphEditing *editing, const char *pipe, guint position)
{
  Writer writer = find_writer (editing, pipe, position);

  for (; position < editing->n_ordered; position++)
    {
      guint number = editing->order[position];
      const ImGraphNode *node = editing->nodes[number];

      if (node->kind == IM_NODE_UNIT)
        link_inputs (editing, number, pipe, &writer);
      else if (node->kind == IM_NODE_OUTPUT && !is_bound_output (node) &&
               is_on_pipe (editing->base->unit, node->parameter, pipe))
        set_link (editing, number, "value", 0, &writer);
      if (find_node_writer (editing, editing->nodes[number], pipe).node != NULL)
        return;
    }
}

void
im_graph_editing_relink (ImGraphEditing *editing,
                         const ImGraphNode *layer,
                         guint position)
{
  const ImUnit *unit = layer->unit;

  if (unit == NULL)
    {
      relink_pipe (editing, "data", position);
      relink_pipe (editing, "time", position);
      for (guint i = 0; i < layer->n_links; i++)
        relink_pipe (editing, layer->links[i].target_port, position);
      return;
    }
  for (guint i = 0; i < unit->n_parameters; i++)
    if (is_output (&unit->parameters[i]) && has_output (layer, &unit->parameters[i]))
      {
        const char *pipe = im_graph_get_pipe (unit, &unit->parameters[i]);

        if (pipe != NULL)
          relink_pipe (editing, pipe, position);
      }
}

/* A layer whose unit is not there reads every pipe that somebody before it writes. */
static void
link_unknown_layer (ImGraphEditing *editing, guint position)
{
  guint number = editing->order[position];

  for (guint i = 0; i < position; i++)
    {
      const ImGraphNode *node = editing->nodes[editing->order[i]];
      const ImUnit *unit = node->kind == IM_NODE_INPUT ? editing->base->unit : node->unit;

      for (guint j = 0; unit != NULL && j < unit->n_parameters; j++)
        {
          const char *pipe = im_graph_get_pipe (unit, &unit->parameters[j]);
          Writer writer = pipe == NULL ? (Writer){ 0 }
                                       : find_writer (editing, pipe, position);

          if (writer.node != NULL)
            set_link (editing, number, pipe, 0, &writer);
        }
    }
}

void
im_graph_editing_link_layer (ImGraphEditing *editing, guint position)
{
  guint number = editing->order[position];
  const ImUnit *unit = editing->nodes[number]->unit;

  if (unit == NULL)
    {
      link_unknown_layer (editing, position);
      return;
    }
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const char *pipe = unit->parameters[i].kind == IM_PARAMETER_INPUT
                             ? im_graph_get_pipe (unit, &unit->parameters[i])
                             : NULL;

      if (pipe == NULL)
        continue;
      Writer writer = find_writer (editing, pipe, position);
      link_inputs (editing, number, pipe, &writer);
    }
}

/* The argument of a layer that names an output of the composite, or NULL. */
static const ImUnitArgument *
find_binding (const ImGraphNode *layer, const ImGraphNode *output)
{
  const ImUnitNode *declaration = layer->declaration;
  const ImUnit *unit = layer->unit;

  if (layer->kind != IM_NODE_UNIT || declaration == NULL)
    return NULL;
  for (guint i = 0; unit != NULL && i < unit->n_parameters; i++)
    {
      const ImUnitArgument *argument = is_output (&unit->parameters[i])
                                           ? find_argument (layer, &unit->parameters[i])
                                           : NULL;

      if (argument != NULL && im_graph_argument_is (argument, output->name))
        return argument;
    }
  for (guint i = 0; unit == NULL && i < declaration->n_arguments; i++)
    if (im_graph_argument_is (&declaration->arguments[i], output->name))
      return &declaration->arguments[i];

  return NULL;
}

/* The first layer with an argument that names an output, or NULL. */
static const ImGraphNode *
find_owner (const ImGraphEditing *editing, const ImGraphNode *output)
{
  for (guint i = 0; i < editing->n_ordered; i++)
    {
      const ImGraphNode *node = editing->nodes[editing->order[i]];

      if (find_binding (node, output) != NULL)
        return node;
    }

  return NULL;
}

/* Connects an output to the layer that names it. */
static void
bind_output (ImGraphEditing *editing, guint number, const ImGraphNode *layer)
{
  const ImUnitArgument *argument = find_binding (layer, editing->nodes[number]);
  const char *port = argument->parameter.text;
  ImGraphNode *node = im_graph_editing_touch (editing, number);
  ImGraphLink *link = im_graph_editing_replace_links (editing, node, 0, node->n_links, 1);

  *link = (ImGraphLink){
    .source = layer->number,
    .source_port = port,
    .target = number,
    .target_port = "value",
    .place = &argument->parameter.raw,
    .source_place = &argument->parameter.raw,
  };
  if (layer->unit != NULL)
    link->source_output = im_graph_get_output_number (
        layer->unit, im_unit_find_parameter (layer->unit, port));
}

static void
report_duplicate (ImGraphEditing *editing,
                  const ImGraphNode *layer,
                  const ImGraphNode *output)
{
  const ImUnitArgument *argument = find_binding (layer, output);

  im_graph_builder_report (&editing->builder, "duplicate-link", argument->parameter.raw,
                           "%s.%s → %s.value: this input is connected already",
                           layer->name, argument->parameter.text, output->name);
  im_graph_builder_about (&editing->builder, layer->name, argument->parameter.text,
                          output->name);
}

void
im_graph_editing_bind_outputs (ImGraphEditing *editing, const ImGraphNode *layer)
{
  for (guint i = 0; i < editing->n_ordered; i++)
    {
      guint number = editing->order[i];
      const ImGraphNode *output = editing->nodes[number];

      if (output->kind != IM_NODE_OUTPUT || find_binding (layer, output) == NULL)
        continue;

      const ImGraphNode *owner = find_owner (editing, output);
      const char *pipe = im_graph_get_pipe (editing->base->unit, output->parameter);
      Writer writer = pipe == NULL ? (Writer){ 0 } : find_writer (editing, pipe, i);
      if (owner == NULL)
        set_link (editing, number, "value", 0, &writer);
      else
        bind_output (editing, number, owner);
      if (editing->nodes[layer->number] == layer && owner != layer)
        report_duplicate (editing, layer, output);
    }
}

/* The node as it was before the edit. */
static const ImGraphNode *
get_old (const ImGraphEditing *editing, guint number)
{
  return number < editing->base->n_nodes ? editing->base->nodes[number] : NULL;
}

static void
check_layer (ImGraphEditing *editing, const ImGraphNode *layer, const ImGraphNode *old)
{
  gboolean is_stack = editing->base->unit->kind == IM_UNIT_COMPOSITE;
  const ImParameter *missing = is_stack ? find_missing_input (layer) : NULL;

  if (missing == NULL || (old != NULL && find_missing_input (old) != NULL))
    return;

  const char *pipe = im_graph_get_pipe (layer->unit, missing);
  im_graph_builder_report (
      &editing->builder, "not-connected", *layer->place,
      pipe != NULL ? "%s.%s is on the pipe “%s”, which nothing before it writes"
                   : "%s.%s is on no pipe; it needs an argument%s",
      layer->name, missing->name.text, pipe != NULL ? pipe : "");
  im_graph_builder_about (&editing->builder, layer->name, missing->name.text, pipe);
}

static void
check_output (ImGraphEditing *editing, const ImGraphNode *output, const ImGraphNode *old)
{
  if (output->n_links > 0 || old->n_links == 0 || output->parameter->conditional != NULL)
    return;

  im_graph_builder_report (&editing->builder, "not-connected", *output->place,
                           "nothing gives the output “%s” of %s",
                           output->parameter->name.text, editing->base->unit->id.text);
  im_graph_builder_about (&editing->builder, output->name, NULL, NULL);
}

void
im_graph_editing_check (ImGraphEditing *editing)
{
  for (guint i = 0; i < editing->touched->len; i++)
    {
      guint number = g_array_index (editing->touched, guint, i);
      const ImGraphNode *node = editing->nodes[number];

      if (node != NULL && node->kind == IM_NODE_UNIT)
        check_layer (editing, node, get_old (editing, number));
      else if (node != NULL && node->kind == IM_NODE_OUTPUT)
        check_output (editing, node, get_old (editing, number));
    }
}
