/* SPDX-License-Identifier: MIT
 *
 * A result counts if it is newer than its recording and labels, and than `run.json`,
 * which is written when the code of the pipeline becomes another one. So what a run that
 * was interrupted has left is told from what belongs to the code before.
 */
#include "cli/run/cli-batch.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "artifact/im-artifacts.h"
#include "base/im-file.h"
#include "cli/input/cli-feed.h"
#include "cli/run/cli-outputs.h"
#include "cli/run/cli-recorded-run.h"
#include "cli/run/cli-recordings.h"
#include "cli/terminal/cli-interrupt.h"
#include "cli/terminal/cli-jobs.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-output.h"
#include "emit/im-emit-c.h"
#include "emit/im-emit-python.h"

#define STATE_FILE      "run.json"
#define STATE_MAX_BYTES (1 << 20)
#define MAX_SHOWN       5     /* warnings of one kind */
#define PREFIX          "RUN" /* of the code that the digest is of */
#define NAME            "run"

typedef struct
{
  const CliRecordingFile *file;
  gboolean is_kept; /* the result is there */
  CliSource source;
  CliRecordedRun run;
  GError *error;
} Job;

typedef struct
{
  CliContext *context;
  const GPtrArray *recordings; /* CliRecordingFile */
  CliRunProgram *program;
  GStatBuf state; /* of STATE_FILE */
  guint next;
  guint n_computed, n_kept, n_failed;
  guint64 n_rows;
  gint64 shown_us;
  gboolean is_cancelled;
  ImDiagnostics *warnings;
  ImDiagnostics *failures;
  ImJson json;
} Batch;

/* A text of all that decides what is computed of a recording. */
static char *
dup_digest (const CliPipeline *pipeline, const ImPlan *plan, const CliOptions *how)
{
  char **const read_by[] = { how->channels, how->time,   how->rate, how->separator,
                             how->decimal,  how->header, how->skip, how->align };
  const ImEmitOptions options = { .prefix = PREFIX, .name = NAME };
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (ImArtifacts) artifacts = im_artifacts_new ();
  g_autoptr (ImDiagnostics) ignored = im_diagnostics_new (); /* they come again */
  g_autoptr (GString) text = g_string_new (NULL);

  if (plan->language == IM_LANGUAGE_PYTHON)
    im_emit_python (plan, pipeline->library, text, ignored);
  else
    {
      g_autoptr (ImEmission) emission = im_emit_c (plan, pipeline->library, &options,
                                                   artifacts, ignored);
      (void) emission;
    }
  for (guint i = 0; i < im_artifacts_get_count (artifacts); i++)
    {
      GBytes *bytes = im_artifacts_get_bytes (artifacts, i);

      g_string_append_len (text, g_bytes_get_data (bytes, NULL),
                           (gssize) g_bytes_get_size (bytes));
    }
  g_string_append_printf (text, "\n%d", how->frames);
  for (gsize i = 0; i < G_N_ELEMENTS (read_by); i++)
    {
      g_autofree char *said = read_by[i] == NULL ? NULL : g_strjoinv ("\n", read_by[i]);

      g_string_append_printf (text, "\n%s", said == NULL ? "" : said);
    }
  g_checksum_update (checksum, (const guchar *) text->str, (gssize) text->len);

  return g_strdup (g_checksum_get_string (checksum));
}

/* Opens the folder of the results, and notes what computes them if that is new. */
static gboolean
open_folder (Batch *self, const CliPipeline *pipeline, GError **error)
{
  const char *folder = self->context->options->output;
  const ImPlan *plan = cli_run_program_get_plan (self->program);
  g_autofree char *path = g_build_filename (folder, STATE_FILE, NULL);
  g_autofree char *digest = dup_digest (pipeline, plan, self->context->options);
  g_autoptr (GBytes) old = im_file_read (path, STATE_MAX_BYTES, NULL);
  g_autoptr (GBytes) bytes = NULL;
  GString *text = g_string_new (NULL);
  ImJson json = { text };

  im_json_open_object (&json);
  im_json_member_string (&json, "pipeline", cli_run_program_get_name (self->program));
  im_json_member_string (&json, "digest", digest);
  im_json_close_object (&json);
  g_string_append_c (text, '\n');
  bytes = g_string_free_to_bytes (text);
  if (g_mkdir_with_parents (folder, 0777) != 0)
    {
      g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (errno),
                   "cannot make the folder %s: %s", folder, g_strerror (errno));
      return FALSE;
    }
  if ((old == NULL || !g_bytes_equal (old, bytes)) &&
      !im_file_write_atomically (path, bytes, NULL, error))
    return FALSE;

  return g_stat (path, &self->state) == 0;
}

static gboolean
is_newer (const GStatBuf *result, const GStatBuf *other)
{
  return result->st_mtim.tv_sec != other->st_mtim.tv_sec
             ? result->st_mtim.tv_sec > other->st_mtim.tv_sec
             : result->st_mtim.tv_nsec >= other->st_mtim.tv_nsec;
}

