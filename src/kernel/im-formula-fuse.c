/* SPDX-License-Identifier: MIT */
#include "kernel/im-formula-fuse.h"

#include <string.h>

#include "kernel/im-formula-fuse-private.h"

#define MAX_NODES 64 /* of a value */

/**
 * Fusion:
 * @formula: the result
 * @arena: for what is made
 * @inner: the kernel that disappears
 * @axis: of its output, which each of its indices is
 * @outer: the kernel that takes it in
 * @load: which load of the outer kernel each access is now; those of the buffer that
 * disappears are not used
 * @first: of each load of that buffer, where the loads of the inner kernel begin
 */
typedef struct
{
  ImFormula *formula;
  ImArena *arena;
  const ImKernel *inner;
  guint axis[IM_KERNEL_MAX_INDICES];
  const ImKernel *outer;
  ImKernel fused;
  guint load[IM_KERNEL_MAX_LOADS];
  guint first[IM_KERNEL_MAX_LOADS];
} Fusion;

static guint
get_rank (const ImFormula *formula, const ImKernelAccess *access)
{
  return im_formula_get_buffer (formula, access->buffer)->shape.rank;
}

gboolean
im_formula_access_is_whole (const ImFormula *formula, const ImKernelAccess *access)
{
  for (guint i = 0; i < get_rank (formula, access); i++)
    if (access->index[i].divisor != 1 || access->computed[i] != NULL)
      return FALSE;

  return TRUE;
}

/* Each index is an axis of the output, and each element is written. */
static gboolean
is_pointwise (Fusion *fusion, const ImLoopNest *nest)
{
  const ImKernel *inner = fusion->inner;
  const ImKernelBuffer *buffer = im_formula_get_buffer (fusion->formula,
                                                        inner->output.buffer);
  guint n_found = 0;

  if (!im_loop_nest_has_one_value (nest, inner) || inner->default_buffer >= 0 ||
      inner->n_locals > 0 || inner->saturates || buffer->kind != IM_BUFFER_LOCAL ||
      !nest->covers || inner->value->dtype != buffer->dtype ||
      inner->n_indices != buffer->shape.rank)
    return FALSE;
  for (guint i = 0; i < buffer->shape.rank; i++)
    {
      const ImAffine *form = &inner->output.index[i];
      guint only = 0;

      if (!im_affine_get_only (form, &only) || form->factor[only] != 1 ||
          form->constant != 0 || form->divisor != 1)
        return FALSE;
      fusion->axis[only] = i;
      n_found |= 1u << only;
    }
  for (guint i = 0; i < inner->n_loads; i++)
    if (!im_formula_access_is_whole (fusion->formula, &inner->loads[i]))
      return FALSE;

  return n_found == (1u << inner->n_indices) - 1;
}

static gboolean
reads (const ImKernel *kernel, guint buffer)
{
  for (guint i = 0; i < kernel->n_loads; i++)
    if (kernel->loads[i].buffer == buffer)
      return TRUE;

  return kernel->default_buffer == (gint) buffer;
}

guint
im_formula_find_reader (const ImFormula *formula, guint buffer)
{
  guint found = formula->kernels->len, n = 0;

  for (guint i = 0; i < formula->kernels->len; i++)
    if (reads (g_ptr_array_index (formula->kernels, i), buffer))
      {
        found = i;
        n++;
      }

  return n == 1 ? found : formula->kernels->len;
}

/* Whether different indices read different elements: each index is an axis alone. */
static gboolean
reads_once (const ImFormula *formula,
            const ImKernel *kernel,
            const ImKernelAccess *access)
{
  guint found = 0, only = 0;

  for (guint i = 0; i < get_rank (formula, access); i++)
    if (im_affine_get_only (&access->index[i], &only))
      found |= 1u << only;

  return found == (1u << kernel->n_indices) - 1;
}

