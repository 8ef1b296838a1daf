/* SPDX-License-Identifier: MIT */
#include "kernel/im-formula-run.h"

#include <string.h>

#include "kernel/im-formula-sum.h"
#include "kernel/im-kernel-number.h"

typedef struct
{
  const ImFormula *formula;
  const ImKernel *kernel;
  const ImLoopNest *nest;
  gpointer *data;
  GError **error;
  gboolean has_failed;
  gint64 values[IM_KERNEL_MAX_INDICES];
  ImKernelNumber locals[IM_KERNEL_MAX_LOCALS];
  ImKernelNumber sum;
  gboolean has_sum;
  gboolean is_plain; /* whether it is computed as @plain */
  ImFormulaSum plain;
} Run;

G_DEFINE_QUARK (im_formula_error_quark, im_formula_error)

static ImKernelNumber evaluate (Run *run, const ImKernelNode *node);

static ImKernelNumber
evaluate_as (Run *run, const ImKernelNode *node, ImDType dtype)
{
  return im_kernel_number_convert (evaluate (run, node), node->dtype, dtype);
}

static gboolean
is_nonzero (Run *run, const ImKernelNode *node)
{
  return im_kernel_number_is_true (evaluate (run, node), node->dtype);
}

static gint64 evaluate_form (Run *run, const ImAffine *form);

/* Which indices have led outside: `for i = 3, j = 0`. */
static char *
describe_indices (Run *run)
{
  const ImKernel *kernel = run->kernel;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < kernel->n_indices; i++)
    {
      ImAffine index = im_affine_variable (i);

      g_string_append_printf (text, "%s %s = %" G_GINT64_FORMAT, i == 0 ? " for" : ",",
                              kernel->indices[i], evaluate_form (run, &index));
    }

  return g_string_free (text, FALSE);
}

static void
fail_index (Run *run, const ImKernelBuffer *buffer, guint axis, gint64 index)
{
  g_autofree char *indices = describe_indices (run);

  if (!run->has_failed)
    g_set_error (run->error, IM_FORMULA_ERROR, IM_FORMULA_ERROR_INDEX,
                 "The index %" G_GINT64_FORMAT " of “%s” lies outside of its axis %u%s; "
                 "0 to %d would be allowed",
                 index, buffer->name, axis, indices, buffer->shape.size[axis] - 1);
  run->has_failed = TRUE;
}

/* Where the element of an access is: what the loops tell, and the axes that are computed.
 */
static gint64
find_element (Run *run, const ImKernelAccess *access, const ImAffine *offset)
{
  const ImKernelBuffer *buffer = im_formula_get_buffer (run->formula, access->buffer);
  gint64 at = im_affine_evaluate (offset, run->values, run->nest->n_loops), step = 1;

  for (guint i = 0; i < buffer->shape.rank; i++)
    {
      if (access->computed[i] != NULL)
        {
          gint64 index = evaluate (run, access->computed[i]).integer;

          if (index < 0 || index >= buffer->shape.size[i])
            {
              fail_index (run, buffer, i, index);
              index = 0;
            }
          at += step * index;
        }
      step *= buffer->shape.size[i];
    }

  return at;
}

static ImKernelNumber
evaluate_load (Run *run, const ImKernelNode *node)
{
  const ImKernelAccess *access = &run->kernel->loads[node->load];
  const ImKernelBuffer *buffer = im_formula_get_buffer (run->formula, access->buffer);

  return im_kernel_number_load (
      run->data[access->buffer], buffer->dtype,
      find_element (run, access, &run->nest->loads[node->load]));
}

static gint64
evaluate_form (Run *run, const ImAffine *form)
{
  gint64 sum = form->constant;

  for (guint i = 0; i < run->kernel->n_indices; i++)
    if (form->factor[i] != 0)
      sum += form->factor[i] *
             im_affine_evaluate (&run->nest->index[i], run->values, run->nest->n_loops);

  return sum;
}

