/* SPDX-License-Identifier: MIT */
#include "cli/run/cli-recorded-run.h"

#include <string.h>

#include "cli/run/cli-outputs.h"
#include "cli/terminal/cli-interrupt.h"
#include "emit/im-emit-names.h"
#include "recording/im-session.h"
#include "run/im-host-frames.h"

/* A recording while it is read. */
typedef struct
{
  CliRecordedRun *run;
  CliRunProgram *program;
  ImHostFrames *frames;
  CliStamps *of_sinks; /* one for each */
  guint64 n_frames;    /* that were read */
  gint64 shown_us;     /* when progress was shown last */
} Reading;

gboolean
cli_source_find (CliSource *source,
                 const char *given_labels,
                 gboolean wants_labels,
                 GError **error)
{
  g_autofree char *labels = g_strdup (given_labels);
  double offset_s = 0;

  for (ImFeed *feed = source->feed; feed != NULL; feed = feed->next)
    {
      g_autoptr (ImSession) session = NULL;

      if (!im_session_is_file (feed->path))
        continue;
      session = im_session_load (feed->path, error);
      if (session == NULL)
        return FALSE;
      g_free (feed->path);
      feed->path = g_strdup (session->recording);
      if (labels != NULL || session->labels == NULL)
        continue;
      labels = g_strdup (session->labels);
      offset_s = session->offset_s;
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
  guint fastest = im_host_frames_get_fastest (self->frames);
  const ImRecording *format = im_host_frames_get_format (self->frames, fastest);
  double n_rows = (double) self->n_frames *
                  im_host_frames_get_rows_per_frame (self->frames, fastest);

  if (!self->run->shows_progress || now - self->shown_us < G_USEC_PER_SEC / 5)
    return;
  self->shown_us = now;

  g_autofree char *line = self->run->source->feed->options.growth != NULL
                              ? g_strdup_printf ("recording: %.0f rows, Ctrl-C ends it",
                                                 n_rows)
                          : format->is_open
                              ? g_strdup_printf ("running: row %.0f", n_rows)
                              : g_strdup_printf ("running: %.0f %%",
                                                 100 * n_rows /
                                                     (double) MAX (format->n_rows, 1));
  cli_interrupt_show (line);
}

static gssize
read_frames (GByteArray *bytes, gpointer data, GError **error)
{
  Reading *self = data;
  gssize n = im_host_frames_read (self->frames, bytes, error);

  self->n_frames += (guint64) MAX (n, 0);
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

  if (cli_outputs_are_printed (output) && plan->n_sinks > 1)
    {
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT,
                   "outputs that come at different times cannot be printed in one table; "
                   "expected --output with a file");
      return FALSE;
    }
  for (guint i = 0; i < plan->n_sinks; i++)
    {
      guint source = im_plan_find_source (plan, plan->sinks[i]);
      g_autofree char *path = is_archive ? g_strdup (output) : dup_path (output, plan, i);
      gboolean has_times = cli_stamps_init (&self->of_sinks[i], labels, self->frames,
                                            source, plan, i, self->run->diagnostics);
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
  const ImPlan *plan = cli_run_program_get_plan (program);
  g_autofree CliStamps *of_sinks = g_new0 (CliStamps, plan->n_sinks + 1);
  g_autoptr (ImHostFrames) frames = NULL;
  Reading self = { .run = run, .program = program, .of_sinks = of_sinks };

  run->failure = "cannot-run";
  run->results = g_ptr_array_new_with_free_func ((GDestroyNotify) cli_outputs_free);
  frames = im_host_frames_open (plan, run->source->feed, run->max_frames,
                                cli_interrupt_watch (), error);
  if (frames == NULL)
    return FALSE;
  self.frames = frames;
  im_host_frames_note_fit (frames, run->diagnostics);
  if (!open_results (&self, error) || !compute (&self, error))
    return FALSE;
  im_host_frames_note_rest (frames, run->diagnostics);

  return write_results (&self, error);
}

void
cli_recorded_run_clear (CliRecordedRun *run)
{
  g_clear_pointer (&run->results, g_ptr_array_unref);
}
