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
        g_string_append (out, n++ > 0 ? ", " : "");
        im_formula_c_append_parameter (buffer, out);
      }
  g_string_append (out, n > 0 ? ")" : "void)");
}

static void
append_integer_helper (const char *name, GString *out)
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
  g_autoptr (GString) code = g_string_new (NULL), body = g_string_new (NULL);
  g_autoptr (GHashTable) helpers = g_hash_table_new (g_str_hash, g_str_equal);
  ImFormulaCWriter writer = { .formula = formula,
                              .out = body,
                              .helpers = helpers,
                              .index_type = "int32_t",
                              .indent = 1 };
  ImSharedKernel *shared = NULL;

  for (guint i = 0; i < nests->len; i++)
    if (!is_small (g_ptr_array_index (formula->kernels, i), g_ptr_array_index (nests, i)))
      writer.index_type = "int64_t";
  shared = im_formula_c_share (&writer, nests, body);
  append_head (formula, body);
  g_string_append (body, "\n{\n");
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
