/* Graphs: what a composite, a compound or a single unit computes, as nodes and links.
 *
 * A stack of layers is a graph whose links follow from the pipes: a layer reads the
 * latest writer of its pipe. A node graph says its links itself. From here on both are
 * the same.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "unit/im-unit-library.h"

G_BEGIN_DECLS

typedef struct _ImGraph ImGraph;
typedef struct _ImGraphFamily ImGraphFamily;

/**
 * ImGraphSetting:
 * @parameter: the option or input of the unit that is set; the string of the unit itself
 * @expr: (nullable): of a stack: an expression over the parameters of the composite; of
 * an input one of a constant array
 * @literal: (nullable): of a node graph: the value as text
 * @place: where it stands in the file, in the model of its unit
 *
 * The value that an option or input of a node gets without a link.
 */
typedef struct
{
  const char *parameter;
  const ImUnitExpr *expr;
  const char *literal;
  const ImSpan *place;
} ImGraphSetting;

/**
 * ImGraphLink:
 * @source: number of the node it leaves
 * @source_port: a parameter of its unit, `value` of an input or option, `output` of an
 * expression
 * @target: number of the node it reaches
 * @target_port: a parameter of its unit (the string of the unit itself), `value` of an
 * output, a name of an expression or assert
 * @is_piped: of a stack: it follows from a pipe, not from an argument
 * @place: where its target stands in the file
 * @source_place: where its source stands in the file
 * @source_output: which output of a unit, or of a node that is not known, the source port
 * is, from 0; 0 for others
 * @target_slot: the slot of the target port in the symbols of its unit, the number of the
 * input of an expression or assert or of a node that is not known, 0 for others
 */
typedef struct
{
  guint source;
  const char *source_port;
  guint target;
  const char *target_port;
  gboolean is_piped;
  const ImSpan *place;
  const ImSpan *source_place;
  guint source_output;
  guint target_slot;
} ImGraphLink;

/**
 * ImGraphNode:
 * @number: its number
 * @kind: IM_NODE_UNIT, _INPUT, _OUTPUT, _OPTION, _EXPRESSION, _ASSERT or _UNKNOWN
 * @name: unique in the graph: the id of a compound's node; of a layer the last part of
 * its unit's id, numbered if there are several
 * @unit_id: of a unit: its id
 * @unit: (nullable): of a unit: the unit, NULL if the library does not have it
 * @settings: of a unit: options and inputs that are set
 * @n_settings: their number
 * @has_formula: a setting is more than a constant, so its value may depend on parameters
 * of the composite
 * @parameter: (nullable): of an input, output or option: the parameter it stands for; of
 * a node that is not known the first input of the graph that it gives
 * @declaration: (nullable): what the file says of the node
 * @is_enabled: a unit that is not passes each input on to the output of the same pipe, an
 * assert that is not tests nothing
 * @links: the links that reach it, in the order in which they were made
 * @n_links: their number
 * @place: where the node stands in the file
 * @is_broken: something that it is given was reported, so a program leaves it out
 */
typedef struct
{
  guint number;
  ImNodeKind kind;
  const char *name;
  const char *unit_id;
  const ImUnit *unit;
  const ImGraphSetting *settings;
  guint n_settings;
  gboolean has_formula;
  const ImParameter *parameter;
  const ImUnitNode *declaration;
  gboolean is_enabled;
  const ImGraphLink *links;
  guint n_links;
  const ImSpan *place;
  gboolean is_broken;
  /*< private >*/
  gboolean is_refused; /* broken by an argument, not by a pipe that nothing writes */
} ImGraphNode;

/**
 * ImGraph:
 * @unit: the unit that the graph is the inside of
 * @nodes: the nodes by number, in document order
 * @n_nodes: how many nodes there are
 * @order: (nullable): numbers of all nodes, sources before targets; of a node graph with
 * asserts and what they need before the rest; of a stack its inputs, its layers from
 * first to last, and its outputs; NULL if there is a cycle
 * @has_errors: whether something was reported and left out
 */
struct _ImGraph
{
  const ImUnit *unit;
  const ImGraphNode *const *nodes;
  guint n_nodes;
  const guint *order;
  gboolean has_errors;
  /*< private >*/
  const guint *partial; /* with a cycle, see im_graph_get_order() */
  gatomicrefcount references;
  ImGraphFamily *family;
};

