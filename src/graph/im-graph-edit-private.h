/* A graph while it is being made of another one.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "graph/im-graph-builder.h"
#include "graph/im-graph-edit.h"

G_BEGIN_DECLS

/**
 * ImGraphEditing:
 * @base: the graph that is edited
 * @builder: its unit, memory and diagnostics; no tables
 * @nodes: the nodes of the new graph
 * @n_nodes: their number
 * @order: (nullable): the order of the new graph
 * @n_ordered: how many nodes are in it
 * @touched: (element-type guint): numbers of nodes that are not those of @base any more
 */
typedef struct
{
  const ImGraph *base;
  ImGraphBuilder builder;
  const ImGraphNode **nodes;
  guint n_nodes;
  guint *order;
  guint n_ordered;
  GArray *touched;
} ImGraphEditing;

/* The node of a number, to be changed. */
ImGraphNode *im_graph_editing_touch (ImGraphEditing *editing, guint number);

/* Returns the node of that name, or NULL after reporting that there is none. */
const ImGraphNode *im_graph_editing_find (ImGraphEditing *editing, const char *name);

/* The same for one that has to be a layer. */
const ImGraphNode *im_graph_editing_find_layer (ImGraphEditing *editing,
                                                const char *name);

/* Reports a node of the wrong kind; @expected is what was wanted. */
void im_graph_editing_report_kind (ImGraphEditing *editing,
                                   const ImGraphNode *node,
                                   const char *expected);

/* Edits of the layers of a stack. They return FALSE after reporting why not. */
gboolean im_graph_editing_insert (ImGraphEditing *editing,
                                  const ImGraphEdit *edit,
                                  ImGraphEdit *inverse);
gboolean im_graph_editing_remove (ImGraphEditing *editing,
                                  const ImGraphEdit *edit,
                                  ImGraphEdit *inverse);
gboolean im_graph_editing_move (ImGraphEditing *editing,
                                const ImGraphEdit *edit,
                                ImGraphEdit *inverse);

/* Edits of the links of a node graph. They return FALSE after reporting why not. */
gboolean im_graph_editing_connect (ImGraphEditing *editing,
                                   const ImGraphEdit *edit,
                                   ImGraphEdit *inverse);
gboolean im_graph_editing_disconnect (ImGraphEditing *editing,
                                      const ImGraphEdit *edit,
                                      ImGraphEdit *inverse);

/* Gives a node its links with @n_removed of them replaced by @n_added at a position.
 * Returns the first of those, to be filled in. */
ImGraphLink *im_graph_editing_replace_links (ImGraphEditing *editing,
                                             ImGraphNode *node,
                                             guint position,
                                             guint n_removed,
                                             guint n_added);

/* Connects what a layer that was put at, or taken from, @position of the order changes:
 * the inputs of nodes from there on that read a pipe it writes. */
void im_graph_editing_relink (ImGraphEditing *editing,
                              const ImGraphNode *layer,
                              guint position);

/* Connects the inputs of the layer at a position. */
void im_graph_editing_link_layer (ImGraphEditing *editing, guint position);

/* Connects outputs of the composite that arguments of @layer name to the first layer that
 * names them, or to what is left on their pipe. */
void im_graph_editing_bind_outputs (ImGraphEditing *editing, const ImGraphNode *layer);

/* Reports what has lost what it was connected to. */
void im_graph_editing_check (ImGraphEditing *editing);

G_END_DECLS
