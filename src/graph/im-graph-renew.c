/* SPDX-License-Identifier: MIT
 *
 * One node that says something else. Links follow from arguments of sockets, from pipes
 * and from names, so all of these have to be what they were.
 */
#include <string.h>

#include "graph/im-graph-builder.h"

static gint
find_declared (const ImGraph *graph, const ImUnitNode *declaration)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i]->declaration == declaration)
      return (gint) i;

  return -1;
}

/* The next argument from @i on that does not set an option. */
static guint
skip_options (const ImUnit *unit, const ImUnitNode *node, guint i)
{
  const ImParameter *parameter;

  while (i < node->n_arguments &&
         (parameter = im_unit_find_parameter (unit, node->arguments[i].parameter.text)) !=
             NULL &&
         im_parameter_is_option (parameter))
    i++;

  return i;
}

static gboolean
says_same (const ImUnitArgument *first, const ImUnitArgument *second)
{
  return strcmp (first->parameter.text, second->parameter.text) == 0 &&
         g_strcmp0 (first->value == NULL ? NULL : first->value->text,
                    second->value == NULL ? NULL : second->value->text) == 0 &&
         g_strcmp0 (first->literal.text, second->literal.text) == 0;
}

static gboolean
has_same_links (const ImUnit *unit, const ImUnitNode *before, const ImUnitNode *now)
{
  guint i = skip_options (unit, before, 0), k = skip_options (unit, now, 0);

  for (; i < before->n_arguments && k < now->n_arguments;
       i = skip_options (unit, before, i + 1), k = skip_options (unit, now, k + 1))
    if (!says_same (&before->arguments[i], &now->arguments[k]))
      return FALSE;

  return i >= before->n_arguments && k >= now->n_arguments;
}

static gboolean
has_same_names (const ImUnitNode *before, const ImUnitNode *now)
{
  return before->kind == IM_NODE_UNIT && now->kind == IM_NODE_UNIT &&
         strcmp (before->unit_id.text, now->unit_id.text) == 0 &&
         g_strcmp0 (before->id.text, now->id.text) == 0;
}

/* The node as it is now, or NULL if there is something to say of it. */
static const ImGraphNode *
read_node (const ImGraph *graph, const ImGraphNode *old)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  ImGraphBuilder builder = { .arena = graph->family->arena,
                             .unit = graph->unit,
                             .diagnostics = problems };
  ImGraphNode *node = im_arena_new0 (builder.arena, ImGraphNode, 1);

  *node = *old;
  node->is_enabled = node->declaration->is_enabled;
  if (graph->unit->kind == IM_UNIT_COMPOSITE)
    im_graph_read_layer_settings (&builder, node);
  else
    im_graph_read_node_settings (&builder, node);

  return im_diagnostics_get_count (problems) == 0 ? node : NULL;
}

gboolean
im_graph_is_renewed (const ImGraph *graph, const ImGraph *old)
{
  return graph->family == old->family && graph->n_nodes == old->n_nodes;
}

static const ImGraphNode **
dup_nodes (const ImGraph *graph)
{
  return g_memdup2 (graph->nodes, graph->n_nodes * sizeof *graph->nodes);
}

/* A graph of the same order with other nodes. */
static ImGraph *
new_of_nodes (const ImGraph *base, const ImGraphNode **nodes)
{
  gsize order_bytes = base->n_nodes * sizeof *base->order;
  ImGraph *graph = g_new0 (ImGraph, 1);

  g_atomic_ref_count_init (&graph->references);
  graph->family = g_atomic_rc_box_acquire (base->family);
  graph->unit = base->unit;
  graph->nodes = nodes;
  graph->n_nodes = base->n_nodes;
  graph->order = base->order == NULL ? NULL : g_memdup2 (base->order, order_bytes);
  graph->partial = base->partial == NULL ? NULL : g_memdup2 (base->partial, order_bytes);
  graph->has_errors = base->has_errors;

  return graph;
}

ImGraph *
im_graph_renew (const ImGraph *graph, const ImUnitNode *before, const ImUnitNode *now)
{
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&graph->family->lock);
  gint number = find_declared (graph, now);
  const ImGraphNode *old = number < 0 ? NULL : graph->nodes[number];
  const ImGraphNode *node, **nodes;

  if (old == NULL || old->unit == NULL || old->is_broken || graph->has_errors ||
      graph->order == NULL || !has_same_names (before, now) ||
      !has_same_links (old->unit, before, now))
    return NULL;
  node = read_node (graph, old);
  if (node == NULL)
    return NULL;

  nodes = dup_nodes (graph);
  nodes[number] = node;

  return new_of_nodes (graph, nodes);
}

ImGraph *
im_graph_switch_off (const ImGraph *graph, gboolean (*is_off) (const ImGraphNode *unit))
{
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&graph->family->lock);
  const ImGraphNode **nodes = dup_nodes (graph);

  for (guint i = 0; i < graph->n_nodes; i++)
    if (nodes[i]->kind == IM_NODE_UNIT && nodes[i]->is_enabled && is_off (nodes[i]))
      {
        ImGraphNode *node = im_arena_new0 (graph->family->arena, ImGraphNode, 1);

        *node = *nodes[i];
        node->is_enabled = FALSE;
        nodes[i] = node;
      }

  return new_of_nodes (graph, nodes);
}
