/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "kernel/im-formula-fuse-private.h"

/**
 * Epilogue:
 * @formula: what both kernels belong to
 * @arena: for what is made
 * @inner: the contraction
 * @outer: its reader
 * @axis: of the output of both, which each index of the reader is
 * @load: which load of the contraction each load of the reader is now
 */
typedef struct
{
  const ImFormula *formula;
  ImArena *arena;
  const ImKernel *inner;
  const ImKernel *outer;
  guint axis[IM_KERNEL_MAX_INDICES];
  guint load[IM_KERNEL_MAX_LOADS];
} Epilogue;

static gboolean
is_contraction (const Epilogue *epilogue, const ImLoopNest *nest)
{
  const ImKernel *inner = epilogue->inner;
  const ImKernelAccess *output = &inner->output;

  return im_formula_get_buffer (epilogue->formula, output->buffer)->kind ==
             IM_BUFFER_LOCAL &&
         inner->epilogue == NULL && inner->default_buffer < 0 && !inner->saturates &&
         nest->covers && !nest->may_miss && !im_loop_nest_has_one_value (nest, inner) &&
         im_formula_access_is_whole (epilogue->formula, output);
}

/* Each axis of the output is an index. */
static gboolean
find_axes (Epilogue *epilogue)
{
  const ImKernel *outer = epilogue->outer;
  guint rank = im_formula_get_buffer (epilogue->formula, outer->output.buffer)
                   ->shape.rank;
  guint n_found = 0;

  for (guint i = 0; i < rank; i++)
    {
      const ImAffine *form = &outer->output.index[i];
      guint only = 0;

      if (!im_affine_get_only (form, &only) || form->factor[only] != 1 ||
          form->constant != 0 || form->divisor != 1)
        return FALSE;
      epilogue->axis[only] = i;
      n_found |= 1u << only;
    }

  return rank == outer->n_indices && n_found == (1u << rank) - 1;
}

/* Each element is computed of the element of the contraction that lies where it does. */
static gboolean
is_elementwise (Epilogue *epilogue, const ImLoopNest *nest)
{
  const ImKernel *outer = epilogue->outer;
  const ImFormula *formula = epilogue->formula;
  guint from = epilogue->inner->output.buffer;
  const ImShape *shape = &im_formula_get_buffer (formula, from)->shape;

  if (outer->aggregation != IM_AGGREGATION_SET || outer->default_buffer >= 0 ||
      outer->n_constraints > 0 || outer->n_locals > 0 || outer->saturates ||
      !nest->covers || !find_axes (epilogue) ||
      !im_shape_equal (shape,
                       &im_formula_get_buffer (formula, outer->output.buffer)->shape))
    return FALSE;
  for (guint i = 0; i < outer->n_loads; i++)
    {
      const ImKernelAccess *load = &outer->loads[i];

      if (!im_formula_access_is_whole (formula, load))
        return FALSE;
      for (guint j = 0; load->buffer == from && j < shape->rank; j++)
        if (memcmp (&load->index[j], &outer->output.index[j], sizeof *load->index) != 0)
          return FALSE;
    }

  return TRUE;
}

/* A form of the indices of the reader, in those of the contraction. */
static gboolean
compose (const Epilogue *epilogue, const ImAffine *form, ImAffine *composed)
{
  const ImKernelAccess *output = &epilogue->inner->output;
  ImAffine sum = im_affine_constant (form->constant);

  for (guint i = 0; i < epilogue->outer->n_indices; i++)
    if (form->factor[i] != 0 &&
        !im_affine_add (&sum, &output->index[epilogue->axis[i]], form->factor[i], &sum))
      return FALSE;
  *composed = sum;

  return TRUE;
}

