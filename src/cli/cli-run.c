/* SPDX-License-Identifier: MIT
 *
 * `imaginet run`: the emitted C of a pipeline, compiled and run on a recording.
 */
#include "cli/cli-interrupt.h"
#include "cli/cli-json-value.h"
#include "cli/cli-output.h"
#include "cli/cli-outputs.h"
#include "cli/cli-pipeline.h"
#include "cli/cli-recording.h"
#include "verify/im-host.h"
#include "verify/im-recording-fit.h"

#define DEFAULT_TIME_S 3600
#define MEMORY_BYTES   (4ull << 30)
#define FILE_BYTES     (4ull << 30)

static gboolean
is_npy (const char *path)
{
  return g_str_has_suffix (path, ".npy");
}

static void
show (CliContext *context, guint n_rows, const ImDiagnostics *diagnostics)
{
  const char *path = context->options->output;
  CliJson json = { context->out };

  if (!context->options->json)
    {
      g_string_append_printf (context->out, "%s: %u rows\n", path, n_rows);
      return;
    }

  cli_json_open_object (&json);
  cli_json_member_string (&json, "output", path);
  cli_json_member_int (&json, "rows", n_rows);
  cli_json_member_diagnostics (&json, "diagnostics", diagnostics);
  cli_json_close_object (&json);
  g_string_append_c (context->out, '\n');
}

static CliExit
save (CliContext *context, const CliPipeline *pipeline, GBytes *trace, guint n_frames)
{
  const char *path = context->options->output;
  g_autoptr (GArray) outputs = cli_outputs_collect (pipeline->program, trace);
  const CliOutput *first = (const CliOutput *) (gpointer) outputs->data;
  g_autoptr (GError) error = NULL;

  if (outputs->len == 0)
    return cli_output_failure (context,
                               "%u frames are too few: the pipeline gives no output, and "
                               "%s is not written",
                               n_frames, path);
  if (is_npy (path) && outputs->len > 1)
    return cli_output_failure (context,
                               "a .npy file takes one output, the pipeline has %u; a "
                               ".csv file takes all",
                               outputs->len);
  if (!(is_npy (path) ? cli_outputs_save_npy (first, path, &error)
                      : cli_outputs_save_csv (outputs, path, &error)))
    return cli_output_failure (context, "%s", error->message);

  show (context, first->n_tensors, pipeline->diagnostics);
  return cli_output_diagnostics (context, pipeline->diagnostics);
}

/* Compiles and runs a plan. */
static GBytes *
compute (const CliContext *context,
         const CliPipeline *pipeline,
         const ImPlan *plan,
         ImFrames *frames,
         GError **error)
{
  const CliOptions *options = context->options;
  g_auto (ImWorkFolder) folder = { 0 };
  g_autoptr (ImHost) host = NULL;
  ImHostRun job = { .runs = &frames, .n_runs = 1 };

  if (!im_work_folder_open (&folder, options->keep, error))
    return NULL;

  ImProcessLimits limits = {
    .folder = folder.path,
    .time_s = options->timeout > 0 ? (guint) options->timeout : DEFAULT_TIME_S,
    .memory_bytes = MEMORY_BYTES,
    .file_bytes = FILE_BYTES,
    .cancellable = cli_interrupt_watch (),
  };
  host = im_host_new (&folder, &limits);
  cli_interrupt_show ("compiling");
  if (im_host_add (host, plan, pipeline->library, FALSE, pipeline->diagnostics, error) &&
      im_host_compile (host, error))
    {
      cli_interrupt_show ("running");
      if (im_host_run (host, &job, 1, error) && job.error != NULL)
        g_propagate_error (error, job.error);
    }
  else
    im_host_keep_source (&folder, error);
  cli_interrupt_show (NULL);
  if (options->keep != NULL && job.trace != NULL)
    im_work_folder_keep (&folder);

  return job.trace;
}

static CliExit
run (CliContext *context, const CliPipeline *pipeline, const ImPlan *plan)
{
  g_autoptr (GArray) list = im_host_list_inputs (pipeline->program);
  const ImInput *inputs = (const ImInput *) (gpointer) list->data;
  const ImInput *input = im_inputs_find_data (inputs, list->len);
  g_autoptr (ImRecording) recording = NULL;
  g_autoptr (ImFrames) frames = NULL;
  g_autoptr (GBytes) trace = NULL;
  g_autoptr (GError) error = NULL;

  recording = cli_recording_load (context->options->input, cli_recording_is_raw (input),
                                  &error);
  if (recording != NULL)
    frames = im_frames_new_recording (inputs, list->len, recording,
                                      (guint) context->options->frames, &error);
  if (frames != NULL)
    {
      im_recording_note_fit (recording, input, pipeline->program->unit->id.text,
                             pipeline->diagnostics);
      trace = compute (context, pipeline, plan, frames, &error);
    }
  if (trace != NULL)
    return save (context, pipeline, trace, frames->n_frames);
  if (cli_pipeline_has_errors (pipeline))
    return cli_output_problems (context, pipeline->diagnostics);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return cli_interrupt_finish (context);

  return cli_output_failure (context, "%s", error->message);
}

static gboolean
is_result_file (const char *path)
{
  return path != NULL && (g_str_has_suffix (path, ".csv") || is_npy (path));
}

CliExit
cli_run_run (CliContext *context)
{
  const CliOptions *options = context->options;
  g_auto (CliPipeline) pipeline = { 0 };
  g_autoptr (ImPlan) plan = NULL;

  if (options->input == NULL)
    return cli_output_usage ("imaginet run", "expected --input with a recording");
  if (!is_result_file (options->output))
    return cli_output_usage ("imaginet run",
                             "expected --output with a file whose name ends in .csv or "
                             ".npy");
  if (!cli_pipeline_load (&pipeline, context))
    return CLI_EXIT_USAGE;
  plan = cli_pipeline_plan (&pipeline);
  if (plan == NULL)
    return cli_output_problems (context, pipeline.diagnostics);

  return run (context, &pipeline, plan);
}
