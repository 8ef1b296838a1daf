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
       kernel->initial == NULL && !writer->nest->is_sequence &&
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

/* `all = all && I[i] != 0;` */
static void
write_truth (ImFormulaCWriter *writer, const char *sign)
{
  const char *name = writer->accumulator->str;

  g_string_append_printf (writer->out, "%s = %s != 0 %s (", name, name, sign);
  im_formula_c_append_truth (writer, writer->kernel->value);
  g_string_append (writer->out, ");\n");
}

void
im_formula_c_open_point (ImFormulaCWriter *writer, gboolean is_many)
{
  const ImKernel *kernel = writer->kernel;

  if (kernel->n_locals > 0)
    {
      im_formula_c_start_line (writer);
      g_string_append (writer->out, "{\n");
      writer->indent++;
    }
  for (guint i = 0; i < kernel->n_locals; i++)
    {
      const ImKernelNode *value = kernel->locals[i].value;

      im_formula_c_start_line (writer);
      g_string_append_printf (writer->out,
                              "const %s %s = ", im_formula_c_get_type (value->dtype),
                              writer->locals[i]);
      im_formula_c_append_as (writer, value, value->dtype, FALSE);
      g_string_append (writer->out, ";\n");
    }
  if (kernel->condition == NULL)
    return;
  g_string_append (writer->out, kernel->n_locals > 0 ? "\n" : "");
  im_formula_c_start_line (writer);
  g_string_append (writer->out, "if (");
  im_formula_c_append_truth (writer, kernel->condition);
  g_string_append (writer->out, ")\n");
  writer->indent++;
  if (is_many)
    {
      im_formula_c_start_line (writer);
      g_string_append (writer->out, "{\n");
      writer->indent++;
    }
}

void
im_formula_c_close_point (ImFormulaCWriter *writer, gboolean is_many)
{
  if (writer->kernel->condition != NULL && is_many)
    {
      writer->indent--;
      im_formula_c_start_line (writer);
      g_string_append (writer->out, "}\n");
    }
  if (writer->kernel->condition != NULL)
    writer->indent--;
  if (writer->kernel->n_locals > 0)
    {
      writer->indent--;
      im_formula_c_start_line (writer);
      g_string_append (writer->out, "}\n");
    }
}

void
im_formula_c_append_step (ImFormulaCWriter *writer)
{
  im_formula_c_start_line (writer);
  if (writer->kernel->aggregation == IM_AGGREGATION_SUM)
    write_sum (writer, IM_KERNEL_NODE_ADD);
  else if (writer->kernel->aggregation == IM_AGGREGATION_PRODUCT)
    write_sum (writer, IM_KERNEL_NODE_MULTIPLY);
  else if (writer->kernel->aggregation == IM_AGGREGATION_AND)
    write_truth (writer, "&&");
  else if (writer->kernel->aggregation == IM_AGGREGATION_OR)
    write_truth (writer, "||");
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

  if (writer->kernel->aggregation != IM_AGGREGATION_MINIMUM &&
      writer->kernel->aggregation != IM_AGGREGATION_MAXIMUM)
    im_formula_c_append_number (writer,
                                writer->kernel->aggregation == IM_AGGREGATION_PRODUCT ||
                                    writer->kernel->aggregation == IM_AGGREGATION_AND,
                                dtype);
  else if (im_dtype_is_float (dtype))
    g_string_append (writer->out, is_least ? "-INFINITY" : "INFINITY");
  else if (is_least && im_formula_c_is_unsigned (dtype))
    g_string_append_c (writer->out, '0');
  else
    g_string_append_printf (writer->out, "%sINT%u_%s",
                            im_formula_c_is_unsigned (dtype) ? "U" : "",
                            8 * im_formula_c_get_size (dtype), is_least ? "MIN" : "MAX");
}

/* The name of the function that makes an accumulator an element, which may not fit. */
static const char *
use_fit (ImFormulaCWriter *writer, ImDType dtype)
{
  ImDType from = writer->kernel->dtype;
  g_autofree char *prefix = g_strdup_printf ("fit_%s_", im_dtype_get_info (from)->name);

  if (im_dtype_is_float (dtype) || from == dtype)
    return NULL;
  if (im_dtype_is_float (from))
    return im_formula_c_use_helper (
        writer, from == IM_DTYPE_FLOAT32 ? "single_to_" : "to_", dtype);

  return im_formula_c_use_helper (writer, prefix, dtype);
}

/* The value is stored as it was aggregated, cut to a narrower type, or saturated. */
void
im_formula_c_append_store (ImFormulaCWriter *writer)
{
  const ImKernel *kernel = writer->kernel;
  ImDType dtype = im_formula_get_buffer (writer->formula, kernel->output.buffer)->dtype;
  gboolean has_one_value = im_loop_nest_has_one_value (writer->nest, kernel);
  const char *fit = kernel->saturates ? use_fit (writer, dtype) : NULL;

  im_formula_c_start_line (writer);
  im_formula_c_append_element (writer, &kernel->output, &writer->nest->output);
  g_string_append (writer->out, " = ");
  if (kernel->epilogue != NULL)
    {
      im_formula_c_append_as (writer, kernel->epilogue, dtype, FALSE);
      g_string_append (writer->out, ";\n");
      return;
    }

  if (writer->nest->may_miss && !has_one_value)
    g_string_append (writer->out, "is_found ? ");
  if (fit != NULL)
    g_string_append_printf (writer->out, "%s (", fit);
  else if (!has_one_value && dtype != kernel->dtype)
    g_string_append_printf (writer->out, "(%s) ", im_formula_c_get_type (dtype));
  if (has_one_value)
    im_formula_c_append_as (writer, kernel->value, fit != NULL ? kernel->dtype : dtype,
                            FALSE);
  else
    g_string_append (writer->out, writer->accumulator->str);
  g_string_append (writer->out, fit != NULL ? ")" : "");
  if (writer->nest->may_miss && !has_one_value)
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
  if (kernel->default_buffer >= 0 || writer->nest->is_sequence)
    im_formula_c_append_element (writer, &kernel->output, &writer->nest->output);
  else if (kernel->initial != NULL)
    im_formula_c_append_as (writer, kernel->initial, kernel->dtype, FALSE);
  else
    append_identity (writer);
  g_string_append (writer->out, ";\n");
}
