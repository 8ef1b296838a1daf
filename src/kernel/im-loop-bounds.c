/* SPDX-License-Identifier: MIT
 *
 * Bounds of loops: Fourier and Motzkin's elimination, from the innermost variable
 * outwards. Each lower bound of a variable with each upper one gives an inequality
 * without it; what is left bounds the next one.
 */
#include <string.h>

#include "kernel/im-loop-nest-private.h"

static gboolean
has_same_factors (const ImAffine *a, const ImAffine *b)
{
  return memcmp (a->factor, b->factor, sizeof a->factor) == 0;
}

/* Divides by what all factors have in common: whole points stay. Of several inequalities
 * with the same factors the tightest is kept. */
static gboolean
add_row (ImInequalities *inequalities, const ImAffine *row, GError **error)
{
  ImAffine tight = *row;
  gint64 common = 0;

  for (guint i = 0; i < IM_AFFINE_MAX_VARIABLES; i++)
    common = im_greatest_divisor (common, row->factor[i]);
  if (common == 0)
    {
      inequalities->is_contradiction |= row->constant < 0;
      return TRUE;
    }

  for (guint i = 0; i < IM_AFFINE_MAX_VARIABLES; i++)
    tight.factor[i] /= common;
  tight.constant = im_floor_divide (row->constant, common);

  for (guint i = 0; i < inequalities->n; i++)
    if (has_same_factors (&inequalities->rows[i], &tight))
      {
        inequalities->rows[i].constant = MIN (inequalities->rows[i].constant,
                                              tight.constant);
        return TRUE;
      }

  if (inequalities->n == IM_MAX_INEQUALITIES)
    {
      g_set_error (error, IM_LOOP_NEST_ERROR, IM_LOOP_NEST_ERROR_TOO_MANY,
                   "The bounds of the indices lead to more than %d inequalities",
                   IM_MAX_INEQUALITIES);
      return FALSE;
    }
  inequalities->rows[inequalities->n++] = tight;

  return TRUE;
}

/* 0 <= form < bound */
static gboolean
add_range (ImInequalities *inequalities,
           const ImLoopBasis *basis,
           const ImAffine *form,
           gint64 bound,
           GError **error)
{
  ImAffine low, high = im_affine_constant (bound - 1);

  if (!im_loop_basis_apply (basis, form, &low, error))
    return FALSE;
  if (!im_affine_add (&high, &low, -1, &high))
    return im_loop_nest_overflow (error);

  return add_row (inequalities, &low, error) && add_row (inequalities, &high, error);
}

static gboolean
add_access (ImInequalities *inequalities,
            const ImLoopBasis *basis,
            const ImKernelAccess *access,
            const ImFormula *formula,
            GError **error)
{
  const ImShape *shape = &im_formula_get_buffer (formula, access->buffer)->shape;

  for (guint i = shape->rank; i-- > 0;)
    if (access->computed[i] == NULL &&
        !add_range (inequalities, basis, &access->index[i], shape->size[i], error))
      return FALSE;

  return TRUE;
}

gboolean
im_inequalities_init (ImInequalities *inequalities,
                      const ImLoopBasis *basis,
                      const ImKernel *kernel,
                      const ImFormula *formula,
                      GError **error)
{
  inequalities->n = 0;
  inequalities->is_contradiction = FALSE;
  if (!add_access (inequalities, basis, &kernel->output, formula, error))
    return FALSE;
  for (guint i = 0; i < kernel->n_loads; i++)
    if (!add_access (inequalities, basis, &kernel->loads[i], formula, error))
      return FALSE;
  for (guint i = 0; i < kernel->n_constraints; i++)
    if (!add_range (inequalities, basis, &kernel->constraints[i].form,
                    kernel->constraints[i].bound, error))
      return FALSE;

  return TRUE;
}

/* factor * variable + rest >= 0, as a bound: -rest / factor, or rest / -factor. */
static gboolean
to_bound (const ImAffine *row, guint variable, ImAffine *bound)
{
  gint64 factor = row->factor[variable];
  ImAffine rest = *row;

  rest.factor[variable] = 0;
  if (!im_affine_scale (&rest, factor > 0 ? -1 : 1, 1, bound))
    return FALSE;
  bound->divisor = ABS (factor);

  return TRUE;
}

static gboolean
collect_bounds (const ImInequalities *inequalities,
                guint variable,
                ImLoop *loop,
                ImArena *arena,
                GError **error)
{
  ImAffine *lower = im_arena_new0 (arena, ImAffine, inequalities->n);
  ImAffine *upper = im_arena_new0 (arena, ImAffine, inequalities->n);

  loop->n_lower = loop->n_upper = 0;
  for (guint i = 0; i < inequalities->n; i++)
    {
      const ImAffine *row = &inequalities->rows[i];
      gint64 factor = row->factor[variable];

      if (factor != 0 &&
          !to_bound (row, variable,
                     factor > 0 ? &lower[loop->n_lower++] : &upper[loop->n_upper++]))
        return im_loop_nest_overflow (error);
    }
  loop->lower = lower;
  loop->upper = upper;

  return TRUE;
}

gboolean
im_inequalities_eliminate (ImInequalities *inequalities,
                           guint variable,
                           ImLoop *loop,
                           ImArena *arena,
                           gboolean *is_exact,
                           GError **error)
{
  g_autofree ImInequalities *before = g_memdup2 (inequalities, sizeof *inequalities);

  *is_exact = TRUE;
  if (!collect_bounds (before, variable, loop, arena, error))
    return FALSE;
  if (loop->n_lower == 0 || loop->n_upper == 0)
    {
      g_set_error_literal (error, IM_LOOP_NEST_ERROR, IM_LOOP_NEST_ERROR_UNBOUNDED, "");
      return FALSE;
    }

  inequalities->n = 0;
  for (guint i = 0; i < before->n; i++)
    if (before->rows[i].factor[variable] == 0 &&
        !add_row (inequalities, &before->rows[i], error))
      return FALSE;

  for (guint i = 0; i < loop->n_lower; i++)
    for (guint j = 0; j < loop->n_upper; j++)
      {
        /* upper / divisor - lower / divisor >= 0 */
        ImAffine up = loop->upper[j], low = loop->lower[i], row;
        gint64 of_low = low.divisor, of_up = up.divisor;

        up.divisor = low.divisor = 1;
        if (!im_affine_scale (&up, of_low, 1, &row) ||
            !im_affine_add (&row, &low, -of_up, &row))
          return im_loop_nest_overflow (error);
        *is_exact &= of_low == 1 || of_up == 1;
        if (!add_row (inequalities, &row, error))
          return FALSE;
      }

  return TRUE;
}
