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
    if (graph->nodes[i] != NULL && graph->nodes[i]->declaration == declaration)
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

  nodes = g_memdup2 (graph->nodes, graph->n_nodes * sizeof *nodes);
  nodes[number] = node;

  return im_graph_new_of_family (
      graph, nodes, graph->n_nodes,
      g_memdup2 (graph->order, graph->n_ordered * sizeof *graph->order),
      graph->n_ordered);
}
