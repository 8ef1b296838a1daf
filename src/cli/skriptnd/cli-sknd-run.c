/* SPDX-License-Identifier: MIT */
#include "cli/skriptnd/cli-sknd-run.h"

#include <string.h>

#include "base/im-file.h"
#include "base/im-json.h"
#include "cli/formula/cli-formula-engine.h"
#include "cli/formula/cli-formula-explain.h"
#include "cli/skriptnd/cli-sknd-call.h"
#include "cli/skriptnd/cli-sknd-variable.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "skriptnd/lower/im-sknd-lower.h"
#include "tensor/im-dat.h"
#include "tensor/im-npy.h"

#define MAX_PRINTED 1000

/* An operator while it runs. */
typedef struct
{
  CliContext *context;
  CliSkndCall call;
  ImSkndLowered lowered;
  ImArray **arrays; /* of each buffer, or NULL without elements */
} Run;

static gboolean
lower (CliSkndCall *call, ImSkndLowered *lowered)
{
  return im_sknd_lower (
      call->package, call->signature, call->instance, call->arguments->len,
      (const ImSkndArgument *) (gpointer) call->arguments->data, call->real,
      call->integer, call->arena, call->diagnostics, lowered);
}

static gboolean
has_data (const CliSkndCall *call)
{
  for (guint i = 0; i < call->data->len; i++)
    if (g_ptr_array_index (call->data, i) == NULL)
      return FALSE;

  return TRUE;
}

/* One tensor that comes out; the elements are NULL where there are none. */
typedef struct
{
  const ImSkndArgument *output;
  const ImSkndTensor *tensor;
  guint number; /* in its pack */
  ImDType dtype;
  const ImArray *data;
} Output;

typedef void (*OutputFunc) (Run *run, const Output *found, gpointer data);

static void
visit (Run *run, OutputFunc func, gpointer data)
{
  const GArray *outputs = run->call.instance->outputs;
  guint next = 0;

  for (guint i = 0; i < outputs->len; i++)
    {
      const ImSkndArgument *output = &g_array_index (outputs, ImSkndArgument, i);

      for (guint j = 0; j < output->n; j++)
        {
          Output found = { output, &output->tensors[j], j };

          found.dtype = cli_sknd_call_get_dtype (&run->call, output->base);
          if (im_sknd_tensor_count (found.tensor) > 0)
            {
              guint buffer = g_array_index (run->lowered.formula->outputs, guint, next);

              found.data = run->arrays == NULL ? NULL : run->arrays[buffer];
              next++;
            }
          func (run, &found, data);
        }
    }
}

static void
write_bools (const ImArray *array, ImJson *json)
{
  im_json_member_array (json, "data");
  for (gsize i = 0; i < array->count; i++)
    im_json_bool (json, ((const guint8 *) array->data)[i] != 0);
  im_json_close_array (json);
}

static void
write_json (Run *run, const Output *found, gpointer data)
{
  const ImSkndType type = { .base = found->output->base };
  g_autoptr (GString) name = g_string_new (NULL);
  ImJson *json = data;

  im_sknd_type_append (&type, name);
  im_json_open_object (json);
  im_json_member_string (json, "name", found->output->name);
  im_json_member_string (json, "type", name->str);
  im_json_member_string (
      json, "dtype",
      type.base == IM_SKND_BASE_BOOL ? "bool" : im_dtype_get_info (found->dtype)->name);
  im_json_member_array (json, "shape");
  for (guint i = 0; i < found->tensor->rank; i++)
    im_json_int (json, found->tensor->extents[i]);
  im_json_close_array (json);
  if (found->data != NULL && type.base == IM_SKND_BASE_BOOL)
    {
      write_bools (found->data, json);
    }
  else if (found->data != NULL)
    {
      cli_formula_write_data (found->data, json);
    }
  else if (run->arrays != NULL)
    {
      im_json_member_array (json, "data");
      im_json_close_array (json);
    }
  im_json_close_object (json);
}

/* `y = float32[3]{5, 7, 9}` */
static void
append_text (Run *run, const Output *found, gpointer data)
{
  GString *out = data;

  g_string_append_printf (out, "%s = ", found->output->name);
  if (found->data != NULL)
    {
      im_array_append_text (found->data, MAX_PRINTED, out);
      g_string_append_c (out, '\n');
      return;
    }
  g_string_append_printf (out, "%s[", im_dtype_get_info (found->dtype)->name);
  for (guint i = 0; i < found->tensor->rank; i++)
    g_string_append_printf (out, "%s%" G_GINT64_FORMAT, i > 0 ? "," : "",
                            found->tensor->extents[i]);
  g_string_append_printf (out, "]%s\n", run->arrays != NULL ? "{}" : "");
}

typedef struct
{
  const char *folder;
  gboolean is_dat;
  GError *error;
} Files;

static void
append_npy (const Output *found, const ImShape *shape, GString *out)
{
  if (found->output->base == IM_SKND_BASE_BOOL)
    im_npy_append_bool_header (shape, out);
  else
    im_npy_append_header (found->dtype, shape, 0, out);
  if (found->data != NULL)
    g_string_append_len (
        out, found->data->data,
        (gssize) (found->data->count * im_dtype_get_info (found->dtype)->size_bytes));
}

