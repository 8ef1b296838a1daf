/* SPDX-License-Identifier: MIT
 *
 * Elements of tensors. An index that is an affine form and cannot leave its axis, or that
 * stands in bars, is one of the kernel, which knows the bounds of its loops from it. Any
 * other one is computed: it has been shown to be in its axis, or a run looks.
 */
#include "skriptnd/lower/im-sknd-loops-private.h"

/* Whether a form is at least 0 for all indices, or for those for which the facts hold. */
static gboolean
is_positive (const ImSkndLoops *loops, const ImAffine *form, const ImSkndFact *facts)
{
  const ImSkndNumbers *numbers = &loops->frame->program->numbers;
  ImSkndTerm term = im_sknd_term_form (numbers, form);

  if (im_sknd_term_low (&term) >= 0)
    return TRUE;
  for (; facts != NULL; facts = facts->next)
    {
      ImAffine rest;

      if (!im_affine_add (form, &facts->form, -1, &rest))
        continue;
      term = im_sknd_term_form (numbers, &rest);
      if (im_sknd_term_low (&term) >= 0)
        return TRUE;
    }

  return FALSE;
}

static gboolean
is_in_range (const ImSkndLoops *loops,
             const ImSkndTerm *index,
             gint64 extent,
             const ImSkndFact *facts)
{
  ImAffine form, rest = im_affine_constant (extent - 1);

  if (!im_sknd_term_get_form (index, &form))
    return im_sknd_term_low (index) >= 0 && im_sknd_term_high (index) < extent;

  return is_positive (loops, &form, facts) && im_affine_add (&rest, &form, -1, &rest) &&
         is_positive (loops, &rest, facts);
}

static gboolean
fail_range (ImSkndLoops *loops,
            const ImSkndExpr *expr,
            const ImSkndTerm *index,
            gint64 extent,
            guint axis,
            const char *what)
{
  return im_sknd_frame_fail (
      loops->frame, "index", expr->span,
      "%s of axis %u goes from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
      ", but the axis has %" G_GINT64_FORMAT " elements",
      what, axis, im_sknd_term_low (index), im_sknd_term_high (index), extent);
}

static const ImKernelNode *
get_node (ImSkndLoops *loops, const ImSkndTerm *term)
{
  return im_sknd_term_get_node (&loops->frame->program->numbers, IM_SKND_BASE_INT, term);
}

/* What stands in front of a fact, while an index outside is looked at. */
static const ImSkndFact *
add_fact (ImSkndLoops *loops, const ImSkndTerm *condition)
{
  const ImSkndFact *facts = loops->assumed;

  for (const ImSkndFact *fact = condition->facts; fact != NULL; fact = fact->next)
    {
      ImSkndFact *more = im_arena_new0 (loops->evaluation.arena, ImSkndFact, 1);

      more->form = fact->form;
      more->next = facts;
      facts = more;
    }

  return facts;
}

/* `|i <> lo : hi|`: each of the three is in the axis where it counts. */
static gboolean
remap (ImSkndLoops *loops,
       const ImSkndExpr *expr,
       const ImSkndTerm *index,
       gint64 extent,
       guint axis,
       ImSkndTerm *result)
{
  const ImSkndNumbers *numbers = &loops->frame->program->numbers;
  ImSkndTerm zero = im_sknd_term_integer (0), end = im_sknd_term_integer (extent);
  ImSkndTerm inner = *index, is_below, is_above;

  inner.guard = IM_SKND_UNGUARDED;
  im_sknd_term_operate (numbers, IM_SKND_LESS, IM_SKND_BASE_INT, &inner, &zero,
                        &is_below);
  im_sknd_term_operate (numbers, IM_SKND_GREATER_EQUAL, IM_SKND_BASE_INT, &inner, &end,
                        &is_above);
  if ((is_below.kind != IM_SKND_TERM_CONSTANT || is_below.item.boolean) &&
      !is_in_range (loops, index->below, extent, add_fact (loops, &is_below)))
    return fail_range (loops, expr, index->below, extent, axis,
                       "What replaces a negative index");
  if ((is_above.kind != IM_SKND_TERM_CONSTANT || is_above.item.boolean) &&
      !is_in_range (loops, index->above, extent, add_fact (loops, &is_above)))
    return fail_range (loops, expr, index->above, extent, axis,
                       "What replaces an index behind the last one");
  im_sknd_term_select (numbers, IM_SKND_BASE_INT, &is_above, index->above, &inner,
                       result);
  im_sknd_term_select (numbers, IM_SKND_BASE_INT, &is_below, index->below, result,
                       result);

  return TRUE;
}

