/* SPDX-License-Identifier: MIT */
#include "graph/im-graph.h"

#include <string.h>

#include "graph/im-graph-builder.h"

/* Groups the links by their target, those of one target in the order in which they were
 * made. */
static void
group_links (ImGraphBuilder *builder, ImGraph *graph)
{
  guint n_nodes = builder->nodes->len, n_links = builder->links->len;
  const ImGraphLink *links = (const ImGraphLink *) builder->links->data;
  ImGraphLink *grouped = im_arena_new0 (builder->arena, ImGraphLink, n_links);
  guint *first = im_arena_new0 (builder->arena, guint, n_nodes + 1);
  g_autofree guint *at = g_new0 (guint, n_nodes + 1);

  for (guint i = 0; i < n_links; i++)
    first[links[i].target + 1]++;
  for (guint i = 0; i < n_nodes; i++)
    first[i + 1] += first[i];
  memcpy (at, first, (n_nodes + 1) * sizeof *at);
  for (guint i = 0; i < n_links; i++)
    grouped[at[links[i].target]++] = links[i];

  graph->links = grouped;
  graph->n_links = n_links;
  graph->first_link = first;
}

static const ImGraphNode *
copy_nodes (ImGraphBuilder *builder)
{
  gsize bytes = builder->nodes->len * sizeof (ImGraphNode);
  ImGraphNode *copy = im_arena_alloc (builder->arena, bytes);

  if (bytes > 0)
    memcpy (copy, builder->nodes->data, bytes);

  return copy;
}

ImGraph *
im_graph_load (const ImUnit *unit, ImUnitLibrary *library, ImDiagnostics *diagnostics)
{
  ImGraph *graph = g_new0 (ImGraph, 1);
  ImGraphBuilder builder;

  im_unit_compile (unit);
  im_graph_builder_init (&builder, unit, library, diagnostics);
  if (unit->kind == IM_UNIT_COMPOSITE)
    im_graph_build_stack (&builder);
  else if (unit->kind == IM_UNIT_COMPOUND)
    im_graph_build_compound (&builder);
  else
    im_graph_build_single (&builder);

  g_atomic_ref_count_init (&graph->references);
  graph->arena = builder.arena;
  graph->unit = unit;
  group_links (&builder, graph);
  graph->order = im_graph_builder_sort (&builder, graph->links, graph->first_link);
  graph->nodes = copy_nodes (&builder);
  graph->n_nodes = builder.nodes->len;
  graph->has_errors = builder.has_errors;
  im_graph_builder_clear (&builder);

  return graph;
}

ImGraph *
im_graph_ref (ImGraph *graph)
{
  g_atomic_ref_count_inc (&graph->references);

  return graph;
}

void
im_graph_unref (ImGraph *graph)
{
  if (graph == NULL || !g_atomic_ref_count_dec (&graph->references))
    return;

  im_arena_free (graph->arena);
  g_free (graph);
}

gint
im_graph_find_node (const ImGraph *graph, const char *name)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    if (strcmp (graph->nodes[i].name, name) == 0)
      return (gint) i;

  return -1;
}

const ImGraphLink *
im_graph_find_link (const ImGraph *graph, guint target, const char *port)
{
  for (guint i = graph->first_link[target]; i < graph->first_link[target + 1]; i++)
    if (strcmp (graph->links[i].target_port, port) == 0)
      return &graph->links[i];

  return NULL;
}

/* Whether a socket is the first output of its unit. */
static gboolean
is_first_output (const ImUnit *unit, const ImParameter *socket)
{
  for (guint i = 0; i < unit->n_parameters; i++)
    if (unit->parameters[i].kind == IM_PARAMETER_OUTPUT ||
        unit->parameters[i].kind == IM_PARAMETER_RETURN)
      return socket == &unit->parameters[i];

  return FALSE;
}

const char *
im_graph_get_pipe (const ImUnit *unit, const ImParameter *socket)
{
  if (socket->pipe != NULL)
    return socket->pipe;
  if (socket->is_time)
    return "time";

  return socket == im_unit_find_main_input (unit) || is_first_output (unit, socket)
             ? "data"
             : NULL;
}

static void
append_node (const ImGraphNode *node, GString *out)
{
  g_string_append_printf (out, "%s %s", im_node_kind_get_name (node->kind), node->name);
  if (node->unit_id != NULL)
    g_string_append_printf (out, " %s%s", node->unit_id,
                            node->unit == NULL ? " missing" : "");
  if (node->is_broken)
    g_string_append (out, " broken");
  if (!node->is_enabled)
    g_string_append (out, " disabled");
  g_string_append_c (out, '\n');
  for (guint i = 0; i < node->n_settings; i++)
    g_string_append_printf (out, "  %s = %s\n", node->settings[i].parameter,
                            node->settings[i].expr != NULL ? node->settings[i].expr->text
                                                           : node->settings[i].literal);
}

static void
append_links (const ImGraph *graph, guint node, GString *out)
{
  for (guint i = graph->first_link[node]; i < graph->first_link[node + 1]; i++)
    g_string_append_printf (out, "%s.%s → %s.%s\n",
                            graph->nodes[graph->links[i].source].name,
                            graph->links[i].source_port, graph->nodes[node].name,
                            graph->links[i].target_port);
}

void
im_graph_append_text (const ImGraph *graph, GString *out)
{
  g_string_append_printf (out, "graph %s\n", graph->unit->id.text);
  for (guint i = 0; i < graph->n_nodes; i++)
    append_node (&graph->nodes[graph->order == NULL ? i : graph->order[i]], out);
  for (guint i = 0; i < graph->n_nodes; i++)
    append_links (graph, graph->order == NULL ? i : graph->order[i], out);
}
