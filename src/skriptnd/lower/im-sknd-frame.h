/* What a statement of an operator is computed in: the tensors that its names stand for,
 * and the kernel that is made of it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/lower/im-sknd-term.h"
#include "skriptnd/package/im-sknd-package.h"
#include "skriptnd/signature/im-sknd-instance.h"
#include "skriptnd/value/im-sknd-evaluate.h"

G_BEGIN_DECLS

#define IM_SKND_UNIFORM_TENSOR (-1) /* all elements are one number, which is known */
#define IM_SKND_EMPTY_TENSOR   (-2) /* there are no elements */

/**
 * ImSkndOperand:
 * @tensor: its shape
 * @buffer: the buffer of the formula that it is in, or one of the two
 * @value: without a buffer, what all elements are
 */
typedef struct
{
  ImSkndTensor tensor;
  gint buffer;
  ImSkndItem value;
} ImSkndOperand;

/**
 * ImSkndOperands:
 * @base: of the elements
 * @is_null: whether it is not given
 * @is_packed: whether it is a pack of tensors
 * @n: how many tensors there are
 * @items: they
 * @choice: (nullable): of one tensor of a pack, which one, where only a run knows
 */
typedef struct
{
  ImSkndBase base;
  gboolean is_null;
  gboolean is_packed;
  guint n;
  ImSkndOperand *items;
  ImSkndTerm *choice;
} ImSkndOperands;

typedef struct _ImSkndFrame ImSkndFrame;

/**
 * ImSkndProgram:
 * @package: where operators are that are called
 * @formula: what is made
 * @nests: (element-type ImLoopNest): the loops of its kernels
 * @numbers: the types that it computes with
 * @diagnostics: what is wrong
 * @names: (element-type utf8 utf8): the names of its buffers
 * @started: (element-type guint guint): the buffers that a kernel has written
 * @beginnings: (element-type guint ImKernelNode): the buffers whose elements are all the
 * same so far, for which there is no kernel yet
 * @variables: (element-type utf8 ImSkndOperands): by their paths
 * @files: (element-type ImSkndVariable): these variables, one tensor each
 * @depth: how many operators call each other
 * @has_update: whether variables get new values behind a run
 */
typedef struct
{
  ImSkndPackage *package;
  ImFormula *formula;
  GPtrArray *nests;
  ImSkndNumbers numbers;
  ImDiagnostics *diagnostics;
  GHashTable *names;
  GHashTable *started;
  GHashTable *beginnings;
  GHashTable *variables;
  GPtrArray *files;
  guint depth;
  gboolean has_update;
} ImSkndProgram;

/**
 * ImSkndFrame:
 * @program: what is made
 * @signature: the operator
 * @instance: its names with their values
 * @tensors: (element-type utf8 ImSkndOperands): the tensors of its names
 * @locals: (element-type utf8 utf8): those names that the innermost block has given
 * @caller: (nullable): what calls it
 * @call: where that does
 * @path: (nullable): labels that lead to it with dots between, or NULL for want of one
 * @long_path: (nullable): the same with those labels that could be left out
 * @label: (nullable): the label of the next call, if it has none of its own
 * @long_label: (nullable): the same if none is left out
 */
struct _ImSkndFrame
{
  ImSkndProgram *program;
  const ImSkndSignature *signature;
  ImSkndInstance *instance;
  GHashTable *tensors;
  GHashTable *locals;
  const ImSkndFrame *caller;
  ImSpan call;
  const char *path;
  const char *long_path;
  const char *label;
  const char *long_label;
};

/* What a block has outside of it, until it ends. */
typedef struct
{
  GHashTable *tensors;
  GHashTable *locals;
  ImSkndScope scope;
  const char *path;
  const char *long_path;
  const char *label;
  const char *long_label;
} ImSkndOuter;

/**
 * ImSkndLoops:
 * @frame: where it is
 * @evaluation: of what is known, with the names of repetitions
 * @scope: these
 * @terms: (element-type utf8 ImSkndTerms): the indices and locals
 * @names: (element-type ImKernelNode utf8): the locals that become nodes
 * @kernel: (nullable): what is made; without one nothing may depend on elements
 * @condition: a bool that says which indices count, beside the bounds of loops
 * @given: (nullable): what holds for all that is computed
 * @assumed: (nullable): what holds in the branch of a select
 * @wanted: indices that must be known, one bit each
 * @skips: (nullable): where an index in bars leaves its tensor
 * @needs_numbers: whether what is evaluated has to be known, or an affine form
 * @is_empty: whether there are no values of the indices
 *
 * A statement with its loops while it is made into a kernel.
 */
typedef struct
{
  ImSkndFrame *frame;
  ImSkndEvaluation evaluation;
  ImSkndScope scope;
  GHashTable *terms;
  GHashTable *names;
  ImKernel *kernel;
  ImSkndTerm condition;
  const ImSkndFact *given;
  const ImSkndFact *assumed;
  guint wanted;
  const ImSkndExpr *skips;
  gboolean needs_numbers;
  gboolean is_empty;
} ImSkndLoops;

