/* Values and offsets in C, for the statements around them.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-formula-c.h"

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
 * @indent: levels in front of a line
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
  guint indent;
} ImFormulaCWriter;

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

/* The name of a buffer, an element of it at an offset, and bounds of a loop. */
void im_formula_c_append_buffer (ImFormulaCWriter *writer, guint buffer);
void im_formula_c_append_element (ImFormulaCWriter *writer,
                                  guint buffer,
                                  const ImAffine *offset);
void im_formula_c_append_bounds (ImFormulaCWriter *writer,
                                 const ImAffine *bounds,
                                 guint n_bounds,
                                 const char *choose,
                                 const char *divide);

/* A constant, and the value of a node as a type; @is_inner puts it in brackets if it
 * needs them. */
void im_formula_c_append_number (ImFormulaCWriter *writer, double number, ImDType dtype);
void im_formula_c_append_as (ImFormulaCWriter *writer,
                             const ImKernelNode *node,
                             ImDType dtype,
                             gboolean is_inner);

G_END_DECLS
