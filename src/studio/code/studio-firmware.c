/* SPDX-License-Identifier: MIT */
#include "studio/code/studio-firmware.h"

#include "emit/im-emit-c.h"
#include "run/im-snapshot.h"

typedef struct
{
  char *path;
  char *unit;   /* which one of the text */
  char **roots; /* where units are */
  GBytes *text;
} Job;

static void
free_job (gpointer data)
{
  Job *job = data;

  g_free (job->path);
  g_free (job->unit);
  g_strfreev (job->roots);
  g_bytes_unref (job->text);
  g_free (job);
}

void
studio_firmware_free (StudioFirmware *firmware)
{
  if (firmware == NULL)
    return;

  im_artifacts_free (firmware->artifacts);
  im_diagnostics_free (firmware->problems);
  g_free (firmware->prefix);
  g_free (firmware);
}

static void
emit_cb (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Job *job = data;
  StudioFirmware *firmware = g_new0 (StudioFirmware, 1);
  g_autoptr (ImSnapshot) snapshot = im_snapshot_new (job->text, job->path, job->unit,
                                                     (const char *const *) job->roots);
  g_autoptr (ImEmission) emission = NULL;
  ImEmitOptions options = { NULL, NULL, FALSE };

  firmware->artifacts = im_artifacts_new ();
  firmware->problems = im_diagnostics_new ();
  im_diagnostics_append (firmware->problems, snapshot->diagnostics);
  if (snapshot->plan != NULL)
    emission = im_emit_c (snapshot->plan, snapshot->library, &options,
                          firmware->artifacts, firmware->problems);
  if (emission != NULL)
    firmware->prefix = g_strdup (emission->prefix);
  g_task_return_pointer (task, firmware, (GDestroyNotify) studio_firmware_free);
}

void
studio_firmware_emit_async (ImDocument *document,
                            GAsyncReadyCallback callback,
                            gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, data);
  Job *job = g_new0 (Job, 1);

  job->path = g_strdup (im_document_get_path (document));
  job->unit = g_strdup (im_document_get_main_unit (document)->id.text);
  job->roots = im_unit_library_dup_roots (im_document_get_library (document));
  job->text = g_bytes_ref (im_unit_file_get_bytes (im_document_get_file (document)));
  g_task_set_task_data (task, job, free_job);
  g_task_run_in_thread (task, emit_cb);
}

StudioFirmware *
studio_firmware_emit_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
