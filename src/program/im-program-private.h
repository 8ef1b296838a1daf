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
 * @file: its file
 * @path: its path, "" for the unit of the whole program
 * @evaluation: what the unit makes of @bindings
 * @formula: (nullable): what that computes, if it is a formula
 * @bindings: what it was given
 * @n_bindings: their number
 * @problems: (nullable): what its evaluation reported
 * @has_errors: whether errors are among them
 * @outputs: of each output: name, type and parameter of its tensor; no name if it is null
 * @n_outputs: their number, 0 for composites and compounds
 * @constants: of each input that is given an array: its tensor
 * @n_constants: their number
 *
 * A unit as it was elaborated, in a box that counts its references: programs in which it
 * is the same share it. All of it lives in the arena of the evaluation.
 */
typedef struct
{
  const ImUnit *unit;
  ImUnitFile *file;
  const char *path;
  ImUnitEvaluation *evaluation;
  ImUnitFormula *formula;
  const ImUnitBinding *bindings;
  guint n_bindings;
  ImDiagnostics *problems;
  gboolean has_errors;
  const ImProgramTensor *outputs;
  guint n_outputs;
  const ImProgramTensor *constants;
  guint n_constants;
} ImProgramNode;

/**
 * ImProgramPart:
 * @node: (nullable): the node of the graph, if it is a unit that takes part and of which
 * nothing was reported
 * @flows: (nullable): what flows out of it, NULL for nothing known
 * @n_flows: their number
 * @first_node: where its part of the nodes of the program begins
 * @n_nodes: how many they are: one, and those inside of it
 * @first_instance: the same of the instances
 * @n_instances: how many they are
 * @first_tensor: the same of the tensors
 * @n_tensors: how many they are
 *
 * What a node of the graph of the whole program became. A later program takes it over if
 * the node is the same and is given the same.
 */
struct _ImProgramPart
{
  const ImGraphNode *node;
  const ImFlow *flows;
  guint n_flows;
  guint first_node;
  guint n_nodes;
  guint first_instance;
  guint n_instances;
  guint first_tensor;
  guint n_tensors;
};

/**
 * ImElaboration:
 * @program: what is being made
 * @previous: (nullable): a program to take evaluations from
 * @previous_nodes: (nullable): its nodes by path, to their position and 1, made when the
 * order has changed
 * @next_previous: the position of the node of @previous that probably comes next
 * @is_new: @previous has nothing of what is being elaborated
 * @moved: (nullable): of each tensor of @previous: its number now
 * @is_same: (nullable): of each node of the graph: whether out of it flows what did in
 * @previous
 * @is_around_same: whether parameters of the unit have the values that they had there
 * @has_globals: whether the unit has options that those of its nodes follow
 * @has_untyped: an input of the unit has no type
 * @library: where units are looked for
 * @diagnostics: where problems go
 * @bindings: (element-type ImUnitBinding): those of the node that is being elaborated
 * @arrays: where arrays among @bindings live
 * @around: (element-type ImUnit): units that are being elaborated, outermost first
 * @reported: errors of parameters that have their message already
 * @is_full: the limit of nodes was reported
 */
typedef struct
{
  ImProgram *program;
  const ImProgram *previous;
  GHashTable *previous_nodes;
  guint next_previous;
  gboolean is_new;
  gint *moved;
  gboolean *is_same;
  gboolean is_around_same;
  gboolean has_globals;
  gboolean has_untyped;
  ImUnitLibrary *library;
  ImDiagnostics *diagnostics;
  GArray *bindings;
  ImArena *arrays;
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

/* Whether the node that is being elaborated is given a parameter. */
gboolean im_elaboration_is_bound (const ImElaboration *elaboration, const char *name);

/* Two names with a character between them. */
const char *im_elaboration_join (ImArena *arena,
                                 const char *first,
                                 char between,
                                 const char *second);

/* The note of a problem, with where the rule stands that it is about. */
const char *im_program_describe_rule (ImArena *arena, const ImDiagnostic *problem);

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
 * it is placed at the node of that graph, or at what that one gives the option that the
 * problem is about.
 */
void im_walk_add_problem (const ImWalk *walk,
                          const ImGraphNode *node,
                          const ImDiagnostic *problem,
                          gboolean is_inside);

/* The same for an error that stands in the unit of the graph. The node of the subject is
 * filled in. */
void im_walk_report (const ImWalk *walk,
                     const ImGraphNode *node,
                     const char *code,
                     ImSpan span,
                     ImSubject subject,
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

/* Warns where a node that has no errors is called with another rate than it declares. */
void im_walk_check_rates (const ImWalk *walk,
                          const ImGraphNode *node,
                          const ImProgramNode *elaborated);

/* The graph of a unit, loaded once. */
const ImGraph *im_elaboration_get_graph (ImElaboration *elaboration, const ImUnit *unit);

/* The unit at @path with the bindings of @elaboration, from the previous program if it
 * was the same there. */
const ImProgramNode *im_elaboration_get_node (ImElaboration *elaboration,
                                              const char *path,
                                              const ImUnit *unit);

/* Prepares to take over parts of the previous program; @node is the unit of the whole
 * program. */
void im_elaboration_begin_parts (ImElaboration *elaboration, const ImProgramNode *node);

/* Frees what that prepared, and forgets the parts if @is_complete is FALSE. */
void im_elaboration_end_parts (ImElaboration *elaboration, gboolean is_complete);

/* Takes over what nodes of the outermost graph became in the previous program, from the
 * first of @numbers on. Returns how many; the next one has to be walked. */
guint im_walk_take_parts (ImWalk *walk, const guint *numbers, guint n);

/* Walks a node of the outermost graph and keeps what it became. */
void im_walk_make_part (ImWalk *walk, guint number, void (*make) (ImWalk *, guint));

/* How many flows leave a node that is known. */
guint im_walk_count_flows (const ImGraphNode *node);

/**
 * im_program_select_problems:
 * @program: a program
 * @is_wanted: of each node of its graph, by number: whether its problems are wanted
 * @problems: what was said of its file, and when it was elaborated
 * @selected: where those of wanted nodes go, of what leads to them, and of the whole
 * @rest: where the other ones go
 *
 * Tells problems of some nodes from those of others.
 */
void im_program_select_problems (const ImProgram *program,
                                 const gboolean *is_wanted,
                                 const ImDiagnostics *problems,
                                 ImDiagnostics *selected,
                                 ImDiagnostics *rest);

/* Adds the tensors of the inputs of a unit that are given arrays, and enters their
 * numbers by slot. */
void im_elaboration_add_constants (ImElaboration *elaboration,
                                   const ImProgramNode *node,
                                   gint *tensors);

/* The constant array at an input as an expression: as it is written, if that names no
 * parameters, or with all its elements. Returns NULL if it is too long. */
char *im_section_dup_array_text (const ImProgram *program,
                                 const ImGraphNode *node,
                                 const char *input);

/* Adds a copy of @tensor and returns its number. */
gint im_elaboration_add_tensor (ImElaboration *elaboration,
                                const ImProgramTensor *tensor,
                                gint producer,
                                gint view_of);

/* What keeps the nodes of a program alive. */
ImProgramStore *im_program_store_new (ImProgramStore *parent);
void im_program_store_unref (ImProgramStore *store);

/* Adds a new node. */
void im_program_store_take (ImProgramStore *store, ImProgramNode *node);

/* Lets go of the stores before if most of their nodes are not used any more. */
void im_program_store_tidy (ImProgramStore *store, const GPtrArray *nodes);

void im_program_node_unref (ImProgramNode *node);

G_END_DECLS
