/* SPDX-License-Identifier: MIT
 *
 * Element types of a formula that is a unit. Sums of int8 do not fit in int8: whoever
 * declares an output of int32 gets them whole, and what lies between two statements is
 * kept whole, too.
 */
#include "formula/im-unit-formula-private.h"

static gboolean
is_integer (ImDType dtype)
{
  return !im_dtype_is_float (dtype);
}

static gboolean
is_arithmetic (ImKernelNodeKind kind)
{
  return kind != IM_KERNEL_NODE_LOAD && kind != IM_KERNEL_NODE_INDEX &&
         kind != IM_KERNEL_NODE_CAST &&
         (kind < IM_KERNEL_NODE_EQUAL || kind > IM_KERNEL_NODE_GREATER_EQUAL);
}

/* A node that computes integers in @dtype at least; what is read has the type of its
 * buffer. Nodes of a kernel are a tree. */
static const ImKernelNode *
widen_node (const ImFormula *formula,
            ImArena *arena,
            const ImKernel *kernel,
            const ImKernelNode *node,
            ImDType dtype)
{
  ImKernelNode *copy = im_arena_new0 (arena, ImKernelNode, 1);

  *copy = *node;
  if (node->kind == IM_KERNEL_NODE_LOAD)
    copy->dtype = im_formula_get_buffer (formula, kernel->loads[node->load].buffer)
                      ->dtype;
  for (guint i = 0; i < G_N_ELEMENTS (copy->arguments) && copy->arguments[i] != NULL; i++)
    copy->arguments[i] = widen_node (formula, arena, kernel, node->arguments[i], dtype);
  if (is_arithmetic (node->kind) && is_integer (node->dtype))
    copy->dtype = im_kernel_join (node->dtype, dtype);

  return copy;
}

/* Whether each value is one that was read. */
static gboolean
only_moves (const ImKernel *kernel)
{
  return kernel->value->kind == IM_KERNEL_NODE_LOAD &&
         kernel->aggregation != IM_AGGREGATION_SUM &&
         kernel->aggregation != IM_AGGREGATION_PRODUCT;
}

static ImDType
get_declared (const ImFormula *formula, guint buffer, const ImDType *declared)
{
  for (guint i = 0; i < formula->outputs->len; i++)
    if (g_array_index (formula->outputs, guint, i) == buffer)
      return declared[i];

  return im_formula_get_buffer (formula, buffer)->dtype;
}

static void
widen_kernel (ImFormula *formula,
              ImArena *arena,
              ImKernel *kernel,
              const ImDType *declared)
{
  ImKernelBuffer *buffer = g_ptr_array_index (formula->buffers, kernel->output.buffer);
  ImDType stored = get_declared (formula, kernel->output.buffer, declared);
  ImDType computed = im_kernel_accumulator (buffer->dtype);

  if (!is_integer (buffer->dtype) || !is_integer (stored))
    return;
  if (im_dtype_get_info (stored)->size_bytes > im_dtype_get_info (computed)->size_bytes)
    computed = stored;
  kernel->value = widen_node (formula, arena, kernel, kernel->value, computed);
  if (only_moves (kernel))
    computed = kernel->value->dtype;
  kernel->dtype = computed;
  if (buffer->kind == IM_BUFFER_LOCAL)
    buffer->dtype = computed;
  else if (im_dtype_get_info (stored)->size_bytes >
           im_dtype_get_info (buffer->dtype)->size_bytes)
    buffer->dtype = stored;
}

void
im_unit_formula_set_types (ImFormula *formula, ImArena *arena, const ImDType *declared)
{
  for (guint i = 0; i < formula->kernels->len; i++)
    widen_kernel (formula, arena, g_ptr_array_index (formula->kernels, i), declared);
}
