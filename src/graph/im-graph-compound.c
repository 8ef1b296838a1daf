/* SPDX-License-Identifier: MIT
 *
 * From the nodes and connections of a compound, and from a single unit, to a graph.
 */

#include "base/im-text.h"
#include "graph/im-graph-builder.h"
#include "unit/im-unit-alias.h"

/* Whether an argument sets an option of the unit; anything else is reported. */
static gboolean
check_argument (ImGraphBuilder *builder, ImGraphNode *node, const ImUnitText *name)
{
  const ImParameter *parameter = im_unit_find_parameter (node->unit, name->text);

  if (parameter != NULL && im_parameter_is_option (parameter))
    return TRUE;

  node->is_broken = TRUE;
  if (parameter != NULL && parameter->kind <= IM_PARAMETER_RETURN)
    im_graph_builder_report (builder, "link-kind", name->raw,
                             "a value cannot be given to the socket %s.%s", node->name,
                             name->text);
  else
    {
      im_graph_builder_report (builder, "dangling", name->raw,
                               "%s has no option “%s” that could be set for the node "
                               "“%s”",
                               node->unit->id.text, name->text, node->name);
      im_graph_builder_suggest (builder, node->unit, name->text, im_parameter_is_option);
    }
  im_graph_builder_about (builder, node->name, name->text, NULL);

  return FALSE;
}

void
im_graph_read_node_settings (ImGraphBuilder *builder, ImGraphNode *node)
{
  const ImUnitNode *declaration = node->declaration;
  ImGraphSetting *settings = im_arena_new0 (builder->arena, ImGraphSetting,
                                            declaration->n_arguments);

  node->settings = settings;
  node->n_settings = 0;
  for (guint i = 0; i < declaration->n_arguments; i++)
    {
      const ImUnitArgument *argument = &declaration->arguments[i];
      const ImSpan *literal = &argument->literal.raw;

      if (check_argument (builder, node, &argument->parameter))
        settings[node->n_settings++] = (ImGraphSetting){
          .parameter = im_unit_find_parameter (node->unit, argument->parameter.text)
                           ->name.text,
          .literal = argument->literal.text,
          .place = literal->end > literal->start ? literal : &argument->parameter.raw,
        };
    }
}

static void
add_compound_node (ImGraphBuilder *builder, const ImUnitNode *declaration)
{
  ImGraphNode node = {
    .kind = declaration->kind,
    .name = declaration->id.text,
    .unit_id = declaration->unit_id.text,
    .parameter = declaration->parameter,
    .declaration = declaration,
    .is_enabled = declaration->is_enabled,
    .place = &declaration->id.raw,
  };

  if (im_graph_builder_find_node (builder, node.name) >= 0)
    {
      im_graph_builder_report (builder, "duplicate-node", *node.place,
                               "there is a node “%s” already", node.name);
      im_graph_builder_about (builder, node.name, NULL, NULL);
      return;
    }
  for (guint i = 0; i < declaration->n_ports && node.parameter == NULL; i++)
    if (declaration->ports[i].is_output)
      node.parameter = declaration->ports[i].parameter;
  if (node.kind == IM_NODE_UNIT)
    node.unit = im_graph_builder_find_unit (builder, &declaration->unit_id);
  if (node.unit != NULL)
    {
      node.declaration = im_graph_builder_map_arguments (builder, node.unit, declaration);
      im_graph_read_node_settings (builder, &node);
    }
  im_graph_builder_add_node (builder, node);
}

static gint
find_end (ImGraphBuilder *builder,
          const ImUnitConnection *connection,
          const ImUnitText *id)
{
  gint number = im_graph_builder_find_node (builder, id->text);

  if (number < 0)
    {
      const char *link = im_arena_printf (
          builder->arena, "%s.%s → %s.%s", connection->source_node.text,
          connection->source_parameter.text, connection->target_node.text,
          connection->target_parameter.text);

      im_graph_builder_report (builder, "dangling", id->raw, "%s: there is no node “%s”",
                               link, id->text);
      im_graph_builder_about (builder, id->text, NULL, link);
    }

  return number;
}

/* The port of a node that a connection names. */
static const char *
get_port (ImGraphBuilder *builder, gint node, const ImUnitText *parameter)
{
  const ImGraphNode *end = im_graph_builder_get_node (builder, (guint) node);
  const char *port = end->unit == NULL
                         ? NULL
                         : im_unit_alias_map (end->unit, end->unit_id, parameter->text);

  return port == NULL ? parameter->text : port;
}

static void
add_connection (ImGraphBuilder *builder, const ImUnitConnection *connection)
{
  gint source = find_end (builder, connection, &connection->source_node);
  gint target = find_end (builder, connection, &connection->target_node);

  if (source >= 0 && target >= 0)
    im_graph_builder_add_link (
        builder,
        (ImGraphLink){
            .source = (guint) source,
            .source_port = get_port (builder, source, &connection->source_parameter),
            .target = (guint) target,
            .target_port = get_port (builder, target, &connection->target_parameter),
            .place = &connection->target_parameter.raw,
            .source_place = &connection->source_parameter.raw,
        });
  else if (target >= 0)
    im_graph_builder_get_node (builder, (guint) target)->is_broken = TRUE;
}

void
im_graph_build_compound (ImGraphBuilder *builder)
{
  const ImUnit *unit = builder->unit;

  for (guint i = 0; i < unit->n_nodes; i++)
    add_compound_node (builder, &unit->nodes[i]);
  for (guint i = 0; i < unit->n_connections; i++)
    add_connection (builder, &unit->connections[i]);
  im_graph_builder_check_outputs (builder);
}

void
im_graph_build_single (ImGraphBuilder *builder)
{
  const ImUnit *unit = builder->unit;
  guint node = im_graph_builder_add_node (
      builder, (ImGraphNode){
                   .kind = IM_NODE_UNIT,
                   .name = im_text_get_last_part (unit->id.text),
                   .unit_id = unit->id.text,
                   .unit = unit,
                   .is_enabled = TRUE,
                   .place = &unit->id.raw,
               });

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      ImGraphLink link = { .place = &parameter->name.raw,
                           .source_place = &parameter->name.raw };

      if (parameter->kind > IM_PARAMETER_RETURN && !im_parameter_is_option (parameter))
        continue;

      guint other = im_graph_builder_add_parameter (builder, parameter);
      gboolean is_output = parameter->kind == IM_PARAMETER_OUTPUT ||
                           parameter->kind == IM_PARAMETER_RETURN;
      link.source = is_output ? node : other;
      link.source_port = is_output ? parameter->name.text : "value";
      link.target = is_output ? other : node;
      link.target_port = is_output ? "value" : parameter->name.text;
      im_graph_builder_add_link (builder, link);
    }
}
