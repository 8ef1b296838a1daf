/* SPDX-License-Identifier: MIT
 *
 * A basis for the loops: every point of the new variables is one of the indices for which
 * all divisions are exact, and the first variables tell elements of the output apart.
 * Only column operations that keep whole points whole are done: adding a multiple of one
 * column to another one, and, to leave out points that a congruence forbids, multiplying
 * one.
 */
#include <string.h>

#include "kernel/im-loop-nest-private.h"

typedef struct
{
  ImLoopBasis *basis;
  gint64 row[IM_KERNEL_MAX_INDICES]; /* what the columns are brought into order for */
} Columns;

gboolean
im_loop_basis_apply (const ImLoopBasis *basis,
                     const ImAffine *form,
                     ImAffine *applied,
                     GError **error)
{
  ImAffine sum = im_affine_constant (form->constant);

  for (guint i = 0; i < basis->n; i++)
    if (form->factor[i] != 0 &&
        !im_affine_add (&sum, &basis->index[i], form->factor[i], &sum))
      return im_loop_nest_overflow (error);

  *applied = sum;
  if (form->divisor != 1 && !im_affine_scale (&sum, 1, form->divisor, applied))
    return im_loop_nest_overflow (error);

  return TRUE;
}

static gboolean
add_column (Columns *columns, guint to, guint from, gint64 factor)
{
  ImLoopBasis *basis = columns->basis;
  gint64 product = 0;

  for (guint i = 0; i < basis->n; i++)
    if (__builtin_mul_overflow (basis->index[i].factor[from], factor, &product) ||
        __builtin_add_overflow (basis->index[i].factor[to], product,
                                &basis->index[i].factor[to]))
      return FALSE;

  return !__builtin_mul_overflow (columns->row[from], factor, &product) &&
         !__builtin_add_overflow (columns->row[to], product, &columns->row[to]);
}

/* Euclid's algorithm on two columns, until one of them has a zero in the row; the other
 * one is returned in @keeper. */
static gboolean
clear_one (Columns *columns, guint *keeper, guint other)
{
  guint a = *keeper, b = other;

  while (columns->row[b] != 0)
    {
      guint last = a;

      if (!add_column (columns, a, b, -(columns->row[a] / columns->row[b])))
        return FALSE;
      a = b;
      b = last;
    }
  *keeper = a;

  return TRUE;
}

/* Leaves one column with an entry in the row, of those that are not @is_taken, or none.
 */
static gboolean
gather (Columns *columns, const gboolean *is_taken, gint *column)
{
  guint n = columns->basis->n, keeper = 0;

  *column = -1;
  for (guint i = 0; i < n; i++)
    {
      if (columns->row[i] == 0 || is_taken[i])
        continue;
      if (*column < 0)
        {
          keeper = i;
        }
      else if (!clear_one (columns, &keeper, i))
        return FALSE;
      *column = (gint) keeper;
    }

  return TRUE;
}

/* The inverse of @a modulo @m, both without a common divisor, 0 < a < m or m = 1. */
static gint64
invert (gint64 a, gint64 m)
{
  gint64 old_rest = a, rest = m, old_factor = 1, factor = 0;

  while (rest != 0)
    {
      gint64 quotient = old_rest / rest, next = old_rest - quotient * rest;

      old_rest = rest;
      rest = next;
      next = old_factor - quotient * factor;
      old_factor = factor;
      factor = next;
    }

  return ((old_factor % m) + m) % m;
}

static gboolean
no_point (const ImAffine *form, const ImKernel *kernel, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_affine_append_text (form, kernel->indices, "/", text);
  g_set_error (
      error, IM_LOOP_NEST_ERROR, IM_LOOP_NEST_ERROR_EMPTY,
      "%s is a whole number for no indices that make the divisions before it exact",
      text->str);

  return FALSE;
}

/* Lets one variable t of the basis become first + step * t. */
static gboolean
restrict_column (ImLoopBasis *basis, guint column, gint64 first, gint64 step)
{
  for (guint i = 0; i < basis->n; i++)
    {
      ImAffine *index = &basis->index[i];
      gint64 product = 0;

      if (__builtin_mul_overflow (index->factor[column], first, &product) ||
          __builtin_add_overflow (index->constant, product, &index->constant) ||
          __builtin_mul_overflow (index->factor[column], step, &index->factor[column]))
        return FALSE;
    }

  return TRUE;
}

/* Leaves the points for which a form is whole: factor * t + constant = 0 modulo its
 * divisor, with a single variable t. */
