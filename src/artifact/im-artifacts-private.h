/* What writing folders and packing have in common.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "artifact/im-artifacts.h"

G_BEGIN_DECLS

#define IM_ARTIFACTS_MARKER_MAX_BYTES (4 * 1024 * 1024)

/* Whether a file is a script or a linked program. */
gboolean im_artifacts_is_program (const char *data, gsize length);

/* Whether a ZIP file may be put there. */
gboolean im_artifacts_check_zip (const char *path, GError **error);

/**
 * im_artifacts_make_parents:
 * @folder: a folder
 * @made: (out) (nullable): the topmost folder that had to be made, or NULL
 * @error: return location for an [error@Im.ArtifactsError]: FAILED
 *
 * Makes a folder and those around it.
 *
 * Returns: whether it is there
 */
gboolean im_artifacts_make_parents (const char *folder, char **made, GError **error);

/* Removes the empty folders from @folder up to @made, if any was made. */
void im_artifacts_remove_parents (const char *folder, const char *made);

G_END_DECLS
