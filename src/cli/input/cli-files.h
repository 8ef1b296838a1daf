/* The files that are meant by a file or folder of the command line.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * cli_files_find:
 * @path: a file or a folder
 * @suffix: what the names of files end in
 *
 * Finds the files of a folder and all below it. What is hidden is not looked at, and no
 * link is followed, as in a library of units.
 *
 * Returns: (transfer full) (element-type filename): the paths, sorted by name folder by
 *   folder; @path itself if it is no folder
 */
GPtrArray *cli_files_find (const char *path, const char *suffix);

G_END_DECLS
