/* Graphs: what a composite, a compound or a single unit computes, as nodes and links.
 *
 * A stack of layers is a graph whose links follow from the pipes: a layer reads the
 * latest writer of its pipe. A free graph says its links itself. From here on both are
 * the same.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit-library.h"

G_BEGIN_DECLS

typedef struct _ImGraph ImGraph;

/**
 * ImGraphSetting:
 * @parameter: the option of the unit that is set
 * @expr: (nullable): of a stack: an expression over the parameters of the composite
 * @literal: (nullable): of a free graph: the value as text
 * @place: where it stands in the file
 *
 * The value that an option of a node gets without a link.
 */
typedef struct
{
  const char *parameter;
  const ImUnitExpr *expr;
  const char *literal;
  ImSpan place;
} ImGraphSetting;

/**
 * ImGraphNode:
 * @kind: IM_NODE_UNIT, _INPUT, _OUTPUT, _OPTION, _EXPRESSION, _ASSERT or _UNKNOWN
 * @name: unique in the graph: the id of a compound's node; of a layer the last part of
 * its unit's id, numbered if there are several
 * @unit_id: of a unit: its id
 * @unit: (nullable): of a unit: the unit, NULL if the library does not have it
 * @settings: of a unit: options that are set
 * @n_settings: their number
 * @parameter: (nullable): of an input, output or option: the parameter it stands for
 * @declaration: (nullable): what the file says of the node
 * @is_enabled: a unit that is not passes its main input on
 * @place: where the node stands in the file
 */
typedef struct
{
  ImNodeKind kind;
  const char *name;
  const char *unit_id;
  const ImUnit *unit;
  const ImGraphSetting *settings;
  guint n_settings;
  const ImParameter *parameter;
  const ImUnitNode *declaration;
  gboolean is_enabled;
  ImSpan place;
} ImGraphNode;

/**
 * ImGraphLink:
 * @source: number of the node it leaves
 * @source_port: a parameter of its unit, `value` of an input or option, `output` of an
 * expression
 * @target: number of the node it reaches
 * @target_port: a parameter of its unit, `value` of an output, a name of an expression or
 * assert
 * @place: where it stands in the file
 */
typedef struct
{
  guint source;
  const char *source_port;
  guint target;
  const char *target_port;
  ImSpan place;
} ImGraphLink;

/**
 * ImGraph:
 * @unit: the unit that the graph is the inside of
 * @nodes: the nodes, in document order
 * @n_nodes: their number
 * @links: the links
 * @n_links: their number
 * @order: numbers of all nodes, sources before targets
 */
struct _ImGraph
{
  const ImUnit *unit;
  const ImGraphNode *nodes;
  guint n_nodes;
  const ImGraphLink *links;
  guint n_links;
  const guint *order;
  /*< private >*/
  ImArena *arena;
};

/**
 * im_graph_load:
 * @unit: a unit; it must outlive the graph
 * @library: where the units of its nodes are looked for; must outlive the graph
 * @diagnostics: where problems go
 *
 * Builds the graph of a composite or compound; any other unit gives a graph of one node
 * between its inputs and outputs. What is wrong is reported, naming both ends, and left
 * out:
 *
 * - `unknown-unit`: no folder of the library has the unit of a node
 * - `dangling`: a link or argument names a node or parameter that does not exist
 * - `link-kind`: a link from an output to an output, an input to an input, or a tensor to
 * an option
 * - `duplicate-link`: a parameter that has a link already
 * - `not-connected`: a layer needs a pipe that nothing writes
 * - `cycle`: nodes that need each other, with the way around
 *
 * Returns: a new graph; without an order (NULL) if there is a cycle
 */
ImGraph *im_graph_load (const ImUnit *unit,
                        ImUnitLibrary *library,
                        ImDiagnostics *diagnostics);

void im_graph_free (ImGraph *graph);

/**
 * im_graph_find_node:
 * @graph: a graph
 * @name: the name of a node
 *
 * Returns: its number, or -1
 */
gint im_graph_find_node (const ImGraph *graph, const char *name);

/**
 * im_graph_find_link:
 * @graph: a graph
 * @target: number of a node
 * @port: one of its inputs
 *
 * Returns: (nullable): the link that leads there
 */
const ImGraphLink *im_graph_find_link (const ImGraph *graph,
                                       guint target,
                                       const char *port);

/**
 * im_graph_append_text:
 * @graph: a graph
 * @out: where to append
 *
 * Appends nodes, settings and links, a line each, for `imaginet dump` and golden tests.
 */
void im_graph_append_text (const ImGraph *graph, GString *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImGraph, im_graph_free)

G_END_DECLS
