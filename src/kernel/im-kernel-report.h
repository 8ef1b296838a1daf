/* What is said of a kernel: its loops in words, and how much it computes.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-loop-nest.h"

G_BEGIN_DECLS

/**
 * ImKernelCounts:
 * @is_exact: whether the counts are right; otherwise they are at least as large
 * @points: valid sets of indices
 * @multiply_adds: products that are added up
 * @loads: elements that are read
 * @stores: elements that are written
 * @bytes: of both
 */
typedef struct
{
  gboolean is_exact;
  double points;
  double multiply_adds;
  double loads;
  double stores;
  double bytes;
} ImKernelCounts;

ImKernelCounts im_kernel_count (const ImFormula *formula,
                                const ImKernel *kernel,
                                const ImLoopNest *nest);

/* Appends `3 sets of indices, 3 multiply-adds, …`. */
void im_kernel_counts_append_text (const ImKernelCounts *counts, GString *out);

/* Appends `k from max(0, 2 - x) to min(4, 17 - x)`. */
void im_loop_nest_append_loop (const ImLoopNest *nest, guint loop, GString *out);

G_END_DECLS
