/* SPDX-License-Identifier: MIT */
#include "kernel/im-loop-nest.h"

#include <string.h>

#include "kernel/im-loop-nest-private.h"

/* So many points are looked at where no proof is found. */
#define MAX_LOOKS 1000000

G_DEFINE_QUARK (im_loop_nest_error_quark, im_loop_nest_error)

const char *
im_loop_nest_error_get_code (ImLoopNestError code)
{
  static const char *const codes[] = {
    [IM_LOOP_NEST_ERROR_CONSTRAINT_ONLY] = "constraint-only-index",
    [IM_LOOP_NEST_ERROR_UNBOUNDED] = "unbounded-index",
    [IM_LOOP_NEST_ERROR_EMPTY] = "empty-domain",
    [IM_LOOP_NEST_ERROR_CONFLICT] = "assign-conflict",
    [IM_LOOP_NEST_ERROR_OVERFLOW] = "overflow",
    [IM_LOOP_NEST_ERROR_TOO_MANY] = "too-many-bounds",
  };

  return codes[code];
}

gboolean
im_loop_nest_overflow (GError **error)
{
  g_set_error_literal (error, IM_LOOP_NEST_ERROR, IM_LOOP_NEST_ERROR_OVERFLOW,
                       "Numbers in the indices do not fit in 64 bits");

  return FALSE;
}

gint64
im_loop_get_first (const ImLoop *loop, const gint64 *values, guint n_values)
{
  gint64 first = G_MININT64;

  for (guint i = 0; i < loop->n_lower; i++)
    first = MAX (first,
                 im_ceil_divide (im_affine_evaluate (&loop->lower[i], values, n_values),
                                 loop->lower[i].divisor));

  return first;
}

gint64
im_loop_get_last (const ImLoop *loop, const gint64 *values, guint n_values)
{
  gint64 last = G_MAXINT64;

  for (guint i = 0; i < loop->n_upper; i++)
    last = MIN (last,
                im_floor_divide (im_affine_evaluate (&loop->upper[i], values, n_values),
                                 loop->upper[i].divisor));

  return last;
}

static gboolean
is_fixed (const ImAffine *bounds, guint n_bounds)
{
  return n_bounds == 1 && im_affine_is_constant (bounds);
}

gint64
im_loop_get_count (const ImLoop *loop)
{
  return is_fixed (loop->lower, loop->n_lower) && is_fixed (loop->upper, loop->n_upper)
             ? MAX (loop->maximum - loop->minimum + 1, 0)
             : -1;
}

gboolean
im_loop_form_get_range (const ImAffine *form,
                        const ImLoop *loops,
                        guint n_loops,
                        gint64 *minimum,
                        gint64 *maximum)
{
  *minimum = *maximum = form->constant;
  for (guint i = 0; i < n_loops; i++)
    {
      gint64 factor = form->factor[i], low = 0, high = 0;

      if (__builtin_mul_overflow (factor, loops[i].minimum, &low) ||
          __builtin_mul_overflow (factor, loops[i].maximum, &high) ||
          __builtin_add_overflow (*minimum, MIN (low, high), minimum) ||
          __builtin_add_overflow (*maximum, MAX (low, high), maximum))
        return FALSE;
    }

  return TRUE;
}

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
    if (access->index[i].factor[index] != 0)
      return TRUE;

  return FALSE;
}

