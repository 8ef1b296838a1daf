/* Programs: a graph with everything decided. Each unit of it is an instance with values
 * for all parameters, a chosen implementation, and tensors at its sockets; composites and
 * compounds are taken apart down to units that have code.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "formula/im-unit-formula.h"
#include "graph/im-graph.h"

G_BEGIN_DECLS

typedef struct _ImProgram ImProgram;
typedef struct _ImProgramPart ImProgramPart;
typedef struct _ImProgramSlice ImProgramSlice;
typedef struct _ImProgramStore ImProgramStore;

#define IM_PROGRAM_MAX_DEPTH 16     /* composites inside each other */
#define IM_PROGRAM_MAX_NODES 100000 /* units, with composites and what is in them */

/**
 * ImProgramTensor:
 * @name: the node path and socket, such as `window.output`; of an input its name
 * @type: what is known of it
 * @producer: number of the instance that writes it, or -1 for an input of the program and
 * for a constant
 * @parameter: the socket that it belongs to
 * @view_of: number of the tensor whose memory it is, or -1
 * @constant: (nullable): its elements, if they are always the same: those of an input
 * that is given an array
 */
typedef struct
{
  const char *name;
  ImTensorType type;
  gint producer;
  const ImParameter *parameter;
  gint view_of;
  const ImArray *constant;
} ImProgramTensor;

/**
 * ImInstance:
 * @path: names of the nodes around it and its own, such as `mel/window`
 * @unit: the unit
 * @evaluation: its parameters, contracts and choices
 * @formula: (nullable): what it computes, if that is a formula
 * @tensors: of each slot of the unit: the number of the tensor at that socket, or -1
 */
typedef struct
{
  const char *path;
  const ImUnit *unit;
  ImUnitEvaluation *evaluation;
  const ImUnitFormula *formula;
  gint *tensors;
} ImInstance;

/**
 * im_instance_choose:
 * @instance: an instance
 * @section: a section of its unit
 * @language: IM_LANGUAGE_C or IM_LANGUAGE_PYTHON
 *
 * Returns: (nullable): what computes it, the code of its formula in the place of that
 */
const ImImplementation *im_instance_choose (const ImInstance *instance,
                                            ImSectionKind section,
                                            ImLanguage language);

/**
 * ImProgramPort:
 * @name: the name of the input or output of the whole program
 * @parameter: its socket
 * @tensor: number of its tensor, or -1 if it is not connected
 */
typedef struct
{
  const char *name;
  const ImParameter *parameter;
  gint tensor;
} ImProgramPort;

/**
 * ImProgram:
 * @unit: the unit that it computes
 * @library: where its units are
 * @instances: in an order in which each runs after what it reads
 * @n_instances: their number
 * @tensors: all tensors
 * @n_tensors: their number
 * @inputs: inputs of the unit, in its order
 * @n_inputs: their number
 * @outputs: outputs of the unit, in its order
 * @n_outputs: their number
 * @slice: (nullable): which part of a program it is, if it is one; see
 * im_program_slice_new()
 *
 * A program is counted, and holds its library and all files of its units. It does not
 * change after it was elaborated, so threads share it: a file that is edited is not
 * changed in its place while anybody else holds a program of it.
 */
struct _ImProgram
{
  const ImUnit *unit;
  ImUnitLibrary *library;
  const ImInstance *instances;
  guint n_instances;
  const ImProgramTensor *tensors;
  guint n_tensors;
  const ImProgramPort *inputs;
  guint n_inputs;
  const ImProgramPort *outputs;
  guint n_outputs;
  const ImProgramSlice *slice;
  /*< private >*/
  gatomicrefcount references;
  ImUnitFile *file; /* that of @unit */
  ImArena *arena;
  GArray *instance_array;
  GArray *tensor_array;
  GHashTable *graphs;    /* ImUnit to its ImGraph */
  const ImGraph *graph;  /* that of @unit */
  ImProgramPart *parts;  /* what each node of @graph became, by number */
  guint n_parts;         /* 0 if the program cannot be taken over in parts */
  GPtrArray *nodes;      /* ImProgramNode: units as they were elaborated, in order */
  ImProgramStore *store; /* keeps @nodes alive */
  GHashTable *by_path;   /* positions in @nodes and 1; made once, when somebody asks */
};