/**
 * im_graph_load:
 * @unit: a unit, whose file the graph holds
 * @library: where the units of its nodes are looked for; must outlive the graph
 * @diagnostics: where problems go
 *
 * Builds the graph of a composite or compound; any other unit gives a graph of one node
 * between its inputs, options and outputs. What is wrong is reported, naming both ends,
 * and left out; what it would have led to is marked, so that nothing is said of it again:
 *
 * - `unknown-unit`: no folder of the library has the unit of a node
 * - `broken-unit`: the file of the unit of a node had an error when it was read
 * - `dangling`: a link or argument names a node or parameter that does not exist
 * - `link-kind`: a link between a tensor and a value of an option, or an argument of a
 * socket that is neither a socket of the composite nor, of an input, an expression
 * - `duplicate-link`: a parameter that has a link or argument already
 * - `duplicate-node`: a node with the id of an earlier one
 * - `not-connected`: a layer needs a pipe that nothing writes, or nothing gives an output
 * - `cycle`: nodes that need each other, with the way around
 *
 * Returns: a new graph, to be freed with im_graph_unref()
 */
ImGraph *im_graph_load (const ImUnit *unit,
                        ImUnitLibrary *library,
                        ImDiagnostics *diagnostics);

/**
 * im_graph_renew:
 * @graph: a graph without errors
 * @before: what the file said of a node
 * @now: what it says now, at its place in the model of the unit
 *
 * Makes the graph anew of which one node has other options or is switched on or off. All
 * other nodes are shared.
 *
 * Returns: (nullable) (transfer full): a new graph; NULL if more has changed than that,
 * or if there is something to report, so that the graph has to be loaded
 */
ImGraph *im_graph_renew (const ImGraph *graph,
                         const ImUnitNode *before,
                         const ImUnitNode *now);

/**
 * im_graph_switch_off:
 * @graph: a graph
 * @is_off: which of its units are switched off, in addition to those that are
 *
 * Returns: (transfer full): a graph that shares all other nodes with @graph
 */
ImGraph *im_graph_switch_off (const ImGraph *graph,
                              gboolean (*is_off) (const ImGraphNode *unit));

/* Whether a graph was made of another one by changing single nodes. */
gboolean im_graph_is_renewed (const ImGraph *graph, const ImGraph *old);

ImGraph *im_graph_ref (ImGraph *graph);
void im_graph_unref (ImGraph *graph);

/**
 * im_graph_get_order:
 * @graph: a graph
 *
 * Returns: (nullable): its order; of one that was loaded with a cycle one of all nodes in
 *   which sources come before targets but where a node of a cycle is the target, which is
 *   broken
 */
const guint *im_graph_get_order (const ImGraph *graph);

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
 * im_graph_get_pipe:
 * @unit: a unit
 * @socket: an input or output of it
 *
 * Tells which stream a socket belongs to. Newer units do not say it: their time sockets
 * belong to `time`, their main input and first output to `data`.
 *
 * Returns: (nullable): the name of the pipe
 */
const char *im_graph_get_pipe (const ImUnit *unit, const ImParameter *socket);

/* The input of a unit that an output passes on while the unit is switched off: the first
 * one of the same pipe; NULL if there is none, and nothing leaves it then. */
const ImParameter *im_graph_find_bypass (const ImUnit *unit, const ImParameter *output);

/**
 * im_graph_follow_bypass:
 * @graph: a graph
 * @node: (inout): the number of a node
 * @port: (inout): one of its outputs
 *
 * Goes from an output of a unit that is switched off to the one that it passes on, as
 * often as that is one of a unit that is switched off, too.
 *
 * Returns: FALSE if nothing leaves the output, since no pipe leads to what it passes on
 */
gboolean im_graph_follow_bypass (const ImGraph *graph, guint *node, const char **port);

/**
 * im_graph_is_stackable:
 * @unit: a unit
 *
 * Tells whether a unit is offered where units are stacked. Of the roots of the
 * specification only those are that name a pipe at a socket, as its text says; newer
 * units name none, see im_graph_get_pipe().
 *
 * Returns: whether it is
 */
gboolean im_graph_is_stackable (const ImUnit *unit);

/**
 * im_graph_argument_is_array:
 * @unit: a composite, after im_unit_compile()
 * @argument: what a layer of it gives to an input
 *
 * Tells whether the argument is an expression, of an array then, and not the name of a
 * socket: it is not one name, or that of a computed value of the composite.
 *
 * Returns: whether it is
 */
gboolean im_graph_argument_is_array (const ImUnit *unit, const ImUnitArgument *argument);

/**
 * im_graph_append_text:
 * @graph: a graph
 * @out: where to append
 *
 * Appends nodes, settings and links, a line each, for `imaginet dump` and golden tests.
 */
void im_graph_append_text (const ImGraph *graph, GString *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImGraph, im_graph_unref)

G_END_DECLS
