/* Sums of elements, or of products of two, whose loops are boxes: what convolutions and
 * matrix products are. They are computed without looking at nodes again and again.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-kernel-number.h"
#include "kernel/im-loop-nest.h"

G_BEGIN_DECLS

/**
 * ImFormulaSum:
 * @nest: the loops
 * @dtype: of all elements, and of the sum: a float
 * @n_factors: 1, or 2 if elements are multiplied
 * @offsets: where the elements are, forms of the loops
 * @data: the elements of their buffers
 */
typedef struct
{
  const ImLoopNest *nest;
  ImDType dtype;
  guint n_factors;
  const ImAffine *offsets[2];
  gconstpointer data[2];
} ImFormulaSum;

/**
 * im_formula_sum_init:
 * @sum: (out): what is computed
 * @formula: a formula
 * @kernel: a kernel of it
 * @nest: its loops
 * @data: the elements of each buffer
 *
 * Returns: whether the kernel is such a sum
 */
gboolean im_formula_sum_init (ImFormulaSum *sum,
                              const ImFormula *formula,
                              const ImKernel *kernel,
                              const ImLoopNest *nest,
                              gpointer *data);

/**
 * im_formula_sum_run:
 * @sum: a sum
 * @values: of the loops; those of the inner ones are changed
 * @start: what is added to
 * @result: (out): what comes out, rounded after each operation, in the order of the loops
 *
 * Returns: whether there is anything to add
 */
gboolean im_formula_sum_run (const ImFormulaSum *sum,
                             gint64 *values,
                             double start,
                             double *result);

G_END_DECLS
