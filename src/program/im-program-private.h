/* Elaboration while it goes on: what is the same everywhere, and one graph on its way.
 *
 * What flows along a link is a tensor, by number, or a value of an option. A composite or
 * compound inside is walked in turn, in the same program.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "program/im-program.h"

G_BEGIN_DECLS

/**
 * ImFlow:
 * @is_known: FALSE behind a node that failed
 * @tensor: number of the tensor, -1 for none
 * @value: of options and expressions their value; of tensors their type, or null
 */
typedef struct
{
  gboolean is_known;
  gint tensor;
  ImValue value;
} ImFlow;

/**
 * ImProgramNode:
 * @unit: the unit
 * @path: its path, "" for the unit of the whole program
 * @evaluation: what the unit makes of @bindings
 * @bindings: what it was given
 * @n_bindings: their number
 * @problems: (nullable): what its evaluation reported
 * @has_errors: whether errors are among them
 * @outputs: of each output: name, type and parameter of its tensor; no name if it is null
 * @n_outputs: their number, 0 for composites and compounds
 *
 * A unit as it was elaborated, in a box that counts its references: programs in which it
 * is the same share it. All of it lives in the arena of the evaluation.
 */
typedef struct
{
  const ImUnit *unit;
  const char *path;
  ImUnitEvaluation *evaluation;
  const ImUnitBinding *bindings;
  guint n_bindings;
  ImDiagnostics *problems;
  gboolean has_errors;
  const ImProgramTensor *outputs;
  guint n_outputs;
} ImProgramNode;

/**
 * ImElaboration:
 * @program: what is being made
 * @previous: (nullable): a program to take evaluations from
 * @previous_nodes: (nullable): its nodes by path, made when the order has changed
 * @library: where units are looked for
 * @diagnostics: where problems go
 * @bindings: (element-type ImUnitBinding): those of the node that is being elaborated
 * @around: (element-type ImUnit): units that are being elaborated, outermost first
 * @reported: errors of parameters that have their message already
 * @is_full: the limit of nodes was reported
 */
typedef struct
{
  ImProgram *program;
  const ImProgram *previous;
  GHashTable *previous_nodes;
  ImUnitLibrary *library;
  ImDiagnostics *diagnostics;
  GArray *bindings;
  GPtrArray *around;
  GHashTable *reported;
  gboolean is_full;
} ImElaboration;

/**
 * ImWalk:
 * @elaboration: what it belongs to
 * @graph: the graph
 * @path: the path of the node whose inside it is, "" for the whole program
 * @outer: (nullable): the node of the outermost graph that it is inside of
 * @around: the unit around the graph, as it was elaborated
 * @flows: of each node: what flows out of each of its outputs, or NULL for nothing known
 * @inputs: of each parameter of the unit: what flows in
 * @outputs: of each parameter of the unit: what flows out
 * @is_refused: an assert of the graph was true
 */
typedef struct
{
  ImElaboration *elaboration;
  const ImGraph *graph;
  const char *path;
  const ImGraphNode *outer;
  const ImProgramNode *around;
  ImFlow **flows;
  const ImFlow *inputs;
  ImFlow *outputs;
  gboolean is_refused;
} ImWalk;

#define IM_NO_FLOW ((ImFlow){ .tensor = -1, .value = IM_NULL })

/* Two names with a character between them. */
const char *im_elaboration_join (ImArena *arena,
                                 const char *first,
                                 char between,
                                 const char *second);

/* What flows along a link. */
ImFlow im_walk_get_flow (const ImWalk *walk, const ImGraphLink *link);

/* Makes room for @n flows out of a node; none of them is known. */
ImFlow *im_walk_add_flows (ImWalk *walk, guint number, guint n);

/* The path of a node of the graph. */
const char *im_walk_join_path (const ImWalk *walk, const char *name);

/**
 * im_walk_add_problem:
 * @walk: a graph
 * @node: a node of it
 * @problem: a problem of it; its strings are copied
 * @is_inside: whether it stands inside of the unit of @node, not in that of the graph
 *
 * Reports a problem of a node with its path. If it does not stand in the outermost graph,
 * it is placed at the node of that graph.
 */
void im_walk_add_problem (const ImWalk *walk,
                          const ImGraphNode *node,
                          const ImDiagnostic *problem,
                          gboolean is_inside);

/* The same for an error that stands in the unit of the graph. */
void im_walk_report (const ImWalk *walk,
                     const ImGraphNode *node,
                     const char *code,
                     ImSpan span,
                     const char *message);

/* The same for an error of an expression of the unit of the graph. If a parameter of that
 * unit has no value, that is reported once, whoever asks for it. */
void im_walk_report_expr (const ImWalk *walk,
                          const ImGraphNode *node,
                          const ImUnitExpr *expr,
                          const ImExprError *error);

/* Walks a graph; @walk has all but its flows. */
void im_walk_run (ImWalk *walk);

/* Elaborates one node. */
void im_walk_unit (ImWalk *walk, guint number);
void im_walk_expression (ImWalk *walk, guint number);
void im_walk_assert (ImWalk *walk, guint number);

/* The graph of a unit, loaded once. */
const ImGraph *im_elaboration_get_graph (ImElaboration *elaboration, const ImUnit *unit);

/* The unit at @path with the bindings of @elaboration, from the previous program if it
 * was the same there. */
const ImProgramNode *im_elaboration_get_node (ImElaboration *elaboration,
                                              const char *path,
                                              const ImUnit *unit);

/* Adds a copy of @tensor and returns its number. */
gint im_elaboration_add_tensor (ImElaboration *elaboration,
                                const ImProgramTensor *tensor,
                                gint producer,
                                gint view_of);

void im_program_node_unref (ImProgramNode *node);

G_END_DECLS