static gboolean
check_indices (const ImKernel *kernel, const ImFormula *formula, GError **error)
{
  for (guint i = 0; i < kernel->n_indices; i++)
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
      ImAffine index;

      if (!im_loop_basis_apply (basis, &access->index[i], &index, error))
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

static gboolean
steps_evenly (const ImAffine *offset, guint outer, gint64 n_inner)
{
  gint64 step = 0;

  return !__builtin_mul_overflow (offset->factor[outer + 1], n_inner, &step) &&
         offset->factor[outer] == step;
}

static gboolean
are_whole (const ImAffine *bounds, guint n_bounds)
{
  for (guint i = 0; i < n_bounds; i++)
    if (bounds[i].divisor != 1)
      return FALSE;

  return TRUE;
}

static gboolean
can_collapse (const ImLoopNest *nest, const ImKernel *kernel, guint outer)
{
  gint64 n_inner = im_loop_get_count (&nest->loops[outer + 1]);

  if (outer + 1 == nest->n_output_loops || n_inner < 1 ||
      !are_whole (nest->loops[outer].lower, nest->loops[outer].n_lower) ||
      !are_whole (nest->loops[outer].upper, nest->loops[outer].n_upper) ||
      !steps_evenly (&nest->output, outer, n_inner))
    return FALSE;
  for (guint i = 0; i < kernel->n_loads; i++)
    if (!steps_evenly (&nest->loads[i], outer, n_inner))
      return FALSE;
  for (guint i = outer + 2; i < nest->n_loops; i++)
    {
      const ImLoop *loop = &nest->loops[i];

      for (guint j = 0; j < loop->n_lower; j++)
        if (loop->lower[j].factor[outer] != 0 || loop->lower[j].factor[outer + 1] != 0)
          return FALSE;
      for (guint j = 0; j < loop->n_upper; j++)
        if (loop->upper[j].factor[outer] != 0 || loop->upper[j].factor[outer + 1] != 0)
          return FALSE;
    }

  return TRUE;
}

/* outer * n_inner + (inner - first) becomes one variable; those behind it move up. */
static void
collapse_form (ImAffine *form, guint outer, gint64 first)
{
  form->constant += form->factor[outer + 1] * first;
  for (guint i = outer; i + 1 < IM_KERNEL_MAX_INDICES; i++)
    form->factor[i] = form->factor[i + 1];
  form->factor[IM_KERNEL_MAX_INDICES - 1] = 0;
}

static void
collapse_bounds (const ImAffine *bounds, guint n_bounds, guint outer)
{
  for (guint i = 0; i < n_bounds; i++)
    collapse_form ((ImAffine *) &bounds[i], outer, 0);
}

/* n times as large, and the last value of the inner loop more. */
static gboolean
stretch_bounds (const ImAffine *bounds, guint n_bounds, gint64 n, gint64 more)
{
  for (guint i = 0; i < n_bounds; i++)
    {
      ImAffine *bound = (ImAffine *) &bounds[i];

      if (!im_affine_scale (bound, n, 1, bound))
        return FALSE;
      bound->constant += more;
    }

  return TRUE;
}

static void
add_legend (ImLoopNest *nest, const char *name, const char *value, ImArena *arena)
{
  nest->legend = nest->legend == NULL
                     ? im_arena_printf (arena, "%s = %s", name, value)
                     : im_arena_printf (arena, "%s, %s = %s", nest->legend, name, value);
}

/* Indices that are no loops. */
static void
explain_indices (ImLoopNest *nest, const ImKernel *kernel, ImArena *arena)
{
  const char *names[IM_KERNEL_MAX_INDICES] = { NULL };

  for (guint i = 0; i < nest->n_loops; i++)
    names[i] = nest->loops[i].name;
  for (guint i = 0; i < kernel->n_indices; i++)
    {
      g_autoptr (GString) value = g_string_new (NULL);

      im_affine_append_text (&nest->index[i], names, "/", value);
      if (!g_str_equal (value->str, kernel->indices[i]))
        add_legend (nest, kernel->indices[i], value->str, arena);
    }
}

/* How a loop is made of two of them. */
static void
explain_collapse (ImLoopNest *nest,
                  const char *name,
                  const ImLoop *outer,
                  const ImLoop *inner,
                  ImArena *arena)
{
  ImAffine value = { .factor = { im_loop_get_count (inner), 1 },
                     .constant = -inner->minimum,
                     .divisor = 1 };
  const char *names[IM_KERNEL_MAX_INDICES] = { outer->name, inner->name };
  g_autoptr (GString) text = g_string_new (NULL);

  im_affine_append_text (&value, names, "/", text);
  add_legend (nest, name, text->str, arena);
}

static gboolean
collapse (ImLoopNest *nest, const ImKernel *kernel, guint outer, ImArena *arena)
{
  ImLoop *loop = &nest->loops[outer];
  gint64 n_inner = im_loop_get_count (&nest->loops[outer + 1]);
  gint64 first = nest->loops[outer + 1].minimum;
  const char *name = im_arena_printf (arena, "%s_%s", loop->name,
                                      nest->loops[outer + 1].name);

  if (!stretch_bounds (loop->lower, loop->n_lower, n_inner, 0) ||
      !stretch_bounds (loop->upper, loop->n_upper, n_inner, n_inner - 1))
    return FALSE;
  explain_collapse (nest, name, loop, &nest->loops[outer + 1], arena);
  loop->name = name;
  loop->minimum *= n_inner;
  loop->maximum = loop->maximum * n_inner + n_inner - 1;

  collapse_form (&nest->output, outer, first);
  for (guint i = 0; i < kernel->n_loads; i++)
    collapse_form (&nest->loads[i], outer, first);
  for (guint i = outer + 1; i + 1 < nest->n_loops; i++)
    {
      nest->loops[i] = nest->loops[i + 1];
      collapse_bounds (nest->loops[i].lower, nest->loops[i].n_lower, outer);
      collapse_bounds (nest->loops[i].upper, nest->loops[i].n_upper, outer);
    }
  nest->n_output_loops -= outer < nest->n_output_loops;
  nest->n_loops--;
  nest->is_collapsed = TRUE;

  return TRUE;
}

static gboolean
uses_index (const ImKernelNode *node)
{
  if (node->kind == IM_KERNEL_NODE_INDEX)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (node->arguments) && node->arguments[i] != NULL; i++)
    if (uses_index (node->arguments[i]))
      return TRUE;

  return FALSE;
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

const ImLoopNest *
im_loop_nest_new (const ImKernel *kernel,
                  const ImFormula *formula,
                  ImArena *arena,
                  GError **error)
{
  const ImShape *shape = &im_formula_get_buffer (formula, kernel->output.buffer)->shape;
  ImLoopNest *nest = im_arena_new0 (arena, ImLoopNest, 1);
  ImLoopBasis indices, basis;
  gboolean has_index = uses_index (kernel->value) ||
                       (kernel->epilogue != NULL && uses_index (kernel->epilogue));

  if (!check_indices (kernel, formula, error) ||
      !im_loop_basis_init (&indices, kernel, formula, error))
    return NULL;
  basis = indices;
  if (!im_loop_basis_lead_with_output (&basis, kernel, shape->rank, error) ||
      !set_up (nest, &basis, kernel, formula, arena, error))
    return NULL;

  /* What is assigned is scattered where an element does not tell its indices. */
  if (kernel->aggregation == IM_AGGREGATION_SET && nest->n_loops > nest->n_output_loops)
    {
      if (!check_unique (nest, error))
        return NULL;
      indices.n_pivots = indices.n;
      if (!set_up (nest, &indices, kernel, formula, arena, error))
        return NULL;
    }
  nest->covers = find_coverage (nest, shape);
  nest->may_miss &= kernel->default_buffer < 0 &&
                    kernel->aggregation != IM_AGGREGATION_SUM;
  explain_indices (nest, kernel, arena);

  for (guint i = nest->n_loops; !has_index && i-- > 1;)
    if (can_collapse (nest, kernel, i - 1) && !collapse (nest, kernel, i - 1, arena))
      {
        im_loop_nest_overflow (error);
        return NULL;
      }

  return nest;
}

gboolean
im_loop_nest_has_one_value (const ImLoopNest *nest, const ImKernel *kernel)
{
  return kernel->aggregation == IM_AGGREGATION_SET ||
         (nest->n_loops == nest->n_output_loops && kernel->default_buffer < 0 &&
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