static gboolean
make_whole (ImLoopBasis *basis,
            const ImAffine *form,
            const ImKernel *kernel,
            GError **error)
{
  static const gboolean none[IM_KERNEL_MAX_INDICES] = { FALSE };
  ImAffine numerator = *form, applied;
  Columns columns = { basis };
  gint64 divisor = form->divisor, common = divisor, constant, factor;
  gint column = -1;

  numerator.divisor = 1;
  if (!im_loop_basis_apply (basis, &numerator, &applied, error))
    return FALSE;
  for (guint i = 0; i < basis->n; i++)
    columns.row[i] = applied.factor[i] % divisor;
  if (!gather (&columns, none, &column))
    return im_loop_nest_overflow (error);

  constant = ((applied.constant % divisor) + divisor) % divisor;
  if (column >= 0)
    common = im_greatest_divisor (columns.row[column], divisor);
  if (constant % common != 0)
    return no_point (form, kernel, error);
  if (common == divisor)
    return TRUE;

  divisor /= common;
  factor = ((columns.row[column] / common % divisor) + divisor) % divisor;
  if (divisor > G_MAXINT32 || !restrict_column (basis, (guint) column,
                                                (divisor - constant / common) % divisor *
                                                    invert (factor, divisor) % divisor,
                                                divisor))
    return im_loop_nest_overflow (error);

  return TRUE;
}

static gboolean
make_access_whole (ImLoopBasis *basis,
                   const ImKernelAccess *access,
                   const ImKernel *kernel,
                   const ImFormula *formula,
                   GError **error)
{
  guint rank = im_formula_get_buffer (formula, access->buffer)->shape.rank;

  for (guint i = rank; i-- > 0;)
    if (access->computed[i] == NULL && access->index[i].divisor != 1 &&
        !make_whole (basis, &access->index[i], kernel, error))
      return FALSE;

  return TRUE;
}

gboolean
im_loop_basis_init (ImLoopBasis *basis,
                    const ImKernel *kernel,
                    const ImFormula *formula,
                    GError **error)
{
  *basis = (ImLoopBasis){ .n = kernel->n_indices };
  for (guint i = 0; i < basis->n; i++)
    basis->index[i] = im_affine_variable (i);

  if (!make_access_whole (basis, &kernel->output, kernel, formula, error))
    return FALSE;
  for (guint i = 0; i < kernel->n_loads; i++)
    if (!make_access_whole (basis, &kernel->loads[i], kernel, formula, error))
      return FALSE;
  for (guint i = 0; i < kernel->n_constraints; i++)
    if (kernel->constraints[i].form.divisor != 1 &&
        !make_whole (basis, &kernel->constraints[i].form, kernel, error))
      return FALSE;

  return TRUE;
}

/* The variables that tell elements of an output apart, of an axis or of an index. */
typedef struct
{
  guint n;
  guint columns[IM_KERNEL_MAX_INDICES];
} Pivots;

/* Puts the variables that tell elements apart first, in the order of the axes from the
 * outermost one; the others keep their order. */
static void
sort_columns (ImLoopBasis *basis, const Pivots *pivots, guint rank)
{
  guint order[IM_KERNEL_MAX_INDICES], n = 0;
  gboolean is_taken[IM_KERNEL_MAX_INDICES] = { FALSE };

  for (guint i = rank; i-- > 0;)
    for (guint j = 0; j < pivots[i].n; j++)
      {
        order[n++] = pivots[i].columns[j];
        is_taken[pivots[i].columns[j]] = TRUE;
      }
  basis->n_pivots = n;
  for (guint i = 0; i < basis->n; i++)
    if (!is_taken[i])
      order[n++] = i;

  for (guint i = 0; i < basis->n; i++)
    {
      ImAffine sorted = im_affine_constant (basis->index[i].constant);

      for (guint j = 0; j < basis->n; j++)
        sorted.factor[j] = basis->index[i].factor[order[j]];
      basis->index[i] = sorted;
    }
}

/* Each index depends on the variables up to its own, on that one upwards: Hermite's form
 * of the basis. */
gboolean
im_loop_basis_keep_order (ImLoopBasis *basis, GError **error)
{
  gboolean is_taken[IM_KERNEL_MAX_INDICES] = { FALSE };
  Pivots pivots[IM_KERNEL_MAX_INDICES];

  for (guint i = 0; i < basis->n; i++)
    {
      Columns columns = { basis };
      gint pivot = -1;

      memcpy (columns.row, basis->index[i].factor, sizeof columns.row);
      if (!gather (&columns, is_taken, &pivot) ||
          (columns.row[pivot] < 0 && !restrict_column (basis, (guint) pivot, 0, -1)))
        return im_loop_nest_overflow (error);
      is_taken[pivot] = TRUE;
      pivots[basis->n - 1 - i] = (Pivots){ 1, { (guint) pivot } };
    }
  sort_columns (basis, pivots, basis->n);

  return TRUE;
}

