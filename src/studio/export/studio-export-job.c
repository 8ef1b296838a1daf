/* SPDX-License-Identifier: MIT */
#include "studio/export/studio-export-job.h"

#include <glib/gi18n.h>

#include "sandbox/im-sandbox.h"
#include "studio/common/studio-snapshot.h"

/* Everything that a thread needs. */
typedef struct
{
  ImSnapshot *taken; /* what is planned */
  const ImSnapshot *snapshot;
  StudioExportChoice *choice;
  StudioExportProgressFunc progress;
  ImArtifactsPlace place;
  GObject *owner; /* that of the task */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  im_snapshot_free (job->taken);
  studio_export_choice_free (job->choice);
  g_free (job);
}

static void
release_cb (GTask *task, GParamSpec *property, gpointer data)
{
  g_application_release (g_application_get_default ());
}

static void
start (GObject *owner,
       Job *job,
       GTaskThreadFunc func,
       GCancellable *cancellable,
       GAsyncReadyCallback callback)
{
  g_autoptr (GTask) task = g_task_new (owner, cancellable, callback, NULL);

  job->owner = owner;
  g_application_hold (g_application_get_default ());
  g_signal_connect (task, "notify::completed", G_CALLBACK (release_cb), NULL);
  g_task_set_task_data (task, job, job_free);
  /* What was written stays written, however late somebody cancels. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_run_in_thread (task, func);
}

static void
plan_thread (GTask *task, gpointer owner, gpointer data, GCancellable *cancellable)
{
  Job *job = data;

  im_sandbox_get_level (); /* takes a moment when it is asked for the first time */
  im_snapshot_plan (job->taken);
  g_task_return_pointer (task, g_steal_pointer (&job->taken),
                         (GDestroyNotify) im_snapshot_free);
}

void
studio_export_job_plan_async (GObject *owner,
                              ImDocument *document,
                              GAsyncReadyCallback callback)
{
  Job *job = g_new0 (Job, 1);

  job->taken = studio_snapshot_take (document);
  start (owner, job, plan_thread, NULL, callback);
}

ImSnapshot *
studio_export_job_plan_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}

static void
look_thread (GTask *task, gpointer owner, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  gboolean is_zip = job->choice->is_zip;
  g_autofree char *path = im_export_dup_path (job->choice->path, is_zip);
  GError *error = NULL;

  job->place = is_zip ? im_artifacts_look_at_zip (path)
                      : im_artifacts_look_at_folder (path);
  if (im_artifacts_check (path, is_zip, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
studio_export_job_look_async (GObject *owner,
                              const StudioExportChoice *choice,
                              GAsyncReadyCallback callback)
{
  Job *job = g_new0 (Job, 1);

  job->choice = studio_export_choice_copy (choice);
  start (owner, job, look_thread, NULL, callback);
}

gboolean
studio_export_job_look_finish (GAsyncResult *result,
                               ImArtifactsPlace *place,
                               GError **error)
{
  const Job *job = g_task_get_task_data (G_TASK (result));

  *place = job->place;
  return g_task_propagate_boolean (G_TASK (result), error);
}

void
studio_export_outcome_free (StudioExportOutcome *self)
{
  if (self == NULL)
    return;

  im_export_free (self->export);
  im_diagnostics_free (self->problems);
  g_free (self);
}

/* One message from the thread of an export to the main thread. */
typedef struct
{
  StudioExportProgressFunc func;
  GObject *owner;
  ImExportStage stage;
  char *activity;
  double fraction;
} Message;

static gboolean
message_cb (gpointer data)
{
  const Message *message = data;

  message->func (message->owner, message->stage, message->activity, message->fraction);
  return G_SOURCE_REMOVE;
}

static void
message_free (gpointer data)
{
  Message *message = data;

  g_object_unref (message->owner);
  g_free (message->activity);
  g_free (message);
}

/* A message comes before the end of the job, because both have the same priority. */
static void
progress_cb (ImExportStage stage, const char *activity, double fraction, gpointer data)
{
  const Job *job = data;
  Message *message = g_new (Message, 1);

  *message = (Message){ job->progress, g_object_ref (job->owner), stage,
                        g_strdup (activity), fraction };
  g_idle_add_full (G_PRIORITY_DEFAULT, message_cb, message, message_free);
}

static const char *
find_first_error (const ImDiagnostics *problems)
{
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    if (im_diagnostics_get (problems, i)->severity == IM_SEVERITY_ERROR)
      return im_diagnostics_get (problems, i)->message;

  return "";
}

static void
run_thread (GTask *task, gpointer owner, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  const StudioExportChoice *choice = job->choice;
  g_autoptr (StudioExportOutcome) outcome = g_new0 (StudioExportOutcome, 1);
  g_autoptr (ImRecording) recording = NULL;
  GError *error = NULL;

  outcome->problems = im_diagnostics_new ();
  if (choice->has_test && choice->recording != NULL)
    {
      recording = im_recording_load (choice->recording, NULL, &error);
      if (recording == NULL)
        {
          g_task_return_error (task, error);
          return;
        }
    }

  const ImExportOptions options = {
    .names = { .prefix = choice->prefix, .name = choice->name },
    .left_out = choice->left_out,
    .path = choice->path,
    .is_zip = choice->is_zip,
    .targets = choice->targets,
    .has_test = choice->has_test,
    .usual = choice->usual,
    .recording = recording,
    .progress = progress_cb,
    .progress_data = job,
    .cancellable = cancellable,
  };
  outcome->export = im_export_run (job->snapshot->plan, job->snapshot->library, &options,
                                   outcome->problems, &error);
  if (outcome->export != NULL)
    {
      g_task_return_pointer (task, g_steal_pointer (&outcome),
                             (GDestroyNotify) studio_export_outcome_free);
      return;
    }
  if (g_error_matches (error, IM_EXPORT_ERROR, IM_EXPORT_ERROR_EMIT))
    g_prefix_error (&error, "%s\n", find_first_error (outcome->problems));
  g_task_return_error (task, error);
}

void
studio_export_job_run_async (GObject *owner,
                             const ImSnapshot *snapshot,
                             const StudioExportChoice *choice,
                             StudioExportProgressFunc progress,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback)
{
  Job *job = g_new0 (Job, 1);

  job->snapshot = snapshot;
  job->choice = studio_export_choice_copy (choice);
  job->progress = progress;
  start (owner, job, run_thread, cancellable, callback);
}

StudioExportOutcome *
studio_export_job_run_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
