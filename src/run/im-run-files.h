/* What programs of this folder are made of, as files in a work folder: sources that are
 * resources, and emitted code.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "artifact/im-artifacts.h"
#include "run/im-work-folder.h"

G_BEGIN_DECLS

/**
 * im_run_files_write_resource:
 * @folder: where to
 * @path: a resource, such as `host/host-main.c`, which gets its last name
 * @error: return location for a [error@GLib.FileError]
 *
 * Returns: whether it was written
 */
gboolean im_run_files_write_resource (const ImWorkFolder *folder,
                                      const char *path,
                                      GError **error);

/* The same of emitted files, without their folders. */
gboolean im_run_files_write_artifacts (const ImWorkFolder *folder,
                                       const ImArtifacts *artifacts,
                                       GError **error);

G_END_DECLS
