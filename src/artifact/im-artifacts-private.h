/* What writing folders and packing have in common.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <locale.h>

#include "artifact/im-artifacts.h"

G_BEGIN_DECLS

#define IM_ARTIFACTS_MARKER_MAX_BYTES (4 * 1024 * 1024)

/* Whether a file is a script or a linked program. */
gboolean im_artifacts_is_program (const char *data, gsize length);

/* Lets libarchive take names as UTF-8 in this thread, which asks the locale. Returns what
 * im_artifacts_end_locale() takes. */
locale_t im_artifacts_begin_locale (void);
void im_artifacts_end_locale (locale_t own);

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