/* Whether a result is newer than a file, or there is no such file. */
static gboolean
is_newer_than_file (const GStatBuf *result, const char *path)
{
  GStatBuf other;

  return path == NULL || g_stat (path, &other) != 0 || is_newer (result, &other);
}

/* Finds what a job runs on, and whether there is anything to do. */
static gboolean
is_done (const Batch *self, const Job *job)
{
  const char *labels = job->source.labels == NULL ? NULL : job->source.labels->path;
  g_autoptr (GPtrArray) paths = cli_recorded_run_list_paths (
      cli_run_program_get_plan (self->program), job->file->output);
  gboolean any = FALSE;

  if (self->context->options->force)
    return FALSE;
  for (guint i = 0; i < paths->len; i++)
    {
      GStatBuf result;

      if (g_stat (g_ptr_array_index (paths, i), &result) != 0)
        continue;
      any = TRUE;
      if (!is_newer (&result, &self->state) ||
          !is_newer_than_file (&result, job->file->input) ||
          !is_newer_than_file (&result, labels))
        return FALSE;
      for (const ImFeed *feed = job->source.feed; feed != NULL; feed = feed->next)
        if (!is_newer_than_file (&result, feed->path))
          return FALSE;
    }

  return any;
}

static gpointer
next_job (gpointer data)
{
  Batch *self = data;
  Job *job;

  if (self->next == self->recordings->len || self->is_cancelled)
    return NULL;
  job = g_new0 (Job, 1);
  job->file = g_ptr_array_index (self->recordings, self->next++);
  job->run = (CliRecordedRun){
    .source = &job->source,
    .output = job->file->output,
    .max_frames = (guint) self->context->options->frames,
    .diagnostics = im_diagnostics_new (),
  };

  return job;
}

static void
run_job (gpointer data, gpointer user_data)
{
  Job *job = data;
  Batch *self = user_data;
  const ImProgram *program = cli_run_program_get_plan (self->program)->program;
  g_autofree char *folder = g_path_get_dirname (job->file->output);

  if (job->file->problem != NULL)
    {
      g_set_error (&job->error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "%s",
                   job->file->problem);
      return;
    }
  job->source.feed = cli_feed_new (self->context->options, program,
                                   (const char *const *) job->file->words, &job->error);
  if (job->source.feed == NULL ||
      !cli_source_find (&job->source, NULL, cli_outputs_take_labels (job->file->output),
                        &job->error))
    return;
  job->is_kept = is_done (self, job);
  if (job->is_kept)
    return;
  if (g_mkdir_with_parents (folder, 0777) != 0)
    g_set_error (&job->error, G_FILE_ERROR, (gint) g_file_error_from_errno (errno),
                 "cannot make the folder %s: %s", folder, g_strerror (errno));
  else
    cli_recorded_run (&job->run, self->program, &job->error);
}

/* The message of an error without the file, where it begins with that. */
static const char *
get_message (const Job *job)
{
  const char *message = job->error->message;
  gsize length = strlen (job->file->input);

  return g_str_has_prefix (message, job->file->input) &&
                 g_str_has_prefix (message + length, ": ")
             ? message + length + 2
             : message;
}

static void
note_failure (Batch *self, const Job *job)
{
  im_diagnostics_add_for_file (self->failures, IM_SEVERITY_ERROR,
                               job->run.failure == NULL ? "cannot-read"
                                                        : job->run.failure,
                               job->file->input, "%s", get_message (job));
  if (g_file_test (job->file->output, G_FILE_TEST_EXISTS))
    im_diagnostics_note (self->failures, "%s stays, the result of an earlier run",
                         job->file->output);
}

static void
write_job (Batch *self, const Job *job)
{
  ImJson *json = &self->json;

  im_json_open_object (json);
  im_json_member_string (json, "input", job->file->input);
  im_json_member_string (json, "state",
                         job->error != NULL ? "failed"
                         : job->is_kept     ? "kept"
                                            : "computed");
  im_json_member_array (json, "outputs");
  for (guint i = 0; job->error == NULL && !job->is_kept && i < job->run.results->len; i++)
    {
      im_json_open_object (json);
      cli_outputs_write_json (g_ptr_array_index (job->run.results, i), json);
      im_json_close_object (json);
    }
  im_json_close_array (json);
  im_json_close_object (json);
}

static void
show_progress (Batch *self)
{
  gint64 now = g_get_monotonic_time ();
  guint n_done = self->n_computed + self->n_kept + self->n_failed;

  if (now - self->shown_us < G_USEC_PER_SEC / 10)
    return;
  self->shown_us = now;

  g_autofree char *failed = self->n_failed == 0
                                ? g_strdup ("")
                                : g_strdup_printf (", %u failed", self->n_failed);
  g_autofree char *line = g_strdup_printf ("running: %u of %u recordings%s", n_done,
                                           self->recordings->len, failed);
  cli_interrupt_show (line);
}

