/* A folder for the files of one piece of work.
 *
 * It is made when the work begins and removed with all that is in it when the work is
 * done or given up, unless somebody wants to keep it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ImWorkFolder:
 * @path: the folder
 * @keeps: whether it stays
 */
typedef struct
{
  char *path;
  gboolean keeps;
} ImWorkFolder;

/**
 * im_work_folder_open:
 * @folder: (out): the folder
 * @path: (nullable): a folder that does not exist or is empty; NULL for one among the
 *   temporary files
 * @error: return location for a [error@GLib.FileError]
 *
 * Makes a folder. One with a @path stays if im_work_folder_keep() is called.
 *
 * Returns: whether there is a folder
 */
gboolean im_work_folder_open (ImWorkFolder *folder, const char *path, GError **error);

void im_work_folder_keep (ImWorkFolder *folder);

/* Removes the folder unless it is kept. */
void im_work_folder_close (ImWorkFolder *folder);

char *im_work_folder_dup_path (const ImWorkFolder *folder, const char *name);

/**
 * im_work_folder_write:
 * @folder: a folder
 * @name: a file name
 * @data: its content
 * @size_bytes: number of bytes
 * @error: return location for a [error@GLib.FileError]
 *
 * Writes a file. What has its name is replaced; links are not followed.
 *
 * Returns: whether it was written
 */
gboolean im_work_folder_write (const ImWorkFolder *folder,
                               const char *name,
                               gconstpointer data,
                               gsize size_bytes,
                               GError **error);

/**
 * im_work_folder_read:
 * @folder: a folder
 * @name: a file name
 *
 * Reads a file that another process may have written, and may still change.
 *
 * Returns: (nullable): a copy of its content, or NULL if there is no regular file of that
 *   name, or no memory for it; links are not followed
 */
GBytes *im_work_folder_read (const ImWorkFolder *folder, const char *name);

/* Removes a file, if it is there. */
void im_work_folder_remove (const ImWorkFolder *folder, const char *name);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ImWorkFolder, im_work_folder_close)

G_END_DECLS
