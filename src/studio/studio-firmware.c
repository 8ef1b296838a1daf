/* SPDX-License-Identifier: MIT */
#include "studio/studio-firmware.h"

#include "emit/im-emit-c.h"
#include "unit/im-unit-roots.h"

typedef struct
{
  char *path;
  GBytes *bytes;
} Snapshot;

static void
free_snapshot (gpointer data)
{
  Snapshot *snapshot = data;

  g_free (snapshot->path);
  g_bytes_unref (snapshot->bytes);
  g_free (snapshot);
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
emit_program (StudioFirmware *firmware, const ImProgram *program, ImUnitLibrary *library)
{
  g_autoptr (ImPlan) plan = NULL;
  g_autoptr (ImEmission) emission = NULL;
  ImEmitOptions options = { NULL, NULL, FALSE };

  if (im_diagnostics_count (firmware->problems, IM_SEVERITY_ERROR) > 0)
    return;
  plan = im_plan_new (program, IM_LANGUAGE_C, firmware->problems);
  if (plan == NULL)
    return;
  emission = im_emit_c (plan, library, &options, firmware->artifacts, firmware->problems);
  if (emission != NULL)
    firmware->prefix = g_strdup (emission->prefix);
}

/* The file on disk makes its folder one of the library, for the fragments beside it. */
static void
emit (StudioFirmware *firmware, const Snapshot *snapshot)
{
  g_autoptr (ImDiagnostics) ignored = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImUnitFile) file = im_unit_file_parse (snapshot->bytes, snapshot->path,
                                                    firmware->problems);
  g_autoptr (ImProgram) program = NULL;

  if (file == NULL)
    return;
  im_unit_roots_add_usual (library, ignored);
  im_unit_library_add_file (library, snapshot->path, ignored);
  program = im_program_elaborate (im_unit_file_get_main_unit (file), library, NULL, 0,
                                  firmware->problems);
  emit_program (firmware, program, library);
}

static void
emit_cb (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  StudioFirmware *firmware = g_new0 (StudioFirmware, 1);

  firmware->artifacts = im_artifacts_new ();
  firmware->problems = im_diagnostics_new ();
  emit (firmware, data);
  g_task_return_pointer (task, firmware, (GDestroyNotify) studio_firmware_free);
}

void
studio_firmware_emit_async (ImDocument *document,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Snapshot *snapshot = g_new0 (Snapshot, 1);

  snapshot->path = g_strdup (im_document_get_path (document));
  snapshot->bytes = g_bytes_ref (im_xml_document_get_bytes (
      im_unit_file_get_document (im_document_get_file (document))));
  g_task_set_task_data (task, snapshot, free_snapshot);
  g_task_run_in_thread (task, emit_cb);
}

StudioFirmware *
studio_firmware_emit_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