/* The sign of a float is no operation where it is added. */
static guint
count_nodes (const ImKernelNode *node, gboolean *calls)
{
  guint n = node->kind != IM_KERNEL_NODE_NEGATE || !im_dtype_is_float (node->dtype);

  *calls |= node->kind == IM_KERNEL_NODE_CALL;
  for (guint i = 0; i < G_N_ELEMENTS (node->arguments) && node->arguments[i] != NULL; i++)
    n += count_nodes (node->arguments[i], calls);

  return n;
}

typedef struct
{
  const ImKernel *kernel;
  guint buffer;
  guint n;
} Uses;

static gboolean
count_use (const ImKernelNode *node, gpointer data)
{
  Uses *uses = data;

  uses->n += node->kind == IM_KERNEL_NODE_LOAD &&
             uses->kernel->loads[node->load].buffer == uses->buffer;

  return TRUE;
}

static guint
count_uses (const ImKernel *kernel, guint buffer)
{
  Uses uses = { kernel, buffer, 0 };

  im_kernel_visit (kernel, count_use, &uses);

  return uses.n;
}

/* Nothing is computed more often, but sums and products that a compiler finds again. */
static gboolean
is_worth_it (const Fusion *fusion)
{
  const ImKernel *inner = fusion->inner, *outer = fusion->outer;
  guint buffer = inner->output.buffer;
  gboolean calls = FALSE, outer_calls = FALSE;
  guint n_uses = count_uses (outer, buffer);
  guint n_nodes = count_nodes (inner->value, &calls);

  if (outer->default_buffer == (gint) buffer ||
      n_uses * n_nodes + count_nodes (outer->value, &outer_calls) > MAX_NODES ||
      (n_uses > 1 && calls))
    return FALSE;
  for (guint i = 0; i < outer->n_loads; i++)
    if (outer->loads[i].buffer == buffer &&
        (!im_formula_access_is_whole (fusion->formula, &outer->loads[i]) ||
         (n_nodes > 1 && !reads_once (fusion->formula, outer, &outer->loads[i]))))
      return FALSE;

  return TRUE;
}

/* A form of the inner indices, in those of the outer kernel. */
static gboolean
compose (const Fusion *fusion,
         const ImKernelAccess *at,
         const ImAffine *form,
         ImAffine *composed)
{
  ImAffine sum = im_affine_constant (form->constant);

  for (guint i = 0; i < fusion->inner->n_indices; i++)
    if (form->factor[i] != 0 &&
        !im_affine_add (&sum, &at->index[fusion->axis[i]], form->factor[i], &sum))
      return FALSE;
  *composed = sum;

  return TRUE;
}

/* What the outer kernel reads, then what the inner one does for one access. */
static gboolean
add_load (Fusion *fusion, const ImKernelAccess *load, const ImKernelAccess *at)
{
  ImKernel *fused = &fusion->fused;
  ImKernelAccess *added = &fused->loads[fused->n_loads];

  if (fused->n_loads == IM_KERNEL_MAX_LOADS)
    return FALSE;
  *added = *load;
  for (guint i = 0; at != NULL && i < get_rank (fusion->formula, load); i++)
    if (!compose (fusion, at, &load->index[i], &added->index[i]))
      return FALSE;
  fused->n_loads++;

  return TRUE;
}

static gboolean
demands (const Fusion *fusion,
         const ImKernelAccess *access,
         const ImAffine *form,
         gint64 bound)
{
  const ImShape *shape = &im_formula_get_buffer (fusion->formula, access->buffer)->shape;

  for (guint i = 0; i < shape->rank; i++)
    if (shape->size[i] <= bound && memcmp (&access->index[i], form, sizeof *form) == 0)
      return TRUE;

  return FALSE;
}

/* Whether as much is demanded of a form already. */
static gboolean
is_demanded (const Fusion *fusion, const ImAffine *form, gint64 bound)
{
  const ImKernel *fused = &fusion->fused;

  for (guint i = 0; i < fused->n_loads; i++)
    if (demands (fusion, &fused->loads[i], form, bound))
      return TRUE;
  for (guint i = 0; i < fused->n_constraints; i++)
    if (fused->constraints[i].bound <= bound &&
        memcmp (&fused->constraints[i].form, form, sizeof *form) == 0)
      return TRUE;

  return demands (fusion, &fused->output, form, bound);
}

