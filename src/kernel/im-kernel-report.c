/* SPDX-License-Identifier: MIT */
#include "kernel/im-kernel-report.h"

ImKernelCounts
im_kernel_count (const ImFormula *formula, const ImKernel *kernel, const ImLoopNest *nest)
{
  const ImKernelBuffer *output = im_formula_get_buffer (formula, kernel->output.buffer);
  ImKernelCounts counts = { 0 };
  gint32 n_elements = 0;
  guint n_loads = kernel->n_loads - kernel->n_late_loads;

  counts.is_exact = im_loop_nest_count (nest, &counts.points);
  im_shape_product (&output->shape, 0, output->shape.rank, &n_elements, NULL);
  counts.stores = n_elements;
  counts.loads = counts.points * n_loads + counts.stores * kernel->n_late_loads;
  if (kernel->aggregation == IM_AGGREGATION_SUM &&
      kernel->value->kind == IM_KERNEL_NODE_MULTIPLY)
    counts.multiply_adds = counts.points;
  counts.bytes = counts.stores * im_dtype_get_info (output->dtype)->size_bytes;
  for (guint i = 0; i < kernel->n_loads; i++)
    counts.bytes += (i < n_loads ? counts.points : counts.stores) *
                    im_dtype_get_info (
                        im_formula_get_buffer (formula, kernel->loads[i].buffer)->dtype)
                        ->size_bytes;

  return counts;
}

void
im_kernel_counts_append_text (const ImKernelCounts *counts, GString *out)
{
  g_string_append_printf (out,
                          "%s%.0f sets of indices, %.0f multiply-adds, %.0f loads, %.0f "
                          "stores, %.0f bytes",
                          counts->is_exact ? "" : "at most ", counts->points,
                          counts->multiply_adds, counts->loads, counts->stores,
                          counts->bytes);
}

static void
append_bounds (const ImAffine *bounds,
               guint n_bounds,
               const char *choose,
               const char *round,
               const char *const *names,
               GString *out)
{
  g_string_append (out, n_bounds > 1 ? choose : "");
  g_string_append (out, n_bounds > 1 ? "(" : "");
  for (guint i = 0; i < n_bounds; i++)
    {
      g_string_append (out, i > 0 ? ", " : "");
      g_string_append (out, bounds[i].divisor > 1 ? round : "");
      g_string_append (out, bounds[i].divisor > 1 ? "(" : "");
      im_affine_append_text (&bounds[i], names, "/", out);
      g_string_append (out, bounds[i].divisor > 1 ? ")" : "");
    }
  g_string_append (out, n_bounds > 1 ? ")" : "");
}

void
im_loop_nest_append_loop (const ImLoopNest *nest, guint loop, GString *out)
{
  const ImLoop *of = &nest->loops[loop];
  const char *names[IM_KERNEL_MAX_INDICES] = { NULL };

  for (guint i = 0; i < nest->n_loops; i++)
    names[i] = nest->loops[i].name;
  g_string_append_printf (out, "%s from ", of->name);
  append_bounds (of->lower, of->n_lower, "max", "ceil", names, out);
  g_string_append (out, " to ");
  append_bounds (of->upper, of->n_upper, "min", "floor", names, out);
}
