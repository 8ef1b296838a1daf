/* SPDX-License-Identifier: MIT */
#include "cli/run/cli-recorded-run.h"

#include <string.h>

#include "cli/run/cli-outputs.h"
#include "cli/terminal/cli-interrupt.h"
#include "emit/im-emit-names.h"
#include "recording/im-frame-source.h"
#include "recording/im-recording-fit.h"
#include "recording/im-session.h"

/* A recording while it is read. */
typedef struct
{
  CliRecordedRun *run;
  CliRunProgram *program;
  const ImInput *input; /* that the recording flows into */
  ImFrameSource *frames;
  CliStamps *of_sinks; /* one for each */
  guint64 n_frames;    /* that were read */
  double n_rows;       /* of the recording that they are */
  double rows_per_frame;
  gint64 shown_us; /* when progress was shown last */
} Reading;

gboolean
cli_source_find (CliSource *source,
                 const char *given_labels,
                 gboolean wants_labels,
                 GError **error)
{
  g_autoptr (ImSession) session = NULL;
  g_autofree char *labels = g_strdup (given_labels);
  double offset_s = 0;

  if (im_session_is_file (source->feed->path))
    {
      session = im_session_load (source->feed->path, error);
      if (session == NULL)
        return FALSE;
      g_free (source->feed->path);
      source->feed->path = g_strdup (session->recording);
      offset_s = labels == NULL ? session->offset_s : 0;
      labels = labels == NULL ? g_strdup (session->labels) : g_steal_pointer (&labels);
    }
  if (labels == NULL && wants_labels)
    labels = im_labels_dup_path_beside (source->feed->path);
  if (labels == NULL)
    return TRUE;
  source->labels = im_labels_load (labels, offset_s, error);

  return source->labels != NULL;
}

void
cli_source_clear (CliSource *source)
{
  g_clear_pointer (&source->feed, im_feed_free);
  g_clear_pointer (&source->labels, im_labels_free);
}

/* How far the recording was read, not more often than one can see. */
static void
show_progress (Reading *self)
{
  gint64 now = g_get_monotonic_time ();
  const ImRecording *format = im_frame_source_get_format (self->frames);

  if (!self->run->shows_progress || now - self->shown_us < G_USEC_PER_SEC / 5)
    return;
  self->shown_us = now;

  g_autofree char *line = g_strdup_printf (
      "running: %.0f %%", 100 * self->n_rows / (double) MAX (format->n_rows, 1));
  cli_interrupt_show (line);
}

static gssize
read_frames (GByteArray *bytes, gpointer data, GError **error)
{
  Reading *self = data;
  gssize n = im_frame_source_read (self->frames, bytes, error);

  self->n_frames += (guint64) MAX (n, 0);
  self->n_rows += (double) MAX (n, 0) * self->rows_per_frame;
  show_progress (self);

  return n;
}

static gboolean
write_output (guint output,
              gconstpointer elements,
              gsize size_bytes,
              gpointer data,
              GError **error)
{
  GPtrArray *results = ((Reading *) data)->run->results;

  for (guint i = 0; i < results->len; i++)
    if (!cli_outputs_add (g_ptr_array_index (results, i), output, elements, size_bytes,
                          error))
      return FALSE;

  return TRUE;
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

GPtrArray *
cli_recorded_run_list_paths (const ImPlan *plan, const char *output)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  if (cli_outputs_are_archived (output))
    g_ptr_array_add (paths, g_strdup (output));
  else
    for (guint i = 0; i < plan->n_sinks; i++)
      g_ptr_array_add (paths, dup_path (output, plan, i));

  return paths;
}

static gboolean
open_results (Reading *self, GError **error)
{
  const ImPlan *plan = cli_run_program_get_plan (self->program);
  const char *output = self->run->output;
  gboolean is_archive = cli_outputs_are_archived (output);
  ImLabels *labels = cli_outputs_take_labels (output) ? self->run->source->labels : NULL;

  for (guint i = 0; i < plan->n_sinks; i++)
    {
      g_autofree char *path = is_archive ? g_strdup (output) : dup_path (output, plan, i);
      gboolean has_times = cli_stamps_init (&self->of_sinks[i], labels,
                                            im_frame_source_get_format (self->frames),
                                            self->input, plan, i, self->run->diagnostics);
      CliOutputs *file = cli_outputs_open (plan, i, path,
                                           has_times ? &self->of_sinks[i] : NULL, error);

      if (file == NULL)
        {
          self->run->failure = "cannot-write";
          return FALSE;
        }
      g_ptr_array_add (self->run->results, file);
    }

  return TRUE;
}

static gboolean
write_results (Reading *self, GError **error)
{
  GPtrArray *results = self->run->results;
  gboolean is_archive = cli_outputs_are_archived (self->run->output);
  gboolean has_rows = FALSE;

  self->run->failure = "cannot-write";
  for (guint i = 0; i < results->len; i++)
    {
      CliOutputs *file = g_ptr_array_index (results, i);

      if (cli_outputs_get_rows (file) == 0)
        continue;
      has_rows = TRUE;
      if (!is_archive && !cli_outputs_close (file, error))
        return FALSE;
    }
  if (has_rows)
    return !is_archive || cli_outputs_write_archive (results, error);

  self->run->failure = "no-output";
  g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_EMPTY,
               "%" G_GUINT64_FORMAT " frames are too few: the pipeline gives no output, "
               "and %s is not written",
               self->n_frames, self->run->output);
  return FALSE;
}

static gboolean
compute (Reading *self, GError **error)
{
  const ImHostStream stream = { .read = read_frames,
                                .write = write_output,
                                .data = self };

  return (!self->run->compiles || cli_run_program_compile (self->program, error)) &&
         cli_run_program_stream (self->program, &stream, error);
}

gboolean
cli_recorded_run (CliRecordedRun *run, CliRunProgram *program, GError **error)
{
  guint n_inputs;
  const ImInput *inputs = cli_run_program_get_inputs (program, &n_inputs);
  const ImInput *input = im_inputs_find_data (inputs, n_inputs);
  ImRecordingOptions how = run->source->feed->options;
  const char *name = cli_run_program_get_name (program);
  g_autofree CliStamps *of_sinks = g_new0 (
      CliStamps, cli_run_program_get_plan (program)->n_sinks + 1);
  g_autoptr (ImFrameSource) frames = NULL;
  Reading self = { .run = run, .program = program, .input = input, .of_sinks = of_sinks };

  run->failure = "cannot-run";
  run->results = g_ptr_array_new_with_free_func ((GDestroyNotify) cli_outputs_free);
  if (im_input_is_raw (input))
    how.flags |= IM_RECORDING_RAW_INTEGERS;
  frames = im_frame_source_open (run->source->feed->path, &how, inputs, n_inputs,
                                 run->max_frames, error);
  if (frames == NULL)
    return FALSE;
  self.frames = frames;
  im_recording_note_fit (im_frame_source_get_format (frames), input, name,
                         run->diagnostics);
  self.rows_per_frame = (double) im_inputs_get_frame_elements (input) /
                        im_frame_source_get_format (frames)->n_channels;
  if (!open_results (&self, error) || !compute (&self, error))
    return FALSE;
  im_frame_source_note_range (frames, name, run->diagnostics);

  return write_results (&self, error);
}

void
cli_recorded_run_clear (CliRecordedRun *run)
{
  g_clear_pointer (&run->results, g_ptr_array_unref);
}
