/* SPDX-License-Identifier: MIT
 *
 * `imaginet run`: the emitted C of a pipeline, compiled and run on a recording; where
 * layers have no C yet, its Python.
 */
#include <string.h>

#include "cli/input/cli-feed.h"
#include "cli/input/cli-labels.h"
#include "cli/input/cli-pipeline.h"
#include "cli/input/cli-recording.h"
#include "cli/run/cli-outputs.h"
#include "cli/terminal/cli-interrupt.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "emit/im-emit-names.h"
#include "recording/im-frame-source.h"
#include "recording/im-recording-fit.h"
#include "recording/im-session.h"
#include "run/im-host.h"
#include "verify/im-reference.h"

#define DEFAULT_TIME_S 3600
#define MEMORY_BYTES   (4ull << 30)
#define FILE_BYTES     (4ull << 30)

typedef struct
{
  CliContext *context;
  const CliPipeline *pipeline;
  const ImPlan *plan;
  ImFrameSource *source;
  GPtrArray *files; /* CliOutputs, one for each sink */
  const ImInput *input;
  const ImLabels *labels; /* of the recording, or NULL */
  CliLabels *of_sinks;    /* one for each */
  guint64 n_frames;       /* that were read */
  double n_rows;          /* of the recording that they are */
  double rows_per_frame;
  gint64 shown_us; /* when progress was shown last */
} Run;

static gboolean
is_npy (const char *path)
{
  return g_str_has_suffix (path, ".npy");
}

/* How far the recording was read, not more often than one can see. */
static void
show_progress (Run *run)
{
  gint64 now = g_get_monotonic_time ();
  const ImRecording *format = im_frame_source_get_format (run->source);

  if (now - run->shown_us < G_USEC_PER_SEC / 5)
    return;
  run->shown_us = now;

  g_autofree char *line = g_strdup_printf (
      "running: %.0f %%", 100 * run->n_rows / (double) MAX (format->n_rows, 1));
  cli_interrupt_show (line);
}

static gssize
read_frames (GByteArray *bytes, gpointer data, GError **error)
{
  Run *run = data;
  gssize n = im_frame_source_read (run->source, bytes, error);

  run->n_frames += (guint64) MAX (n, 0);
  run->n_rows += (double) MAX (n, 0) * run->rows_per_frame;
  show_progress (run);

  return n;
}

static gboolean
write_output (guint output,
              gconstpointer elements,
              gsize size_bytes,
              gpointer data,
              GError **error)
{
  Run *run = data;

  for (guint i = 0; i < run->files->len; i++)
    if (!cli_outputs_add (g_ptr_array_index (run->files, i), output, elements, size_bytes,
                          error))
      return FALSE;

  return TRUE;
}

static void
write_file (ImJson *json, const CliOutputs *file)
{
  im_json_member_string (json, "output", cli_outputs_get_path (file));
  im_json_member_int (json, "rows", (gint64) cli_outputs_get_rows (file));
}

static void
show (CliContext *context,
      const ImPlan *plan,
      const GPtrArray *files,
      const ImDiagnostics *diagnostics)
{
  ImJson json = { context->out };
  gboolean is_python = plan->language == IM_LANGUAGE_PYTHON;

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
    write_file (&json, g_ptr_array_index (files, 0));
  else
    {
      im_json_member_array (&json, "outputs");
      for (guint i = 0; i < files->len; i++)
        {
          im_json_open_object (&json);
          write_file (&json, g_ptr_array_index (files, i));
          im_json_close_object (&json);
        }
      im_json_close_array (&json);
    }
  cli_json_close (&json, diagnostics);
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

static gboolean
open_files (Run *run, GError **error)
{
  for (guint i = 0; i < run->plan->n_sinks; i++)
    {
      g_autofree char *path = dup_path (run->context->options->output, run->plan, i);
      gboolean has_labels = run->labels != NULL && !is_npy (path) &&
                            cli_labels_init (&run->of_sinks[i], run->labels,
                                             im_frame_source_get_format (run->source),
                                             run->input, run->plan, i,
                                             run->pipeline->diagnostics);
      CliOutputs *file = cli_outputs_open (run->plan, i, path,
                                           has_labels ? &run->of_sinks[i] : NULL, error);

      if (file == NULL)
        return FALSE;
      g_ptr_array_add (run->files, file);
    }

  return TRUE;
}

static gboolean
compute_c (Run *run, ImWorkFolder *folder, const ImProcessLimits *limits, GError **error)
{
  const ImHostStream stream = { .read = read_frames, .write = write_output, .data = run };
  const CliPipeline *pipeline = run->pipeline;
  g_autoptr (ImHost) host = im_host_new (folder, limits);

  cli_interrupt_show ("compiling");
  if (im_host_add (host, run->plan, pipeline->library, IM_HOST_STREAMED,
                   pipeline->diagnostics, error) &&
      im_host_compile (host, error))
    return im_host_stream (host, &stream, error);

  im_host_keep_source (folder, error);
  return FALSE;
}

static gboolean
compute_python (Run *run,
                const ImWorkFolder *folder,
                const ImProcessLimits *limits,
                GError **error)
{
  const ImHostStream stream = { .read = read_frames, .write = write_output, .data = run };

  return im_reference_stream (run->plan, run->pipeline->library, folder, limits, &stream,
                              run->pipeline->diagnostics, error);
}

/* Runs the plan in its language. */
static gboolean
compute (Run *run, GError **error)
{
  const CliOptions *options = run->context->options;
  g_auto (ImWorkFolder) folder = { 0 };
  gboolean ok;

  if (!im_work_folder_open (&folder, options->keep, error))
    return FALSE;

  ImProcessLimits limits = {
    .folder = folder.path,
    .time_s = options->timeout > 0 ? (guint) options->timeout : DEFAULT_TIME_S,
    .memory_bytes = MEMORY_BYTES,
    .file_bytes = FILE_BYTES,
    .cancellable = cli_interrupt_watch (),
  };
  ok = run->plan->language == IM_LANGUAGE_PYTHON
           ? compute_python (run, &folder, &limits, error)
           : compute_c (run, &folder, &limits, error);
  cli_interrupt_show (NULL);
  if (options->keep != NULL && ok)
    im_work_folder_keep (&folder);

  return ok;
}

static CliExit
save (Run *run)
{
  CliContext *context = run->context;
  gboolean has_rows = FALSE;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < run->files->len; i++)
    {
      CliOutputs *file = g_ptr_array_index (run->files, i);

      if (cli_outputs_get_rows (file) == 0)
        continue;
      has_rows = TRUE;
      if (!cli_outputs_close (file, &error))
        return cli_output_failure (context, "cannot-write", "%s", error->message);
    }
  if (!has_rows)
    return cli_output_failure (
        context, "no-output",
        "%" G_GUINT64_FORMAT " frames are too few: the pipeline gives no output, and %s "
        "is not written",
        run->n_frames, context->options->output);

  show (context, run->plan, run->files, run->pipeline->diagnostics);
  return cli_output_diagnostics (context, run->pipeline->diagnostics);
}

