/* SPDX-License-Identifier: MIT */
#include "kernel/im-formula-c.h"

#include <math.h>
#include <string.h>

#include "kernel/im-formula-c-private.h"
#include "kernel/im-kernel-function.h"
#include "kernel/im-loop-nest-private.h"

static const char *const aggregate_names[IM_N_AGGREGATIONS] = {
  [IM_AGGREGATION_SET] = "value",       [IM_AGGREGATION_SUM] = "sum",
  [IM_AGGREGATION_PRODUCT] = "product", [IM_AGGREGATION_MINIMUM] = "minimum",
  [IM_AGGREGATION_MAXIMUM] = "maximum",
};

static gboolean
is_taken (const char *name)
{
  static const char *const words[] = {
    "auto",    "break",    "case",     "char",     "const",    "continue", "default",
    "do",      "double",   "else",     "enum",     "extern",   "float",    "for",
    "goto",    "if",       "inline",   "int",      "long",     "register", "restrict",
    "return",  "short",    "signed",   "sizeof",   "static",   "struct",   "switch",
    "typedef", "union",    "unsigned", "void",     "volatile", "while",    "sum",
    "product", "minimum",  "maximum",  "value",    "is_found", "larger",   "smaller",
    "ceil_of", "floor_of", "main",     "INFINITY", "NAN",      "NULL",     "y0",
    "y1",      "yn",       "j0",       "j1",       "jn",       "gamma",    "signgam",
    NULL
  };

  return g_strv_contains (words, name);
}

void
im_formula_append_c_name (const char *name, GString *out)
{
  g_autofree char *with_f = g_strndup (name, strlen (name) -
                                                 (g_str_has_suffix (name, "f") ? 1 : 0));

  g_string_append (out, name);
  if (is_taken (name) || im_kernel_function_find (name, strlen (name)) != NULL ||
      im_kernel_function_find (with_f, strlen (with_f)) != NULL)
    g_string_append_c (out, '_');
}