/* The access is gone, but its element must still be there. */
static gboolean
keep_range (Fusion *fusion, const ImKernelAccess *access)
{
  ImKernel *fused = &fusion->fused;
  const ImShape *shape = &im_formula_get_buffer (fusion->formula, access->buffer)->shape;

  for (guint i = 0; i < shape->rank; i++)
    {
      if (is_demanded (fusion, &access->index[i], shape->size[i]))
        continue;
      if (fused->n_constraints == IM_KERNEL_MAX_CONSTRAINTS)
        return FALSE;
      fused->constraints[fused->n_constraints++] = (ImKernelConstraint){ access->index[i],
                                                                         shape->size[i] };
    }

  return TRUE;
}

static gboolean
merge_loads (Fusion *fusion)
{
  const ImKernel *inner = fusion->inner, *outer = fusion->outer;

  fusion->fused = *outer;
  fusion->fused.n_loads = 0;
  for (guint i = 0; i < outer->n_loads; i++)
    {
      const ImKernelAccess *load = &outer->loads[i];

      fusion->load[i] = fusion->first[i] = fusion->fused.n_loads;
      if (load->buffer != inner->output.buffer)
        {
          if (!add_load (fusion, load, NULL))
            return FALSE;
          continue;
        }
      for (guint j = 0; j < inner->n_loads; j++)
        if (!add_load (fusion, &inner->loads[j], load))
          return FALSE;
      if (!keep_range (fusion, load))
        return FALSE;
    }

  return TRUE;
}

/* A copy of the inner value for one access of the outer kernel, or of the outer one if
 * there is no access. */
static const ImKernelNode *
rewrite (const Fusion *fusion, const ImKernelNode *node, const guint *access)
{
  ImKernelNode *copy = NULL;

  if (access == NULL && node->kind == IM_KERNEL_NODE_LOAD &&
      fusion->outer->loads[node->load].buffer == fusion->inner->output.buffer)
    return rewrite (fusion, fusion->inner->value, &node->load);

  copy = im_arena_new0 (fusion->arena, ImKernelNode, 1);
  *copy = *node;
  if (node->kind == IM_KERNEL_NODE_LOAD)
    copy->load = access == NULL ? fusion->load[node->load]
                                : fusion->first[*access] + node->load;
  if (node->kind == IM_KERNEL_NODE_INDEX && access != NULL)
    {
      ImAffine *form = im_arena_new0 (fusion->arena, ImAffine, 1);

      if (!compose (fusion, &fusion->outer->loads[*access], node->form, form))
        return NULL;
      copy->form = form;
    }
  for (guint i = 0; i < G_N_ELEMENTS (node->arguments) && node->arguments[i] != NULL; i++)
    {
      copy->arguments[i] = rewrite (fusion, node->arguments[i], access);
      if (copy->arguments[i] == NULL)
        return NULL;
    }

  return copy;
}

gboolean
im_formula_stays (const ImFormula *formula,
                  const ImKernel *inner,
                  guint number,
                  guint reader)
{
  for (guint i = 0; i < formula->kernels->len; i++)
    {
      const ImKernel *other = g_ptr_array_index (formula->kernels, i);
      gboolean is_between = i > number && i <= reader;

      if (i != number && other->output.buffer == inner->output.buffer)
        return FALSE;
      for (guint j = 0; j < inner->n_loads && is_between; j++)
        if (other->output.buffer == inner->loads[j].buffer)
          return FALSE;
    }

  return TRUE;
}

static gboolean
rewrite_value (const Fusion *fusion, const ImKernelNode **node)
{
  *node = rewrite (fusion, *node, NULL);

  return *node != NULL;
}

static gboolean
rewrite_access (const Fusion *fusion, ImKernelAccess *access)
{
  for (guint i = 0; i < IM_SHAPE_MAX_RANK; i++)
    if (access->computed[i] != NULL && !rewrite_value (fusion, &access->computed[i]))
      return FALSE;

  return TRUE;
}