/* What runs: the recording that is given, or that a session names, with the labels that
 * are given, or that the session names, or that stand beside the recording. */
typedef struct
{
  ImFeed *feed;
  ImLabels *labels;
} Source;

static gboolean
find_source (const CliOptions *options, Source *source, GError **error)
{
  g_autoptr (ImSession) session = NULL;
  g_autofree char *labels = g_strdup (options->labels);
  double offset_s = 0;

  if (im_session_is_file (options->input))
    {
      session = im_session_load (options->input, error);
      if (session == NULL)
        return FALSE;
      g_free (source->feed->path);
      source->feed->path = g_strdup (session->recording);
      offset_s = labels == NULL ? session->offset_s : 0;
      labels = labels == NULL ? g_strdup (session->labels) : g_steal_pointer (&labels);
    }
  if (labels == NULL && !is_npy (options->output))
    labels = im_labels_dup_path_beside (source->feed->path);
  if (labels == NULL)
    return TRUE;
  source->labels = im_labels_load (labels, offset_s, error);

  return source->labels != NULL;
}

static void
source_clear (Source *source)
{
  im_feed_free (source->feed);
  im_labels_free (source->labels);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Source, source_clear)

static CliExit
run (CliContext *context,
     const CliPipeline *pipeline,
     const ImPlan *plan,
     const Source *from)
{
  const CliOptions *options = context->options;
  g_autoptr (GArray) list = im_host_list_inputs (pipeline->program);
  const ImInput *inputs = (const ImInput *) (gpointer) list->data;
  const ImInput *input = im_inputs_find_data (inputs, list->len);
  g_autoptr (ImFrameSource) source = NULL;
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (
      (GDestroyNotify) cli_outputs_free);
  g_autoptr (GError) error = NULL;
  g_autofree CliLabels *of_sinks = g_new0 (CliLabels, plan->n_sinks + 1);
  Run self = { .context = context,
               .pipeline = pipeline,
               .plan = plan,
               .files = files,
               .input = input,
               .labels = from->labels,
               .of_sinks = of_sinks };

  if (im_input_is_raw (input))
    from->feed->options.flags |= IM_RECORDING_RAW_INTEGERS;
  source = im_frame_source_open (from->feed->path, &from->feed->options, inputs,
                                 list->len, (guint) options->frames, &error);
  if (source != NULL)
    {
      const ImRecording *format = im_frame_source_get_format (source);

      im_recording_note_fit (format, input, pipeline->program->unit->id.text,
                             pipeline->diagnostics);
      self.source = source;
      self.rows_per_frame = (double) im_inputs_get_frame_elements (input) /
                            format->n_channels;
      if (!open_files (&self, &error))
        return cli_output_failure (context, "cannot-write", "%s", error->message);
    }
  if (source != NULL && compute (&self, &error))
    {
      im_frame_source_note_range (source, pipeline->program->unit->id.text,
                                  pipeline->diagnostics);
      return save (&self);
    }
  if (cli_pipeline_has_errors (pipeline))
    return cli_output_problems (context, pipeline->diagnostics);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return cli_interrupt_finish (context);

  return cli_output_failure (context, "cannot-run", "%s", error->message);
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
  g_auto (Source) source = { NULL };
  g_autoptr (ImPlan) plan = NULL;
  g_autoptr (GError) error = NULL;

  if (options->input == NULL)
    return cli_output_usage (context, "expected --input with a recording");
  if (!is_result_file (options->output))
    return cli_output_usage (context,
                             "expected --output with a file whose name ends in .csv or "
                             ".npy");
  if (options->labels != NULL && is_npy (options->output))
    return cli_output_usage (context,
                             "--labels go into a .csv file; a .npy file has numbers "
                             "only");
  source.feed = cli_feed_new (options, options->input, &error);
  if (source.feed == NULL)
    return cli_output_usage (context, "%s", error->message);
  if (!find_source (options, &source, &error))
    return cli_output_failure (context, "cannot-read", "%s", error->message);
  if (!cli_pipeline_load (&pipeline, context))
    return CLI_EXIT_USAGE;
  plan = cli_pipeline_plan_run (&pipeline);
  if (plan == NULL)
    return cli_output_problems (context, pipeline.diagnostics);

  return run (context, &pipeline, plan, &source);
}
