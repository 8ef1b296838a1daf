/* What the parts of elaboration share: values of names, and the kernel that is made.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "tile/im-tile-elaborate.h"

G_BEGIN_DECLS

typedef enum
{
  IM_TILE_VALUE_DIM,    /* declared, without a size yet */
  IM_TILE_VALUE_NUMBER, /* also a dim that has its size */
  IM_TILE_VALUE_INDEX,
  IM_TILE_VALUE_VECTOR,
  IM_TILE_VALUE_UNSET,  /* `Tensor O;` */
  IM_TILE_VALUE_OUTPUT, /* has its shape, and waits for a contraction */
  IM_TILE_VALUE_TENSOR,
} ImTileValueKind;

typedef struct _ImTileValue ImTileValue;

/**
 * ImTileValue:
 * @kind: what it is
 * @is_dim: whether a NUMBER came from sizes only, so that it divides towards 0
 * @is_real: whether a NUMBER has a point
 * @number: of NUMBER
 * @name: of INDEX, unique in the function
 * @n: of VECTOR
 * @elements: of VECTOR
 * @shape: of OUTPUT
 * @sizes: of OUTPUT, what was written for each axis, outermost first
 * @span: of OUTPUT, the statement
 * @buffer: of TENSOR
 * @kernel: (nullable): of TENSOR, the contraction that made it
 */
struct _ImTileValue
{
  ImTileValueKind kind;
  gboolean is_dim;
  gboolean is_real;
  double number;
  const char *name;
  guint n;
  ImTileValue *elements;
  ImShape shape;
  ImTileExpr *const *sizes;
  ImSpan span;
  guint buffer;
  ImKernel *kernel;
};

/**
 * ImTileRun:
 * @file: the file
 * @formula: what is made
 * @arena: for it
 * @diagnostics: what is wrong
 * @names: the values of the names of the function that is run
 * @dim_names: (element-type GPtrArray): of each buffer, the names its dims are bound to
 * @contractions: (element-type ImKernel): the kernels that statements wrote
 * @buffer_names: (element-type utf8 guint): of each name that a buffer has, which number
 * the next one of that name gets
 * @functions: (element-type utf8 GPtrArray): the functions of each name, empty before one
 * was looked for
 * @depth: how many functions call each other
 * @n_steps: statements that were run
 * @has_failed: whether there was an error
 */
typedef struct
{
  const ImTileFile *file;
  ImFormula *formula;
  ImArena *arena;
  ImDiagnostics *diagnostics;
  GHashTable *names;
  GHashTable *dim_names;
  GPtrArray *contractions;
  GHashTable *buffer_names;
  GHashTable *functions;
  guint depth;
  guint n_steps;
  gboolean has_failed;
} ImTileRun;

/* An error; returns FALSE. Only the first one is told. */
gboolean im_tile_fail (ImTileRun *run,
                       ImSpan span,
                       const char *code,
                       const char *format,
                       ...) G_GNUC_PRINTF (4, 5);

/* The value of a name or of an element of a vector, if @expr is one; no error. */
ImTileValue *im_tile_peek (ImTileRun *run, const ImTileExpr *expr);

/* Gives a name a copy of a value, which is returned. */
ImTileValue *im_tile_set (ImTileRun *run, const char *name, const ImTileValue *value);

/* Whether an expression is made of numbers only, without telling what is wrong. */
gboolean im_tile_is_number (ImTileRun *run, const ImTileExpr *expr);

/* A number that is known: of dims and literals. */
gboolean im_tile_get_number (ImTileRun *run, const ImTileExpr *expr, ImTileValue *value);

/* The same, and it must be whole. */
gboolean im_tile_get_whole (ImTileRun *run, const ImTileExpr *expr, gint64 *number);

/* A new buffer, with a name of its own. */
guint im_tile_add_buffer (ImTileRun *run,
                          const char *name,
                          ImBufferKind kind,
                          ImDType dtype,
                          const ImShape *shape);

/* Adds a kernel; returns the one in the formula. */
ImKernel *im_tile_add_kernel (ImTileRun *run, const ImKernel *kernel);

ImKernelNode *im_tile_new_node (ImTileRun *run, ImKernelNodeKind kind, ImDType dtype);

/**
 * im_tile_contract:
 * @run: the run
 * @statement: a contraction
 * @value: its output; becomes a tensor
 *
 * Makes the kernel of a contraction.
 */
gboolean im_tile_contract (ImTileRun *run,
                           const ImTileStatement *statement,
                           ImTileValue *value);

/* Adds a constraint to the contraction that made a tensor. */
gboolean im_tile_constrain (ImTileRun *run, const ImTileExpr *expr, ImTileValue *value);

/* Hints at what is legal, but often meant otherwise: an index that nothing but the output
 * of a contraction depends on. Constraints may stand in a statement of their own, so this
 * is asked when all are known. */
void im_tile_hint_left (const ImTileRun *run, const ImKernel *kernel);

/**
 * im_tile_compute:
 * @run: the run
 * @expr: an operation on tensors and numbers, or a call
 * @name: what its result is called
 * @values: (out): gets the results, more than one only of a function that returns them
 * @max_values: how many fit
 *
 * Computes element by element; a plain tensor or number is returned as it is.
 *
 * Returns: the number of results, 0 after an error
 */
guint im_tile_compute (ImTileRun *run,
                       const ImTileExpr *expr,
                       const char *name,
                       ImTileValue *values,
                       guint max_values);

/* A tensor of rank 0 for a number; a tensor stays what it is. */
gboolean im_tile_make_tensor (ImTileRun *run, ImSpan span, ImTileValue *value);

/**
 * im_tile_call:
 * @run: the run
 * @function: a function of the file
 * @arguments: its arguments, tensors, numbers or vectors
 * @span: the call
 * @values: (out): gets the results
 * @max_values: how many fit
 *
 * Returns: the number of results, 0 after an error
 */
guint im_tile_call (ImTileRun *run,
                    const ImTileFunction *function,
                    const ImTileValue *arguments,
                    ImSpan span,
                    ImTileValue *values,
                    guint max_values);

/**
 * im_tile_call_builtin:
 * @run: the run
 * @expr: a call of index, gather, reshape or ident
 * @tensors: the tensors that its first arguments are, as many as it takes
 * @name: what its result is called
 * @value: (out): what it makes
 *
 * `index ([X, Y], axis)` is the number of each element along an axis. `gather (T, I)` has
 * the elements of T at the numbers in I along its first axis, `gather (T, I, axis)` along
 * another one; numbers outside of the axis count as its nearest one. `reshape (T, [X,
 * Y])` has the elements of T in their order, and `ident (T)` is T.
 *
 * Source: PlaidML's operations of these names; its documents are silent about numbers
 * outside of an axis.
 */
gboolean im_tile_call_builtin (ImTileRun *run,
                               const ImTileExpr *expr,
                               const ImTileValue *tensors,
                               const char *name,
                               ImTileValue *value);

/* Whether a function is one of these, and how many tensors it takes. */
gboolean im_tile_is_builtin (const char *name, guint *n_tensors);

#define IM_TILE_MAX_BUILTIN_TENSORS 2

#define IM_TILE_MAX_OUTPUTS 8

G_END_DECLS
