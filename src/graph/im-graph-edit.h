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
 * @IM_GRAPH_EDIT_CONNECT: make a link of a node graph
 * @IM_GRAPH_EDIT_DISCONNECT: take a link out of a node graph
 */
typedef enum
{
  IM_GRAPH_EDIT_SET_OPTION,
  IM_GRAPH_EDIT_CLEAR_OPTION,
  IM_GRAPH_EDIT_ENABLE,
  IM_GRAPH_EDIT_INSERT,
  IM_GRAPH_EDIT_REMOVE,
  IM_GRAPH_EDIT_MOVE,
  IM_GRAPH_EDIT_CONNECT,
  IM_GRAPH_EDIT_DISCONNECT,
} ImGraphEditKind;

/**
 * ImGraphEdit:
 * @kind: what is done
 * @node: (nullable): the name of the node that it is done to, of a link its target; of an
 * insertion the name of the new layer, NULL for the last part of its unit's id with the
 * next free number
 * @option.parameter: of SET_OPTION and CLEAR_OPTION: the option
 * @option.value: of SET_OPTION: in a stack an expression over the parameters of the
 * composite, in a node graph the value as text
 * @option.position: of SET_OPTION: which setting of the node it becomes if it is not set,
 * from 1; 0 for the last
 * @is_enabled: of ENABLE: whether it takes part
 * @layer.unit_id: of INSERT: the id of the unit
 * @layer.before: (nullable): of INSERT and MOVE: the name of the layer that comes next,
 * NULL for the end
 * @layer.removed: (nullable): of INSERT: the node to put back, of a graph of the same
 * family: one that this graph was made of by edits, or that was made of the same
 * @link.port: of CONNECT and DISCONNECT: the input of @node
 * @link.source: of CONNECT: the name of the node that the link leaves
 * @link.source_port: of CONNECT: the output of @link.source
 * @link.position: of CONNECT: which link of @node it becomes, from 1; 0 for the last
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
    struct
    {
      const char *port;
      const char *source;
      const char *source_port;
      guint position;
    } link;
  };
} ImGraphEdit;

/**
 * im_graph_edit_apply:
 * @graph: the graph of a composite or compound
 * @edit: the edit; layers are inserted, removed and moved in a composite only, links are
 * made and taken out in a compound only
 * @library: where the unit of a new layer is looked for; must outlive the new graph
 * @inverse: (out) (optional): the edit that leads back; what it points to lives as long
 * as any graph of the family
 * @diagnostics: where problems go
 *
 * Makes the graph that @edit leads to. Refused are, with the codes of im_graph_load():
 *
 * - `dangling`: there is no such node, no such option of its unit, no such end of a link,
 * or no link to take out
 * - `link-kind`: the option is a socket; or a link between a tensor and a value
 * - `duplicate-link`: the input has a link already
 * - `cycle`: nodes would need each other
 * - `unknown-node`: the node is none that the edit is for
 * - `unknown-unit`: the library does not have the unit of a new layer
 * - `duplicate-node`: a new layer with the name of another node
 *
 * `not-connected` is only reported: a layer that needs a pipe, or an output of the whole,
 * has lost what it was connected to.
 *
 * What is edited lives as long as any graph of the family, so a very long history should
 * begin anew with im_graph_load() from time to time. Threads that edit graphs of one
 * family wait for each other.
 *
 * Returns: (nullable): a new graph, or NULL if the edit is refused
 */
ImGraph *im_graph_edit_apply (const ImGraph *graph,
                              const ImGraphEdit *edit,
                              ImUnitLibrary *library,
                              ImGraphEdit *inverse,
                              ImDiagnostics *diagnostics);

G_END_DECLS