/* All values of the outer kernel; returns FALSE if numbers do not fit. */
static gboolean
rewrite_all (Fusion *fusion)
{
  ImKernel *fused = &fusion->fused;

  for (guint i = 0; i < fused->n_locals; i++)
    if (!rewrite_value (fusion, &fused->locals[i].value))
      return FALSE;
  for (guint i = 0; i < fused->n_loads; i++)
    if (!rewrite_access (fusion, &fused->loads[i]))
      return FALSE;

  return rewrite_access (fusion, &fused->output) &&
         (fused->condition == NULL || rewrite_value (fusion, &fused->condition)) &&
         rewrite_value (fusion, &fused->value);
}

void
im_formula_replace_kernels (ImFormula *formula,
                            GPtrArray *nests,
                            guint gone,
                            guint reader,
                            const ImKernel *kernel,
                            const ImLoopNest *nest,
                            ImArena *arena)
{
  const ImKernel *inner = g_ptr_array_index (formula->kernels, gone);
  guint number = inner->output.buffer;
  ImKernelBuffer *buffer = im_arena_new0 (arena, ImKernelBuffer, 1);

  *buffer = *im_formula_get_buffer (formula, number);
  buffer->kind = IM_BUFFER_FUSED;
  formula->buffers->pdata[number] = buffer;
  formula->kernels->pdata[reader] = (gpointer) kernel;
  nests->pdata[reader] = (gpointer) nest;
  g_ptr_array_remove_index (formula->kernels, gone);
  g_ptr_array_remove_index (nests, gone);
}

/* Puts a kernel into the one that reads it; returns whether it could. */
static gboolean
fuse (Fusion *fusion, GPtrArray *nests, guint number)
{
  GPtrArray *kernels = fusion->formula->kernels;
  guint reader = 0;
  const ImLoopNest *nest = NULL;
  ImKernel *kernel = NULL;

  fusion->inner = g_ptr_array_index (kernels, number);
  if (!is_pointwise (fusion, g_ptr_array_index (nests, number)))
    return FALSE;
  reader = im_formula_find_reader (fusion->formula, fusion->inner->output.buffer);
  if (reader == kernels->len)
    return FALSE;
  fusion->outer = g_ptr_array_index (kernels, reader);
  if (!im_formula_stays (fusion->formula, fusion->inner, number, reader) ||
      !is_worth_it (fusion) || !merge_loads (fusion) || !rewrite_all (fusion))
    return FALSE;

  kernel = im_arena_new0 (fusion->arena, ImKernel, 1);
  *kernel = fusion->fused;
  nest = im_loop_nest_new (kernel, fusion->formula, fusion->arena, NULL);
  if (nest == NULL)
    return FALSE;
  im_formula_replace_kernels (fusion->formula, nests, number, reader, kernel, nest,
                              fusion->arena);

  return TRUE;
}

ImFormula *
im_formula_fuse (const ImFormula *formula,
                 const GPtrArray *nests,
                 ImArena *arena,
                 GPtrArray **fused_nests)
{
  Fusion fusion = { .formula = im_formula_new (formula->name), .arena = arena };
  ImFormula *fused = fusion.formula;

  *fused_nests = g_ptr_array_new ();
  g_ptr_array_extend (fused->buffers, (GPtrArray *) formula->buffers, NULL, NULL);
  g_ptr_array_extend (fused->kernels, (GPtrArray *) formula->kernels, NULL, NULL);
  g_ptr_array_extend (*fused_nests, (GPtrArray *) nests, NULL, NULL);
  g_array_append_vals (fused->outputs, formula->outputs->data, formula->outputs->len);
  for (guint i = 0; i < fused->kernels->len;)
    if (!fuse (&fusion, *fused_nests, i))
      i++;
  for (guint i = 0; i < fused->kernels->len;)
    if (!im_formula_fuse_epilogue (fused, *fused_nests, i, arena))
      i++;

  return fused;
}
