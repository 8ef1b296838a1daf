/* Kernels: what a formula computes, one statement each.
 *
 * A kernel writes one element of its output for each valid set of its indices, which are
 * whole numbers: those for which every access lies in its buffer and every constraint
 * holds. Where several sets write one element, the aggregation makes one value of theirs;
 * what none writes is what the elements begin with: 0, a constant, or the element of the
 * default. Nothing here says in which loops that is computed: im_loop_nest_new() finds
 * them.
 *
 * Where an axis is indexed by a computed number, that does not decide which indices are
 * valid; it must lie in the axis whenever the element is read or written. That is how an
 * index is clamped, remapped at a border, looked up in a table or read from a tensor, and
 * how an access in one branch of a SELECT does not count where the other one is taken.
 *
 * A formula is a list of kernels with their buffers. It is made by a front end for shapes
 * that are known, lives in an arena, and never changes.
 *
 * Source: Tile eDSL, "Valid Indices" and "Contractions".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-affine.h"
#include "tensor/im-array.h"

G_BEGIN_DECLS

#define IM_KERNEL_MAX_INDICES     IM_AFFINE_MAX_VARIABLES
#define IM_KERNEL_MAX_LOADS       16
#define IM_KERNEL_MAX_CONSTRAINTS 32
#define IM_KERNEL_MAX_LOCALS      16

typedef enum
{
  IM_AGGREGATION_SET, /* one value each, another one is an error */
  IM_AGGREGATION_SUM,
  IM_AGGREGATION_PRODUCT,
  IM_AGGREGATION_MINIMUM,
  IM_AGGREGATION_MAXIMUM,
  IM_AGGREGATION_AND, /* 1 if no value is 0, otherwise 0 */
  IM_AGGREGATION_OR,
  IM_AGGREGATION_UPDATE, /* the last value in the order of the indices counts */
  IM_N_AGGREGATIONS,
} ImAggregation;

/**
 * ImAggregationInfo:
 * @name: such as `sum`
 * @statement: what stands between both sides of a statement, such as `+=`
 * @sign: what stands before the right side in the compact form, such as `+`
 */
typedef struct
{
  const char *name;
  const char *statement;
  const char *sign;
} ImAggregationInfo;

typedef enum
{
  IM_BUFFER_INPUT,
  IM_BUFFER_OUTPUT,
  IM_BUFFER_LOCAL, /* between two kernels */
  IM_BUFFER_FUSED, /* computed where it is read, and nowhere kept */
  IM_BUFFER_TABLE, /* of elements that are known */
} ImBufferKind;

typedef struct
{
  const char *name; /* unique in its formula, an identifier */
  ImBufferKind kind;
  ImDType dtype; /* an IEEE float of 32 or 64 bits, or an integer */
  ImShape shape;
  gconstpointer data; /* of a TABLE */
  gboolean is_shared; /* whether its memory may be that of another one */
} ImKernelBuffer;

typedef struct _ImKernelNode ImKernelNode;

/**
 * ImKernelAccess:
 * @buffer: number of the buffer
 * @index: a form of the indices for each axis, axis 0 innermost
 * @computed: (nullable): of each axis, an integer that is its index instead
 */
typedef struct
{
  guint buffer;
  ImAffine index[IM_SHAPE_MAX_RANK];
  const ImKernelNode *computed[IM_SHAPE_MAX_RANK];
} ImKernelAccess;

/* 0 <= @form < @bound */
typedef struct
{
  ImAffine form;
  gint64 bound;
} ImKernelConstraint;

typedef enum
{
  IM_KERNEL_NODE_CONSTANT,
  IM_KERNEL_NODE_LOAD,
  IM_KERNEL_NODE_AGGREGATE, /* in an epilogue: what the values have become */
  IM_KERNEL_NODE_INDEX, /* the value of a form of the indices; also an exact integer */
  IM_KERNEL_NODE_LOCAL, /* a value that was computed before */
  IM_KERNEL_NODE_NEGATE,
  IM_KERNEL_NODE_ADD,
  IM_KERNEL_NODE_SUBTRACT,
  IM_KERNEL_NODE_MULTIPLY,
  IM_KERNEL_NODE_DIVIDE,       /* of integers towards 0, and 0 if the divisor is */
  IM_KERNEL_NODE_FLOOR_DIVIDE, /* rounded down; of integers 0 if the divisor is */
  IM_KERNEL_NODE_MODULO,       /* what that leaves: a - floor (a / b) * b */
  IM_KERNEL_NODE_EQUAL,
  IM_KERNEL_NODE_NOT_EQUAL,
  IM_KERNEL_NODE_LESS,
  IM_KERNEL_NODE_LESS_EQUAL,
  IM_KERNEL_NODE_GREATER,
  IM_KERNEL_NODE_GREATER_EQUAL,
  IM_KERNEL_NODE_SELECT, /* the second where the first is not 0, else the third */
  IM_KERNEL_NODE_CALL,
  IM_KERNEL_NODE_CAST, /* to an integer towards 0, saturated, and 0 if it is not a number
                        */
} ImKernelNodeKind;

typedef struct _ImKernelFunction ImKernelFunction;
/**
 * ImKernelNode:
 * @kind: what it computes
 * @dtype: of its value; integers wrap to it, as at a store
 * @constant: of CONSTANT
 * @load: of LOAD, the number of the access
 * @local: of LOCAL, its number
 * @form: of INDEX, of divisor 1
 * @function: of CALL
 * @arguments: what it is computed of, NULL behind the last one
 */
