/* SPDX-License-Identifier: MIT */
#include "kernel/im-loop-nest.h"

#include <string.h>

#include "kernel/im-loop-nest-private.h"

/* So many points are looked at where no proof is found. */
#define MAX_LOOKS 1000000

/* Whether @bound never counts beside @other: never larger as a lower one. */
static gboolean
is_dominated (const ImAffine *bound,
              const ImAffine *other,
              gint sign,
              const ImLoop *loops,
              guint n_loops)
{
  ImAffine difference, a = *bound, b = *other;
  gint64 low = 0, high = 0;

  if (bound->divisor == other->divisor)
    {
      a.divisor = b.divisor = 1;
      return im_affine_add (&a, &b, -1, &difference) &&
             im_loop_form_get_range (&difference, loops, n_loops, &low, &high) &&
             (sign > 0 ? high <= 0 : low >= 0);
    }

  return im_affine_is_constant (other) &&
         im_loop_form_get_range (bound, loops, n_loops, &low, &high) &&
         (sign > 0 ? im_ceil_divide (high, bound->divisor) <=
                         im_ceil_divide (other->constant, other->divisor)
                   : im_floor_divide (low, bound->divisor) >=
                         im_floor_divide (other->constant, other->divisor));
}

static guint
prune (ImAffine *bounds, guint n_bounds, gint sign, const ImLoop *loops, guint n_loops)
{
  for (guint i = 0; i < n_bounds;)
    {
      gboolean is_redundant = FALSE;

      for (guint j = 0; j < n_bounds && !is_redundant; j++)
        is_redundant = j != i &&
                       is_dominated (&bounds[i], &bounds[j], sign, loops, n_loops);
      if (is_redundant)
        bounds[i] = bounds[--n_bounds];
      else
        i++;
    }

  return n_bounds;
}

/* Drops bounds that never count, and finds out between what a variable stays. */
static gboolean
bound_loop (ImLoop *loops, guint number)
{
  ImLoop *loop = &loops[number];
  gint64 low = 0, high = 0;

  loop->n_lower = prune ((ImAffine *) loop->lower, loop->n_lower, 1, loops, number);
  loop->n_upper = prune ((ImAffine *) loop->upper, loop->n_upper, -1, loops, number);
  loop->minimum = G_MININT64;
  loop->maximum = G_MAXINT64;
  for (guint i = 0; i < loop->n_lower; i++)
    {
      if (!im_loop_form_get_range (&loop->lower[i], loops, number, &low, &high))
        return FALSE;
      loop->minimum = MAX (loop->minimum, im_ceil_divide (low, loop->lower[i].divisor));
    }
  for (guint i = 0; i < loop->n_upper; i++)
    {
      if (!im_loop_form_get_range (&loop->upper[i], loops, number, &low, &high))
        return FALSE;
      loop->maximum = MIN (loop->maximum, im_floor_divide (high, loop->upper[i].divisor));
    }

  return TRUE;
}

static gboolean
appears (const ImKernelAccess *access, const ImFormula *formula, guint index)
{
  guint rank = im_formula_get_buffer (formula, access->buffer)->shape.rank;

  for (guint i = 0; i < rank; i++)
    if (access->computed[i] == NULL && access->index[i].factor[index] != 0)
      return TRUE;

  return FALSE;
}

static gboolean
check_indices (const ImKernel *kernel, const ImFormula *formula, GError **error)
{
  for (guint i = 0; i < kernel->n_indices && !kernel->is_explicit; i++)
    {
      gboolean is_found = appears (&kernel->output, formula, i);

      for (guint j = 0; j < kernel->n_loads && !is_found; j++)
        is_found = appears (&kernel->loads[j], formula, i);
      if (!is_found)
        {
          g_set_error (
              error, IM_LOOP_NEST_ERROR, IM_LOOP_NEST_ERROR_CONSTRAINT_ONLY,
              "The index %s is in a constraint only; each index must be in an access",
              kernel->indices[i]);
          return FALSE;
        }
    }

  return TRUE;
}