static ImKernelNumber
evaluate_operator (Run *run, const ImKernelNode *node)
{
  const ImKernelNode *a = node->arguments[0], *b = node->arguments[1];
  ImDType dtype = node->dtype;

  if (im_kernel_node_compares (node))
    {
      dtype = im_kernel_join (a->dtype, b->dtype);
      return (ImKernelNumber){ .integer = im_kernel_number_compare (
                                   node->kind, evaluate_as (run, a, dtype),
                                   evaluate_as (run, b, dtype), dtype) };
    }

  return im_kernel_number_combine (node->kind, evaluate_as (run, a, dtype),
                                   evaluate_as (run, b, dtype), dtype);
}

static ImKernelNumber
evaluate (Run *run, const ImKernelNode *node)
{
  const ImKernelNode *const *arguments = node->arguments;
  ImDType dtype = node->dtype;

  switch ((int) node->kind)
    {
    case IM_KERNEL_NODE_CONSTANT:
      return im_kernel_number_constant (node->constant, dtype);
    case IM_KERNEL_NODE_LOAD:
      return evaluate_load (run, node);
    case IM_KERNEL_NODE_INDEX:
      return im_kernel_number_convert (
          (ImKernelNumber){ .integer = evaluate_form (run, node->form) }, IM_DTYPE_INT64,
          dtype);
    case IM_KERNEL_NODE_LOCAL:
      return run->locals[node->local];
    case IM_KERNEL_NODE_NEGATE:
      return im_kernel_number_negate (evaluate_as (run, arguments[0], dtype), dtype);
    case IM_KERNEL_NODE_CAST:
      return evaluate_as (run, arguments[0], dtype);
    case IM_KERNEL_NODE_SELECT:
      return evaluate_as (run, arguments[is_nonzero (run, arguments[0]) ? 1 : 2], dtype);
    case IM_KERNEL_NODE_CALL:
      return im_kernel_number_call (
          node->function, evaluate_as (run, arguments[0], dtype),
          arguments[1] == NULL ? (ImKernelNumber){ 0 }
                               : evaluate_as (run, arguments[1], dtype),
          dtype);
    default:
      return evaluate_operator (run, node);
    }
}

/* Computes the locals; returns whether the set of indices counts. */
static gboolean
enter (Run *run)
{
  const ImKernel *kernel = run->kernel;

  for (guint i = 0; i < kernel->n_locals; i++)
    run->locals[i] = evaluate (run, kernel->locals[i].value);

  return kernel->condition == NULL || is_nonzero (run, kernel->condition);
}

static void
aggregate (Run *run)
{
  ImDType dtype = run->kernel->dtype;

  run->has_sum = TRUE;
  if (im_loop_nest_has_one_value (run->nest, run->kernel))
    run->sum = evaluate_as (run, run->kernel->value, dtype);
  else
    run->sum = im_kernel_number_aggregate (run->kernel->aggregation, run->sum,
                                           evaluate_as (run, run->kernel->value, dtype),
                                           dtype);
}

static void
run_inner (Run *run, guint level)
{
  const ImLoop *loop = &run->nest->loops[level];
  gint64 last = 0;

  if (level == run->nest->n_loops)
    {
      if (enter (run))
        aggregate (run);
      return;
    }

  run->values[level] = im_loop_get_first (loop, run->values, level);
  last = im_loop_get_last (loop, run->values, level);
  for (; run->values[level] <= last && !run->has_failed; run->values[level]++)
    run_inner (run, level + 1);
}

/* What an element begins with. */
static ImKernelNumber
start (Run *run, const void *out, ImDType dtype, gint64 at)
{
  const ImKernel *kernel = run->kernel;

  if (run->nest->is_sequence || kernel->default_buffer >= 0)
    return im_kernel_number_convert (im_kernel_number_load (out, dtype, at), dtype,
                                     kernel->dtype);
  if (kernel->initial != NULL)
    return evaluate_as (run, kernel->initial, kernel->dtype);

  return im_kernel_number_identity (kernel->aggregation, kernel->dtype);
}

