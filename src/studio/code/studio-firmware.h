/* The firmware of a pipeline, emitted aside from the main thread.
 *
 * A snapshot of the document is emitted, so that nothing is shared with the thread that
 * goes on editing.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gio/gio.h>

#include "artifact/im-artifacts.h"
#include "document/state/im-document.h"

G_BEGIN_DECLS

/**
 * StudioFirmware:
 * @artifacts: the files, none if there are errors
 * @prefix: what the names of the code begin with
 * @problems: what was said
 *
 * What became of a pipeline.
 */
typedef struct
{
  ImArtifacts *artifacts;
  char *prefix;
  ImDiagnostics *problems;
} StudioFirmware;

void studio_firmware_free (StudioFirmware *firmware);

/**
 * studio_firmware_emit_async:
 * @document: what to emit, as it is now
 * @callback: called when it is there
 * @data: for @callback
 *
 * Begins to emit a document.
 */
void studio_firmware_emit_async (ImDocument *document,
                                 GAsyncReadyCallback callback,
                                 gpointer data);

/* Returns: the firmware. */
StudioFirmware *studio_firmware_emit_finish (GAsyncResult *result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioFirmware, studio_firmware_free)

G_END_DECLS