/* The index that a variable stands for alone, or a new name. */
static const char *
name_loop (const ImLoopBasis *basis,
           const ImKernel *kernel,
           guint variable,
           ImArena *arena)
{
  for (guint i = 0; i < basis->n; i++)
    {
      guint only = 0;

      if (im_affine_get_only (&basis->index[i], &only) && only == variable &&
          basis->index[i].factor[variable] == 1 && basis->index[i].constant == 0)
        return kernel->indices[i];
    }

  for (guint number = 0;; number++)
    {
      const char *name = im_arena_printf (arena, "t%u", variable + number * basis->n);
      gboolean is_used = FALSE;

      for (guint i = 0; i < kernel->n_indices; i++)
        is_used |= strcmp (kernel->indices[i], name) == 0;
      if (!is_used)
        return name;
    }
}

static gboolean
set_offset (ImAffine *offset,
            const ImLoopBasis *basis,
            const ImKernelAccess *access,
            const ImFormula *formula,
            GError **error)
{
  const ImShape *shape = &im_formula_get_buffer (formula, access->buffer)->shape;
  gint64 step = 1;

  *offset = im_affine_constant (0);
  for (guint i = 0; i < shape->rank; i++)
    {
      ImAffine index = im_affine_constant (0);

      if (access->computed[i] == NULL &&
          !im_loop_basis_apply (basis, &access->index[i], &index, error))
        return FALSE;
      if (!im_affine_add (offset, &index, step, offset))
        return im_loop_nest_overflow (error);
      step *= shape->size[i];
    }

  return TRUE;
}

/* Which indices a variable without bounds moves. */
static void
name_unbounded (const ImLoopBasis *basis,
                const ImKernel *kernel,
                guint variable,
                GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < basis->n; i++)
    if (basis->index[i].factor[variable] != 0)
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "",
                              kernel->indices[i]);
  g_clear_error (error);
  g_set_error (error, IM_LOOP_NEST_ERROR, IM_LOOP_NEST_ERROR_UNBOUNDED,
               "Nothing bounds the index %s; an access or a constraint must", names->str);
}

static gboolean
find_bounds (ImLoopNest *nest,
             const ImLoopBasis *basis,
             const ImKernel *kernel,
             const ImFormula *formula,
             ImArena *arena,
             GError **error)
{
  g_autofree ImInequalities *inequalities = g_new0 (ImInequalities, 1);
  gboolean is_exact = TRUE;

  if (!im_inequalities_init (inequalities, basis, kernel, formula, error))
    return FALSE;
  for (guint i = nest->n_loops; i-- > 0;)
    {
      GError *problem = NULL;

      if (!im_inequalities_eliminate (inequalities, i, &nest->loops[i], arena, &is_exact,
                                      &problem))
        {
          if (problem->code == IM_LOOP_NEST_ERROR_UNBOUNDED)
            name_unbounded (basis, kernel, i, &problem);
          g_propagate_error (error, problem);
          return FALSE;
        }
      nest->may_miss |= !is_exact && i >= nest->n_output_loops;
    }

  for (guint i = 0; i < nest->n_loops && !inequalities->is_contradiction; i++)
    {
      nest->loops[i].name = name_loop (basis, kernel, i, arena);
      if (!bound_loop (nest->loops, i))
        return im_loop_nest_overflow (error);
      inequalities->is_contradiction |= nest->loops[i].minimum > nest->loops[i].maximum;
    }
  if (inequalities->is_contradiction)
    {
      g_set_error_literal (error, IM_LOOP_NEST_ERROR, IM_LOOP_NEST_ERROR_EMPTY,
                           "No indices are valid: no values lie in all ranges");
      return FALSE;
    }

  return TRUE;
}