/* One element. What a value for itself is written with may depend on its locals. */
static void
run_element (Run *run)
{
  const ImKernel *kernel = run->kernel;
  ImDType dtype = im_formula_get_buffer (run->formula, kernel->output.buffer)->dtype;
  gpointer out = run->data[kernel->output.buffer];
  gint64 at = 0;

  if (run->nest->is_sequence && !enter (run))
    return;
  at = find_element (run, &kernel->output, &run->nest->output);
  run->has_sum = kernel->default_buffer >= 0 || kernel->initial != NULL;
  run->sum = start (run, out, dtype, at);
  if (run->nest->is_sequence)
    aggregate (run);
  else if (run->is_plain)
    run->has_sum |= im_formula_sum_run (&run->plain, run->values, run->sum.real,
                                        &run->sum.real);
  else
    run_inner (run, run->nest->n_output_loops);
  if (run->has_sum && !run->has_failed)
    im_kernel_number_store (
        out, dtype, at,
        kernel->saturates ? im_kernel_number_fit (run->sum, kernel->dtype, dtype)
                          : im_kernel_number_convert (run->sum, kernel->dtype, dtype));
}

static void
run_outer (Run *run, guint level)
{
  const ImLoop *loop = &run->nest->loops[level];
  gint64 last = 0;

  if (level == run->nest->n_output_loops)
    {
      run_element (run);
      return;
    }

  run->values[level] = im_loop_get_first (loop, run->values, level);
  last = im_loop_get_last (loop, run->values, level);
  for (; run->values[level] <= last && !run->has_failed; run->values[level]++)
    run_outer (run, level + 1);
}

/* What no set of indices writes. */
static void
fill (Run *run)
{
  const ImKernel *kernel = run->kernel;
  const ImKernelBuffer *out = im_formula_get_buffer (run->formula, kernel->output.buffer);
  gsize count = 1, size_bytes = im_dtype_get_info (out->dtype)->size_bytes;
  gpointer data = run->data[kernel->output.buffer];

  if (kernel->default_buffer == (gint) kernel->output.buffer)
    return;
  for (guint i = 0; i < out->shape.rank; i++)
    count *= (gsize) out->shape.size[i];
  memset (data, 0, count * size_bytes);
  for (gsize i = 0; kernel->default_buffer < 0 && kernel->initial != NULL && i < count;
       i++)
    im_kernel_number_store (data, out->dtype, (gint64) i,
                            evaluate_as (run, kernel->initial, out->dtype));
  if (kernel->default_buffer < 0)
    return;

  const ImKernelBuffer *from = im_formula_get_buffer (run->formula,
                                                      (guint) kernel->default_buffer);

  for (gsize i = 0; i < count; i++)
    im_kernel_number_store (
        data, out->dtype, (gint64) i,
        im_kernel_number_convert (
            im_kernel_number_load (run->data[kernel->default_buffer], from->dtype,
                                   from->shape.rank == 0 ? 0 : (gint64) i),
            from->dtype, out->dtype));
}

gboolean
im_formula_run (const ImFormula *formula,
                const GPtrArray *nests,
                gpointer *data,
                GError **error)
{
  g_autofree gpointer *all = g_memdup2 (data, formula->buffers->len * sizeof *data);

  for (guint i = 0; i < formula->buffers->len; i++)
    if (im_formula_get_buffer (formula, i)->kind == IM_BUFFER_TABLE)
      all[i] = (gpointer) im_formula_get_buffer (formula, i)->data;
  for (guint i = 0; i < formula->kernels->len; i++)
    {
      Run run = { .formula = formula,
                  .kernel = g_ptr_array_index (formula->kernels, i),
                  .nest = g_ptr_array_index (nests, i),
                  .data = all,
                  .error = error };

      g_return_val_if_fail (run.kernel->epilogue == NULL, FALSE);
      run.is_plain = im_formula_sum_init (&run.plain, formula, run.kernel, run.nest, all);
      fill (&run);
      run_outer (&run, 0);
      if (run.has_failed)
        return FALSE;
    }

  return TRUE;
}
