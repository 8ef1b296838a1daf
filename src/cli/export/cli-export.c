/* SPDX-License-Identifier: MIT
 *
 * `imaginet export`: a pipeline as C in a folder, with what builds and proves it.
 */
#include "cli/export/cli-export-show.h"
#include "cli/input/cli-pipeline.h"
#include "cli/terminal/cli-interrupt.h"
#include "cli/terminal/cli-output.h"

static void
show_progress (ImExportStage stage, const char *activity, double fraction, gpointer data)
{
  cli_interrupt_show (activity);
}

static CliExit
run (CliContext *context,
     const CliPipeline *pipeline,
     const ImPlan *plan,
     ImExportOptions *options)
{
  g_autoptr (ImExport) export = NULL;
  g_autoptr (GError) error = NULL;

  options->cancellable = cli_interrupt_watch ();
  export = im_export_run (plan, pipeline->library, options, pipeline->diagnostics,
                          &error);
  cli_interrupt_show (NULL);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return cli_interrupt_finish (context);
  if (export == NULL && !g_error_matches (error, IM_EXPORT_ERROR, IM_EXPORT_ERROR_EMIT))
    return cli_output_failure (context, "cannot-export", "%s", error->message);

  cli_export_show (context, export, pipeline->diagnostics);
  return cli_output_diagnostics (context, pipeline->diagnostics);
}

/* Looks at what the command line says of the bundle. */
static gboolean
read_options (CliContext *context, ImExportOptions *out)
{
  const CliOptions *options = context->options;
  g_autofree char *problem = NULL;

  *out = (ImExportOptions){
    .names = { .prefix = options->prefix, .name = options->name },
    .path = options->output,
    .is_zip = options->zip,
    .has_test = !options->no_test,
    .allows_different = options->allow_different,
    .seed = (guint64) options->seed,
    .progress = show_progress,
  };
  if (options->output == NULL)
    cli_output_usage (context, "expected --output with a folder");
  else if (options->targets != NULL &&
           (problem = im_targets_parse (options->targets, &out->targets)) != NULL)
    cli_output_usage (context, "--targets: %s", problem);
  else if (options->no_test && options->input != NULL)
    cli_output_usage (context,
                      "--input gives the frames of the test, which --no-test leaves out");
  else
    return TRUE;

  return FALSE;
}

static CliExit
export_pipeline (CliContext *context, ImExportOptions *options)
{
  g_auto (CliPipeline) pipeline = { 0 };
  g_autoptr (ImPlan) plan = NULL;

  if (!cli_pipeline_load (&pipeline, context))
    return CLI_EXIT_USAGE;
  plan = cli_pipeline_plan (&pipeline);
  if (plan == NULL)
    return cli_output_problems (context, pipeline.diagnostics);

  return run (context, &pipeline, plan, options);
}

CliExit
cli_export_run (CliContext *context)
{
  g_autoptr (ImRecording) recording = NULL;
  g_autoptr (GError) error = NULL;
  ImExportOptions options;

  if (!read_options (context, &options))
    return CLI_EXIT_USAGE;
  if (context->options->input != NULL)
    {
      recording = im_recording_load (context->options->input, NULL, &error);
      if (recording == NULL)
        return cli_output_failure (context, "cannot-read", "%s", error->message);
    }
  options.recording = recording;

  return export_pipeline (context, &options);
}
