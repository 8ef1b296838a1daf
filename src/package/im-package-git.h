/* What git says of the files of a folder.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * im_package_git_read_states:
 * @folder: a folder
 *
 * Asks git which files below a folder differ from the last commit. Nothing that the
 * repository names as a program is run for that.
 *
 * Returns: (nullable) (element-type filename utf8): of paths below @folder `added` (in
 *   the index, or not known to git), `changed`, `removed`, `renamed` or `conflict`; NULL
 *   if it is in no repository, or there is no git
 */
GHashTable *im_package_git_read_states (const char *folder);

/**
 * im_package_git_read_committed:
 * @folder: a folder in a repository
 * @path: a file below it
 *
 * Returns: (nullable): what the last commit has of the file
 */
GBytes *im_package_git_read_committed (const char *folder, const char *path);

G_END_DECLS
