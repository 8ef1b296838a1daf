/* SPDX-License-Identifier: MIT
 *
 * `imaginet run`: the emitted C of a pipeline, compiled and run on recordings; where
 * layers have no C yet, its Python.
 */
#include <string.h>

#include "cli/input/cli-capture.h"
#include "cli/input/cli-feed.h"
#include "cli/input/cli-pipeline.h"
#include "cli/run/cli-batch.h"
#include "cli/run/cli-outputs.h"
#include "cli/run/cli-recorded-run.h"
#include "cli/run/cli-recordings.h"
#include "cli/terminal/cli-interrupt.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"

static const char *const formats[] = { "npz", "npy", "csv",
                                       NULL }; /* the usual one first */

static void
show (CliContext *context,
      const ImPlan *plan,
      const GPtrArray *files,
      const ImDiagnostics *diagnostics)
{
  ImJson json = { context->out };
  gboolean is_python = plan->language == IM_LANGUAGE_PYTHON;

  if (cli_outputs_are_printed (context->options->output))
    return;
  for (guint i = 0; !context->options->json && i < files->len; i++)
    {
      guint64 n_rows = cli_outputs_get_rows (g_ptr_array_index (files, i));

      g_string_append_printf (context->out, "%s: %" G_GUINT64_FORMAT " rows%s%s\n",
                              cli_outputs_get_path (g_ptr_array_index (files, i)), n_rows,
                              n_rows == 0 ? ", not written" : "",
                              is_python ? ", computed by Python" : "");
    }
  if (!context->options->json)
    return;

  im_json_open_object (&json);
  im_json_member_string (&json, "language", im_language_get_name (plan->language));
  if (files->len == 1)
    cli_outputs_write_json (g_ptr_array_index (files, 0), &json);
  else
    {
      im_json_member_array (&json, "outputs");
      for (guint i = 0; i < files->len; i++)
        {
          im_json_open_object (&json);
          cli_outputs_write_json (g_ptr_array_index (files, i), &json);
          im_json_close_object (&json);
        }
      im_json_close_array (&json);
    }
  cli_json_close (&json, diagnostics);
}

static CliExit
run_one (CliContext *context,
         const CliPipeline *pipeline,
         const ImPlan *plan,
         const CliSource *source,
         CliCapture *capture)
{
  const CliOptions *options = context->options;
  g_autoptr (GError) error = NULL;
  g_autoptr (CliRunProgram) program = cli_run_program_new (options, pipeline, plan,
                                                           &error);
  g_auto (CliRecordedRun) run = {
    .source = source,
    .output = options->output,
    .max_frames = (guint) options->frames,
    .shows_progress = TRUE,
    .compiles = TRUE,
    .diagnostics = pipeline->diagnostics,
    .failure = "cannot-run",
  };
  gboolean ok = program != NULL && cli_recorded_run (&run, program, &error);

  cli_capture_finish (capture, pipeline->diagnostics);
  cli_interrupt_show (NULL);
  if (ok)
    {
      cli_run_program_keep (program);
      show (context, plan, run.results, pipeline->diagnostics);
      return cli_output_diagnostics (context, pipeline->diagnostics);
    }
  if (cli_pipeline_has_errors (pipeline))
    return cli_output_problems (context, pipeline->diagnostics);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return cli_interrupt_finish (context);

  return cli_output_failure (context, run.failure, "%s", error->message);
}

/* The words of the command line that name recordings: a pattern that the shell has
 * expanded behind --input leaves all but the first among the arguments. */
static GPtrArray *
list_words (const CliOptions *options)
{
  GPtrArray *words = g_ptr_array_new ();

  for (guint i = 0; options->recordings != NULL && options->recordings[i] != NULL; i++)
    g_ptr_array_add (words, options->recordings[i]);
  for (guint i = 1; i < options->n_arguments; i++)
    g_ptr_array_add (words, options->arguments[i]);
  g_ptr_array_add (words, NULL);

  return words;
}

static gboolean
is_npy (const char *path)
{
  return g_str_has_suffix (path, ".npy");
}

static gboolean
is_result_file (const char *path)
{
  for (guint i = 0; formats[i] != NULL; i++)
    {
      const char *dot = strrchr (path, '.');

      if (dot != NULL && strcmp (dot + 1, formats[i]) == 0)
        return TRUE;
    }

  return FALSE;
}

