/* SPDX-License-Identifier: MIT */
#include "graph/im-graph.h"

#include <string.h>

#include "graph/im-graph-builder.h"

typedef enum
{
  VISIT_NEW,
  VISIT_OPEN,
  VISIT_DONE,
} Visit;

/* Depth first from the targets to the sources, with a stack of its own because graphs are
 * deep. */
typedef struct
{
  ImGraphBuilder *builder;
  GArray *incoming; /* guint: links sorted by target */
  guint *first;     /* of each node: where its incoming links start */
  Visit *visits;
  guint *order;
  guint n_ordered;
  gboolean has_cycle;
} Sorter;

static void
report_cycle (Sorter *sorter, GArray *path, guint node)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint start = path->len;

  while (start > 0 && g_array_index (path, guint, start - 1) != node)
    start--;
  for (guint i = path->len; i >= start && i > 0; i--)
    g_string_append_printf (
        text, "%s → ",
        im_graph_builder_get_node (sorter->builder, g_array_index (path, guint, i - 1))
            ->name);
  g_string_append (text, im_graph_builder_get_node (
                             sorter->builder, g_array_index (path, guint, path->len - 1))
                             ->name);
  im_graph_builder_report (sorter->builder, IM_SEVERITY_ERROR, "cycle",
                           im_graph_builder_get_node (sorter->builder, node)->place,
                           "these nodes need each other: %s", text->str);
  sorter->has_cycle = TRUE;
}

static void
visit (Sorter *sorter, guint root)
{
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) next = g_array_new (FALSE, FALSE, sizeof (guint));

  g_array_append_val (path, root);
  g_array_append_val (next, sorter->first[root]);
  sorter->visits[root] = VISIT_OPEN;
  while (path->len > 0)
    {
      guint node = g_array_index (path, guint, path->len - 1);
      guint *at = &g_array_index (next, guint, next->len - 1);

      if (*at == sorter->first[node + 1])
        {
          sorter->visits[node] = VISIT_DONE;
          sorter->order[sorter->n_ordered++] = node;
          g_array_set_size (path, path->len - 1);
          g_array_set_size (next, next->len - 1);
          continue;
        }

      guint link = g_array_index (sorter->incoming, guint, (*at)++);
      guint source = g_array_index (sorter->builder->links, ImGraphLink, link).source;
      if (sorter->visits[source] == VISIT_OPEN)
        report_cycle (sorter, path, source);
      if (sorter->visits[source] != VISIT_NEW)
        continue;
      sorter->visits[source] = VISIT_OPEN;
      g_array_append_val (path, source);
      g_array_append_val (next, sorter->first[source]);
    }
}

/* Groups the links by their target, in the order in which they were made. */
static void
group_links (Sorter *sorter)
{
  GArray *links = sorter->builder->links;
  guint n_nodes = sorter->builder->nodes->len;
  g_autofree guint *at = g_new0 (guint, n_nodes + 1);

  for (guint i = 0; i < links->len; i++)
    sorter->first[g_array_index (links, ImGraphLink, i).target + 1]++;
  for (guint i = 0; i < n_nodes; i++)
    sorter->first[i + 1] += sorter->first[i];
  memcpy (at, sorter->first, (n_nodes + 1) * sizeof *at);
  g_array_set_size (sorter->incoming, links->len);
  for (guint i = 0; i < links->len; i++)
    g_array_index (sorter->incoming, guint,
                   at[g_array_index (links, ImGraphLink, i).target]++) = i;
}

/* Returns the nodes with sources before targets, or NULL after reporting a cycle. */
static const guint *
sort_nodes (ImGraphBuilder *builder)
{
  guint n = builder->nodes->len;
  g_autoptr (GArray) incoming = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint *first = g_new0 (guint, n + 1);
  g_autofree Visit *visits = g_new0 (Visit, MAX (n, 1));
  Sorter sorter = {
    .builder = builder,
    .incoming = incoming,
    .first = first,
    .visits = visits,
    .order = im_arena_new0 (builder->arena, guint, n),
  };

  group_links (&sorter);
  for (guint i = 0; i < n; i++)
    if (visits[i] == VISIT_NEW)
      visit (&sorter, i);

  return sorter.has_cycle ? NULL : sorter.order;
}

static gpointer
copy_array (ImArena *arena, GArray *array)
{
  gsize bytes = array->len * g_array_get_element_size (array);
  gpointer copy = im_arena_alloc0 (arena, bytes);

  if (bytes > 0)
    memcpy (copy, array->data, bytes);

  return copy;
}

ImGraph *
im_graph_load (const ImUnit *unit, ImUnitLibrary *library, ImDiagnostics *diagnostics)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (ImGraphNode));
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (ImGraphLink));
  ImGraph *graph = g_new0 (ImGraph, 1);
  ImGraphBuilder builder = {
    .arena = im_arena_new (),
    .unit = unit,
    .library = library,
    .diagnostics = diagnostics,
    .nodes = nodes,
    .links = links,
  };

  im_unit_compile (unit);
  if (unit->kind == IM_UNIT_COMPOSITE)
    im_graph_build_stack (&builder);
  else if (unit->kind == IM_UNIT_COMPOUND)
    im_graph_build_compound (&builder);
  else
    im_graph_build_single (&builder);

  graph->arena = builder.arena;
  graph->unit = unit;
  graph->order = sort_nodes (&builder);
  graph->nodes = copy_array (builder.arena, nodes);
  graph->n_nodes = nodes->len;
  graph->links = copy_array (builder.arena, links);
  graph->n_links = links->len;

  return graph;
}

void
im_graph_free (ImGraph *graph)
{
  if (graph == NULL)
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
  for (guint i = 0; i < graph->n_links; i++)
    if (graph->links[i].target == target &&
        strcmp (graph->links[i].target_port, port) == 0)
      return &graph->links[i];

  return NULL;
}

static void
append_node (const ImGraphNode *node, GString *out)
{
  g_string_append_printf (out, "%s %s", im_node_kind_get_name (node->kind), node->name);
  if (node->unit_id != NULL)
    g_string_append_printf (out, " %s%s", node->unit_id,
                            node->unit == NULL ? " missing" : "");
  if (!node->is_enabled)
    g_string_append (out, " disabled");
  g_string_append_c (out, '\n');
  for (guint i = 0; i < node->n_settings; i++)
    g_string_append_printf (out, "  %s = %s\n", node->settings[i].parameter,
                            node->settings[i].expr != NULL ? node->settings[i].expr->text
                                                           : node->settings[i].literal);
}

void
im_graph_append_text (const ImGraph *graph, GString *out)
{
  g_string_append_printf (out, "graph %s\n", graph->unit->id.text);
  for (guint i = 0; i < graph->n_nodes; i++)
    append_node (&graph->nodes[graph->order == NULL ? i : graph->order[i]], out);
  for (guint i = 0; i < graph->n_links; i++)
    g_string_append_printf (
        out, "%s.%s → %s.%s\n", graph->nodes[graph->links[i].source].name,
        graph->links[i].source_port, graph->nodes[graph->links[i].target].name,
        graph->links[i].target_port);
}
