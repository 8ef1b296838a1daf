/* SPDX-License-Identifier: MIT
 *
 * `imaginet run`: the emitted C of a pipeline, compiled and run on a recording.
 */
#include <string.h>

#include "cli/cli-interrupt.h"
#include "cli/cli-json-value.h"
#include "cli/cli-output.h"
#include "cli/cli-outputs.h"
#include "cli/cli-pipeline.h"
#include "cli/cli-recording.h"
#include "emit/im-emit-names.h"
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

/* A file with the outputs that come together. */
typedef struct
{
  char *path;
  guint n_rows;
} Saved;

static void
clear_saved (gpointer data)
{
  g_free (((Saved *) data)->path);
}

static void
write_saved (CliJson *json, const Saved *saved)
{
  cli_json_member_string (json, "output", saved->path);
  cli_json_member_int (json, "rows", saved->n_rows);
}

static void
show (CliContext *context, const GArray *files, const ImDiagnostics *diagnostics)
{
  const Saved *all = (const Saved *) (gpointer) files->data;
  CliJson json = { context->out };

  for (guint i = 0; !context->options->json && i < files->len; i++)
    g_string_append_printf (context->out, "%s: %u rows%s\n", all[i].path, all[i].n_rows,
                            all[i].n_rows == 0 ? ", not written" : "");
  if (!context->options->json)
    return;

  cli_json_open_object (&json);
  if (files->len == 1)
    write_saved (&json, all);
  else
    {
      cli_json_name (&json, "outputs");
      cli_json_open_array (&json);
      for (guint i = 0; i < files->len; i++)
        {
          cli_json_open_object (&json);
          write_saved (&json, &all[i]);
          cli_json_close_object (&json);
        }
      cli_json_close_array (&json);
    }
  cli_json_member_diagnostics (&json, "diagnostics", diagnostics);
  cli_json_close_object (&json);
  g_string_append_c (context->out, '\n');
}

/* Where outputs come at different times, those of each sink get a file of their own. */
static char *
dup_path (const char *path, const ImPlan *plan, guint sink)
{
  g_autofree char *name = im_emit_dup_dequeue_name (plan, sink);
  const char *dot = strrchr (path, '.');

  if (plan->n_sinks <= 1)
    return g_strdup (path);

  return g_strdup_printf ("%.*s%s%s", (int) (dot - path), path, name + strlen ("dequeue"),
                          dot);
}

/* Saves the outputs of a sink. Sets what is wrong with the request to @problem. */
static gboolean
save_sink (const Saved *saved, const GArray *outputs, char **problem)
{
  const CliOutput *first = (const CliOutput *) (gpointer) outputs->data;
  g_autoptr (GError) error = NULL;

  if (is_npy (saved->path) && outputs->len > 1)
    {
      *problem = g_strdup_printf ("a .npy file takes one output, the pipeline has %u; a "
                                  ".csv file takes all",
                                  outputs->len);
      return FALSE;
    }
  if (is_npy (saved->path) ? cli_outputs_save_npy (first, saved->path, &error)
                           : cli_outputs_save_csv (outputs, saved->path, &error))
    return TRUE;

  *problem = g_strdup (error->message);
  return FALSE;
}

static CliExit
save (CliContext *context,
      const CliPipeline *pipeline,
      const ImPlan *plan,
      GBytes *trace,
      guint n_frames)
{
  const char *path = context->options->output;
  g_autoptr (GArray) files = g_array_new (FALSE, FALSE, sizeof (Saved));
  g_autofree char *problem = NULL;
  gboolean has_rows = FALSE;

  g_array_set_clear_func (files, clear_saved);
  for (guint i = 0; i < plan->n_sinks && problem == NULL; i++)
    {
      g_autoptr (GArray) outputs = cli_outputs_collect (plan, i, trace);
      Saved saved = { dup_path (path, plan, i), 0 };

      if (outputs->len > 0)
        {
          saved.n_rows = g_array_index (outputs, CliOutput, 0).n_tensors;
          has_rows = save_sink (&saved, outputs, &problem) || has_rows;
        }
      g_array_append_val (files, saved);
    }
  if (problem != NULL)
    return cli_output_failure (context, "%s", problem);
  if (!has_rows)
    return cli_output_failure (context,
                               "%u frames are too few: the pipeline gives no output, and "
                               "%s is not written",
                               n_frames, path);

  show (context, files, pipeline->diagnostics);
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
    return save (context, pipeline, plan, trace, frames->n_frames);
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
