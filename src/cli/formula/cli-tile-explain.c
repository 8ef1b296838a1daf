/* SPDX-License-Identifier: MIT */
#include "cli/formula/cli-tile-explain.h"

#include "kernel/im-kernel-report.h"

static const char *const kinds[] = {
  [IM_BUFFER_INPUT] = "input",
  [IM_BUFFER_OUTPUT] = "output",
  [IM_BUFFER_LOCAL] = "local",
};

static void
get_names (const ImLoopNest *nest, const char **names)
{
  for (guint i = 0; i < nest->n_loops; i++)
    names[i] = nest->loops[i].name;
}

static void
append_loops (const ImLoopNest *nest, GString *out)
{
  for (guint i = 0; i < nest->n_loops; i++)
    {
      g_string_append_printf (out, "  %*sfor ", (int) (2 * i), "");
      im_loop_nest_append_loop (nest, i, out);
      g_string_append (out, i < nest->n_output_loops ? "\n" : "  (reduced)\n");
    }
}

#define NAME_COLUMNS   14
#define FACTOR_COLUMNS 6

static void
append_rows (const ImFormula *formula,
             const ImKernel *kernel,
             const ImKernelAccess *access,
             GString *out)
{
  const ImKernelBuffer *buffer = im_formula_get_buffer (formula, access->buffer);

  for (guint i = buffer->shape.rank; i-- > 0;)
    {
      const ImAffine *form = &access->index[i];
      g_autofree char *name = g_strdup_printf ("%s axis %u", buffer->name, i);

      g_string_append_printf (out, "  %-*s", NAME_COLUMNS, name);
      for (guint j = 0; j < kernel->n_indices; j++)
        if (form->factor[j] == 0)
          g_string_append_printf (out, "%*s", FACTOR_COLUMNS, ".");
        else
          g_string_append_printf (out, "%*" G_GINT64_FORMAT, FACTOR_COLUMNS,
                                  form->factor[j]);
      if (form->constant != 0)
        g_string_append_printf (out, "  %+" G_GINT64_FORMAT, form->constant);
      if (form->divisor != 1)
        g_string_append_printf (out, "  / %" G_GINT64_FORMAT, form->divisor);
      g_string_append_c (out, '\n');
    }
}

/* A row for each axis, a column for each index. */
static void
append_matrix (const ImFormula *formula, const ImKernel *kernel, GString *out)
{
  g_string_append_printf (out, "  %-*s", NAME_COLUMNS, "");
  for (guint i = 0; i < kernel->n_indices; i++)
    g_string_append_printf (out, "%*s", FACTOR_COLUMNS, kernel->indices[i]);
  g_string_append_c (out, '\n');
  append_rows (formula, kernel, &kernel->output, out);
  for (guint i = 0; i < kernel->n_loads; i++)
    append_rows (formula, kernel, &kernel->loads[i], out);
}

static void
append_kernel (const ImFormula *formula,
               const ImKernel *kernel,
               const ImLoopNest *nest,
               GString *out)
{
  ImKernelCounts counts = im_kernel_count (formula, kernel, nest);

  g_string_append_c (out, '\n');
  im_kernel_append_text (kernel, formula, out);
  g_string_append (out, "\n\nAccesses\n");
  append_matrix (formula, kernel, out);
  g_string_append (out, "\nValid indices\n");
  for (guint i = 0; i < kernel->n_indices; i++)
    g_string_append_printf (out, "  %-*s%6" G_GINT64_FORMAT " to %" G_GINT64_FORMAT "\n",
                            NAME_COLUMNS, kernel->indices[i], nest->first[i],
                            nest->last[i]);
  g_string_append (out, "\nLoops\n");
  append_loops (nest, out);
  if (!nest->covers)
    g_string_append (out, "  Elements that no indices write are 0 or the default.\n");
  g_string_append (out, "\nCounts\n  ");
  im_kernel_counts_append_text (&counts, out);
  g_string_append_c (out, '\n');
}

void
cli_tile_explain_text (const ImFormula *formula, const GPtrArray *nests, GString *out)
{
  g_string_append_printf (out, "%s\n", formula->name);
  for (guint i = 0; i < formula->buffers->len; i++)
    {
      const ImKernelBuffer *buffer = im_formula_get_buffer (formula, i);

      g_string_append_printf (out, "  %-*s%s", NAME_COLUMNS, buffer->name,
                              im_dtype_get_info (buffer->dtype)->name);
      im_shape_append_text (&buffer->shape, out);
      g_string_append_printf (out, "  %s\n", kinds[buffer->kind]);
    }
  for (guint i = 0; i < nests->len; i++)
    append_kernel (formula, g_ptr_array_index (formula->kernels, i),
                   g_ptr_array_index (nests, i), out);
}

