/* SPDX-License-Identifier: MIT */
#include "graph/im-graph.h"

#include <string.h>

#include "graph/im-graph-builder.h"

/* Links grouped by their target, those of one target in the order in which they were
 * made, and of each node where its links begin. */
typedef struct
{
  ImGraphLink *links;
  guint *first;
} GroupedLinks;

static GroupedLinks
group_links (ImGraphBuilder *builder)
{
  guint n_nodes = builder->nodes->len, n_links = builder->links->len;
  const ImGraphLink *links = (const ImGraphLink *) builder->links->data;
  GroupedLinks grouped = {
    .links = im_arena_new0 (builder->arena, ImGraphLink, n_links),
    .first = g_new0 (guint, n_nodes + 1),
  };
  g_autofree guint *at = g_new0 (guint, n_nodes + 1);

  for (guint i = 0; i < n_links; i++)
    grouped.first[links[i].target + 1]++;
  for (guint i = 0; i < n_nodes; i++)
    grouped.first[i + 1] += grouped.first[i];
  memcpy (at, grouped.first, (n_nodes + 1) * sizeof *at);
  for (guint i = 0; i < n_links; i++)
    grouped.links[at[links[i].target]++] = links[i];

  return grouped;
}

/* Gives each node its links. */
static const ImGraphNode *const *
copy_nodes (ImGraphBuilder *builder, const GroupedLinks *grouped)
{
  guint n = builder->nodes->len;
  ImGraphNode *copies = im_arena_new0 (builder->arena, ImGraphNode, n);
  const ImGraphNode **nodes = g_new (const ImGraphNode *, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    {
      copies[i] = *im_graph_builder_get_node (builder, i);
      copies[i].links = &grouped->links[grouped->first[i]];
      copies[i].n_links = grouped->first[i + 1] - grouped->first[i];
      nodes[i] = &copies[i];
    }

  return nodes;
}

/* The order of a stack: an edit of a layer moves no other. */
static const guint *
order_stack (ImGraphBuilder *builder)
{
  static const ImNodeKind kinds[] = { IM_NODE_INPUT, IM_NODE_UNIT, IM_NODE_OUTPUT };
  guint n = builder->nodes->len, n_ordered = 0;
  guint *order = g_new (guint, MAX (n, 1));

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (guint i = 0; i < n; i++)
      if (im_graph_builder_get_node (builder, i)->kind == kinds[k])
        order[n_ordered++] = i;

  return order;
}

ImGraph *
im_graph_load (const ImUnit *unit, ImUnitLibrary *library, ImDiagnostics *diagnostics)
{
  ImGraph *graph = g_new0 (ImGraph, 1);
  ImGraphBuilder builder;
  gboolean has_cycle = FALSE;

  im_unit_compile (unit);
  im_graph_builder_init (&builder, im_arena_new (), unit, library, diagnostics);
  if (unit->kind == IM_UNIT_COMPOSITE)
    im_graph_build_stack (&builder);
  else if (unit->kind == IM_UNIT_COMPOUND)
    im_graph_build_compound (&builder);
  else
    im_graph_build_single (&builder);

  GroupedLinks grouped = group_links (&builder);
  g_atomic_ref_count_init (&graph->references);
  graph->family = g_atomic_rc_box_new0 (ImGraphFamily);
  g_rec_mutex_init (&graph->family->lock);
  graph->family->arena = builder.arena;
  graph->family->file = im_unit_file_ref (unit->file);
  graph->unit = unit;
  graph->partial = unit->kind == IM_UNIT_COMPOSITE
                       ? order_stack (&builder)
                       : im_graph_builder_sort (&builder, grouped.links, grouped.first,
                                                &has_cycle);
  if (!has_cycle)
    graph->order = g_steal_pointer (&graph->partial);
  graph->nodes = copy_nodes (&builder, &grouped);
  graph->n_nodes = builder.nodes->len;
  graph->has_errors = builder.has_errors;
  im_graph_builder_clear (&builder);
  g_free (grouped.first);

  return graph;
}

ImGraph *
im_graph_ref (ImGraph *graph)
{
  g_atomic_ref_count_inc (&graph->references);

  return graph;
}

static void
clear_family (gpointer data)
{
  ImGraphFamily *family = data;

  im_arena_free (family->arena);
  im_unit_file_unref (family->file);
  g_rec_mutex_clear (&family->lock);
}

void
im_graph_unref (ImGraph *graph)
{
  if (graph == NULL || !g_atomic_ref_count_dec (&graph->references))
    return;

  g_free ((gpointer) graph->nodes);
  g_free ((gpointer) graph->order);
  g_free ((gpointer) graph->partial);
  g_atomic_rc_box_release_full (graph->family, clear_family);
  g_free (graph);
}

const guint *
im_graph_get_order (const ImGraph *graph)
{
  return graph->order != NULL ? graph->order : graph->partial;
}

gint
im_graph_find_node (const ImGraph *graph, const char *name)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    if (strcmp (graph->nodes[i]->name, name) == 0)
      return (gint) i;

  return -1;
}

