/* SPDX-License-Identifier: MIT */
#include "kernel/im-formula-c.h"

#include <math.h>
#include <string.h>

#include "kernel/im-formula-c-private.h"
#include "kernel/im-loop-nest-private.h"

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
has_small_index (const ImKernelNode *node, gpointer data)
{
  const ImLoopNest *nest = data;
  ImAffine sum;

  if (node->kind != IM_KERNEL_NODE_INDEX || im_affine_is_constant (node->form))
    return TRUE;
  sum = im_affine_constant (node->form->constant);
  for (guint i = 0; i < IM_KERNEL_MAX_INDICES; i++)
    if (node->form->factor[i] != 0 &&
        !im_affine_add (&sum, &nest->index[i], node->form->factor[i], &sum))
      return FALSE;

  return fits_in_32_bits (&sum, nest);
}

/* Whether the offset of an access fits, with the axes that are computed. */
static gboolean
is_small_access (const ImFormula *formula,
                 const ImKernelAccess *access,
                 const ImAffine *offset,
                 const ImLoopNest *nest)
{
  const ImShape *shape = &im_formula_get_buffer (formula, access->buffer)->shape;
  gint32 n_elements = 0;

  return fits_in_32_bits (offset, nest) &&
         (!im_kernel_access_is_computed (access) ||
          im_shape_product (shape, 0, shape->rank, &n_elements, NULL));
}

static gboolean
is_small (const ImFormula *formula, const ImKernel *kernel, const ImLoopNest *nest)
{
  gboolean fits = is_small_access (formula, &kernel->output, &nest->output, nest) &&
                  im_kernel_visit (kernel, has_small_index, (gpointer) nest);

  for (guint i = 0; i < kernel->n_loads && fits; i++)
    fits = is_small_access (formula, &kernel->loads[i], &nest->loads[i], nest);
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
        g_string_append (out, n++ > 0 ? ", " : "");
        im_formula_c_append_parameter (buffer, out);
      }
  g_string_append (out, n > 0 ? ")" : "void)");
}

/* Rounds down, and what that leaves; of integers by 0 it is 0, and all is left. */
static void
append_division (const char *name, ImDType dtype, GString *out)
{
  const char *type = im_formula_c_get_type (dtype);
  const char *sign = im_formula_c_is_unsigned (dtype) ? "" : "u";
  gboolean is_modulo = g_str_has_prefix (name, "modulo");

  g_string_append_printf (out, "static inline %s\n%s (%s a, %s b)\n{\n", type, name, type,
                          type);
  if (im_dtype_is_float (dtype))
    {
      const char *suffix = dtype == IM_DTYPE_FLOAT32 ? "f" : "";

      if (is_modulo)
        g_string_append_printf (out,
                                "  const %s product = floor%s (a / b) * b;\n\n"
                                "  return a - product;\n}\n\n",
                                type, suffix);
      else
        g_string_append_printf (out, "  return floor%s (a / b);\n}\n\n", suffix);
    }
  else if (im_formula_c_is_unsigned (dtype))
    g_string_append_printf (out, "  return b == 0 ? %s : a %c b;\n}\n\n",
                            is_modulo ? "a" : "0", is_modulo ? '%' : '/');
  else if (is_modulo)
    g_string_append_printf (
        out,
        "  if (b == 0)\n    return a;\n  if (b == -1)\n    return 0;\n"
        "\n  return (%s) (a %% b + (a %% b != 0 && (a < 0) != (b < 0) "
        "? b : 0));\n}\n\n",
        type);
  else
    g_string_append_printf (
        out,
        "  if (b == 0)\n    return 0;\n  if (b == -1)\n    return (%s) (0u - (%s%s) a);\n"
        "\n  return (%s) (a / b - (a %% b != 0 && (a < 0) != (b < 0)));\n}\n\n",
        type, sign, type, type);
}

/* The nearest number of another type. */
static void
append_fit (const char *name, ImDType dtype, GString *out)
{
  guint bits = 8 * im_formula_c_get_size (dtype);
  const char *sign = im_formula_c_is_unsigned (dtype) ? "U" : "";
  const char *from_name = name + strlen ("fit_");
  ImDType from = IM_DTYPE_INT32;

  im_dtype_parse (from_name, (gsize) (strchr (from_name, '_') - from_name), &from);
  g_string_append_printf (out, "/* Saturated. */\nstatic inline %s\n%s (%s a)\n{\n",
                          im_formula_c_get_type (dtype), name,
                          im_formula_c_get_type (from));
  if (!im_formula_c_is_unsigned (from))
    {
      if (im_formula_c_is_unsigned (dtype))
        g_string_append (out, "  if (a < 0)\n    return 0;\n");
      else if (im_formula_c_get_size (from) > im_formula_c_get_size (dtype))
        g_string_append_printf (out, "  if (a < INT%u_MIN)\n    return INT%u_MIN;\n",
                                bits, bits);
    }
  if (im_formula_c_get_size (from) > im_formula_c_get_size (dtype) ||
      (im_formula_c_get_size (from) == im_formula_c_get_size (dtype) &&
       im_formula_c_is_unsigned (from) && !im_formula_c_is_unsigned (dtype)))
    g_string_append_printf (out, "  if (a > %sINT%u_MAX)\n    return %sINT%u_MAX;\n",
                            sign, bits, sign, bits);
  g_string_append_printf (out, "\n  return (%s) a;\n}\n\n",
                          im_formula_c_get_type (dtype));
}

