/* SPDX-License-Identifier: MIT
 *
 * `imaginet probe`: what the pipes of a pipeline carry with a recording.
 */
#include "cli/input/cli-capture.h"
#include "cli/input/cli-feed.h"
#include "cli/input/cli-pipeline.h"
#include "cli/terminal/cli-interrupt.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "cli/terminal/cli-text.h"
#include "live/im-live.h"

#define N_COLUMNS 7

static char *
dup_number (const ImSignal *signal, double number)
{
  GString *text = g_string_new (NULL);

  im_signal_append_number (signal, number, text);

  return g_string_free (text, FALSE);
}

/* What is wrong with numbers: `3 NaN, 12 saturated`. */
static char *
dup_faults (const ImSignalStatistics *statistics)
{
  const struct
  {
    guint64 n;
    const char *name;
  } rows[] = { { statistics->n_nan, "NaN" },
               { statistics->n_infinite, "infinite" },
               { statistics->n_saturated, "saturated" } };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].n > 0)
      g_string_append_printf (text, "%s%" G_GUINT64_FORMAT " %s",
                              text->len > 0 ? ", " : "", rows[i].n, rows[i].name);

  return g_string_free (text, FALSE);
}

static void
add_row (CliTable *table,
         const ImProgramTensor *tensor,
         ImSignal *signal,
         const ImSignalStatistics *statistics)
{
  g_autoptr (GString) type = g_string_new (NULL);
  g_autofree char *n_values = g_strdup_printf ("%" G_GUINT64_FORMAT,
                                               im_signal_get_n_values (signal));
  g_autofree char *min = dup_number (signal, statistics->min);
  g_autofree char *mean = dup_number (signal, statistics->mean);
  g_autofree char *max = dup_number (signal, statistics->max);
  g_autofree char *faults = dup_faults (statistics);

  im_tensor_type_append_text (&tensor->type, type);
  cli_table_add (table, tensor->name, type->str, n_values, min, mean, max, faults);
}

static void
write_row (ImJson *json,
           const ImProgramTensor *tensor,
           ImSignal *signal,
           const ImSignalStatistics *statistics)
{
  g_autoptr (GString) type = g_string_new (NULL);
  double from_s = 0, to_s = 0;

  im_tensor_type_append_text (&tensor->type, type);
  im_signal_get_range (signal, &from_s, &to_s);
  im_json_open_object (json);
  im_json_member_string (json, "pipe", tensor->name);
  im_json_member_string (json, "type", type->str);
  im_json_member_int (json, "values", (gint64) im_signal_get_n_values (signal));
  im_json_member_bool (json, "timed", im_signal_is_timed (signal));
  im_json_member_double (json, "from_s", from_s);
  im_json_member_double (json, "to_s", to_s);
  im_json_member_double (json, "min", statistics->min);
  im_json_member_double (json, "mean", statistics->mean);
  im_json_member_double (json, "max", statistics->max);
  im_json_member_double (json, "rms", statistics->rms);
  im_json_member_int (json, "nan", (gint64) statistics->n_nan);
  im_json_member_int (json, "infinite", (gint64) statistics->n_infinite);
  im_json_member_int (json, "saturated", (gint64) statistics->n_saturated);
  im_json_close_object (json);
}

/* Inputs first, then in the order of the layers. */
static void
show (CliContext *context, ImLiveValues *values, const ImDiagnostics *diagnostics)
{
  const ImProgram *program = im_live_values_get_program (values);
  g_autoptr (CliTable) table = cli_table_new (0, N_COLUMNS);
  ImJson json = { context->out };

  if (context->options->json)
    {
      im_json_open_object (&json);
      im_json_member_array (&json, "pipes");
    }
  cli_table_add (table, "Pipe", "Type", "Values", "Min", "Mean", "Max", "");
  for (guint i = 0; i < program->n_tensors; i++)
    {
      g_autoptr (ImSignal) signal = im_live_values_get_signal (values, i);
      ImSignalStatistics statistics;

      if (signal == NULL)
        continue;
      im_signal_get_statistics (signal, 0, im_signal_get_n_channels (signal), 0,
                                im_signal_get_n_values (signal), &statistics);
      if (context->options->json)
        write_row (&json, &program->tensors[i], signal, &statistics);
      else
        add_row (table, &program->tensors[i], signal, &statistics);
    }
  if (context->options->json)
    {
      im_json_close_array (&json);
      cli_json_close (&json, diagnostics);
    }
  else
    cli_table_append (table, context->out, CLI_TEXT_UNLIMITED);
}

CliExit
cli_probe_run (CliContext *context)
{
  const CliOptions *options = context->options;
  g_auto (CliPipeline) pipeline = { 0 };
  g_autoptr (ImLiveValues) values = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (ImFeed) feed = NULL;
  g_auto (CliCapture) capture = { NULL };
  ImLiveJob job = { 0 };
  gboolean is_done;

  if (options->input == NULL)
    return cli_output_usage (context, "expected --input with a recording");
  if (!cli_capture_check (options, &error))
    return cli_output_usage (context, "%s", error->message);
  if (!cli_pipeline_load (&pipeline, context))
    return CLI_EXIT_USAGE;
  if (cli_pipeline_has_errors (&pipeline))
    return cli_output_problems (context, pipeline.diagnostics);
  feed = cli_feed_new (options, pipeline.program,
                       (const char *const *) options->recordings, &error);
  if (feed == NULL)
    return cli_output_usage (context, "%s", error->message);
  if (!cli_capture_begin (&capture, options, pipeline.program, feed, &error))
    return cli_output_failure (context, "cannot-record", "%s", error->message);

  job.program = pipeline.program;
  job.library = pipeline.library;
  job.feed = feed;
  values = im_live_values_new (&job);
  is_done = im_live_values_compute (values, cli_interrupt_watch (), pipeline.diagnostics,
                                    &error);
  cli_capture_finish (&capture, pipeline.diagnostics);
  if (!is_done)
    {
      if (cli_pipeline_has_errors (&pipeline))
        return cli_output_problems (context, pipeline.diagnostics);
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        return cli_interrupt_finish (context);
      return cli_output_failure (context, "cannot-run", "%s", error->message);
    }
  show (context, values, pipeline.diagnostics);

  return cli_output_diagnostics (context, pipeline.diagnostics);
}
