/* The .imunit files that were opened last, as all programs of the desktop know them.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define STUDIO_RECENT_FILES_MAX 8

/* Makes a file the latest one. */
void studio_recent_files_add (GFile *file);

/* Forgets a file, which stays on disk. */
void studio_recent_files_remove (GFile *file);

/**
 * studio_recent_files_list:
 *
 * Returns: (transfer full) (element-type GFile): the files that are still there, the
 *   latest first
 */
GPtrArray *studio_recent_files_list (void);

G_END_DECLS
