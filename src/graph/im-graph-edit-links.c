/* SPDX-License-Identifier: MIT
 *
 * Edits of the links of a node graph. A link may lead anywhere, so it is judged, and the
 * order is found, as when the graph was loaded.
 */
#include <string.h>

#include "graph/im-graph-edit-private.h"

/* Adds the nodes and links of the graph that is edited. */
static void
fill_builder (ImGraphEditing *editing, ImGraphBuilder *builder)
{
  const ImGraphBuilder *own = &editing->builder;

  im_graph_builder_init (builder, own->arena, own->unit, own->library, own->diagnostics);
  for (guint i = 0; i < editing->n_nodes; i++)
    im_graph_builder_add_node (builder, *editing->nodes[i]);
  for (guint i = 0; i < editing->n_nodes; i++)
    for (guint j = 0; j < editing->nodes[i]->n_links; j++)
      im_graph_builder_add_link (builder, editing->nodes[i]->links[j]);
}

static void
clear_builder (ImGraphEditing *editing, ImGraphBuilder *builder)
{
  editing->builder.has_errors = editing->builder.has_errors || builder->has_errors;
  im_graph_builder_clear (builder);
}

/* Orders the nodes again. Returns FALSE after reporting a cycle that was not there. */
static gboolean
sort (ImGraphEditing *editing)
{
  ImGraphBuilder builder;
  gboolean has_cycle;
  g_autofree guint *first = g_new0 (guint, editing->n_nodes + 1);

  fill_builder (editing, &builder);
  for (guint i = 0; i < editing->n_nodes; i++)
    first[i + 1] = first[i] + editing->nodes[i]->n_links;
  g_free (editing->order);
  editing->order = (guint *) im_graph_builder_sort (
      &builder, (const ImGraphLink *) builder.links->data, first, &has_cycle);
  if (has_cycle)
    g_clear_pointer (&editing->order, g_free);
  clear_builder (editing, &builder);

  return editing->order != NULL || editing->base->order == NULL;
}

/* Looks a link up as that of a file would be. Returns FALSE after reporting why there
 * cannot be one. */
static gboolean
make_link (ImGraphEditing *editing, ImGraphLink *link)
{
  ImGraphBuilder builder;

  fill_builder (editing, &builder);
  guint n = builder.links->len;
  im_graph_builder_add_link (&builder, *link);
  gboolean ok = builder.links->len > n;
  if (ok)
    *link = g_array_index (builder.links, ImGraphLink, n);
  clear_builder (editing, &builder);

  return ok;
}

gboolean
im_graph_editing_connect (ImGraphEditing *editing,
                          const ImGraphEdit *edit,
                          ImGraphEdit *inverse)
{
  ImArena *arena = editing->builder.arena;
  const ImGraphNode *source = im_graph_editing_find (editing, edit->link.source);
  const ImGraphNode *target = im_graph_editing_find (editing, edit->node);

  if (source == NULL || target == NULL)
    return FALSE;

  ImGraphLink link = {
    .source = source->number,
    .source_port = im_arena_strdup (arena, edit->link.source_port),
    .target = target->number,
    .target_port = im_arena_strdup (arena, edit->link.port),
    .place = target->place,
    .source_place = source->place,
  };
  if (!make_link (editing, &link))
    return FALSE;

  guint position = target->n_links;
  if (edit->link.position > 0)
    position = MIN (position, edit->link.position - 1);
  ImGraphNode *node = im_graph_editing_touch (editing, target->number);
  *im_graph_editing_replace_links (editing, node, position, 0, 1) = link;
  *inverse = (ImGraphEdit){ .kind = IM_GRAPH_EDIT_DISCONNECT,
                            .node = node->name,
                            .link.port = link.target_port };

  return sort (editing);
}

gboolean
im_graph_editing_disconnect (ImGraphEditing *editing,
                             const ImGraphEdit *edit,
                             ImGraphEdit *inverse)
{
  const ImGraphNode *target = im_graph_editing_find (editing, edit->node);
  guint i = 0;

  if (target == NULL)
    return FALSE;
  while (i < target->n_links &&
         strcmp (target->links[i].target_port, edit->link.port) != 0)
    i++;
  if (i == target->n_links)
    {
      im_graph_builder_report (&editing->builder, "dangling", *target->place,
                               "no link leads to %s.%s", target->name, edit->link.port);
      return FALSE;
    }

  const ImGraphLink *link = &target->links[i];
  *inverse = (ImGraphEdit){
    .kind = IM_GRAPH_EDIT_CONNECT,
    .node = target->name,
    .link = { .port = link->target_port,
              .source = editing->nodes[link->source]->name,
              .source_port = link->source_port,
              .position = i + 1 },
  };
  im_graph_editing_replace_links (
      editing, im_graph_editing_touch (editing, target->number), i, 1, 0);

  return sort (editing);
}
