/* Edits of graphs: one change, from which a new graph and the way back follow.
 *
 * A graph never changes. An edited one shares all nodes that the edit does not touch with
 * the graph it was made of, under the same numbers and names, so that whoever holds a
 * number, a name or a pointer to a node finds it again.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "graph/im-graph.h"

G_BEGIN_DECLS

/**
 * ImGraphEditKind:
 * @IM_GRAPH_EDIT_SET_OPTION: give an option of a unit a value, or another one
 * @IM_GRAPH_EDIT_CLEAR_OPTION: give it its default
 * @IM_GRAPH_EDIT_ENABLE: switch a unit or an assert on or off
 * @IM_GRAPH_EDIT_INSERT: put a layer into a stack
 * @IM_GRAPH_EDIT_REMOVE: take a layer out of a stack
 * @IM_GRAPH_EDIT_MOVE: give a layer of a stack another position
 */
typedef enum
{
  IM_GRAPH_EDIT_SET_OPTION,
  IM_GRAPH_EDIT_CLEAR_OPTION,
  IM_GRAPH_EDIT_ENABLE,
  IM_GRAPH_EDIT_INSERT,
  IM_GRAPH_EDIT_REMOVE,
  IM_GRAPH_EDIT_MOVE,
} ImGraphEditKind;

/**
 * ImGraphEdit:
 * @kind: what is done
 * @node: (nullable): the name of the node that it is done to; of an insertion the name of
 * the new layer, NULL for the last part of its unit's id with the next free number
 * @option.parameter: of SET_OPTION and CLEAR_OPTION: the option
 * @option.value: of SET_OPTION: in a stack an expression over the parameters of the
 * composite, in a free graph the value as text
 * @option.position: of SET_OPTION: where it is put among the settings of the node if it
 * is not set; behind them if there are fewer
 * @is_enabled: of ENABLE: whether it takes part
 * @layer.unit_id: of INSERT: the id of the unit
 * @layer.before: (nullable): of INSERT and MOVE: the name of the layer that comes next,
 * NULL for the end
 * @layer.removed: (nullable): of INSERT: the node to put back, of a graph of the same
 * family: one that this graph was made of by edits, or that was made of the same
 *
 * An edit. Its strings are borrowed.
 */
typedef struct
{
  ImGraphEditKind kind;
  const char *node;
  union
  {
    struct
    {
      const char *parameter;
      const char *value;
      guint position;
    } option;
    gboolean is_enabled;
    struct
    {
      const char *unit_id;
      const char *before;
      const ImGraphNode *removed;
    } layer;
  };
} ImGraphEdit;

/**
 * im_graph_edit_apply:
 * @graph: the graph of a composite or compound
 * @edit: the edit; layers can only be inserted, removed and moved in a composite
 * @library: where the unit of a new layer is looked for; must outlive the new graph
 * @inverse: (out) (optional): the edit that leads back; what it points to lives as long
 * as any graph of the family
 * @diagnostics: where problems go
 *
 * Makes the graph that @edit leads to. Refused are, with the codes of im_graph_load():
 *
 * - `dangling`: there is no such node, or no such option of its unit
 * - `link-kind`: the option is a socket
 * - `unknown-node`: the node is none that the edit is for
 * - `unknown-unit`: the library does not have the unit of a new layer
 * - `duplicate-node`: a new layer with the name of another node
 *
 * `not-connected` is only reported: a layer that needs a pipe, or an output of the
 * composite, has lost what it was connected to.
 *
 * What is edited lives as long as any graph of the family, so a very long history should
 * begin anew with im_graph_load() from time to time. Do not edit graphs of one family in
 * different threads at once.
 *
 * Returns: (nullable): a new graph, or NULL if the edit is refused
 */
ImGraph *im_graph_edit_apply (const ImGraph *graph,
                              const ImGraphEdit *edit,
                              ImUnitLibrary *library,
                              ImGraphEdit *inverse,
                              ImDiagnostics *diagnostics);

G_END_DECLS