typedef gboolean (*PointFunc) (const ImLoopNest *nest,
                               const gint64 *values,
                               gpointer data);

/* Goes through points until @func returns FALSE or the looks are used up. */
static gboolean
visit (const ImLoopNest *nest,
       guint level,
       gint64 *values,
       guint *looks,
       PointFunc func,
       gpointer data)
{
  gint64 last = 0;

  if (level == nest->n_loops)
    return func (nest, values, data);

  values[level] = im_loop_get_first (&nest->loops[level], values, level);
  last = im_loop_get_last (&nest->loops[level], values, level);
  for (; values[level] <= last; values[level]++)
    if ((*looks)-- <= 1 || !visit (nest, level + 1, values, looks, func, data))
      return FALSE;

  return TRUE;
}

static gboolean
stop (const ImLoopNest *nest, const gint64 *values, gpointer data)
{
  (void) nest;
  (void) values;
  *(gboolean *) data = TRUE;

  return FALSE;
}

/* There are rational points; are there whole ones? */
static gboolean
check_points (const ImLoopNest *nest, GError **error)
{
  gint64 values[IM_KERNEL_MAX_INDICES];
  guint looks = MAX_LOOKS;
  gboolean is_found = FALSE;

  if (!visit (nest, 0, values, &looks, stop, &is_found) || is_found)
    return TRUE;

  g_set_error_literal (error, IM_LOOP_NEST_ERROR, IM_LOOP_NEST_ERROR_EMPTY,
                       "No indices are valid: no whole numbers lie in all ranges");

  return FALSE;
}

/* Whether a loop has one value at most: a lower and an upper bound that are less than 1
 * apart everywhere. */
static gboolean
has_one_value (const ImLoop *loop)
{
  for (guint i = 0; i < loop->n_lower; i++)
    for (guint j = 0; j < loop->n_upper; j++)
      {
        const ImAffine *low = &loop->lower[i], *high = &loop->upper[j];
        ImAffine a = *high, b = *low, width;

        a.divisor = b.divisor = 1;
        if (im_affine_scale (&a, low->divisor, 1, &width) &&
            im_affine_add (&width, &b, -high->divisor, &width) &&
            im_affine_is_constant (&width) &&
            width.constant < low->divisor * high->divisor)
          return TRUE;
      }

  return FALSE;
}

typedef struct
{
  GHashTable *offsets;
  gboolean is_unique;
} Seen;

static gboolean
see (const ImLoopNest *nest, const gint64 *values, gpointer data)
{
  Seen *seen = data;
  gint64 offset = im_affine_evaluate (&nest->output, values, nest->n_loops);

  seen->is_unique = g_hash_table_add (seen->offsets, GSIZE_TO_POINTER ((gsize) offset));

  return seen->is_unique;
}

static gboolean
check_unique (const ImLoopNest *nest, GError **error)
{
  g_autoptr (GHashTable) offsets = g_hash_table_new (NULL, NULL);
  Seen seen = { offsets, TRUE };
  gint64 values[IM_KERNEL_MAX_INDICES];
  guint looks = MAX_LOOKS;
  gboolean is_proven = TRUE;

  for (guint i = nest->n_output_loops; i < nest->n_loops && is_proven; i++)
    is_proven = has_one_value (&nest->loops[i]);
  if (is_proven || visit (nest, 0, values, &looks, see, &seen))
    return TRUE;

  g_set_error (
      error, IM_LOOP_NEST_ERROR, IM_LOOP_NEST_ERROR_CONFLICT,
      seen.is_unique
          ? "It cannot be shown that each element is assigned at most once; += has "
            "the same result if it is"
          : "An element is assigned more than once; use +=, *=, >= or <= to say "
            "what becomes of several values");

  return FALSE;
}