static void
finish_job (gpointer data, gpointer user_data)
{
  Job *job = data;
  Batch *self = user_data;

  if (g_error_matches (job->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    self->is_cancelled = TRUE;
  else if (job->error != NULL)
    {
      self->n_failed++;
      note_failure (self, job);
    }
  else if (job->is_kept)
    self->n_kept++;
  else
    {
      self->n_computed++;
      for (guint i = 0; i < job->run.results->len; i++)
        self->n_rows += cli_outputs_get_rows (g_ptr_array_index (job->run.results, i));
    }
  im_diagnostics_append (self->warnings, job->run.diagnostics);
  write_job (self, job);
  show_progress (self);
  im_diagnostics_free (job->run.diagnostics);
  cli_recorded_run_clear (&job->run);
  cli_source_clear (&job->source);
  g_clear_error (&job->error);
  g_free (job);
}

static void
show_summary (Batch *self)
{
  CliContext *context = self->context;
  gboolean is_python = cli_run_program_get_plan (self->program)->language ==
                       IM_LANGUAGE_PYTHON;

  g_string_append_printf (
      context->out, "%s: %u of %u recordings computed%s, %" G_GUINT64_FORMAT " rows",
      context->options->output, self->n_computed, self->recordings->len,
      is_python ? " by Python" : "", self->n_rows);
  if (self->n_kept > 0)
    g_string_append_printf (context->out,
                            "; %u were there already (--force computes them again)",
                            self->n_kept);
  if (self->n_failed > 0)
    g_string_append_printf (context->out, "; %u failed", self->n_failed);
  g_string_append_c (context->out, '\n');
}

/* Of many recordings one often says what the next one says: enough of each kind is shown
 * in a terminal, scripts get all. */
static void
append_warnings (const Batch *self, ImDiagnostics *out)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);
  guint n_left_out = 0;

  for (guint i = 0; i < im_diagnostics_get_count (self->warnings); i++)
    {
      const ImDiagnostic *warning = im_diagnostics_get (self->warnings, i);
      guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, warning->code));

      if (count == MAX_SHOWN && !self->context->options->json)
        {
          n_left_out++;
          continue;
        }
      g_hash_table_insert (counts, (gpointer) warning->code,
                           GUINT_TO_POINTER (count + 1));
      im_diagnostics_add_copy (out, warning);
    }
  if (n_left_out > 0)
    im_diagnostics_add_for_file (
        out, IM_SEVERITY_WARNING, "more-warnings", self->context->options->output,
        "%u more warnings of these kinds; --json has all", n_left_out);
}

static CliExit
tell (Batch *self, ImDiagnostics *of_pipeline)
{
  CliContext *context = self->context;

  append_warnings (self, of_pipeline);
  im_diagnostics_append (of_pipeline, self->failures);
  im_json_close_array (&self->json);
  im_json_member_int (&self->json, "computed", self->n_computed);
  im_json_member_int (&self->json, "kept", self->n_kept);
  im_json_member_int (&self->json, "failed", self->n_failed);
  cli_json_close (&self->json, of_pipeline);
  if (!context->options->json)
    {
      g_string_truncate (context->out, 0);
      show_summary (self);
    }

  return cli_output_diagnostics (context, of_pipeline);
}

static CliExit
compute (Batch *self, const CliPipeline *pipeline)
{
  const CliJobs jobs = { .next = next_job,
                         .run = run_job,
                         .finish = finish_job,
                         .data = self };
  CliContext *context = self->context;
  g_autoptr (GError) error = NULL;

  if (!open_folder (self, pipeline, &error))
    return cli_output_failure (context, "cannot-write", "%s", error->message);
  if (!cli_run_program_compile (self->program, &error))
    {
      cli_interrupt_show (NULL);
      if (cli_pipeline_has_errors (pipeline))
        return cli_output_problems (context, pipeline->diagnostics);
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        return cli_interrupt_finish (context);
      return cli_output_failure (context, "cannot-run", "%s", error->message);
    }

  im_json_open_object (&self->json);
  im_json_member_string (
      &self->json, "language",
      im_language_get_name (cli_run_program_get_plan (self->program)->language));
  im_json_member_array (&self->json, "recordings");
  cli_jobs_run (&jobs, cli_jobs_count (context->options->jobs));
  cli_interrupt_show (NULL);
  if (self->is_cancelled)
    {
      g_string_truncate (context->out, 0);
      return cli_interrupt_finish (context);
    }
  cli_run_program_keep (self->program);

  return tell (self, pipeline->diagnostics);
}

CliExit
cli_batch_run (CliContext *context,
               const GPtrArray *recordings,
               const CliPipeline *pipeline,
               const ImPlan *plan)
{
  g_autoptr (ImDiagnostics) warnings = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) failures = im_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (CliRunProgram) program = cli_run_program_new (context->options, pipeline,
                                                           plan, &error);
  Batch self = { .context = context,
                 .recordings = recordings,
                 .program = program,
                 .warnings = warnings,
                 .failures = failures,
                 .json = { context->out } };

  if (program == NULL)
    return cli_output_failure (context, "cannot-run", "%s", error->message);

  return compute (&self, pipeline);
}
