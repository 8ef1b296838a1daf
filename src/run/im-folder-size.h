/* How much a folder holds: what another process has written so far.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ImFolderSize:
 * @bytes: room that is taken on the disk
 * @n_files: files and folders
 */
typedef struct
{
  guint64 bytes;
  guint n_files;
} ImFolderSize;

/**
 * im_folder_size_measure:
 * @size: (out): what is there
 * @folder: a folder, in which files may come and go
 * @max_files: how many files are looked at; there may be more if there are more than that
 *
 * Adds up what is in a folder and in those below it. Links are not followed.
 */
void im_folder_size_measure (ImFolderSize *size, const char *folder, guint max_files);

G_END_DECLS