/* Whether there are folders of recordings, or several recordings that are not for the
 * inputs of one run, or a folder for the result of one. */
static gboolean
is_batch (const GPtrArray *words, const CliOptions *options)
{
  for (guint i = 0; i + 1 < words->len; i++)
    {
      const char *word = g_ptr_array_index (words, i);

      if (cli_recordings_are_many (word + cli_feed_measure_name (word)))
        return TRUE;
    }
  if (cli_feed_is_named (options))
    return FALSE;

  return words->len > 2 || g_str_has_suffix (options->output, "/") ||
         g_file_test (options->output, G_FILE_TEST_IS_DIR);
}

static CliExit
check_one (CliContext *context)
{
  const CliOptions *options = context->options;

  if (!is_result_file (options->output) && !cli_outputs_are_printed (options->output))
    return cli_output_usage (context,
                             "expected --output with a file whose name ends in .csv, "
                             ".npy or .npz");
  if (options->json && cli_outputs_are_printed (options->output))
    return cli_output_usage (context, "--output - prints the outputs, not --json");
  if (options->labels != NULL && is_npy (options->output))
    return cli_output_usage (context,
                             "--labels go into a .csv or .npz file; a .npy file has "
                             "numbers only");
  if (options->format != NULL || options->force)
    return cli_output_usage (context,
                             "--%s is for a folder of results; that of one recording is "
                             "written as its name says",
                             options->force ? "force" : "format");

  return CLI_EXIT_FINE;
}

static CliExit
check_batch (CliContext *context)
{
  const CliOptions *options = context->options;

  if (options->format != NULL && !g_strv_contains (formats, options->format))
    return cli_output_usage_among (
        context, formats, "--format takes npz, npy or csv, found “%s”", options->format);
  if (options->labels != NULL)
    return cli_output_usage (context,
                             "--labels are those of one recording; of several those in "
                             "NAME.label beside NAME.csv and those of sessions are "
                             "taken");
  if (g_file_test (options->output, G_FILE_TEST_EXISTS)
          ? !g_file_test (options->output, G_FILE_TEST_IS_DIR)
          : is_result_file (options->output))
    return cli_output_usage (context,
                             "--output takes a folder for the results of several "
                             "recordings, found “%s”",
                             options->output);

  return CLI_EXIT_FINE;
}

CliExit
cli_run_run (CliContext *context)
{
  const CliOptions *options = context->options;
  g_auto (CliPipeline) pipeline = { 0 };
  g_auto (CliSource) source = { NULL };
  g_auto (CliCapture) capture = { NULL };
  g_autoptr (GPtrArray) words = list_words (options);
  g_autoptr (GPtrArray) recordings = NULL;
  g_autoptr (ImPlan) plan = NULL;
  g_autoptr (GError) error = NULL;
  gboolean several;

  if (words->len == 1)
    return cli_output_usage (context, "expected --input with a recording");
  if (options->output == NULL)
    return cli_output_usage (context,
                             "expected --output with a file whose name ends in .csv, "
                             ".npy or .npz");
  if (!cli_capture_check (options, &error))
    return cli_output_usage (context, "%s", error->message);
  several = is_batch (words, options);
  CliExit status = several ? check_batch (context) : check_one (context);
  if (status != CLI_EXIT_FINE)
    return status;
  if (several)
    recordings = cli_recordings_find (
        (const char *const *) words->pdata, options->output,
        options->format == NULL ? formats[0] : options->format, &error);
  if (error != NULL)
    return cli_output_failure (context, "cannot-read", "%s", error->message);
  if (!cli_pipeline_load (&pipeline, context))
    return CLI_EXIT_USAGE;
  plan = cli_pipeline_plan_run (&pipeline);
  if (plan == NULL)
    return cli_output_problems (context, pipeline.diagnostics);
  if (several)
    return cli_batch_run (context, recordings, &pipeline, plan);

  source.feed = cli_feed_new (options, pipeline.program,
                              (const char *const *) words->pdata, &error);
  if (source.feed == NULL)
    return cli_output_usage (context, "%s", error->message);
  if (!cli_source_find (&source, options->labels,
                        cli_outputs_take_labels (options->output), &error))
    return cli_output_failure (context, "cannot-read", "%s", error->message);

  if (!cli_capture_begin (&capture, options, pipeline.program, source.feed, &error))
    return cli_output_failure (context, "cannot-record", "%s", error->message);

  return run_one (context, &pipeline, plan, &source, &capture);
}