static gboolean
add_loads (Epilogue *epilogue, ImKernel *fused)
{
  const ImKernel *outer = epilogue->outer;

  for (guint i = 0; i < outer->n_loads; i++)
    {
      ImKernelAccess *added = &fused->loads[fused->n_loads];
      const ImKernelAccess *load = &outer->loads[i];
      guint rank = im_formula_get_buffer (epilogue->formula, load->buffer)->shape.rank;

      if (load->buffer == epilogue->inner->output.buffer)
        continue;
      if (fused->n_loads == IM_KERNEL_MAX_LOADS)
        return FALSE;
      *added = *load;
      for (guint j = 0; j < rank; j++)
        if (!compose (epilogue, &load->index[j], &added->index[j]))
          return FALSE;
      epilogue->load[i] = fused->n_loads++;
      fused->n_late_loads++;
    }

  return TRUE;
}

/* What the reader computes, where the element of the contraction is its aggregate. */
static const ImKernelNode *
rewrite (const Epilogue *epilogue, const ImKernelNode *node)
{
  ImKernelNode *copy = im_arena_new0 (epilogue->arena, ImKernelNode, 1);

  *copy = *node;
  if (node->kind == IM_KERNEL_NODE_LOAD)
    {
      copy->load = epilogue->load[node->load];
      if (epilogue->outer->loads[node->load].buffer == epilogue->inner->output.buffer)
        copy->kind = IM_KERNEL_NODE_AGGREGATE;
    }
  if (node->kind == IM_KERNEL_NODE_INDEX)
    {
      ImAffine *form = im_arena_new0 (epilogue->arena, ImAffine, 1);

      if (!compose (epilogue, node->form, form))
        return NULL;
      copy->form = form;
    }
  for (guint i = 0; i < G_N_ELEMENTS (node->arguments) && node->arguments[i] != NULL; i++)
    {
      copy->arguments[i] = rewrite (epilogue, node->arguments[i]);
      if (copy->arguments[i] == NULL)
        return NULL;
    }

  return copy;
}

/* Whether one element is made of the same values in the same order. */
static gboolean
keeps_order (const ImLoopNest *before, const ImLoopNest *after)
{
  guint n = before->n_loops - before->n_output_loops;

  if (after->n_loops - after->n_output_loops != n || !after->covers || after->may_miss)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const ImLoop *a = &before->loops[before->n_output_loops + i];
      const ImLoop *b = &after->loops[after->n_output_loops + i];

      if (!g_str_equal (a->name, b->name) || a->n_lower != b->n_lower ||
          a->n_upper != b->n_upper)
        return FALSE;
    }

  return TRUE;
}

gboolean
im_formula_fuse_epilogue (ImFormula *formula,
                          GPtrArray *nests,
                          guint number,
                          ImArena *arena)
{
  Epilogue epilogue = { .formula = formula,
                        .arena = arena,
                        .inner = g_ptr_array_index (formula->kernels, number) };
  const ImLoopNest *before = g_ptr_array_index (nests, number), *after = NULL;
  guint reader = im_formula_find_reader (formula, epilogue.inner->output.buffer);
  ImKernel *fused = NULL;

  if (reader == formula->kernels->len || !is_contraction (&epilogue, before))
    return FALSE;
  epilogue.outer = g_ptr_array_index (formula->kernels, reader);
  if (!im_formula_stays (formula, epilogue.inner, number, reader) ||
      !is_elementwise (&epilogue, g_ptr_array_index (nests, reader)))
    return FALSE;

  fused = im_arena_new0 (arena, ImKernel, 1);
  *fused = *epilogue.inner;
  fused->output.buffer = epilogue.outer->output.buffer;
  if (!add_loads (&epilogue, fused))
    return FALSE;
  fused->epilogue = rewrite (&epilogue, epilogue.outer->value);
  if (fused->epilogue == NULL)
    return FALSE;
  after = im_loop_nest_new (fused, formula, arena, NULL);
  if (after == NULL || !keeps_order (before, after))
    return FALSE;
  im_formula_replace_kernels (formula, nests, number, reader, fused, after, arena);

  return TRUE;
}