static gboolean
append_dat (const Output *found, const ImShape *shape, GString *out, GError **error)
{
  ImArray array = { found->dtype, *shape, 0, NULL };

  if (shape->rank > IM_DAT_MAX_RANK)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                   "“%s” has rank %u; a file of NNEF has at most %d", found->output->name,
                   shape->rank, IM_DAT_MAX_RANK);
      return FALSE;
    }
  if (found->data != NULL)
    array = *found->data;
  im_dat_append (&array, found->output->base == IM_SKND_BASE_BOOL, out);

  return TRUE;
}

static void
write_file (Run *run, const Output *found, gpointer data)
{
  Files *files = data;
  const char *suffix = files->is_dat ? "dat" : "npy";
  g_autofree char *name = found->output->n > 1
                              ? g_strdup_printf ("%s_%u.%s", found->output->name,
                                                 found->number, suffix)
                              : g_strdup_printf ("%s.%s", found->output->name, suffix);
  g_autofree char *path = g_build_filename (files->folder, name, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GBytes) bytes = NULL;
  ImShape shape = { .rank = found->tensor->rank };

  (void) run;
  if (files->error != NULL)
    return;
  for (guint i = 0; i < shape.rank; i++)
    shape.size[shape.rank - 1 - i] = (gint32) found->tensor->extents[i];
  if (!files->is_dat)
    append_npy (found, &shape, text);
  else if (!append_dat (found, &shape, text, &files->error))
    return;
  bytes = g_bytes_new (text->str, text->len);
  im_file_write_atomically (path, bytes, NULL, &files->error);
}

static gboolean
write_files (Run *run, GError **error)
{
  const CliOptions *options = run->context->options;
  Files files = { options->output, g_strcmp0 (options->format, "dat") == 0 };

  if (files.folder == NULL || run->arrays == NULL)
    return TRUE;
  if (g_mkdir_with_parents (files.folder, 0777) != 0)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s cannot be made",
                   files.folder);
      return FALSE;
    }
  visit (run, write_file, &files);
  if (files.error == NULL)
    return TRUE;
  g_propagate_error (error, files.error);

  return FALSE;
}

static CliExit
report (Run *run)
{
  g_autoptr (GError) error = NULL;
  ImJson json = { .out = run->context->out };

  if (!write_files (run, &error))
    return cli_output_failure (run->context, "cannot-write", "%s", error->message);
  if (!run->context->options->json)
    {
      visit (run, append_text, run->context->out);
      return cli_output_diagnostics (run->context, run->call.diagnostics);
    }
  im_json_open_object (&json);
  im_json_member_array (&json, "outputs");
  visit (run, write_json, &json);
  im_json_close_array (&json);
  cli_json_close (&json, run->call.diagnostics);

  return CLI_EXIT_FINE;
}

static gboolean
compute (Run *run, CliFormulaEngine engine)
{
  CliSkndCall *call = &run->call;
  g_autoptr (GError) error = NULL;

  if (!has_data (call))
    return TRUE;
  if (!cli_sknd_read_variables (call, run->lowered.variables))
    return FALSE;
  run->arrays = cli_formula_compute (engine, run->lowered.formula, run->lowered.nests,
                                     (const ImArray *const *) call->data->pdata,
                                     call->arena, &error);
  if (run->arrays != NULL)
    return TRUE;
  im_diagnostics_add (call->diagnostics, IM_SEVERITY_ERROR, "run",
                      call->signature->file->source,
                      call->signature->definition->name.span, "%s", error->message);

  return FALSE;
}

CliExit
cli_sknd_compute_outputs (CliContext *context, const char *what)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  const char *name = context->options->engine, *format = context->options->format;
  CliFormulaEngine engine = cli_formula_find_engine (name);
  Run run = { context };
  CliExit status = CLI_EXIT_PROBLEMS;

  if (engine == NULL)
    return cli_output_usage (context, "--engine is interpreter, c or python, not “%s”",
                             name);
  if (format != NULL && strcmp (format, "npy") != 0 && strcmp (format, "dat") != 0)
    return cli_output_usage (context, "--format is npy or dat, not “%s”", format);
  if (cli_sknd_call_open (&run.call, context->options, what, diagnostics) &&
      lower (&run.call, &run.lowered) && compute (&run, engine))
    status = report (&run);
  else
    status = cli_output_problems (context, diagnostics);
  im_sknd_lowered_clear (&run.lowered);
  cli_sknd_call_clear (&run.call);

  return status;
}

void
cli_sknd_append_kernels (const CliOptions *options,
                         const char *what,
                         gboolean is_c,
                         ImDiagnostics *diagnostics,
                         GString *out)
{
  g_auto (CliSkndCall) call = { NULL };
  g_auto (ImSkndLowered) lowered = { NULL };

  if (!cli_sknd_call_open (&call, options, what, diagnostics) || !lower (&call, &lowered))
    return;
  if (is_c)
    cli_formula_append_c (lowered.formula, lowered.nests, out);
  else
    cli_formula_explain_text (lowered.formula, lowered.nests, out);
}
