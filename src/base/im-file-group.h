/* Saving, moving and removing several files as one: after a crash either all are old or
 * all are new.
 *
 * A journal beside them names the files. It is written first; then what they are going to
 * have lies beside each; then the journal is renamed, and from there on all are new:
 * whoever comes next finishes what was begun. A journal that no program holds a lock on
 * was left by one that was killed.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

/**
 * ImFileContent:
 * @path: where it belongs
 * @bytes: (nullable): what it is going to have; NULL if it is removed
 * @expected: (nullable): what was read from it; NULL if there is to be no such file
 * @like: (nullable): of a new file, another one whose permissions it gets: a file is
 * moved as a new one with the bytes of an old one, which is removed
 */
typedef struct
{
  const char *path;
  GBytes *bytes;
  GBytes *expected;
  const char *like;
} ImFileContent;

/**
 * im_file_write_group:
 * @folder: a folder that all files are in, or in folders in it
 * @files: (array length=n_files): different files
 * @n_files: their number
 * @error: return location for an [error@Im.FileError]
 *
 * Replaces several files, makes new ones, and removes some, so that after a crash either
 * all or none are as they are to be, once im_file_finish_groups() was called for @folder.
 * The permissions stay. Folders that are missing are made, and those go whose last file
 * was removed. Nothing is written if one of the files is not what was read any more, and
 * nothing is removed if another one could not be put in its place. A link may lead to
 * another place below @folder only.
 *
 * Fails with `CHANGED`, `ACCESS`, `NOT_FOUND`, `NOT_REGULAR`, `OUTSIDE` or `FAILED`.
 *
 * Returns: whether all were written
 */
gboolean im_file_write_group (const char *folder,
                              const ImFileContent *files,
                              guint n_files,
                              GError **error);

/**
 * im_file_finish_groups:
 * @folder: a folder
 *
 * Finishes what killed programs began to write, or takes it back if they had not come so
 * far that all of it is there. A file that somebody has changed since stays; what was to
 * be saved is put beside it then, with `.saved` behind its name.
 */
void im_file_finish_groups (const char *folder);

#define IM_FILE_GROUP_MAX_ABOVE 8

/* Does that for a folder and those around it, which may have begun what changes files in
 * it: IM_FILE_GROUP_MAX_ABOVE at most. */
void im_file_finish_groups_around (const char *folder);

G_END_DECLS