/* An error, with the calls that lead to it; returns FALSE. */
gboolean im_sknd_frame_fail (const ImSkndFrame *frame,
                             const char *code,
                             ImSpan span,
                             const char *format,
                             ...) G_GNUC_PRINTF (4, 5);

/* Says which calls lead to the last error; returns FALSE. */
gboolean im_sknd_frame_note (const ImSkndFrame *frame);

const ImSkndOperands *im_sknd_frame_find (const ImSkndFrame *frame, const char *name);

/* A name gets its tensors, and its `.shape`, `.rank` or `.size` their values. */
void im_sknd_frame_set (ImSkndFrame *frame,
                        const char *name,
                        const ImSkndOperands *operands);

/* Names end with a block, or with a turn of a loop, and may hide those outside. */
void im_sknd_frame_push (ImSkndFrame *frame, ImSkndOuter *outer);
void im_sknd_frame_pop (ImSkndFrame *frame, ImSkndOuter *outer);

/* A call, or a block, is called by its label, or by that of the frame. */
void im_sknd_frame_find_paths (const ImSkndFrame *frame,
                               ImSkndFrame *inner,
                               const ImSkndCallable *callable);

/* A name that is known from now on. */
void im_sknd_frame_set_int (ImSkndFrame *frame, const char *name, gint64 integer);

/* A buffer with a name of its own. */
guint im_sknd_program_add_buffer (ImSkndProgram *program,
                                  const char *name,
                                  ImBufferKind kind,
                                  ImSkndBase base,
                                  const ImSkndTensor *tensor);

const ImKernelBuffer *im_sknd_program_get_buffer (const ImSkndProgram *program,
                                                  gint buffer);

/* A buffer whose elements are known, row by row. */
guint im_sknd_program_add_table (ImSkndProgram *program,
                                 const ImSkndValue *value,
                                 const ImSkndTensor *tensor);

/* Whether a tensor fits in a buffer; the reason is told otherwise. */
gboolean im_sknd_frame_check_tensor (ImSkndFrame *frame,
                                     const char *name,
                                     const ImSkndTensor *tensor,
                                     ImSpan span);

/* Adds a kernel with its loops. */
gboolean im_sknd_frame_add_kernel (ImSkndFrame *frame, const ImKernel *kernel);

/**
 * im_sknd_loops_evaluate:
 * @loops: a statement
 * @expr: an expression in it
 * @terms: (out): what it is
 *
 * Returns: whether there is no error
 */
gboolean im_sknd_loops_evaluate (ImSkndLoops *loops,
                                 const ImSkndExpr *expr,
                                 ImSkndTerms *terms);

/* Items of a list, or indices of a tensor. */
gboolean im_sknd_loops_evaluate_items (ImSkndLoops *loops,
                                       const ImSkndExpr *const *items,
                                       guint n,
                                       ImSkndTerms *terms);

/* Whether nothing in an expression depends on indices or elements. */
gboolean im_sknd_loops_is_known (const ImSkndLoops *loops, const ImSkndExpr *expr);

/* Whether an expression is a pack. */
gboolean im_sknd_loops_is_packed (const ImSkndLoops *loops, const ImSkndExpr *expr);

/* The tensors in front of brackets, if there are any: `x`, `xs`, `xs[k]`. */
gboolean im_sknd_loops_find_tensors (ImSkndLoops *loops,
                                     const ImSkndExpr *expr,
                                     ImSkndOperands *operands,
                                     gboolean *is_fine);

/* Whether brackets behind a name are those of an access to its elements. */
gboolean im_sknd_loops_is_access (const ImSkndLoops *loops, const ImSkndExpr *expr);

/* `x[i, j]` */
gboolean im_sknd_loops_load (ImSkndLoops *loops,
                             const ImSkndExpr *expr,
                             ImSkndTerms *terms);

/**
 * im_sknd_loops_access:
 * @loops: a statement
 * @expr: an access
 * @operand: the tensor
 * @index: a term for each axis, the outermost one first
 * @access: (out): the access of the kernel
 *
 * Returns: whether all indices are shown, or looked at, to be in the tensor
 */
gboolean im_sknd_loops_access (ImSkndLoops *loops,
                               const ImSkndExpr *expr,
                               const ImSkndOperand *operand,
                               const ImSkndTerms *index,
                               ImKernelAccess *access);

/* An element, which of a tensor without a buffer is known. */
gboolean im_sknd_loops_load_one (ImSkndLoops *loops,
                                 const ImSkndExpr *expr,
                                 ImSkndBase base,
                                 const ImSkndOperand *operand,
                                 const ImSkndTerms *index,
                                 ImSkndTerm *result);

/**
 * im_sknd_loops_evaluate_indices:
 * @loops: a statement
 * @expr: an access
 * @rank: the rank of the tensor
 * @index: (out): what stands in the brackets; a pack covers several axes
 * @several: (out): a pack that does not, since it would be too many: each of its terms
 * makes an access of its own, in the place of @index that has been left for it
 *
 * Returns: whether there is no error
 */
gboolean im_sknd_loops_evaluate_indices (ImSkndLoops *loops,
                                         const ImSkndExpr *expr,
                                         guint rank,
                                         ImSkndTerms *index,
                                         ImSkndTerms *several);

G_END_DECLS
