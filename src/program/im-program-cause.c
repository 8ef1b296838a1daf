/* SPDX-License-Identifier: MIT
 *
 * Which node keeps others from being known. Sources come before targets, so the cause of
 * a source is known when its targets are looked at.
 */
#include "program/im-program-private.h"

/* Whether something that leaves a node is not known. */
static gboolean
fails (const ImProgram *program, const ImGraphNode *node)
{
  const ImProgramPart *part = &program->parts[node->number];

  if (node->kind == IM_NODE_OUTPUT || node->kind == IM_NODE_ASSERT)
    return node->is_broken;
  if (part->flows == NULL)
    return TRUE;
  for (guint i = 0; i < part->n_flows; i++)
    if (!part->flows[i].is_known ||
        (node->kind == IM_NODE_INPUT && part->flows[i].value.kind == IM_VALUE_UNKNOWN))
      return TRUE;

  return FALSE;
}

static gint
find_cause (const ImProgram *program, const ImGraphNode *node, const gint *causes)
{
  gboolean is_target = node->kind == IM_NODE_OUTPUT || node->kind == IM_NODE_ASSERT;

  if (!is_target && !fails (program, node))
    return -1;
  for (guint i = 0; i < node->n_links; i++)
    if (causes[node->links[i].source] >= 0)
      return causes[node->links[i].source];

  return fails (program, node) ? (gint) node->number : -1;
}

gint *
im_program_list_causes (const ImProgram *program)
{
  const ImGraph *graph = program->graph;
  const guint *order = graph == NULL ? NULL : im_graph_get_order (graph);
  gint *causes = g_new (gint, graph == NULL ? 1 : graph->n_nodes + 1);

  for (guint i = 0; graph != NULL && i < graph->n_nodes; i++)
    causes[i] = -1;
  for (guint i = 0; order != NULL && i < graph->n_nodes && program->n_parts > 0; i++)
    causes[order[i]] = find_cause (program, graph->nodes[order[i]], causes);

  return causes;
}
