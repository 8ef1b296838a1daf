/* SPDX-License-Identifier: MIT */
#include "cli/formula/cli-formula-explain.h"

#include "kernel/im-formula-c.h"
#include "kernel/im-formula-fuse.h"
#include "kernel/im-kernel-report.h"
#include "kernel/im-loop-tile.h"

static const char *const kinds[] = {
  [IM_BUFFER_INPUT] = "input",
  [IM_BUFFER_OUTPUT] = "output",
  [IM_BUFFER_LOCAL] = "local",
  [IM_BUFFER_TABLE] = "table",
};

static void
get_names (const ImLoopNest *nest, const char **names)
{
  for (guint i = 0; i < nest->n_loops; i++)
    names[i] = nest->loops[i].name;
}

/* How many values of a loop the C of a tile computes in one turn; for lanes also which.
 */
static guint
get_step (const ImLoopTile *tile, const ImLoopNest *nest, guint loop)
{
  if (tile->n_rows > 1 && tile->row == loop)
    return tile->n_rows;
  if (tile->n_lanes > 1 && tile->lane == loop)
    return tile->n_lanes;

  return loop + 1 == nest->n_loops ? tile->n_steps : 1;
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
      if (access->computed[i] != NULL)
        {
          g_string_append (out, "  computed\n");
          continue;
        }
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

static void
append_emitted_kernel (const ImFormula *formula,
                       const ImKernel *kernel,
                       const ImLoopNest *nest,
                       GString *out)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  ImLoopTile tile;

  im_loop_tile_init (&tile, nest, kernel, arena);
  g_string_append (out, "  ");
  im_kernel_append_text (kernel, formula, out);
  g_string_append (out, nest->legend != NULL ? "; " : "");
  g_string_append (out, nest->legend != NULL ? nest->legend : "");
  g_string_append_c (out, '\n');
  for (guint i = 0; i < nest->n_loops; i++)
    {
      guint step = get_step (&tile, nest, i);

      g_string_append_printf (out, "    %*sfor ", (int) (2 * i), "");
      im_loop_nest_append_loop (nest, i, out);
      if (step > 1)
        g_string_append_printf (out, ", %u at a time", step);
      if (tile.n_lanes > 1 && tile.lane == i &&
          (tile.first > nest->loops[i].minimum ||
           tile.last + tile.n_lanes - 1 < nest->loops[i].maximum))
        g_string_append_printf (out, " from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
                                tile.first, tile.last + tile.n_lanes - 1);
      g_string_append (out, i < nest->n_output_loops ? "\n" : "  (reduced)\n");
    }
}

/* What becomes of the kernels in C, which computes some of them where they are read. */
static void
append_emitted (const ImFormula *formula, const GPtrArray *nests, GString *out)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GPtrArray) fused_nests = NULL;
  g_autoptr (ImFormula) fused = im_formula_fuse (formula, nests, arena, &fused_nests);

  g_string_append (out, "\nEmitted C, where -Os computes one element at a time\n");
  for (guint i = 0; i < fused_nests->len; i++)
    append_emitted_kernel (fused, g_ptr_array_index (fused->kernels, i),
                           g_ptr_array_index (fused_nests, i), out);
  for (guint i = 0; i < fused->buffers->len; i++)
    if (im_formula_get_buffer (fused, i)->kind == IM_BUFFER_FUSED)
      g_string_append_printf (out, "  %s is nowhere kept\n",
                              im_formula_get_buffer (fused, i)->name);
}

void
cli_formula_explain_text (const ImFormula *formula, const GPtrArray *nests, GString *out)
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
  append_emitted (formula, nests, out);
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
      if (access->computed[i] != NULL)
        {
          im_json_member_bool (json, "computed", TRUE);
          im_json_close_object (json);
          continue;
        }
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
write_loops (const ImLoopNest *nest, const ImLoopTile *tile, ImJson *json)
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
      if (tile != NULL)
        im_json_member_int (json, "step", get_step (tile, nest, i));
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
  write_loops (nest, NULL, json);
  im_json_member_bool (json, "covers", nest->covers);
  im_json_member_bool (json, "exact", counts.is_exact);
  im_json_member_double (json, "points", counts.points);
  im_json_member_double (json, "multiply_adds", counts.multiply_adds);
  im_json_member_double (json, "loads", counts.loads);
  im_json_member_double (json, "stores", counts.stores);
  im_json_member_double (json, "bytes", counts.bytes);
  im_json_close_object (json);
}

static void
write_emitted (const ImFormula *formula, const GPtrArray *nests, ImJson *json)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GPtrArray) fused_nests = NULL;
  g_autoptr (ImFormula) fused = im_formula_fuse (formula, nests, arena, &fused_nests);

  im_json_member_array (json, "emitted");
  for (guint i = 0; i < fused_nests->len; i++)
    {
      const ImKernel *kernel = g_ptr_array_index (fused->kernels, i);
      const ImLoopNest *nest = g_ptr_array_index (fused_nests, i);
      g_autoptr (GString) text = g_string_new (NULL);
      ImLoopTile tile;

      im_loop_tile_init (&tile, nest, kernel, arena);
      im_kernel_append_text (kernel, fused, text);
      im_json_open_object (json);
      im_json_member_string (json, "text", text->str);
      write_loops (nest, &tile, json);
      im_json_close_object (json);
    }
  im_json_close_array (json);
  im_json_member_array (json, "fused");
  for (guint i = 0; i < fused->buffers->len; i++)
    if (im_formula_get_buffer (fused, i)->kind == IM_BUFFER_FUSED)
      im_json_string (json, im_formula_get_buffer (fused, i)->name);
  im_json_close_array (json);
}

void
cli_formula_explain_json (const ImFormula *formula, const GPtrArray *nests, ImJson *json)
{
  im_json_member_string (json, "function", formula->name);
  im_json_member_array (json, "kernels");
  for (guint i = 0; i < nests->len; i++)
    write_kernel (formula, g_ptr_array_index (formula->kernels, i),
                  g_ptr_array_index (nests, i), json);
  im_json_close_array (json);
  write_emitted (formula, nests, json);
}

void
cli_formula_append_c (const ImFormula *formula, const GPtrArray *nests, GString *out)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GPtrArray) fused_nests = NULL;
  g_autoptr (ImFormula) fused = im_formula_fuse (formula, nests, arena, &fused_nests);

  im_formula_append_c (fused, fused_nests, out);
}