/* All of the iteration is left out where an index in bars is outside. */
static void
guard (ImSkndLoops *loops, const ImSkndTerm *index, gint64 extent)
{
  const ImSkndNumbers *numbers = &loops->frame->program->numbers;
  ImSkndTerm zero = im_sknd_term_integer (0), end = im_sknd_term_integer (extent);
  ImSkndTerm low, high;

  im_sknd_term_operate (numbers, IM_SKND_GREATER_EQUAL, IM_SKND_BASE_INT, index, &zero,
                        &low);
  im_sknd_term_operate (numbers, IM_SKND_LESS, IM_SKND_BASE_INT, index, &end, &high);
  im_sknd_term_operate (numbers, IM_SKND_AND, IM_SKND_BASE_BOOL, &low, &high, &low);
  im_sknd_term_operate (numbers, IM_SKND_AND, IM_SKND_BASE_BOOL, &loops->condition, &low,
                        &loops->condition);
}

static gboolean
set_axis (ImSkndLoops *loops,
          const ImSkndExpr *expr,
          const ImSkndTerm *index,
          gint64 extent,
          guint axis,
          guint number,
          ImKernelAccess *access)
{
  ImSkndTerm found = *index;
  gboolean is_inside = FALSE;
  ImAffine form;

  if (index->guard == IM_SKND_REMAPPED &&
      !remap (loops, expr, index, extent, axis, &found))
    return FALSE;
  access->index[number] = im_affine_constant (0);
  is_inside = is_in_range (loops, &found, extent, NULL) ||
              is_in_range (loops, &found, extent, loops->given);
  if (found.guard == IM_SKND_GUARDED && !is_inside)
    loops->skips = expr;
  if (im_sknd_term_get_form (&found, &form) &&
      (found.guard == IM_SKND_GUARDED || is_inside))
    {
      access->index[number] = form;
      return TRUE;
    }
  if (found.guard == IM_SKND_GUARDED)
    guard (loops, &found, extent);
  else if (found.kind != IM_SKND_TERM_NODE &&
           !is_in_range (loops, &found, extent, loops->assumed))
    return fail_range (loops, expr, &found, extent, axis, "The index");
  access->computed[number] = get_node (loops, &found);

  return TRUE;
}

gboolean
im_sknd_loops_access (ImSkndLoops *loops,
                      const ImSkndExpr *expr,
                      const ImSkndOperand *operand,
                      const ImSkndTerms *index,
                      ImKernelAccess *access)
{
  guint rank = operand->tensor.rank;

  *access = (ImKernelAccess){ .buffer = (guint) operand->buffer };
  if (index->n != rank)
    return im_sknd_frame_fail (loops->frame, "index", expr->span,
                               "Expected %u indices of a tensor of rank %u, found %u",
                               rank, rank, index->n);
  if (index->base != IM_SKND_BASE_INT && index->n > 0)
    return im_sknd_frame_fail (loops->frame, "type", expr->span,
                               "Expected ints as indices");
  for (guint i = 0; i < rank; i++)
    if (!set_axis (loops, expr, &index->terms[i], operand->tensor.extents[i], i,
                   rank - 1 - i, access))
      return FALSE;

  return TRUE;
}

static gboolean
is_same (const ImKernelAccess *a, const ImKernelAccess *b, guint rank)
{
  if (a->buffer != b->buffer)
    return FALSE;
  for (guint i = 0; i < rank; i++)
    {
      if (a->computed[i] != NULL || b->computed[i] != NULL)
        return FALSE;
      for (guint j = 0; j < IM_AFFINE_MAX_VARIABLES; j++)
        if (a->index[i].factor[j] != b->index[i].factor[j])
          return FALSE;
      if (a->index[i].constant != b->index[i].constant)
        return FALSE;
    }

  return TRUE;
}

static gboolean
add_load (ImSkndLoops *loops,
          const ImSkndExpr *expr,
          const ImKernelAccess *access,
          guint rank,
          guint *number)
{
  ImKernel *kernel = loops->kernel;

  for (*number = 0; *number < kernel->n_loads; (*number)++)
    if (is_same (&kernel->loads[*number], access, rank))
      return TRUE;
  if (kernel->n_loads == IM_KERNEL_MAX_LOADS)
    return im_sknd_frame_fail (loops->frame, "too-many", expr->span,
                               "Not supported yet: a statement that reads more than %d "
                               "elements",
                               IM_KERNEL_MAX_LOADS);
  kernel->loads[kernel->n_loads++] = *access;

  return TRUE;
}