const ImGraphLink *
im_graph_find_link (const ImGraph *graph, guint target, const char *port)
{
  const ImGraphNode *node = graph->nodes[target];

  for (guint i = 0; i < node->n_links; i++)
    if (strcmp (node->links[i].target_port, port) == 0)
      return &node->links[i];

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
im_graph_get_pipe (const ImUnit *unit, const ImParameter *parameter)
{
  if (parameter->socket == NULL)
    return NULL;
  if (parameter->socket->pipe != NULL)
    return parameter->socket->pipe;
  if (parameter->socket->is_time)
    return "time";

  return parameter == im_unit_find_main_input (unit) || is_first_output (unit, parameter)
             ? "data"
             : NULL;
}

const ImParameter *
im_graph_find_bypass (const ImUnit *unit, const ImParameter *output)
{
  const char *pipe = im_graph_get_pipe (unit, output);

  for (guint i = 0; i < unit->n_parameters; i++)
    if (unit->parameters[i].kind == IM_PARAMETER_INPUT && pipe != NULL &&
        g_strcmp0 (im_graph_get_pipe (unit, &unit->parameters[i]), pipe) == 0)
      return &unit->parameters[i];

  return NULL;
}

gboolean
im_graph_follow_bypass (const ImGraph *graph, guint *node, const char **port)
{
  /* A cycle has an end, too. */
  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const ImGraphNode *unit = graph->nodes[*node];
      const ImParameter *output, *input;
      const ImGraphLink *link;

      if (unit->kind != IM_NODE_UNIT || unit->unit == NULL || unit->is_enabled)
        return TRUE;
      output = im_unit_find_parameter (unit->unit, *port);
      input = output == NULL ? NULL : im_graph_find_bypass (unit->unit, output);
      link = input == NULL ? NULL : im_graph_find_link (graph, *node, input->name.text);
      if (link == NULL)
        return FALSE;
      *node = link->source;
      *port = link->source_port;
    }

  return FALSE;
}

gboolean
im_graph_is_stackable (const ImUnit *unit)
{
  gboolean has_socket = FALSE;

  if (unit->kind == IM_UNIT_UNIT || unit->kind == IM_UNIT_COMPOUND)
    return TRUE;
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      if (unit->parameters[i].socket == NULL)
        continue;
      if (unit->parameters[i].socket->pipe != NULL)
        return TRUE;
      has_socket = TRUE;
    }

  return !has_socket;
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
append_links (const ImGraph *graph, const ImGraphNode *node, GString *out)
{
  for (guint i = 0; i < node->n_links; i++)
    g_string_append_printf (
        out, "%s.%s → %s.%s\n", graph->nodes[node->links[i].source]->name,
        node->links[i].source_port, node->name, node->links[i].target_port);
}

/* Without an order the nodes come as in the file. */
static const ImGraphNode *
get_ordered (const ImGraph *graph, guint position)
{
  return graph->nodes[graph->order == NULL ? position : graph->order[position]];
}

void
im_graph_append_text (const ImGraph *graph, GString *out)
{
  g_string_append_printf (out, "graph %s\n", graph->unit->id.text);
  for (guint i = 0; i < graph->n_nodes; i++)
    append_node (get_ordered (graph, i), out);
  for (guint i = 0; i < graph->n_nodes; i++)
    append_links (graph, get_ordered (graph, i), out);
}
