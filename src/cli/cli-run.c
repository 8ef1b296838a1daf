/* SPDX-License-Identifier: MIT
 *
 * `imaginet run`: the emitted C of a pipeline, compiled and run on a recording.
 */
#include <string.h>

#include "base/im-arena.h"
#include "base/im-file.h"
#include "cli/cli-bindings.h"
#include "cli/cli-interrupt.h"
#include "cli/cli-json-value.h"
#include "cli/cli-output.h"
#include "cli/cli-pipeline.h"
#include "verify/im-host-run.h"
#include "verify/im-npy.h"
#include "verify/im-trace.h"

#define TIME_S       3600
#define MEMORY_BYTES (4ull << 30)
#define FILE_BYTES   (4ull << 30)

static gboolean
has_errors (const ImDiagnostics *diagnostics)
{
  return im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > 0;
}

/* What each output of a pipeline gave, one tensor behind the other. */
typedef struct
{
  const ImProgramPort *port;
  const ImTensorType *type;
  guint number;
  GByteArray *bytes;
  guint n_tensors;
} Output;

static void
clear_output (gpointer data)
{
  Output *output = data;

  g_byte_array_unref (output->bytes);
}

static GArray *
collect (const ImProgram *program, GBytes *trace)
{
  GArray *outputs = g_array_new (FALSE, FALSE, sizeof (Output));
  ImTraceReader reader;
  ImTraceRecord record;

  g_array_set_clear_func (outputs, clear_output);
  for (guint i = 0; i < program->n_outputs; i++)
    if (program->outputs[i].tensor >= 0)
      {
        Output output = {
          .port = &program->outputs[i],
          .type = &program->tensors[program->outputs[i].tensor].type,
          .number = i,
          .bytes = g_byte_array_new (),
        };

        g_array_append_val (outputs, output);
      }
  im_trace_reader_init (&reader, trace);
  while (im_trace_reader_next (&reader, &record))
    for (guint i = 0; record.kind == IM_TRACE_OUTPUT && i < outputs->len; i++)
      {
        Output *output = &g_array_index (outputs, Output, i);

        if (output->number != record.number)
          continue;
        g_byte_array_append (output->bytes, record.data, record.size_bytes);
        output->n_tensors++;
      }

  return outputs;
}

static gsize
count_elements (const Output *output)
{
  return output->n_tensors == 0
             ? 0
             : output->bytes->len / im_dtype_get_info (output->type->dtype)->size_bytes /
                   output->n_tensors;
}

static void
append_header (const GArray *outputs, GString *out)
{
  for (guint i = 0; i < outputs->len; i++)
    {
      const Output *output = &g_array_index (outputs, Output, i);
      gsize n = count_elements (output);

      for (gsize j = 0; j < n; j++)
        if (n == 1)
          g_string_append_printf (out, "%s%s", out->len > 0 ? "," : "",
                                  output->port->name);
        else
          g_string_append_printf (out, "%s%s[%" G_GSIZE_FORMAT "]",
                                  out->len > 0 ? "," : "", output->port->name, j);
    }
  g_string_append_c (out, '\n');
}

static void
append_row (const GArray *outputs, guint row, GString *out)
{
  gsize start = out->len;

  for (guint i = 0; i < outputs->len; i++)
    {
      const Output *output = &g_array_index (outputs, Output, i);
      gsize n = count_elements (output);
      gsize bytes = n * im_dtype_get_info (output->type->dtype)->size_bytes;
      ImArray array = { .dtype = output->type->dtype,
                        .shape = output->type->shape,
                        .count = n,
                        .data = output->bytes->data + row * bytes };

      for (gsize j = 0; j < n; j++)
        {
          g_string_append (out, out->len > start ? "," : "");
          im_array_append_element (&array, j, out);
        }
    }
  g_string_append_c (out, '\n');
}

static gboolean
save_csv (const GArray *outputs, const char *path, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GBytes) bytes = NULL;
  guint n_rows = G_MAXUINT;

  for (guint i = 0; i < outputs->len; i++)
    n_rows = MIN (n_rows, g_array_index (outputs, Output, i).n_tensors);
  append_header (outputs, out);
  for (guint i = 0; outputs->len > 0 && i < n_rows; i++)
    append_row (outputs, i, out);
  bytes = g_bytes_new (out->str, out->len);

  return im_file_write_atomically (path, bytes, NULL, error);
}

/* The tensors along a new outermost axis. */
static gboolean
save_npy (const Output *output, const char *path, GError **error)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  ImShape shape = output->type->shape;
  ImArray *array;

  if (!im_shape_insert (&shape, -1, (gint32) output->n_tensors, &shape, error))
    return FALSE;
  array = im_array_new (arena, output->type->dtype, &shape, error);
  if (array == NULL)
    return FALSE;
  if (output->bytes->len > 0)
    memcpy (array->data, output->bytes->data, output->bytes->len);

  return im_npy_save (array, path, error);
}

