/* SPDX-License-Identifier: MIT
 *
 * What all edits of a graph do: finding nodes by name, copying the one that changes.
 */
#include "base/im-text.h"
#include "graph/im-graph-edit-private.h"

ImGraphNode *
im_graph_editing_touch (ImGraphEditing *editing, guint number)
{
  for (guint i = 0; i < editing->touched->len; i++)
    if (g_array_index (editing->touched, guint, i) == number)
      return (ImGraphNode *) editing->nodes[number];

  ImGraphNode *copy = im_arena_new0 (editing->builder.arena, ImGraphNode, 1);
  *copy = *editing->nodes[number];
  editing->nodes[number] = copy;
  g_array_append_val (editing->touched, number);

  return copy;
}

ImGraphLink *
im_graph_editing_replace_links (ImGraphEditing *editing,
                                ImGraphNode *node,
                                guint position,
                                guint n_removed,
                                guint n_added)
{
  guint n = node->n_links - n_removed + n_added;
  ImGraphLink *links = im_arena_new0 (editing->builder.arena, ImGraphLink, n);

  for (guint i = 0; i < position; i++)
    links[i] = node->links[i];
  for (guint i = position + n_removed; i < node->n_links; i++)
    links[i - n_removed + n_added] = node->links[i];
  node->links = links;
  node->n_links = n;

  return &links[position];
}

static void
suggest_node (ImGraphEditing *editing, const char *name)
{
  g_autofree const char **names = g_new0 (const char *, MAX (editing->n_nodes, 1));
  guint n = 0;

  for (guint i = 0; i < editing->n_nodes; i++)
    if (editing->nodes[i] != NULL)
      names[n++] = editing->nodes[i]->name;

  im_diagnostics_suggest (editing->builder.diagnostics, name,
                          im_text_nearest (name, names, n));
  im_diagnostics_allow (editing->builder.diagnostics, names, n);
}

const ImGraphNode *
im_graph_editing_find (ImGraphEditing *editing, const char *name)
{
  gint number = im_graph_find_node (editing->base, name);

  if (number >= 0)
    return editing->nodes[number];

  im_graph_builder_report (&editing->builder, "dangling", editing->base->unit->id.raw,
                           "%s has no node “%s”", editing->base->unit->id.text, name);
  suggest_node (editing, name);

  return NULL;
}

void
im_graph_editing_report_kind (ImGraphEditing *editing,
                              const ImGraphNode *node,
                              const char *expected)
{
  im_graph_builder_report (&editing->builder, "unknown-node", *node->place,
                           "expected the name of %s, “%s” is an %s node", expected,
                           node->name, im_node_kind_get_name (node->kind));
}

const ImGraphNode *
im_graph_editing_find_layer (ImGraphEditing *editing, const char *name)
{
  const ImGraphNode *node = im_graph_editing_find (editing, name);

  if (node == NULL || node->kind == IM_NODE_UNIT)
    return node;

  im_graph_editing_report_kind (editing, node, "a unit");
  return NULL;
}
