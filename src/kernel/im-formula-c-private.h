/* Values and offsets in C, for the statements around them.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-formula-c.h"
#include "kernel/im-loop-tile.h"

G_BEGIN_DECLS

/**
 * ImFormulaCWriter:
 * @formula: what is written
 * @kernel: the kernel that is written
 * @nest: its loops
 * @out: the text
 * @helpers: which functions are called that the source defines
 * @index_type: what counts elements
 * @names: of the loops of the kernel
 * @locals: of its locals
 * @indent: levels in front of a line
 * @tile: (nullable): elements that are computed at a time
 * @is_in_tile: whether all of its lanes are
 * @shift: how far a loop variable is ahead of its name
 * @is_fixed: whether a loop has one value, which is its shift
 * @aggregate: what accumulators are called
 * @accumulator: the name of one of them
 */
typedef struct
{
  const ImFormula *formula;
  const ImKernel *kernel;
  const ImLoopNest *nest;
  GString *out;
  GHashTable *helpers;
  const char *index_type;
  char *names[IM_KERNEL_MAX_INDICES];
  char *locals[IM_KERNEL_MAX_LOCALS];
  guint indent;
  const ImLoopTile *tile;
  gboolean is_in_tile;
  gint64 shift[IM_KERNEL_MAX_INDICES];
  gboolean is_fixed[IM_KERNEL_MAX_INDICES];
  char *aggregate;
  GString *accumulator;
} ImFormulaCWriter;

/**
 * ImSharedKernel:
 * @name: (nullable): of the function that computes it and others, if there is one
 * @text: its parameters and statements, with names of their own
 * @buffers: (element-type guint): which buffers these are, the output first
 */
typedef struct
{
  char *name;
  GString *text;
  GArray *buffers;
} ImSharedKernel;

static inline const char *
im_formula_c_get_type (ImDType dtype)
{
  return im_dtype_get_info (dtype)->c_name;
}

static inline guint
im_formula_c_get_size (ImDType dtype)
{
  return im_dtype_get_info (dtype)->size_bytes;
}

static inline gboolean
im_formula_c_is_unsigned (ImDType dtype)
{
  return im_dtype_get_info (dtype)->family == IM_DTYPE_FAMILY_UINT;
}

/**
 * im_formula_c_append_kernel:
 * @writer: the writer
 * @kernel: a kernel
 * @nest: its loops
 *
 * Appends its loops. Where several elements are computed at a time, a compiler that
 * optimizes for size gets the loops of single elements.
 */
void im_formula_c_append_kernel (ImFormulaCWriter *writer,
                                 const ImKernel *kernel,
                                 const ImLoopNest *nest);

/**
 * im_formula_c_share:
 * @writer: the writer
 * @nests: (element-type ImLoopNest): the loops of each kernel of its formula
 * @out: where to append the functions that several kernels share
 *
 * Returns: (transfer full): what each kernel shares; to be freed with
 * im_formula_c_shared_free()
 */
ImSharedKernel *im_formula_c_share (ImFormulaCWriter *writer,
                                    const GPtrArray *nests,
                                    GString *out);
void im_formula_c_shared_free (ImSharedKernel *shared, guint n);

/* Calls the function that a kernel shares. */
void im_formula_c_append_call (ImFormulaCWriter *writer,
                               const ImKernel *kernel,
                               const ImLoopNest *nest,
                               const ImSharedKernel *shared);

/* What a kernel computes, and a buffer as a parameter: `const float *restrict in`. */
void im_formula_c_append_comment (ImFormulaCWriter *writer,
                                  const ImKernel *kernel,
                                  const ImLoopNest *nest);
void im_formula_c_append_parameter (const ImKernelBuffer *buffer, GString *out);

/**
 * im_formula_c_append_wrapped:
 * @code: lines of C without texts in quotes
 * @out: where to append
 *
 * Appends the lines, where long ones go on in the next line, behind a comma or an
 * operator that is in as few brackets as possible.
 */
void im_formula_c_append_wrapped (const char *code, GString *out);

/* A name that no buffer has, and none of the first @n_names loops. */
char *im_formula_c_dup_name (const ImFormulaCWriter *writer,
                             const char *name,
                             guint n_names);

/* Names of the loops, the locals and the accumulators of a kernel, unlike all others. */
void im_formula_c_name_all (ImFormulaCWriter *writer, const ImLoopTile *tile);

/* Levels of blanks. */
void im_formula_c_start_line (ImFormulaCWriter *writer);

/* Around what is done for one set of indices: its locals, and its condition, behind which
 * there are several statements if @is_many. */
void im_formula_c_open_point (ImFormulaCWriter *writer, gboolean is_many);
void im_formula_c_close_point (ImFormulaCWriter *writer, gboolean is_many);

/* The accumulator of an element begins, gets one value, and is stored; without an
 * aggregation the value is. */
void im_formula_c_append_start (ImFormulaCWriter *writer);
void im_formula_c_append_step (ImFormulaCWriter *writer);
void im_formula_c_append_store (ImFormulaCWriter *writer);

/* The name of a function for a type, such as `divide_int8`, which the source defines. */
const char *im_formula_c_use_helper (ImFormulaCWriter *writer,
                                     const char *prefix,
                                     ImDType dtype);

/* The name of a buffer, the element of an access at an offset, and bounds of a loop. */
void im_formula_c_append_buffer (ImFormulaCWriter *writer, guint buffer);
void im_formula_c_append_element (ImFormulaCWriter *writer,
                                  const ImKernelAccess *access,
                                  const ImAffine *offset);
void im_formula_c_append_bounds (ImFormulaCWriter *writer,
                                 const ImAffine *bounds,
                                 guint n_bounds,
                                 const char *choose,
                                 const char *divide);

/* A constant, an element of a table, whether the value of a node is not 0, and the value
 * as a type; @is_inner puts it in brackets if it needs them. */
void im_formula_c_append_number (ImFormulaCWriter *writer, double number, ImDType dtype);
void im_formula_c_append_known (ImFormulaCWriter *writer,
                                const ImKernelBuffer *table,
                                gint64 at);
void im_formula_c_append_truth (ImFormulaCWriter *writer, const ImKernelNode *node);
void im_formula_c_append_as (ImFormulaCWriter *writer,
                             const ImKernelNode *node,
                             ImDType dtype,
                             gboolean is_inner);

G_END_DECLS