static CliExit
save (CliContext *context, const ImProgram *program, GBytes *trace)
{
  const char *path = context->options->output;
  g_autoptr (GArray) outputs = collect (program, trace);
  g_autoptr (GError) error = NULL;
  gboolean is_npy = g_str_has_suffix (path, ".npy");

  if (is_npy && outputs->len != 1)
    return cli_output_failure (context,
                               "a .npy file takes one output, the pipeline has %u; a "
                               ".csv file takes all",
                               outputs->len);
  if (!(is_npy ? save_npy (&g_array_index (outputs, Output, 0), path, &error)
               : save_csv (outputs, path, &error)))
    return cli_output_failure (context, "%s", error->message);

  guint n = outputs->len == 0 ? 0 : g_array_index (outputs, Output, 0).n_tensors;
  if (context->options->json)
    {
      CliJson json = { context->out };

      cli_json_open_object (&json);
      cli_json_member_string (&json, "output", path);
      cli_json_member_int (&json, "rows", n);
      cli_json_close_object (&json);
      g_string_append_c (context->out, '\n');
    }
  else
    g_string_append_printf (context->out, "%s: %u outputs\n", path, n);

  return CLI_EXIT_FINE;
}

static CliExit
fail (CliContext *context, const ImDiagnostics *diagnostics, const GError *error)
{
  cli_interrupt_show (NULL);
  cli_output_print (context, diagnostics);

  return cli_output_failure (context, "%s", error->message);
}

static CliExit
run (CliContext *context,
     const ImProgram *program,
     ImUnitLibrary *library,
     const ImRecording *recording,
     ImDiagnostics *diagnostics)
{
  g_autoptr (ImPlan) plan = im_plan_new (program, IM_LANGUAGE_C, diagnostics);
  g_autoptr (GArray) inputs = im_host_list_inputs (program);
  g_auto (ImWorkFolder) folder = { 0 };
  g_autoptr (ImFrames) frames = NULL;
  g_autoptr (GBytes) trace = NULL;
  g_autoptr (GError) error = NULL;

  if (plan == NULL)
    return cli_output_diagnostics (context, diagnostics);
  frames = im_frames_new_recording ((const ImInput *) (gpointer) inputs->data,
                                    inputs->len, recording,
                                    (guint) context->options->frames, &error);
  if (frames == NULL || !im_work_folder_open (&folder, context->options->keep, &error))
    return fail (context, diagnostics, error);

  ImProcessLimits limits = { folder.path, TIME_S, MEMORY_BYTES, FILE_BYTES,
                             cli_interrupt_watch () };
  cli_interrupt_show ("compiling");
  if (!im_host_build (plan, library, &folder, &limits, diagnostics, &error))
    {
      im_host_keep_source (&folder, &error);
      return fail (context, diagnostics, error);
    }
  cli_interrupt_show ("running");
  trace = im_host_run (&folder, &frames, 1, &limits, &error);
  if (trace == NULL)
    return fail (context, diagnostics, error);
  if (context->options->keep != NULL)
    im_work_folder_keep (&folder);
  cli_interrupt_show (NULL);
  cli_output_diagnostics (context, diagnostics);

  return save (context, program, trace);
}

static gboolean
is_result_file (const char *path)
{
  return path != NULL &&
         (g_str_has_suffix (path, ".csv") || g_str_has_suffix (path, ".npy"));
}

CliExit
cli_run_run (CliContext *context)
{
  const CliOptions *options = context->options;
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (CliBindings) bindings = NULL;
  g_autoptr (ImRecording) recording = NULL;
  g_autoptr (ImProgram) program = NULL;
  g_autoptr (GError) error = NULL;
  const ImUnit *unit;
  guint n;

  if (options->input == NULL)
    return cli_output_usage ("imaginet run", "expected --input with a recording");
  if (!is_result_file (options->output))
    return cli_output_usage ("imaginet run",
                             "expected --output with a file whose name ends in .csv or "
                             ".npy");
  bindings = cli_bindings_parse (options->with, diagnostics);
  if (bindings == NULL)
    {
      cli_output_print (context, diagnostics);
      return CLI_EXIT_USAGE;
    }
  recording = im_recording_load (options->input, NULL, &error);
  if (recording == NULL)
    return cli_output_failure (context, "%s", error->message);

  unit = cli_pipeline_find (context, options->arguments[0], library, diagnostics);
  const ImUnitBinding *all = cli_bindings_get_all (bindings, &n);
  if (unit != NULL && !has_errors (diagnostics))
    program = im_program_elaborate (unit, library, all, n, diagnostics);
  if (has_errors (diagnostics))
    {
      cli_output_print (context, diagnostics);
      return CLI_EXIT_PROBLEMS;
    }

  return run (context, program, library, recording, diagnostics);
}