/**
 * im_program_elaborate:
 * @unit: a composite, a compound, or any other unit
 * @library: where the units of its nodes are
 * @bindings: (array length=n_bindings): inputs and options of the unit; an input that is
 * not among them has the type, shape and rate that the attributes of our namespace give
 * it
 * @n_bindings: their number
 * @diagnostics: where problems go; those of a node name its path
 *
 * Sizes of inputs may be IM_SHAPE_UNKNOWN. What is decided all the same is decided; what
 * depends on them has unknown sizes or values.
 *
 * Decides everything: options, shapes, types, rates, contracts, implementations. One
 * cause gives one message; what depends on a node that failed, or on an input without a
 * type, is left out silently, and so is all that is inside of a composite whose contracts
 * do not hold.
 *
 * A problem of a layer is placed at the layer in the file of @unit, however deep inside
 * of the layer it arose; its note then tells where the rule stands. Codes: those of
 * im_graph_load() and im_unit_evaluation_report(), those of expression errors, and
 *
 * - those of im_unit_formula_new()
 * - `input-type`: an input without type and shape, or with one that cannot be read
 * - `bad-value`: a value in the file that is not of the kind of its option; of an input,
 * one that is no array
 * - `assert`: a test of an assert node that is true
 * - `recursion`: a composite that contains itself, with the way
 * - `not-known` (a hint): a contract, an assert or an output that depends on a size that
 *   is not known yet
 * - `program-limit`: more than IM_PROGRAM_MAX_DEPTH or IM_PROGRAM_MAX_NODES
 * - `output-mismatch` (a warning): a composite declares another type, shape or rate than
 * its layers give; a project does it by `outtype` and `outshape`
 * - `rate-mismatch` (a warning): a unit is called with another rate than it declares: by
 * the `rate` of an output though it is no queue, by our attribute `rate` of an input in
 * another pipeline, or by an option `sampling_rate`
 *
 * Returns: a new program; incomplete if there are errors
 */
ImProgram *im_program_elaborate (const ImUnit *unit,
                                 ImUnitLibrary *library,
                                 const ImUnitBinding *bindings,
                                 guint n_bindings,
                                 ImDiagnostics *diagnostics);

/**
 * im_program_is_known:
 * @program: a program
 *
 * Returns: whether the sizes of all inputs are known, so that it can be planned
 */
gboolean im_program_is_known (const ImProgram *program);

/**
 * im_program_report_unknown:
 * @program: a program
 * @diagnostics: where one error `unknown-size` goes if a size of an input is not known:
 * which axes of which inputs, and how to give their sizes
 *
 * Returns: whether all sizes are known
 */
gboolean im_program_report_unknown (const ImProgram *program, ImDiagnostics *diagnostics);

/**
 * im_program_list_causes:
 * @program: a program
 *
 * Tells why nothing is known of a node: it has a problem itself, or it needs one that
 * has, over others or not.
 *
 * Returns: (transfer full) (array): of each node of the graph, by number, the number of
 *   the first node that fails, which may be itself; -1 of those that are known
 */
gint *im_program_list_causes (const ImProgram *program);

/**
 * im_program_elaborate_again:
 * @previous: a program, of @unit or of what @unit was before an edit; it stays as it is
 * @unit: as for im_program_elaborate()
 * @library: the library of @previous
 * @bindings: (array length=n_bindings): as for im_program_elaborate()
 * @n_bindings: their number
 * @diagnostics: where problems go, also those that @previous had
 *
 * The same as im_program_elaborate(), in less time: a node that is the same unit at the
 * same path and is given the same values as in @previous is not evaluated again, so an
 * edit spreads until a result is as it was. A graph without errors is not loaded again if
 * its unit is the same object.
 *
 * The programs share evaluations. Each may be used by another thread, and either may go
 * first.
 *
 * Returns: a new program; incomplete if there are errors
 */
ImProgram *im_program_elaborate_again (const ImProgram *previous,
                                       const ImUnit *unit,
                                       ImUnitLibrary *library,
                                       const ImUnitBinding *bindings,
                                       guint n_bindings,
                                       ImDiagnostics *diagnostics);

