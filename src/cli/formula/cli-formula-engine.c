/* SPDX-License-Identifier: MIT */
#include "cli/formula/cli-formula-engine.h"

#include <string.h>

#include "kernel/im-formula-c.h"
#include "kernel/im-formula-fuse.h"
#include "kernel/im-formula-python.h"
#include "kernel/im-formula-run.h"
#include "run/im-toolchain.h"
#include "run/im-work-folder.h"

#define TIME_S     120
#define MAX_POINTS 1e9 /* that are computed without a compiler */

/* What is around the function: elements of all buffers come from files and go to them. */
static const char program_head[] =
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "\n"
    "static void *\n"
    "get (const char *path, size_t size)\n"
    "{\n"
    "  void *data = malloc (size + 1);\n"
    "  FILE *file = path == NULL ? NULL : fopen (path, \"rb\");\n"
    "\n"
    "  if (data == NULL || (path != NULL && (file == NULL\n"
    "      || fread (data, 1, size, file) != size)))\n"
    "    exit (2);\n"
    "  if (file != NULL)\n"
    "    fclose (file);\n"
    "  else\n"
    "    memset (data, 0xa5, size);  /* what is not written is seen */\n"
    "  return data;\n"
    "}\n"
    "\n"
    "static void\n"
    "put (const char *path, const void *data, size_t size)\n"
    "{\n"
    "  FILE *file = fopen (path, \"wb\");\n"
    "\n"
    "  if (file == NULL || fwrite (data, 1, size, file) != size\n"
    "      || fclose (file) != 0)\n"
    "    exit (2);\n"
    "}\n"
    "\n";

static gsize
get_size (const ImArray *array)
{
  return array->count * im_dtype_get_info (array->dtype)->size_bytes;
}

static char *
name_file (guint buffer)
{
  return g_strdup_printf ("buffer_%u.bin", buffer);
}