/* Different points write different elements: then it is enough to count. */
static gboolean
find_coverage (const ImLoopNest *nest, const ImShape *shape)
{
  gint64 n_points = 1;
  gint32 n_elements = 0;

  for (guint i = 0; i < nest->n_output_loops; i++)
    {
      gint64 count = im_loop_get_count (&nest->loops[i]);

      if (count < 0 || __builtin_mul_overflow (n_points, count, &n_points))
        return FALSE;
    }

  return im_shape_product (shape, 0, shape->rank, &n_elements, NULL) &&
         n_points == n_elements;
}

/* Whether elements must be written in the order of the indices, each value for itself. */
static gboolean
is_sequence (const ImKernel *kernel)
{
  gboolean is_read = FALSE;

  for (guint i = 0; i < kernel->n_loads; i++)
    is_read |= kernel->loads[i].buffer == kernel->output.buffer;

  return is_read || kernel->aggregation == IM_AGGREGATION_UPDATE ||
         im_kernel_access_is_computed (&kernel->output);
}

/* A loop without turns. */
static void
set_empty (ImLoopNest *nest, ImArena *arena)
{
  ImAffine *bounds = im_arena_new0 (arena, ImAffine, 2);

  bounds[0] = im_affine_constant (0);
  bounds[1] = im_affine_constant (-1);
  *nest = (ImLoopNest){ .n_loops = 1, .n_output_loops = 1 };
  nest->loops[0] = (ImLoop){ "none", 1, &bounds[0], 1, &bounds[1], 0, -1 };
  nest->output = bounds[0];
  for (guint i = 0; i < IM_KERNEL_MAX_INDICES; i++)
    {
      nest->index[i] = bounds[0];
      nest->last[i] = -1;
    }
  for (guint i = 0; i < IM_KERNEL_MAX_LOADS; i++)
    nest->loads[i] = bounds[0];
}

static gboolean
set_up (ImLoopNest *nest,
        const ImLoopBasis *basis,
        const ImKernel *kernel,
        const ImFormula *formula,
        ImArena *arena,
        GError **error)
{
  *nest = (ImLoopNest){ .n_loops = basis->n, .n_output_loops = basis->n_pivots };
  memcpy (nest->index, basis->index, sizeof nest->index);
  if (!find_bounds (nest, basis, kernel, formula, arena, error) ||
      !set_offset (&nest->output, basis, &kernel->output, formula, error))
    return FALSE;
  for (guint i = 0; i < kernel->n_loads; i++)
    if (!set_offset (&nest->loads[i], basis, &kernel->loads[i], formula, error))
      return FALSE;
  for (guint i = 0; i < nest->n_loops; i++)
    if (!im_loop_form_get_range (&nest->index[i], nest->loops, nest->n_loops,
                                 &nest->first[i], &nest->last[i]))
      return im_loop_nest_overflow (error);

  return check_points (nest, error);
}

/* What is assigned is scattered where an element does not tell its indices, and what must
 * be written in order is, too. */
static gboolean
find_loops (ImLoopNest *nest,
            const ImKernel *kernel,
            const ImFormula *formula,
            ImArena *arena,
            GError **error)
{
  ImLoopBasis indices, basis;

  if (!im_loop_basis_init (&indices, kernel, formula, error))
    return FALSE;
  basis = indices;
  indices.n_pivots = indices.n;
  if (is_sequence (kernel))
    return im_loop_basis_keep_order (&indices, error) &&
           set_up (nest, &indices, kernel, formula, arena, error);
  if (!im_loop_basis_lead_with_output (&basis, kernel, formula, error) ||
      !set_up (nest, &basis, kernel, formula, arena, error))
    return FALSE;
  if (kernel->aggregation != IM_AGGREGATION_SET || nest->n_loops == nest->n_output_loops)
    return TRUE;

  return check_unique (nest, error) &&
         set_up (nest, &indices, kernel, formula, arena, error);
}

