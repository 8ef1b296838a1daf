/* SPDX-License-Identifier: MIT */
#include "kernel/im-formula-sum.h"

/* Bounds that only the loops of the output tell. */
static gboolean
are_outer (const ImLoopNest *nest, const ImAffine *bounds, guint n)
{
  for (guint i = 0; i < n; i++)
    for (guint level = nest->n_output_loops; level < nest->n_loops; level++)
      if (bounds[i].factor[level] != 0)
        return FALSE;

  return TRUE;
}

static gboolean
has_box (const ImLoopNest *nest)
{
  for (guint level = nest->n_output_loops; level < nest->n_loops; level++)
    {
      const ImLoop *loop = &nest->loops[level];

      if (!are_outer (nest, loop->lower, loop->n_lower) ||
          !are_outer (nest, loop->upper, loop->n_upper))
        return FALSE;
    }

  return nest->n_loops > nest->n_output_loops;
}

/* An element whose place the loops alone tell. */
static gboolean
take_factor (ImFormulaSum *sum,
             const ImFormula *formula,
             const ImKernel *kernel,
             const ImKernelNode *node,
             gpointer *data)
{
  const ImKernelAccess *access = NULL;

  if (node->kind != IM_KERNEL_NODE_LOAD || node->dtype != sum->dtype)
    return FALSE;
  access = &kernel->loads[node->load];
  if (im_formula_get_buffer (formula, access->buffer)->dtype != sum->dtype)
    return FALSE;
  for (guint i = 0; i < IM_SHAPE_MAX_RANK; i++)
    if (access->computed[i] != NULL)
      return FALSE;
  sum->offsets[sum->n_factors] = &sum->nest->loads[node->load];
  sum->data[sum->n_factors++] = data[access->buffer];
  if (sum->n_factors == 1)
    sum->data[1] = sum->data[0];

  return TRUE;
}

gboolean
im_formula_sum_init (ImFormulaSum *sum,
                     const ImFormula *formula,
                     const ImKernel *kernel,
                     const ImLoopNest *nest,
                     gpointer *data)
{
  const ImKernelNode *value = kernel->value;

  *sum = (ImFormulaSum){ .nest = nest, .dtype = kernel->dtype };
  if (kernel->aggregation != IM_AGGREGATION_SUM || kernel->condition != NULL ||
      kernel->n_locals > 0 || nest->is_sequence ||
      (kernel->dtype != IM_DTYPE_FLOAT32 && kernel->dtype != IM_DTYPE_FLOAT64) ||
      im_loop_nest_has_one_value (nest, kernel) || !has_box (nest))
    return FALSE;
  if (value->kind != IM_KERNEL_NODE_MULTIPLY || value->dtype != kernel->dtype)
    return take_factor (sum, formula, kernel, value, data);

  return take_factor (sum, formula, kernel, value->arguments[0], data) &&
         take_factor (sum, formula, kernel, value->arguments[1], data);
}

/* The innermost loop; of one factor the other one is not looked at. */
static double
add_row (const ImFormulaSum *sum, gint64 n, gint64 a, gint64 b, double result)
{
  guint level = sum->nest->n_loops - 1;
  gint64 step_a = sum->offsets[0]->factor[level];
  gint64 step_b = sum->n_factors > 1 ? sum->offsets[1]->factor[level] : 0;

  if (sum->dtype == IM_DTYPE_FLOAT32)
    {
      const float *x = (const float *) sum->data[0] + a;
      const float *y = (const float *) sum->data[1] + b;
      float single = (float) result;

      if (sum->n_factors == 1)
        for (gint64 i = 0; i < n; i++)
          single += x[i * step_a];
      else
        for (gint64 i = 0; i < n; i++)
          single += x[i * step_a] * y[i * step_b];
      return (double) single;
    }

  const double *x = (const double *) sum->data[0] + a;
  const double *y = (const double *) sum->data[1] + b;

  if (sum->n_factors == 1)
    for (gint64 i = 0; i < n; i++)
      result += x[i * step_a];
  else
    for (gint64 i = 0; i < n; i++)
      result += x[i * step_a] * y[i * step_b];

  return result;
}

static double
add_rows (const ImFormulaSum *sum,
          guint level,
          const gint64 *counts,
          gint64 a,
          gint64 b,
          double result)
{
  gint64 step_a = sum->offsets[0]->factor[level];
  gint64 step_b = sum->n_factors > 1 ? sum->offsets[1]->factor[level] : 0;

  if (level + 1 == sum->nest->n_loops)
    return add_row (sum, counts[level], a, b, result);
  for (gint64 i = 0; i < counts[level]; i++)
    result = add_rows (sum, level + 1, counts, a + i * step_a, b + i * step_b, result);

  return result;
}

gboolean
im_formula_sum_run (const ImFormulaSum *sum, gint64 *values, double start, double *result)
{
  const ImLoopNest *nest = sum->nest;
  gint64 counts[IM_KERNEL_MAX_INDICES] = { 0 }, places[2] = { 0 };

  for (guint level = nest->n_output_loops; level < nest->n_loops; level++)
    {
      const ImLoop *loop = &nest->loops[level];

      values[level] = im_loop_get_first (loop, values, nest->n_output_loops);
      counts[level] = im_loop_get_last (loop, values, nest->n_output_loops) -
                      values[level] + 1;
      if (counts[level] <= 0)
        return FALSE;
    }
  for (guint i = 0; i < sum->n_factors; i++)
    places[i] = im_affine_evaluate (sum->offsets[i], values, nest->n_loops);
  *result = add_rows (sum, nest->n_output_loops, counts, places[0], places[1], start);

  return TRUE;
}