static void
write_access (const ImFormula *formula,
              const ImKernel *kernel,
              const ImKernelAccess *access,
              ImJson *json)
{
  const ImKernelBuffer *buffer = im_formula_get_buffer (formula, access->buffer);

  im_json_open_object (json);
  im_json_member_string (json, "buffer", buffer->name);
  im_json_member_array (json, "index");
  for (guint i = buffer->shape.rank; i-- > 0;)
    {
      const ImAffine *form = &access->index[i];

      im_json_open_object (json);
      im_json_member_array (json, "factors");
      for (guint j = 0; j < kernel->n_indices; j++)
        im_json_int (json, form->factor[j]);
      im_json_close_array (json);
      im_json_member_int (json, "constant", form->constant);
      im_json_member_int (json, "divisor", form->divisor);
      im_json_close_object (json);
    }
  im_json_close_array (json);
  im_json_close_object (json);
}

static void
write_bounds (const char *member,
              const ImAffine *bounds,
              guint n_bounds,
              const char *const *names,
              ImJson *json)
{
  im_json_member_array (json, member);
  for (guint i = 0; i < n_bounds; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      im_affine_append_text (&bounds[i], names, "/", text);
      im_json_string (json, text->str);
    }
  im_json_close_array (json);
}

static void
write_loops (const ImLoopNest *nest, ImJson *json)
{
  const char *names[IM_KERNEL_MAX_INDICES] = { NULL };

  get_names (nest, names);
  im_json_member_array (json, "loops");
  for (guint i = 0; i < nest->n_loops; i++)
    {
      const ImLoop *loop = &nest->loops[i];

      im_json_open_object (json);
      im_json_member_string (json, "name", loop->name);
      im_json_member_bool (json, "reduced", i >= nest->n_output_loops);
      write_bounds ("lower", loop->lower, loop->n_lower, names, json);
      write_bounds ("upper", loop->upper, loop->n_upper, names, json);
      im_json_close_object (json);
    }
  im_json_close_array (json);
}

static void
write_indices (const ImKernel *kernel, const ImLoopNest *nest, ImJson *json)
{
  im_json_member_array (json, "indices");
  for (guint i = 0; i < kernel->n_indices; i++)
    {
      im_json_open_object (json);
      im_json_member_string (json, "name", kernel->indices[i]);
      im_json_member_int (json, "first", nest->first[i]);
      im_json_member_int (json, "last", nest->last[i]);
      im_json_close_object (json);
    }
  im_json_close_array (json);
}

static void
write_kernel (const ImFormula *formula,
              const ImKernel *kernel,
              const ImLoopNest *nest,
              ImJson *json)
{
  g_autoptr (GString) text = g_string_new (NULL);
  ImKernelCounts counts = im_kernel_count (formula, kernel, nest);

  im_kernel_append_text (kernel, formula, text);
  im_json_open_object (json);
  im_json_member_string (json, "text", text->str);
  write_indices (kernel, nest, json);
  im_json_member_array (json, "accesses");
  write_access (formula, kernel, &kernel->output, json);
  for (guint i = 0; i < kernel->n_loads; i++)
    write_access (formula, kernel, &kernel->loads[i], json);
  im_json_close_array (json);
  write_loops (nest, json);
  im_json_member_bool (json, "covers", nest->covers);
  im_json_member_bool (json, "exact", counts.is_exact);
  im_json_member_double (json, "points", counts.points);
  im_json_member_double (json, "multiply_adds", counts.multiply_adds);
  im_json_member_double (json, "loads", counts.loads);
  im_json_member_double (json, "stores", counts.stores);
  im_json_member_double (json, "bytes", counts.bytes);
  im_json_close_object (json);
}

void
cli_tile_explain_json (const ImFormula *formula, const GPtrArray *nests, ImJson *json)
{
  im_json_member_string (json, "function", formula->name);
  im_json_member_array (json, "kernels");
  for (guint i = 0; i < nests->len; i++)
    write_kernel (formula, g_ptr_array_index (formula->kernels, i),
                  g_ptr_array_index (nests, i), json);
  im_json_close_array (json);
}