static gboolean
write_inputs (const ImWorkFolder *folder,
              const ImFormula *formula,
              ImArray *const *arrays,
              GError **error)
{
  for (guint i = 0; i < formula->buffers->len; i++)
    {
      g_autofree char *name = name_file (i);

      if (im_formula_get_buffer (formula, i)->kind == IM_BUFFER_INPUT &&
          !im_work_folder_write (folder, name, arrays[i]->data, get_size (arrays[i]),
                                 error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
read_outputs (const ImWorkFolder *folder,
              const ImFormula *formula,
              ImArray *const *arrays,
              GError **error)
{
  for (guint i = 0; i < formula->buffers->len; i++)
    {
      g_autofree char *name = name_file (i);
      g_autoptr (GBytes) bytes = NULL;

      if (im_formula_get_buffer (formula, i)->kind != IM_BUFFER_OUTPUT)
        continue;
      bytes = im_work_folder_read (folder, name);
      if (bytes == NULL || g_bytes_get_size (bytes) != get_size (arrays[i]))
        {
          g_set_error_literal (error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_RUN,
                               "The program has not written its outputs");
          return FALSE;
        }
      memcpy (arrays[i]->data, g_bytes_get_data (bytes, NULL), get_size (arrays[i]));
    }

  return TRUE;
}

static gboolean
run_program (const char *const *argv, const ImProcessLimits *limits, GError **error)
{
  g_auto (ImProcessResult) result = { 0 };

  if (!im_process_run (argv, limits, &result, error))
    return FALSE;
  if (result.exit_status == 0)
    return TRUE;

  g_autofree char *failure = im_process_result_dup_failure (&result, limits);

  g_set_error (error, IM_TOOLCHAIN_ERROR, IM_TOOLCHAIN_ERROR_RUN, "The program %s: %s",
               failure, result.output);

  return FALSE;
}

static void
append_call (const ImFormula *formula, GString *out)
{
  static const ImBufferKind order[] = { IM_BUFFER_INPUT, IM_BUFFER_OUTPUT,
                                        IM_BUFFER_LOCAL };
  guint n = 0;

  g_string_append (out, "  ");
  im_formula_append_c_name (formula->name, out);
  g_string_append (out, " (");
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    for (guint j = 0; j < formula->buffers->len; j++)
      if (im_formula_get_buffer (formula, j)->kind == order[i])
        g_string_append_printf (out, "%sb%u", n++ > 0 ? ", " : "", j);
  g_string_append (out, ");\n");
}

static char *
make_source (const ImFormula *formula, const GPtrArray *nests, ImArray *const *arrays)
{
  GString *out = g_string_new (NULL);

  im_formula_append_c (formula, nests, out);
  g_string_append_c (out, '\n');
  g_string_append (out, program_head);
  g_string_append (out, "int\nmain (void)\n{\n");
  for (guint i = 0; i < formula->buffers->len; i++)
    if (im_formula_get_buffer (formula, i)->kind == IM_BUFFER_INPUT)
      g_string_append_printf (
          out, "  void *b%u = get (\"buffer_%u.bin\", %" G_GSIZE_FORMAT ");\n", i, i,
          get_size (arrays[i]));
    else if (im_formula_get_buffer (formula, i)->kind != IM_BUFFER_FUSED)
      g_string_append_printf (out, "  void *b%u = get (NULL, %" G_GSIZE_FORMAT ");\n", i,
                              get_size (arrays[i]));
  g_string_append_c (out, '\n');
  append_call (formula, out);
  for (guint i = 0; i < formula->buffers->len; i++)
    if (im_formula_get_buffer (formula, i)->kind == IM_BUFFER_OUTPUT)
      g_string_append_printf (out,
                              "  put (\"buffer_%u.bin\", b%u, %" G_GSIZE_FORMAT ");\n", i,
                              i, get_size (arrays[i]));
  g_string_append (out, "  return 0;\n}\n");

  return g_string_free (out, FALSE);
}

static ImProcessLimits
get_limits (const ImWorkFolder *folder)
{
  return (ImProcessLimits){
    .folder = folder->path,
    .time_s = TIME_S,
    .file_bytes = 1 << 30,
    .folder_bytes = 1ull << 31,
  };
}

static gboolean
compute_fused (const ImFormula *formula,
               const GPtrArray *nests,
               ImArray *const *arrays,
               GError **error)
{
  static const char *const sources[] = { "formula.c", NULL };
  static const char *const more[] = { "-O2", NULL };
  g_auto (ImWorkFolder) folder = { 0 };
  g_autofree char *source = make_source (formula, nests, arrays), *program = NULL;
  ImProcessLimits limits;

  if (!im_work_folder_open (&folder, NULL, error) ||
      !im_work_folder_write (&folder, sources[0], source, strlen (source), error) ||
      !write_inputs (&folder, formula, arrays, error))
    return FALSE;
  limits = get_limits (&folder);
  program = im_work_folder_dup_path (&folder, "formula");

  const char *const argv[] = { program, NULL };

  return im_toolchain_compile (im_build_get_host (), sources, "formula", more, FALSE,
                               &limits, error) &&
         run_program (argv, &limits, error) &&
         read_outputs (&folder, formula, arrays, error);
}

static gboolean
compute_c (const ImFormula *formula,
           const GPtrArray *nests,
           ImArray *const *arrays,
           GError **error)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GPtrArray) fused_nests = NULL;
  g_autoptr (ImFormula) fused = im_formula_fuse (formula, nests, arena, &fused_nests);

  return compute_fused (fused, fused_nests, arrays, error);
}

static char *
make_script (const ImFormula *formula, const GPtrArray *nests)
{
  GString *out = g_string_new (NULL);
  guint n_outputs = formula->outputs->len;

  im_formula_append_python (formula, nests, out);
  g_string_append (out, "\n\nresults = ");
  im_formula_append_python_name (formula->name, out);
  g_string_append (out, "(\n");
  for (guint i = 0; i < formula->buffers->len; i++)
    {
      const ImKernelBuffer *buffer = im_formula_get_buffer (formula, i);

      if (buffer->kind != IM_BUFFER_INPUT)
        continue;
      g_string_append_printf (out, "    np.fromfile('buffer_%u.bin', np.%s).reshape((", i,
                              im_dtype_get_info (buffer->dtype)->name);
      for (guint j = buffer->shape.rank; j-- > 0;)
        g_string_append_printf (out, "%d, ", buffer->shape.size[j]);
      g_string_append (out, ")),\n");
    }
  g_string_append (out, ")\n");
  for (guint i = 0; i < n_outputs; i++)
    g_string_append_printf (out, "results[%u].tofile('buffer_%u.bin')\n", i,
                            g_array_index (formula->outputs, guint, i));

  return g_string_free (out, FALSE);
}

static gboolean
compute_python (const ImFormula *formula,
                const GPtrArray *nests,
                ImArray *const *arrays,
                GError **error)
{
  const char *python = im_toolchain_find_python (error);
  const char *argv[] = { python, "-B", "formula.py", NULL };
  g_auto (ImWorkFolder) folder = { 0 };
  g_autofree char *script = NULL;
  ImProcessLimits limits;

  if (python == NULL)
    return FALSE;
  script = make_script (formula, nests);
  if (!im_work_folder_open (&folder, NULL, error) ||
      !im_work_folder_write (&folder, "formula.py", script, strlen (script), error) ||
      !write_inputs (&folder, formula, arrays, error))
    return FALSE;
  limits = get_limits (&folder);

  return run_program (argv, &limits, error) &&
         read_outputs (&folder, formula, arrays, error);
}

/* Without a compiler that would take too long. */
static gboolean
check_effort (const GPtrArray *nests, GError **error)
{
  double sum = 0;

  for (guint i = 0; i < nests->len; i++)
    {
      double count = 0;

      im_loop_nest_count (g_ptr_array_index (nests, i), &count);
      sum += count;
    }
  if (sum <= MAX_POINTS)
    return TRUE;

  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
               "this computes about %.0e values; the interpreter takes at most %.0e", sum,
               MAX_POINTS);

  return FALSE;
}

static gboolean
interpret (const ImFormula *formula,
           const GPtrArray *nests,
           ImArray *const *arrays,
           GError **error)
{
  g_autofree gpointer *data = g_new0 (gpointer, formula->buffers->len + 1);

  for (guint i = 0; i < formula->buffers->len; i++)
    data[i] = arrays[i]->data;

  return im_formula_run (formula, nests, data, error);
}

static const struct
{
  const char *name;
  CliFormulaEngine compute;
} engines[] = {
  { "interpreter", interpret },
  { "c", compute_c },
  { "python", compute_python },
};

CliFormulaEngine
cli_formula_find_engine (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (engines); i++)
    if (name == NULL || strcmp (engines[i].name, name) == 0)
      return engines[i].compute;

  return NULL;
}