gboolean
im_sknd_loops_load_one (ImSkndLoops *loops,
                        const ImSkndExpr *expr,
                        ImSkndBase base,
                        const ImSkndOperand *operand,
                        const ImSkndTerms *index,
                        ImSkndTerm *result)
{
  ImKernelNode *node = NULL;
  ImKernelAccess access;
  guint number = 0;

  if (loops->kernel == NULL)
    return im_sknd_frame_fail (loops->frame, "value", expr->span,
                               "An element of a tensor is not known before a run");
  if (!im_sknd_loops_access (loops, expr, operand, index, &access))
    return FALSE;
  if (operand->buffer < 0)
    {
      /* There is no access that bounds what stands in bars. */
      for (guint i = 0; i < index->n; i++)
        if (index->terms[i].guard == IM_SKND_GUARDED)
          guard (loops, &index->terms[i], operand->tensor.extents[i]);
      *result = (ImSkndTerm){ .item = operand->value };
      return TRUE;
    }
  if (!add_load (loops, expr, &access, operand->tensor.rank, &number))
    return FALSE;
  node = (ImKernelNode *) im_sknd_node_new (
      &loops->frame->program->numbers, IM_KERNEL_NODE_LOAD,
      im_sknd_program_get_buffer (loops->frame->program, operand->buffer)->dtype, NULL,
      NULL, NULL);
  node->load = number;
  *result = im_sknd_term_node (node);
  if (base == IM_SKND_BASE_BOOL)
    {
      result->low = 0;
      result->high = 1;
    }

  return TRUE;
}

/* `xs[k][i]` where only a run knows k: all tensors are read, and one of them counts. */
static gboolean
load_choice (ImSkndLoops *loops,
             const ImSkndExpr *expr,
             const ImSkndOperands *operands,
             const ImSkndTerms *index,
             ImSkndTerm *result)
{
  const ImSkndNumbers *numbers = &loops->frame->program->numbers;

  for (guint i = operands->n; i-- > 0;)
    {
      ImSkndTerm number = im_sknd_term_integer (i), is_it, found;

      if (!im_sknd_loops_load_one (loops, expr, operands->base, &operands->items[i],
                                   index, &found))
        return FALSE;
      if (i + 1 == operands->n)
        {
          *result = found;
          continue;
        }
      im_sknd_term_operate (numbers, IM_SKND_EQUAL, IM_SKND_BASE_INT, operands->choice,
                            &number, &is_it);
      im_sknd_term_select (numbers, operands->base, &is_it, &found, result, result);
    }

  return operands->n > 0;
}

/* Elements of one tensor, one for each term of a pack. */
static gboolean
load_several (ImSkndLoops *loops,
              const ImSkndExpr *expr,
              const ImSkndOperands *operands,
              ImSkndTerms *index,
              const ImSkndTerms *several,
              ImSkndTerms *terms)
{
  if (operands->is_packed || operands->choice != NULL)
    return im_sknd_frame_fail (loops->frame, "index", expr->span,
                               "Expected one tensor where an index is a pack");
  im_sknd_terms_init (terms, loops->evaluation.arena, operands->base, TRUE, several->n);
  for (guint i = 0; i < several->n; i++)
    {
      index->terms[index->n_before] = several->terms[i];
      if (!im_sknd_loops_load_one (loops, expr, operands->base, &operands->items[0],
                                   index, &terms->terms[i]))
        return FALSE;
    }

  return TRUE;
}

gboolean
im_sknd_loops_load (ImSkndLoops *loops, const ImSkndExpr *expr, ImSkndTerms *terms)
{
  ImSkndOperands operands;
  ImSkndTerms index = { .is_null = FALSE }, several = { .is_null = FALSE };
  gboolean is_fine = FALSE;
  guint rank = 0;

  if (!im_sknd_loops_find_tensors (loops, expr->operands[0], &operands, &is_fine) ||
      !is_fine)
    return FALSE;
  if (operands.n > 0)
    rank = operands.items[0].tensor.rank;
  if (!operands.is_null &&
      !im_sknd_loops_evaluate_indices (loops, expr, rank, &index, &several))
    return FALSE;
  if (several.is_packed && !index.is_null && !several.is_null)
    return load_several (loops, expr, &operands, &index, &several, terms);
  im_sknd_terms_init (terms, loops->evaluation.arena, operands.base, operands.is_packed,
                      operands.n);
  terms->is_null = operands.is_null || index.is_null || several.is_null;
  if (operands.choice != NULL && !terms->is_null)
    {
      terms->n = 1;
      return load_choice (loops, expr, &operands, &index, terms->terms);
    }
  for (guint i = 0; i < operands.n && !terms->is_null; i++)
    if (!im_sknd_loops_load_one (loops, expr, operands.base, &operands.items[i], &index,
                                 &terms->terms[i]))
      return FALSE;

  return TRUE;
}
