/* SPDX-License-Identifier: MIT
 *
 * From the nodes and connections of a compound, and from a single unit, to a graph.
 */
#include <string.h>

#include "graph/im-graph-builder.h"

static void
add_compound_node (ImGraphBuilder *builder, const ImUnitNode *declaration)
{
  ImGraphSetting *settings = im_arena_new0 (builder->arena, ImGraphSetting,
                                            declaration->n_arguments);
  ImGraphNode node = {
    .kind = declaration->kind,
    .name = declaration->id.text,
    .unit_id = declaration->unit_id.text,
    .settings = settings,
    .n_settings = declaration->n_arguments,
    .parameter = declaration->parameter,
    .declaration = declaration,
    .is_enabled = declaration->is_enabled,
    .place = declaration->id.raw,
  };

  for (guint i = 0; i < declaration->n_arguments; i++)
    settings[i] = (ImGraphSetting){
      .parameter = declaration->arguments[i].parameter.text,
      .literal = declaration->arguments[i].literal.text,
      .place = declaration->arguments[i].parameter.raw,
    };
  if (declaration->kind == IM_NODE_UNIT)
    node.unit = im_graph_builder_find_unit (builder, &declaration->unit_id);
  im_graph_builder_add_node (builder, node);
}

static gint
find_end (ImGraphBuilder *builder, const ImUnitText *id)
{
  for (guint i = 0; i < builder->nodes->len; i++)
    if (strcmp (im_graph_builder_get_node (builder, i)->name, id->text) == 0)
      return (gint) i;

  im_graph_builder_report (builder, IM_SEVERITY_ERROR, "dangling", id->raw,
                           "there is no node “%s”", id->text);
  return -1;
}

void
im_graph_build_compound (ImGraphBuilder *builder)
{
  const ImUnit *unit = builder->unit;

  for (guint i = 0; i < unit->n_nodes; i++)
    add_compound_node (builder, &unit->nodes[i]);
  for (guint i = 0; i < unit->n_connections; i++)
    {
      const ImUnitConnection *connection = &unit->connections[i];
      gint source = find_end (builder, &connection->source_node);
      gint target = find_end (builder, &connection->target_node);

      if (source >= 0 && target >= 0)
        im_graph_builder_add_link (
            builder, (ImGraphLink){ (guint) source, connection->source_parameter.text,
                                    (guint) target, connection->target_parameter.text,
                                    connection->target_parameter.raw });
    }
}

void
im_graph_build_single (ImGraphBuilder *builder)
{
  const ImUnit *unit = builder->unit;
  const char *dot = strrchr (unit->id.text, '.');
  guint node = im_graph_builder_add_node (
      builder, (ImGraphNode){
                   .kind = IM_NODE_UNIT,
                   .name = dot == NULL ? unit->id.text : dot + 1,
                   .unit_id = unit->id.text,
                   .unit = unit,
                   .is_enabled = TRUE,
                   .place = unit->id.raw,
               });

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      const char *name = parameter->name.text;

      if (parameter->kind == IM_PARAMETER_INPUT)
        im_graph_builder_add_link (
            builder, (ImGraphLink){ im_graph_builder_add_socket (builder, parameter),
                                    "value", node, name, parameter->name.raw });
      else if (parameter->kind == IM_PARAMETER_OUTPUT ||
               parameter->kind == IM_PARAMETER_RETURN)
        im_graph_builder_add_link (
            builder,
            (ImGraphLink){ node, name, im_graph_builder_add_socket (builder, parameter),
                           "value", parameter->name.raw });
    }
}
