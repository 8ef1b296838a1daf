/* SPDX-License-Identifier: MIT */
#include "studio/code/studio-firmware.h"

#include "emit/im-emit-c.h"
#include "studio/common/studio-snapshot.h"

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
  ImSnapshot *snapshot = data;
  StudioFirmware *firmware = g_new0 (StudioFirmware, 1);
  g_autoptr (ImEmission) emission = NULL;
  ImEmitOptions options = { NULL, NULL, FALSE };

  im_snapshot_plan (snapshot);
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

  g_task_set_task_data (task, studio_snapshot_take (document),
                        (GDestroyNotify) im_snapshot_free);
  g_task_run_in_thread (task, emit_cb);
}

StudioFirmware *
studio_firmware_emit_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