static gint64
get_demand (const ImAffine *form, guint index, gint64 bound)
{
  guint only = 0;

  return im_affine_get_only (form, &only) && only == index && form->factor[only] == 1 &&
                 form->constant == 0 && form->divisor == 1
             ? bound
             : G_MAXINT64;
}

/* How many values from 0 on an index has at most, if something says so of it alone. */
static gint64
get_extent (const ImKernel *kernel, const ImFormula *formula, guint index)
{
  gint64 extent = G_MAXINT64;

  for (guint i = 0; i < kernel->n_constraints; i++)
    extent = MIN (extent, get_demand (&kernel->constraints[i].form, index,
                                      kernel->constraints[i].bound));
  for (guint i = 0; i < kernel->n_loads; i++)
    {
      const ImKernelAccess *load = &kernel->loads[i];
      const ImShape *shape = &im_formula_get_buffer (formula, load->buffer)->shape;

      for (guint j = 0; j < shape->rank; j++)
        if (load->computed[j] == NULL)
          extent = MIN (extent, get_demand (&load->index[j], index, shape->size[j]));
    }

  return extent;
}

/* Whether @index is in one axis of the output only, and is a variable still. */
static gboolean
is_alone (const ImLoopBasis *basis, const ImKernel *kernel, guint rank, guint index)
{
  ImAffine variable = im_affine_variable (index);
  guint n = 0;

  for (guint i = 0; i < rank; i++)
    n += kernel->output.index[i].factor[index] != 0;
  for (guint i = 0; i < basis->n; i++)
    if (i != index && basis->index[i].factor[index] != 0)
      return FALSE;

  return n == 1 && memcmp (&basis->index[index], &variable, sizeof variable) == 0;
}

/* Finds the indices of an axis such as 6 * g + o where o has 6 values: they are digits of
 * a number, so that each element tells them without a division. */
static gboolean
find_digits (const ImLoopBasis *basis,
             const ImKernel *kernel,
             const ImFormula *formula,
             guint axis,
             Pivots *digits)
{
  const ImAffine *form = &kernel->output.index[axis];
  guint rank = im_formula_get_buffer (formula, kernel->output.buffer)->shape.rank;
  gint64 reach = 0;

  *digits = (Pivots){ 0 };
  if (form->divisor != 1)
    return FALSE;
  for (guint i = 0; i < basis->n; i++)
    {
      guint at = digits->n;

      if (form->factor[i] == 0)
        continue;
      if (form->factor[i] < 0 || !is_alone (basis, kernel, rank, i))
        return FALSE;
      for (; at > 0 && form->factor[digits->columns[at - 1]] < form->factor[i]; at--)
        digits->columns[at] = digits->columns[at - 1];
      digits->columns[at] = i;
      digits->n++;
    }

  for (guint i = digits->n; i-- > 0;)
    {
      gint64 factor = form->factor[digits->columns[i]];
      gint64 extent = get_extent (kernel, formula, digits->columns[i]);

      if (factor <= reach ||
          (i > 0 && (extent > G_MAXINT32 || extent < 1 || factor > G_MAXINT32)))
        return FALSE;
      reach += i > 0 ? factor * (extent - 1) : 0;
    }

  return digits->n > 1;
}

/* Axes that name one variable come first, so that ordinary accesses keep their own. */
gboolean
im_loop_basis_lead_with_output (ImLoopBasis *basis,
                                const ImKernel *kernel,
                                const ImFormula *formula,
                                GError **error)
{
  guint rank = im_formula_get_buffer (formula, kernel->output.buffer)->shape.rank;
  gboolean is_taken[IM_KERNEL_MAX_INDICES] = { FALSE };
  Pivots pivots[IM_SHAPE_MAX_RANK] = { { 0 } };

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = rank; i-- > 0;)
      {
        const ImAffine *form = &kernel->output.index[i];
        Columns columns = { basis };
        ImAffine applied;
        guint only = 0;
        gboolean is_plain = im_affine_get_only (form, &only);
        gint pivot = -1;

        if (is_plain != (pass == 0))
          continue;
        if (!is_plain && find_digits (basis, kernel, formula, i, &pivots[i]))
          {
            for (guint j = 0; j < pivots[i].n; j++)
              is_taken[pivots[i].columns[j]] = TRUE;
            continue;
          }
        if (!im_loop_basis_apply (basis, form, &applied, error))
          return FALSE;
        memcpy (columns.row, applied.factor, sizeof columns.row);
        if (!gather (&columns, is_taken, &pivot))
          return im_loop_nest_overflow (error);
        pivots[i] = (Pivots){ 0 };
        if (pivot < 0)
          continue;
        is_taken[pivot] = TRUE;
        pivots[i] = (Pivots){ 1, { (guint) pivot } };
      }

  sort_columns (basis, pivots, rank);

  return TRUE;
}