/**
 * im_program_elaborate_graph:
 * @previous: (nullable): a program to take over what is the same, mostly that of the
 * graph that @graph was made of by an edit; it stays as it is
 * @graph: the graph of a unit, such as im_graph_renew() makes; the program holds a
 * reference to it
 * @library: the library of @graph
 * @bindings: (array length=n_bindings): as for im_program_elaborate()
 * @n_bindings: their number
 * @diagnostics: where problems go; those of @graph itself were reported when it was made
 *
 * Elaborates a graph instead of what stands in the file of its unit. A node that is the
 * same object as in the graph of @previous, and is given what it was given there, is
 * taken over as a whole. For the rest see im_program_elaborate_again(), which must not be
 * used with what this returns: it would go back to the file if the graph has errors.
 *
 * Returns: a new program; incomplete if there are errors
 */
ImProgram *im_program_elaborate_graph (const ImProgram *previous,
                                       ImGraph *graph,
                                       ImUnitLibrary *library,
                                       const ImUnitBinding *bindings,
                                       guint n_bindings,
                                       ImDiagnostics *diagnostics);

ImProgram *im_program_ref (const ImProgram *program);

/**
 * im_program_is_shared:
 * @program: a program
 * @n_own: how many references the caller knows of
 *
 * Returns: whether somebody else has one, such as a thread
 */
gboolean im_program_is_shared (const ImProgram *program, guint n_own);
void im_program_unref (ImProgram *program);

/**
 * im_program_find_evaluation:
 * @program: a program
 * @path: names of the nodes around a unit and its own; "" for the unit of the program
 *
 * Returns: (nullable): the parameters of the unit at that path, also of composites and
 *   compounds, or NULL if it was left out behind an error
 */
ImUnitEvaluation *im_program_find_evaluation (const ImProgram *program, const char *path);

/**
 * im_program_get_evaluation:
 * @program: a program
 * @node: a unit of its graph
 *
 * Like im_program_find_evaluation() for the name of the node, in less time.
 *
 * Returns: (nullable): its parameters, or NULL if it was left out behind an error
 */
ImUnitEvaluation *im_program_get_evaluation (const ImProgram *program,
                                             const ImGraphNode *node);

/**
 * im_program_get_graph:
 * @program: a program
 *
 * Returns: (transfer none): the graph of its unit
 */
ImGraph *im_program_get_graph (const ImProgram *program);

/**
 * im_program_find_output_type:
 * @program: a program
 * @path: as for im_program_find_evaluation(), of a compound
 * @output: an output of its unit
 *
 * What comes out of a compound follows from the nodes inside, not from what its unit
 * says.
 *
 * Returns: (nullable): the type, which lives as long as the program; NULL if it is not
 *   known
 */
const ImTensorType *im_program_find_output_type (const ImProgram *program,
                                                 const char *path,
                                                 const ImParameter *output);

/**
 * im_program_find_constant:
 * @program: a program
 * @path: as for im_program_find_evaluation()
 * @input: the name of an input of the unit there
 *
 * Returns: (nullable): the array that the input is given, NULL if it is given none
 */
const ImArray *im_program_find_constant (const ImProgram *program,
                                         const char *path,
                                         const char *input);

/**
 * im_program_place_problem:
 * @program: a program
 * @path: the path of one of its instances
 * @arena: where the note of the result lives
 * @problem: (inout): what is wrong with that instance, placed in the file of its unit
 *
 * Places a problem as the elaboration does: at the node of the outermost graph that the
 * instance is, or is inside of; the note then tells where the rule stands. Of a unit that
 * is no graph it stays where it is.
 */
void im_program_place_problem (const ImProgram *program,
                               const char *path,
                               ImArena *arena,
                               ImDiagnostic *problem);

/**
 * im_program_append_text:
 * @program: a program
 * @out: where to append
 *
 * Appends inputs, instances with their options, tensors and choices, and outputs.
 */
void im_program_append_text (const ImProgram *program, GString *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImProgram, im_program_unref)

G_END_DECLS
