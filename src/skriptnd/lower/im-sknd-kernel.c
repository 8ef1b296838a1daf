/* SPDX-License-Identifier: MIT
 *
 * Kernels on their way into the formula. One that makes all elements the same waits for a
 * statement that goes on from them, which then begins with that number.
 */
#include <math.h>

#include "kernel/im-loop-nest.h"
#include "skriptnd/lower/im-sknd-statement.h"

#define MAX_KERNELS 10000

static void
mark_node (ImKernel *kernel, const ImKernelNode *node, GHashTable *seen, gboolean *used)
{
  if (node == NULL || !g_hash_table_add (seen, (gpointer) node))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (node->arguments); i++)
    mark_node (kernel, node->arguments[i], seen, used);
  if (node->kind != IM_KERNEL_NODE_LOAD || used[node->load])
    return;
  used[node->load] = TRUE;
  for (guint i = 0; i < IM_SHAPE_MAX_RANK; i++)
    mark_node (kernel, kernel->loads[node->load].computed[i], seen, used);
}

void
im_sknd_kernel_drop_loads (ImKernel *kernel)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  gboolean used[IM_KERNEL_MAX_LOADS] = { FALSE };
  guint number[IM_KERNEL_MAX_LOADS] = { 0 }, n = 0;
  GHashTableIter iter;
  gpointer node = NULL;

  mark_node (kernel, kernel->value, seen, used);
  mark_node (kernel, kernel->condition, seen, used);
  for (guint i = 0; i < kernel->n_locals; i++)
    mark_node (kernel, kernel->locals[i].value, seen, used);
  for (guint i = 0; i < IM_SHAPE_MAX_RANK; i++)
    mark_node (kernel, kernel->output.computed[i], seen, used);
  for (guint i = 0; i < kernel->n_loads; i++)
    if (used[i])
      {
        kernel->loads[n] = kernel->loads[i];
        number[i] = n++;
      }
  kernel->n_loads = n;
  g_hash_table_iter_init (&iter, seen);
  while (g_hash_table_iter_next (&iter, &node, NULL))
    ((ImKernelNode *) node)->load = number[((ImKernelNode *) node)->load];
}

/* A kernel without loops, which is no more than what its output begins with. */
static void
set_fill (ImKernel *kernel, guint buffer, const ImKernelNode *node)
{
  kernel->aggregation = IM_AGGREGATION_SET;
  kernel->dtype = node->dtype;
  kernel->is_explicit = TRUE;
  kernel->output.buffer = buffer;
  for (guint i = 0; i < IM_SHAPE_MAX_RANK; i++)
    kernel->output.index[i] = im_affine_constant (0);
  kernel->constraints[kernel->n_constraints++] = (ImKernelConstraint){
    im_affine_constant (-1),
    1,
  };
  kernel->value = node;
  kernel->initial = node;
  kernel->default_buffer = -1;
}

/* A kernel for a beginning that no statement goes on from. */
static gboolean
make_beginning (ImSkndFrame *frame, guint buffer)
{
  ImSkndProgram *program = frame->program;
  const ImKernelNode *node = g_hash_table_lookup (program->beginnings,
                                                  GUINT_TO_POINTER (buffer));
  g_autofree ImKernel *kernel = g_new0 (ImKernel, 1);

  if (node == NULL)
    return TRUE;
  g_hash_table_remove (program->beginnings, GUINT_TO_POINTER (buffer));
  set_fill (kernel, buffer, node);

  return im_sknd_frame_add_kernel (frame, kernel);
}

/* What a statement reads is there, and what it writes begins with what is known of it. */
static gboolean
take_beginnings (ImSkndFrame *frame, ImKernel *kernel)
{
  ImSkndProgram *program = frame->program;
  gpointer own = GUINT_TO_POINTER (kernel->output.buffer);
  const ImKernelNode *node = g_hash_table_lookup (program->beginnings, own);

  for (guint i = 0; i < kernel->n_loads; i++)
    if (kernel->loads[i].buffer != kernel->output.buffer &&
        !make_beginning (frame, kernel->loads[i].buffer))
      return FALSE;
  if (node == NULL)
    return TRUE;
  g_hash_table_remove (program->beginnings, own);
  kernel->default_buffer = -1;
  kernel->initial = node;
  if (node->kind == IM_KERNEL_NODE_CONSTANT && fpclassify (node->constant) == FP_ZERO &&
      (kernel->aggregation == IM_AGGREGATION_SUM ||
       kernel->aggregation == IM_AGGREGATION_SET ||
       kernel->aggregation == IM_AGGREGATION_OR ||
       kernel->aggregation == IM_AGGREGATION_UPDATE))
    kernel->initial = NULL;

  return TRUE;
}

/* What makes all elements the same is no kernel while a statement may go on from it. */
static void
keep_beginning (ImSkndProgram *program, const ImKernel *kernel)
{
  const ImLoopNest *nest = g_ptr_array_index (program->nests, program->nests->len - 1);

  if (kernel->aggregation != IM_AGGREGATION_SET || !nest->covers ||
      kernel->value->kind != IM_KERNEL_NODE_CONSTANT || kernel->n_loads > 0)
    return;
  g_ptr_array_set_size (program->nests, (gint) program->nests->len - 1);
  g_ptr_array_set_size (program->formula->kernels,
                        (gint) program->formula->kernels->len - 1);
  g_hash_table_insert (program->beginnings, GUINT_TO_POINTER (kernel->output.buffer),
                       (gpointer) kernel->value);
}

gboolean
im_sknd_frame_make_beginnings (ImSkndFrame *frame, const ImSkndOperands *operands)
{
  for (guint i = 0; i < operands->n; i++)
    if (operands->items[i].buffer >= 0 &&
        !make_beginning (frame, (guint) operands->items[i].buffer))
      return FALSE;

  return TRUE;
}

gboolean
im_sknd_frame_add_statement (ImSkndFrame *frame, ImKernel *kernel)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  ImDiagnostics *outer = frame->program->diagnostics;
  gboolean is_fine = FALSE;

  if (frame->program->formula->kernels->len >= MAX_KERNELS)
    return im_sknd_frame_fail (frame, "too-many", kernel->span,
                               "More than %d statements would be computed", MAX_KERNELS);
  if (!take_beginnings (frame, kernel))
    return FALSE;
  frame->program->diagnostics = diagnostics;
  is_fine = im_sknd_frame_add_kernel (frame, kernel);
  frame->program->diagnostics = outer;
  if (!is_fine && kernel->aggregation == IM_AGGREGATION_SET)
    {
      kernel->aggregation = IM_AGGREGATION_UPDATE;
      is_fine = im_sknd_frame_add_kernel (frame, kernel);
    }
  else
    {
      im_diagnostics_append (outer, diagnostics);
    }
  if (!is_fine)
    return FALSE;
  g_hash_table_add (frame->program->started, GUINT_TO_POINTER (kernel->output.buffer));
  keep_beginning (frame->program, kernel);

  return TRUE;
}

gboolean
im_sknd_frame_fill (ImSkndFrame *frame,
                    const ImSkndOperand *operand,
                    ImSkndBase base,
                    ImSkndItem item,
                    ImSpan span)
{
  g_autofree ImKernel *kernel = g_new0 (ImKernel, 1);
  ImSkndTerm value = { .item = item };

  set_fill (kernel, (guint) operand->buffer,
            im_sknd_term_get_node (&frame->program->numbers, base, &value));
  kernel->span = span;

  return im_sknd_frame_add_statement (frame, kernel);
}
