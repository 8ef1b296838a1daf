/* SPDX-License-Identifier: MIT
 *
 * What is done for one element in C: a start, a step for each value, and a store.
 */
#include <math.h>

#include "kernel/im-formula-c-private.h"

void
im_formula_c_start_line (ImFormulaCWriter *writer)
{
  g_string_append_printf (writer->out, "%*s", (int) (2 * writer->indent), "");
}

void
im_formula_c_append_comment (ImFormulaCWriter *writer,
                             const ImKernel *kernel,
                             const ImLoopNest *nest)
{
  im_formula_c_start_line (writer);
  g_string_append (writer->out, "/* ");
  im_kernel_append_text (kernel, writer->formula, writer->out);
  if (nest->legend != NULL)
    g_string_append_printf (writer->out, "; %s", nest->legend);
  g_string_append (writer->out, " */\n");
}

/* How large a sum of products of narrow integers can become, or more than fits. */
static double
bound_sum (const ImFormulaCWriter *writer)
{
  const ImKernelNode *value = writer->kernel->value;
  double bound = 1;
  guint n_factors = value->kind == IM_KERNEL_NODE_MULTIPLY ? 2 : 1;

  for (guint i = 0; i < n_factors; i++)
    {
      const ImKernelNode *factor = n_factors == 2 ? value->arguments[i] : value;

      if (factor->kind != IM_KERNEL_NODE_LOAD ||
          im_formula_c_get_size (factor->dtype) > 2)
        return 1e300;
      bound *= ldexp (1, (int) (8 * im_formula_c_get_size (factor->dtype)) -
                             !im_formula_c_is_unsigned (factor->dtype));
    }
  for (guint i = writer->nest->n_output_loops; i < writer->nest->n_loops; i++)
    bound *= (double) (writer->nest->loops[i].maximum - writer->nest->loops[i].minimum +
                       1);

  return bound;
}

static void
write_sum (ImFormulaCWriter *writer, ImKernelNodeKind kind)
{
  const ImKernel *kernel = writer->kernel;
  const char *name = writer->accumulator->str;
  ImDType dtype = kernel->dtype;
  const char *wide = im_formula_c_get_size (dtype) == 8 ? "uint64_t" : "uint32_t";

  if (im_dtype_is_float (dtype) || im_formula_c_is_unsigned (dtype) ||
      (kind == IM_KERNEL_NODE_ADD && kernel->default_buffer < 0 &&
       bound_sum (writer) < 2147483647.0))
    {
      g_string_append_printf (writer->out, "%s %s= ", name,
                              im_kernel_node_get_sign (kind));
      im_formula_c_append_as (writer, kernel->value, dtype, FALSE);
      g_string_append (writer->out, ";\n");
      return;
    }

  g_string_append_printf (writer->out, "%s = (%s) ((%s) %s %s (%s) ", name,
                          im_formula_c_get_type (dtype), wide, name,
                          im_kernel_node_get_sign (kind), wide);
  im_formula_c_append_as (writer, kernel->value, dtype, TRUE);
  g_string_append (writer->out, ");\n");
}

static void
write_extreme (ImFormulaCWriter *writer)
{
  const ImKernel *kernel = writer->kernel;
  gboolean is_minimum = kernel->aggregation == IM_AGGREGATION_MINIMUM;

  g_string_append_printf (writer->out, "%s = %s (", writer->accumulator->str,
                          im_formula_c_use_helper (writer,
                                                   is_minimum ? "smaller_" : "larger_",
                                                   kernel->dtype));
  im_formula_c_append_as (writer, kernel->value, kernel->dtype, FALSE);
  g_string_append_printf (writer->out, ", %s);\n", writer->accumulator->str);
}

void
im_formula_c_append_step (ImFormulaCWriter *writer)
{
  im_formula_c_start_line (writer);
  if (writer->kernel->aggregation == IM_AGGREGATION_SUM)
    write_sum (writer, IM_KERNEL_NODE_ADD);
  else if (writer->kernel->aggregation == IM_AGGREGATION_PRODUCT)
    write_sum (writer, IM_KERNEL_NODE_MULTIPLY);
  else
    write_extreme (writer);
  if (writer->nest->may_miss)
    {
      im_formula_c_start_line (writer);
      g_string_append (writer->out, "is_found = 1;\n");
    }
}

static void
append_identity (ImFormulaCWriter *writer)
{
  ImDType dtype = writer->kernel->dtype;
  gboolean is_least = writer->kernel->aggregation == IM_AGGREGATION_MAXIMUM;

  if (writer->kernel->aggregation == IM_AGGREGATION_SUM ||
      writer->kernel->aggregation == IM_AGGREGATION_PRODUCT)
    im_formula_c_append_number (
        writer, writer->kernel->aggregation == IM_AGGREGATION_PRODUCT, dtype);
  else if (im_dtype_is_float (dtype))
    g_string_append (writer->out, is_least ? "-INFINITY" : "INFINITY");
  else if (is_least && im_formula_c_is_unsigned (dtype))
    g_string_append_c (writer->out, '0');
  else
    g_string_append_printf (writer->out, "%sINT%u_%s",
                            im_formula_c_is_unsigned (dtype) ? "U" : "",
                            8 * im_formula_c_get_size (dtype), is_least ? "MIN" : "MAX");
}

/* The value is stored as it was aggregated, or cut to a narrower type. */
void
im_formula_c_append_store (ImFormulaCWriter *writer)
{
  const ImKernel *kernel = writer->kernel;
  ImDType dtype = im_formula_get_buffer (writer->formula, kernel->output.buffer)->dtype;

  im_formula_c_start_line (writer);
  im_formula_c_append_element (writer, kernel->output.buffer, &writer->nest->output);
  g_string_append (writer->out, " = ");
  if (im_loop_nest_has_one_value (writer->nest, kernel))
    {
      im_formula_c_append_as (writer, kernel->value, dtype, FALSE);
      g_string_append (writer->out, ";\n");
      return;
    }

  if (kernel->epilogue != NULL)
    {
      im_formula_c_append_as (writer, kernel->epilogue, dtype, FALSE);
      g_string_append (writer->out, ";\n");
      return;
    }

  if (writer->nest->may_miss)
    g_string_append (writer->out, "is_found ? ");
  if (dtype != kernel->dtype)
    g_string_append_printf (writer->out, "(%s) ", im_formula_c_get_type (dtype));
  g_string_append (writer->out, writer->accumulator->str);
  if (writer->nest->may_miss)
    {
      g_string_append (writer->out, " : ");
      im_formula_c_append_number (writer, 0, dtype);
    }
  g_string_append (writer->out, ";\n");
}

void
im_formula_c_append_start (ImFormulaCWriter *writer)
{
  const ImKernel *kernel = writer->kernel;

  im_formula_c_start_line (writer);
  g_string_append_printf (writer->out, "%s %s = ", im_formula_c_get_type (kernel->dtype),
                          writer->accumulator->str);
  if (kernel->default_buffer >= 0)
    im_formula_c_append_element (writer, kernel->output.buffer, &writer->nest->output);
  else
    append_identity (writer);
  g_string_append (writer->out, ";\n");
}