static void
append_typed_helper (const char *name, GString *out)
{
  ImDType dtype = IM_DTYPE_INT32;
  const char *type_name = strrchr (name, '_') + 1;
  gboolean is_single = g_str_has_prefix (name, "single");
  const char *type = NULL;

  im_dtype_parse (type_name, strlen (type_name), &dtype);
  type = im_formula_c_get_type (dtype);
  if (g_str_has_prefix (name, "larger") || g_str_has_prefix (name, "smaller"))
    {
      g_string_append_printf (
          out, "static inline %s\n%s (%s a, %s b)\n{\n  return a %c b ? a : b;\n}\n\n",
          type, name, type, type, *name == 'l' ? '>' : '<');
      return;
    }
  if (g_str_has_prefix (name, "floor_divide") || g_str_has_prefix (name, "modulo"))
    {
      append_division (name, dtype, out);
      return;
    }
  if (g_str_has_prefix (name, "fit_"))
    {
      append_fit (name, dtype, out);
      return;
    }
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
                          "static inline %s\n%s (%s a)\n{\n",
                          type, name, is_single ? "float" : "double");
  if (im_formula_c_is_unsigned (dtype))
    g_string_append_printf (
        out, "  return a >= %.1f%s ? UINT%u_MAX : a > 0 ? (%s) a : 0;\n}\n\n", limit,
        is_single ? "f" : "", bits, type);
  else
    g_string_append_printf (
        out,
        "  return a >= %.1f%s ? INT%u_MAX : a <= -%.1f%s ? INT%u_MIN : a < 0 || "
        "a > 0 ? (%s) a : 0;\n}\n\n",
        limit, is_single ? "f" : "", bits, limit, is_single ? "f" : "", bits, type);
}

/* The elements that are known, for all kernels. */
static void
append_tables (ImFormulaCWriter *writer)
{
  for (guint i = 0; i < writer->formula->buffers->len; i++)
    {
      const ImKernelBuffer *buffer = im_formula_get_buffer (writer->formula, i);
      gint64 count = 1;

      if (buffer->kind != IM_BUFFER_TABLE)
        continue;
      for (guint j = 0; j < buffer->shape.rank; j++)
        count *= buffer->shape.size[j];
      g_string_append_printf (writer->out, "  static const %s ",
                              im_formula_c_get_type (buffer->dtype));
      im_formula_c_append_buffer (writer, i);
      g_string_append_printf (writer->out, "[%" G_GINT64_FORMAT "] = { ", count);
      for (gint64 at = 0; at < count; at++)
        {
          g_string_append (writer->out, at > 0 ? ", " : "");
          im_formula_c_append_known (writer, buffer, at);
        }
      g_string_append (writer->out, " };\n");
    }
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
  if (g_hash_table_remove (writer->helpers, "inside"))
    g_string_append_printf (out,
                            "/* An index that was computed. */\nstatic inline %s\n"
                            "inside (%s index, %s size)\n{\n#ifdef IM_CHECK_INDICES\n"
                            "  if (index < 0 || index >= size)\n    __builtin_trap ();\n"
                            "#endif\n  (void) size;\n\n  return index;\n}\n\n",
                            writer->index_type, writer->index_type, writer->index_type);
  names = g_list_sort (g_hash_table_get_keys (writer->helpers), (GCompareFunc) strcmp);
  for (const GList *name = names; name != NULL; name = name->next)
    append_typed_helper (name->data, out);
}

void
im_formula_append_c (const ImFormula *formula, const GPtrArray *nests, GString *out)
{
  g_autoptr (GString) code = g_string_new (NULL), body = g_string_new (NULL);
  g_autoptr (GHashTable) helpers = g_hash_table_new (g_str_hash, g_str_equal);
  ImFormulaCWriter writer = { .formula = formula,
                              .out = body,
                              .helpers = helpers,
                              .index_type = "int32_t",
                              .indent = 1 };
  ImSharedKernel *shared = NULL;

  for (guint i = 0; i < nests->len; i++)
    if (!is_small (formula, g_ptr_array_index (formula->kernels, i),
                   g_ptr_array_index (nests, i)))
      writer.index_type = "int64_t";
  shared = im_formula_c_share (&writer, nests, body);
  append_head (formula, body);
  g_string_append (body, "\n{\n");
  append_tables (&writer);
  for (guint i = 0; i < nests->len; i++)
    {
      const ImKernel *kernel = g_ptr_array_index (formula->kernels, i);

      g_string_append (body, i > 0 ? "\n" : "");
      if (shared[i].name != NULL)
        im_formula_c_append_call (&writer, kernel, g_ptr_array_index (nests, i),
                                  &shared[i]);
      else
        im_formula_c_append_kernel (&writer, kernel, g_ptr_array_index (nests, i));
    }
  g_string_append (body, "}\n");
  im_formula_c_shared_free (shared, nests->len);

  g_string_append (out,
                   "#include <math.h>\n#include <stdint.h>\n#include <string.h>\n\n");
  append_helpers (&writer, code);
  g_string_append_len (code, body->str, (gssize) body->len);
  im_formula_c_append_wrapped (code->str, out);
}