struct _ImKernelNode
{
  ImKernelNodeKind kind;
  ImDType dtype;
  double constant;
  guint load;
  guint local;
  const ImAffine *form;
  const ImKernelFunction *function;
  const ImKernelNode *arguments[3];
};

/* A value that is computed once for each set of indices, before what names it. */
typedef struct
{
  const char *name;
  const ImKernelNode *value;
} ImKernelLocal;

/**
 * ImKernel:
 * @aggregation: what becomes of several values for one element
 * @dtype: what they are aggregated in
 * @saturates: whether what does not fit in an element of the output becomes the nearest
 * that does, instead of wrapping
 * @n_indices: how many indices there are
 * @indices: their names, in order of their first appearance, or of the loops
 * @is_explicit: whether its indices are loops that someone wrote: constraints are their
 * bounds, they may be in no access, and none may be valid
 * @output: what is written
 * @n_loads: how many accesses are read
 * @loads: the accesses
 * @n_constraints: how many constraints there are
 * @constraints: the constraints
 * @n_locals: how many locals there are
 * @locals: the locals, which may name those before them
 * @condition: (nullable): sets of indices for which it is 0 do not count
 * @value: what is computed for one set of indices
 * @epilogue: (nullable): what is stored instead of the aggregate of all values, which it
 * is computed of; im_formula_fuse() makes them, and C alone knows them
 * @n_late_loads: how many loads, the last ones, only the epilogue reads
 * @default_buffer: a buffer of the shape of the output, or of rank 0, that the elements
 * begin with, or -1; the output itself if they go on from what they are
 * @initial: (nullable): a CONSTANT, or an INDEX without indices, that they begin with
 * where there is no default
 * @span: the statement
 */
typedef struct
{
  ImAggregation aggregation;
  ImDType dtype;
  gboolean saturates;
  guint n_indices;
  const char *indices[IM_KERNEL_MAX_INDICES];
  gboolean is_explicit;
  ImKernelAccess output;
  guint n_loads;
  ImKernelAccess loads[IM_KERNEL_MAX_LOADS];
  guint n_constraints;
  ImKernelConstraint constraints[IM_KERNEL_MAX_CONSTRAINTS];
  guint n_locals;
  ImKernelLocal locals[IM_KERNEL_MAX_LOCALS];
  const ImKernelNode *condition;
  const ImKernelNode *value;
  const ImKernelNode *epilogue;
  guint n_late_loads;
  gint default_buffer;
  const ImKernelNode *initial;
  ImSpan span;
} ImKernel;

/**
 * ImFormula:
 * @name: of its function
 * @buffers: (element-type ImKernelBuffer): all it has; inputs in the order of the
 * arguments
 * @kernels: (element-type ImKernel): in the order in which they are computed
 * @outputs: (element-type guint): which buffers are the results, in order
 */
typedef struct
{
  const char *name;
  GPtrArray *buffers;
  GPtrArray *kernels;
  GArray *outputs;
} ImFormula;

/* A formula without anything in it; what is added to it may live in an arena. */
ImFormula *im_formula_new (const char *name);

void im_formula_free (ImFormula *formula);

const ImKernelBuffer *im_formula_get_buffer (const ImFormula *formula, guint buffer);

const ImAggregationInfo *im_aggregation_get_info (ImAggregation aggregation);

/* The operator of a node of two operands, which C and Python write alike; else NULL. */
const char *im_kernel_node_get_sign (ImKernelNodeKind kind);

/* Whether a node is 1 where its operands compare so, and otherwise 0. */
gboolean im_kernel_node_compares (const ImKernelNode *node);

/* Whether the index of an axis is computed. */
gboolean im_kernel_access_is_computed (const ImKernelAccess *access);

/**
 * im_kernel_visit:
 * @kernel: a kernel
 * @func: gets each node of its locals, computed indices, condition, value and epilogue;
 * returns whether to go on
 * @data: for @func
 *
 * Goes through all nodes, operands behind what is computed of them.
 *
 * Returns: whether all were visited
 */
typedef gboolean (*ImKernelVisitFunc) (const ImKernelNode *node, gpointer data);
gboolean im_kernel_visit (const ImKernel *kernel, ImKernelVisitFunc func, gpointer data);

/**
 * im_kernel_accumulator:
 * @dtype: an element type
 *
 * Returns: what sums and products of it are computed in: integers in 32 bits, or 64 if
 * they have as many, so that they wrap as their type does
 */
ImDType im_kernel_accumulator (ImDType dtype);

/**
 * im_kernel_join:
 * @a: an element type
 * @b: an element type
 *
 * Returns: what an operation of both computes: floats win over integers, and wider ones
 * over narrower ones; of integers as wide the unsigned one
 */
ImDType im_kernel_join (ImDType a, ImDType b);

/**
 * im_kernel_append_text:
 * @kernel: a kernel
 * @formula: what it belongs to
 * @out: where to append
 *
 * Appends `O[n : 3] = +(I[m, n]), m < 2`: the compact form with the sizes, then locals
 * and what else it has no words for: `, with z = 2 * I[n], if z > 1, from 5, saturated`.
 * With an epilogue it is `O[n : 3] = sum / 2, sum = +(I[m, n]), m < 2`.
 */
void im_kernel_append_text (const ImKernel *kernel,
                            const ImFormula *formula,
                            GString *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImFormula, im_formula_free)

G_END_DECLS