static void
start_line (ImFormulaCWriter *writer)
{
  g_string_append_printf (writer->out, "%*s", (int) (2 * writer->indent), "");
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
write_sum (ImFormulaCWriter *writer, const char *name, ImKernelNodeKind kind)
{
  const ImKernel *kernel = writer->kernel;
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
write_innermost (ImFormulaCWriter *writer)
{
  const ImKernel *kernel = writer->kernel;
  const char *name = aggregate_names[kernel->aggregation];
  gboolean is_minimum = kernel->aggregation == IM_AGGREGATION_MINIMUM;

  start_line (writer);
  if (kernel->aggregation == IM_AGGREGATION_SUM)
    {
      write_sum (writer, name, IM_KERNEL_NODE_ADD);
    }
  else if (kernel->aggregation == IM_AGGREGATION_PRODUCT)
    {
      write_sum (writer, name, IM_KERNEL_NODE_MULTIPLY);
    }
  else
    {
      g_string_append_printf (writer->out,
                              "const %s value = ", im_formula_c_get_type (kernel->dtype));
      im_formula_c_append_as (writer, kernel->value, kernel->dtype, FALSE);
      g_string_append (writer->out, ";\n\n");
      start_line (writer);
      g_string_append_printf (writer->out, "%s = value %c %s ? value : %s;\n", name,
                              is_minimum ? '<' : '>', name, name);
    }
  if (writer->nest->may_miss)
    {
      start_line (writer);
      g_string_append (writer->out, "is_found = 1;\n");
    }
}

static void
open_block (ImFormulaCWriter *writer)
{
  writer->indent++;
  start_line (writer);
  g_string_append (writer->out, "{\n");
  writer->indent++;
}

static void
close_block (ImFormulaCWriter *writer)
{
  writer->indent--;
  start_line (writer);
  g_string_append (writer->out, "}\n");
  writer->indent--;
}

static gboolean
has_name (const ImFormulaCWriter *writer, const char *name, guint n_names)
{
  for (guint i = 0; i < n_names; i++)
    if (strcmp (writer->names[i], name) == 0)
      return TRUE;
  for (guint i = 0; i < writer->formula->buffers->len; i++)
    {
      g_autoptr (GString) buffer = g_string_new (NULL);

      im_formula_append_c_name (im_formula_get_buffer (writer->formula, i)->name, buffer);
      if (strcmp (buffer->str, name) == 0)
        return TRUE;
    }

  return FALSE;
}

/* A name that no buffer has, and none of the first @n_names loops. */
static char *
dup_free_name (const ImFormulaCWriter *writer, const char *name, guint n_names)
{
  GString *free_name = g_string_new (name);

  while (has_name (writer, free_name->str, n_names))
    g_string_append_c (free_name, '_');

  return g_string_free (free_name, FALSE);
}

/* The last value of a loop that depends on others is computed before it. */
static void
write_loop (ImFormulaCWriter *writer, guint level)
{
  const ImLoop *loop = &writer->nest->loops[level];
  const char *name = writer->names[level];
  g_autofree char *wanted = g_strconcat ("last_", name, NULL);
  g_autofree char *last = dup_free_name (writer, wanted, writer->nest->n_loops);
  gboolean is_simple = loop->n_upper == 1 && im_affine_is_constant (loop->upper) &&
                       loop->upper->divisor == 1;

  if (!is_simple)
    {
      start_line (writer);
      g_string_append_printf (writer->out, "const %s %s = ", writer->index_type, last);
      im_formula_c_append_bounds (writer, loop->upper, loop->n_upper, "smaller",
                                  "floor_of");
      g_string_append (writer->out, ";\n\n");
    }
  start_line (writer);
  g_string_append_printf (writer->out, "for (%s %s = ", writer->index_type, name);
  im_formula_c_append_bounds (writer, loop->lower, loop->n_lower, "larger", "ceil_of");
  if (is_simple)
    g_string_append_printf (writer->out, "; %s < %" G_GINT64_FORMAT "; %s++)\n", name,
                            loop->upper->constant + 1, name);
  else
    g_string_append_printf (writer->out, "; %s <= %s; %s++)\n", name, last, name);
}

static void
write_reduction (ImFormulaCWriter *writer, guint level)
{
  if (level == writer->nest->n_loops)
    {
      write_innermost (writer);
      return;
    }

  write_loop (writer, level);
  open_block (writer);
  write_reduction (writer, level + 1);
  close_block (writer);
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
static void
write_store (ImFormulaCWriter *writer, const char *name)
{
  const ImKernel *kernel = writer->kernel;
  ImDType dtype = im_formula_get_buffer (writer->formula, kernel->output.buffer)->dtype;

  gboolean is_guarded = writer->nest->may_miss && name != NULL;

  start_line (writer);
  if (is_guarded)
    {
      g_string_append (writer->out, "if (is_found)\n");
      writer->indent++;
      start_line (writer);
    }
  im_formula_c_append_element (writer, kernel->output.buffer, &writer->nest->output);
  g_string_append (writer->out, " = ");
  if (name == NULL)
    im_formula_c_append_as (writer, kernel->value, dtype, FALSE);
  else if (dtype != kernel->dtype)
    g_string_append_printf (writer->out, "(%s) %s", im_formula_c_get_type (dtype), name);
  else
    g_string_append (writer->out, name);
  g_string_append (writer->out, ";\n");
  if (is_guarded)
    writer->indent--;
}

static void
write_element (ImFormulaCWriter *writer)
{
  const ImKernel *kernel = writer->kernel;
  const char *name = aggregate_names[kernel->aggregation];

  if (kernel->aggregation == IM_AGGREGATION_SET)
    {
      write_store (writer, NULL);
      return;
    }

  start_line (writer);
  g_string_append_printf (writer->out, "%s %s = ", im_formula_c_get_type (kernel->dtype),
                          name);
  if (kernel->default_buffer >= 0)
    im_formula_c_append_element (writer, kernel->output.buffer, &writer->nest->output);
  else
    append_identity (writer);
  g_string_append (writer->out, ";\n");
  if (writer->nest->may_miss)
    {
      start_line (writer);
      g_string_append (writer->out, "int is_found = 0;\n");
    }
  g_string_append_c (writer->out, '\n');
  write_reduction (writer, writer->nest->n_output_loops);
  write_store (writer, name);
}

static void
write_elements (ImFormulaCWriter *writer, guint level)
{
  if (level == writer->nest->n_output_loops)
    {
      write_element (writer);
      return;
    }

  write_loop (writer, level);
  open_block (writer);
  write_elements (writer, level + 1);
  close_block (writer);
}

static void
write_fill (ImFormulaCWriter *writer)
{
  g_autofree char *name = NULL;
  const ImKernel *kernel = writer->kernel;
  const ImKernelBuffer *buffer = im_formula_get_buffer (writer->formula,
                                                        kernel->output.buffer);
  gint64 count = 1;

  for (guint i = 0; i < buffer->shape.rank; i++)
    count *= buffer->shape.size[i];
  start_line (writer);
  if (kernel->default_buffer < 0)
    {
      g_string_append (writer->out, "memset (");
      im_formula_c_append_buffer (writer, kernel->output.buffer);
      g_string_append_printf (writer->out, ", 0, %" G_GINT64_FORMAT " * sizeof *", count);
      im_formula_c_append_buffer (writer, kernel->output.buffer);
      g_string_append (writer->out, ");\n");
      return;
    }

  const ImKernelBuffer *from = im_formula_get_buffer (writer->formula,
                                                      (guint) kernel->default_buffer);

  name = dup_free_name (writer, "i", 0);
  g_string_append_printf (writer->out,
                          "for (%s %s = 0; %s < %" G_GINT64_FORMAT "; %s++)\n",
                          writer->index_type, name, name, count, name);
  writer->indent++;
  start_line (writer);
  im_formula_c_append_buffer (writer, kernel->output.buffer);
  g_string_append_printf (writer->out, "[%s] = ", name);
  if (from->dtype != buffer->dtype)
    g_string_append_printf (writer->out, "(%s) ", im_formula_c_get_type (buffer->dtype));
  im_formula_c_append_buffer (writer, (guint) kernel->default_buffer);
  g_string_append_printf (writer->out, "[%s];\n", from->shape.rank == 0 ? "0" : name);
  writer->indent--;
}

static void
name_loops (ImFormulaCWriter *writer)
{
  for (guint i = 0; i < writer->nest->n_loops; i++)
    {
      g_autoptr (GString) name = g_string_new (NULL);

      im_formula_append_c_name (writer->nest->loops[i].name, name);
      writer->names[i] = dup_free_name (writer, name->str, i);
    }
}

static void
write_kernel (ImFormulaCWriter *writer, const ImKernel *kernel, const ImLoopNest *nest)
{
  g_autoptr (GString) text = g_string_new (NULL);

  writer->kernel = kernel;
  writer->nest = nest;
  name_loops (writer);
  im_kernel_append_text (kernel, writer->formula, text);
  start_line (writer);
  g_string_append_printf (writer->out, "/* %s */\n", text->str);
  if (!nest->covers || kernel->default_buffer >= 0)
    write_fill (writer);
  if (nest->n_output_loops == 0 && kernel->aggregation != IM_AGGREGATION_SET)
    {
      start_line (writer);
      g_string_append (writer->out, "{\n");
      writer->indent++;
      write_elements (writer, 0);
      writer->indent--;
      start_line (writer);
      g_string_append (writer->out, "}\n");
    }
  else
    write_elements (writer, 0);
  for (guint i = 0; i < nest->n_loops; i++)
    g_clear_pointer (&writer->names[i], g_free);
}

/* Partial sums of an offset must fit, too. */
static gboolean
fits_in_32_bits (const ImAffine *form, const ImLoopNest *nest)
{
  ImAffine part = im_affine_constant (0);
  gint64 low = 0, high = 0;

  for (guint i = 0; i <= nest->n_loops; i++)
    {
      if (i < nest->n_loops)
        part.factor[i] = form->factor[i];
      else
        part.constant = form->constant;
      if (!im_loop_form_get_range (&part, nest->loops, nest->n_loops, &low, &high) ||
          low <= G_MININT32 || high >= G_MAXINT32)
        return FALSE;
    }

  return TRUE;
}

static gboolean
is_small (const ImKernel *kernel, const ImLoopNest *nest)
{
  gboolean fits = fits_in_32_bits (&nest->output, nest);

  for (guint i = 0; i < kernel->n_loads && fits; i++)
    fits = fits_in_32_bits (&nest->loads[i], nest);
  for (guint i = 0; i < nest->n_loops && fits; i++)
    {
      const ImLoop *loop = &nest->loops[i];

      fits = loop->minimum > G_MININT32 && loop->maximum < G_MAXINT32;
      for (guint j = 0; j < loop->n_lower && fits; j++)
        fits = fits_in_32_bits (&loop->lower[j], nest);
      for (guint j = 0; j < loop->n_upper && fits; j++)
        fits = fits_in_32_bits (&loop->upper[j], nest);
    }

  return fits;
}

static void
append_head (const ImFormula *formula, GString *out)
{
  static const ImBufferKind order[] = { IM_BUFFER_INPUT, IM_BUFFER_OUTPUT,
                                        IM_BUFFER_LOCAL };
  guint n = 0;

  g_string_append (out, "void\n");
  im_formula_append_c_name (formula->name, out);
  g_string_append (out, " (");
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    for (guint j = 0; j < formula->buffers->len; j++)
      {
        const ImKernelBuffer *buffer = im_formula_get_buffer (formula, j);

        if (buffer->kind != order[i])
          continue;
        g_string_append_printf (out, "%s%s%s *restrict ", n++ > 0 ? ", " : "",
                                buffer->kind == IM_BUFFER_INPUT ? "const " : "",
                                im_formula_c_get_type (buffer->dtype));
        im_formula_append_c_name (buffer->name, out);
      }
  g_string_append (out, n > 0 ? ")" : "void)");
}

static void
append_integer_helper (const char *name, GString *out)
{
  ImDType dtype = IM_DTYPE_INT32;
  const char *type_name = strchr (name, '_') + 1;
  const char *type = NULL;

  im_dtype_parse (type_name, strlen (type_name), &dtype);
  type = im_formula_c_get_type (dtype);
  if (g_str_has_prefix (name, "divide"))
    {
      g_string_append_printf (
          out,
          "/* Towards 0; by 0 it is 0, and what does not fit wraps. */\n"
          "static inline %s\n%s (%s a, %s b)\n{\n",
          type, name, type, type);
      if (im_formula_c_is_unsigned (dtype))
        g_string_append (out, "  return b == 0 ? 0 : a / b;\n}\n\n");
      else
        g_string_append_printf (out,
                                "  return b == 0 ? 0 : b == -1 ? (%s) (0u - (u%s) a) : "
                                "(%s) (a / b);\n}\n\n",
                                type, type, type);
      return;
    }

  guint bits = 8 * im_formula_c_get_size (dtype);
  double limit = ldexp (1, (int) bits - !im_formula_c_is_unsigned (dtype));

  g_string_append_printf (out,
                          "/* Towards 0, saturated; what is not a number is 0. */\n"
                          "static inline %s\n%s (double a)\n{\n",
                          type, name);
  if (im_formula_c_is_unsigned (dtype))
    g_string_append_printf (
        out, "  return a >= %.1f ? UINT%u_MAX : a > 0.0 ? (%s) a : 0;\n}\n\n", limit,
        bits, type);
  else
    g_string_append_printf (
        out,
        "  return a >= %.1f ? INT%u_MAX : a <= -%.1f ? INT%u_MIN : a < 0.0 || "
        "a > 0.0 ? (%s) a : 0;\n}\n\n",
        limit, bits, limit, bits, type);
}

static void
append_helpers (const ImFormulaCWriter *writer, GString *out)
{
  static const struct
  {
    const char *name;
    const char *parameters;
    const char *body;
  } helpers[] = {
    { "larger", "a, b", "a > b ? a : b" },
    { "smaller", "a, b", "a < b ? a : b" },
    { "ceil_of", "a, b", "a / b + (a % b > 0)" },
    { "floor_of", "a, b", "a / b - (a % b < 0)" },
  };
  g_autoptr (GList) names = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (helpers); i++)
    if (g_hash_table_remove (writer->helpers, helpers[i].name))
      g_string_append_printf (out,
                              "static inline %s\n%s (%s a, %s b)\n{\n  return %s;\n}\n\n",
                              writer->index_type, helpers[i].name, writer->index_type,
                              writer->index_type, helpers[i].body);
  names = g_list_sort (g_hash_table_get_keys (writer->helpers), (GCompareFunc) strcmp);
  for (const GList *name = names; name != NULL; name = name->next)
    append_integer_helper (name->data, out);
}

void
im_formula_append_c (const ImFormula *formula, const GPtrArray *nests, GString *out)
{
  g_autoptr (GString) body = g_string_new (NULL);
  g_autoptr (GHashTable) helpers = g_hash_table_new (g_str_hash, g_str_equal);
  ImFormulaCWriter writer = { .formula = formula,
                              .out = body,
                              .helpers = helpers,
                              .index_type = "int32_t",
                              .indent = 1 };

  for (guint i = 0; i < nests->len; i++)
    if (!is_small (g_ptr_array_index (formula->kernels, i), g_ptr_array_index (nests, i)))
      writer.index_type = "int64_t";
  append_head (formula, body);
  g_string_append (body, "\n{\n");
  for (guint i = 0; i < nests->len; i++)
    {
      g_string_append (body, i > 0 ? "\n" : "");
      write_kernel (&writer, g_ptr_array_index (formula->kernels, i),
                    g_ptr_array_index (nests, i));
    }
  g_string_append (body, "}\n");

  g_string_append (out,
                   "#include <math.h>\n#include <stdint.h>\n#include <string.h>\n\n");
  append_helpers (&writer, out);
  g_string_append_len (out, body->str, (gssize) body->len);
}