const ImLoopNest *
im_loop_nest_new (const ImKernel *kernel,
                  const ImFormula *formula,
                  ImArena *arena,
                  GError **error)
{
  const ImShape *shape = &im_formula_get_buffer (formula, kernel->output.buffer)->shape;
  ImLoopNest *nest = im_arena_new0 (arena, ImLoopNest, 1);
  GError *problem = NULL;
  gboolean begins = kernel->default_buffer >= 0 || kernel->initial != NULL;

  if (!check_indices (kernel, formula, error))
    return NULL;
  if (!find_loops (nest, kernel, formula, arena, &problem))
    {
      if (!kernel->is_explicit || problem->code != IM_LOOP_NEST_ERROR_EMPTY)
        {
          g_propagate_error (error, problem);
          return NULL;
        }
      g_error_free (problem);
      set_empty (nest, arena);
      return nest;
    }
  nest->is_sequence = is_sequence (kernel);
  nest->may_miss |= kernel->condition != NULL;
  nest->may_miss &= !begins && !nest->is_sequence &&
                    kernel->aggregation != IM_AGGREGATION_SUM &&
                    kernel->aggregation != IM_AGGREGATION_OR;
  nest->covers = !nest->is_sequence && find_coverage (nest, shape) &&
                 (kernel->condition == NULL ||
                  !im_loop_nest_has_one_value (nest, kernel));

  return im_loop_nest_collapse (nest, kernel, arena, error) ? nest : NULL;
}

gboolean
im_loop_nest_has_one_value (const ImLoopNest *nest, const ImKernel *kernel)
{
  return kernel->aggregation == IM_AGGREGATION_SET ||
         kernel->aggregation == IM_AGGREGATION_UPDATE ||
         (nest->n_loops == nest->n_output_loops && kernel->default_buffer < 0 &&
          kernel->initial == NULL && !nest->is_sequence &&
          (kernel->aggregation == IM_AGGREGATION_SUM ||
           kernel->aggregation == IM_AGGREGATION_PRODUCT));
}

/* How many values a loop has wherever it starts, or -1 if that depends on others. */
static gint64
get_width (const ImLoop *loop)
{
  ImAffine width;

  if (im_loop_get_count (loop) >= 0)
    return im_loop_get_count (loop);

  return loop->n_lower == 1 && loop->n_upper == 1 && loop->lower->divisor == 1 &&
                 loop->upper->divisor == 1 &&
                 im_affine_add (loop->upper, loop->lower, -1, &width) &&
                 im_affine_is_constant (&width)
             ? MAX (width.constant + 1, 0)
             : -1;
}

/* Counts from a loop inwards; what does not depend on the loops around is counted once.
 */
static double
count_points (const ImLoopNest *nest, guint level, gint64 *values, guint *looks)
{
  double inner = 1, sum = 0;
  guint n_fixed = 0;

  for (guint i = nest->n_loops; i-- > level && get_width (&nest->loops[i]) >= 0;)
    {
      inner *= (double) get_width (&nest->loops[i]);
      n_fixed++;
    }
  if (level + n_fixed == nest->n_loops)
    return inner;

  gint64 first = im_loop_get_first (&nest->loops[level], values, level);
  gint64 last = im_loop_get_last (&nest->loops[level], values, level);

  if (level + n_fixed + 1 == nest->n_loops)
    return last < first ? 0 : (double) (last - first + 1) * inner;

  for (values[level] = first; values[level] <= last && *looks > 0; values[level]++)
    {
      (*looks)--;
      sum += count_points (nest, level + 1, values, looks);
    }

  return sum;
}

gboolean
im_loop_nest_count (const ImLoopNest *nest, double *count)
{
  gint64 values[IM_KERNEL_MAX_INDICES];
  guint looks = MAX_LOOKS;

  *count = count_points (nest, 0, values, &looks);
  if (looks > 0)
    return TRUE;

  *count = 1;
  for (guint i = 0; i < nest->n_loops; i++)
    *count *= (double) (nest->loops[i].maximum - nest->loops[i].minimum + 1);

  return FALSE;
}