/* Elements of each buffer; those of the inputs are given. */
static ImArray **
make_arrays (const ImFormula *formula,
             const ImArray *const *inputs,
             ImArena *arena,
             GError **error)
{
  guint n = formula->buffers->len, next = 0;
  ImArray **arrays = im_arena_new0 (arena, ImArray *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      const ImKernelBuffer *buffer = im_formula_get_buffer (formula, i);

      arrays[i] = buffer->kind == IM_BUFFER_INPUT
                      ? (ImArray *) inputs[next++]
                      : im_array_new (arena, buffer->dtype, &buffer->shape, error);
      if (arrays[i] == NULL)
        return NULL;
    }

  return arrays;
}

ImArray **
cli_formula_compute (CliFormulaEngine engine,
                     const ImFormula *formula,
                     const GPtrArray *nests,
                     const ImArray *const *inputs,
                     ImArena *arena,
                     GError **error)
{
  ImArray **arrays = NULL;

  if (!check_effort (nests, error))
    return NULL;
  arrays = make_arrays (formula, inputs, arena, error);

  return arrays != NULL && engine (formula, nests, arrays, error) ? arrays : NULL;
}

void
cli_formula_write_data (const ImArray *array, ImJson *json)
{
  g_autoptr (GString) element = g_string_new (NULL);

  im_json_member_array (json, "data");
  for (gsize i = 0; i < array->count; i++)
    {
      g_string_truncate (element, 0);
      im_array_append_element (array, i, element);
      im_json_number (json, element->str);
    }
  im_json_close_array (json);
}
