/* Reading and writing files of people we do not trust, and not losing those of the user.
 *
 * Only regular files are read, only up to a limit, and inside of a package only what is
 * really inside of it. Writing replaces a file as a whole or not at all.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

#define IM_FILE_ERROR (im_file_error_quark ())

/**
 * ImFileError:
 * @IM_FILE_ERROR_NOT_FOUND: there is no such file or folder
 * @IM_FILE_ERROR_ACCESS: the permissions do not allow it
 * @IM_FILE_ERROR_NOT_REGULAR: it is a folder, a device, a pipe or a socket
 * @IM_FILE_ERROR_TOO_LARGE: it is larger than the limit
 * @IM_FILE_ERROR_OUTSIDE: the path leads out of its root folder
 * @IM_FILE_ERROR_CHANGED: the file is not what was read any more
 * @IM_FILE_ERROR_FAILED: the system reports something else
 */
typedef enum
{
  IM_FILE_ERROR_NOT_FOUND,
  IM_FILE_ERROR_ACCESS,
  IM_FILE_ERROR_NOT_REGULAR,
  IM_FILE_ERROR_TOO_LARGE,
  IM_FILE_ERROR_OUTSIDE,
  IM_FILE_ERROR_CHANGED,
  IM_FILE_ERROR_FAILED,
} ImFileError;

GQuark im_file_error_quark (void);

/**
 * im_file_read:
 * @path: a path
 * @max_bytes: the largest file that is read
 * @error: return location for an [error@Im.FileError]
 *
 * Reads a whole regular file. Never blocks on a pipe or a device.
 *
 * Fails with `NOT_FOUND`, `ACCESS`, `NOT_REGULAR`, `TOO_LARGE` or `FAILED`.
 *
 * Returns: (nullable): its bytes
 */
GBytes *im_file_read (const char *path, gsize max_bytes, GError **error);

/**
 * im_file_open:
 * @path: a path
 * @max_bytes: the largest file that is opened
 * @error: return location for an [error@Im.FileError]
 *
 * Opens a regular file for reading in parts. Never blocks on a pipe or a device.
 *
 * Fails with `NOT_FOUND`, `ACCESS`, `NOT_REGULAR`, `TOO_LARGE` or `FAILED`.
 *
 * Returns: a descriptor that the caller closes, or -1
 */
int im_file_open (const char *path, gsize max_bytes, GError **error);

/**
 * im_file_read_part:
 * @descriptor: an open file
 * @path: what messages call it
 * @buffer: (out caller-allocates): where the bytes go
 * @capacity: how many are wanted
 * @length: (out): how many there were, less than @capacity only at the end of the file
 * @error: return location for an [error@Im.FileError]: FAILED
 *
 * Reads on where the last call stopped.
 *
 * Returns: whether it could read
 */
gboolean im_file_read_part (int descriptor,
                            const char *path,
                            char *buffer,
                            gsize capacity,
                            gsize *length,
                            GError **error);

/**
 * im_file_read_below:
 * @root: a folder; it may be reached through symbolic links
 * @relative: a path below it, with `/` or `\` between the names
 * @max_bytes: the largest file that is read
 * @resolved: (out) (optional): the path as the folders spell it, with `/`, without `.`,
 *   `..` and symbolic links
 * @differs_in_case: (out) (optional): whether a name was only found when case is ignored
 * @error: return location for an [error@Im.FileError]
 *
 * Reads a regular file that is really below a folder: `..` and symbolic links are
 * followed as long as they stay below @root. A `..` takes back the name in front of it,
 * also if there is no such folder, as on the systems that the files come from. A name
 * that does not exist is looked for without regard to case; of several the first in byte
 * order counts.
 *
 * Fails like im_file_read(), and with `OUTSIDE`.
 *
 * Returns: (nullable): its bytes
 */
GBytes *im_file_read_below (const char *root,
                            const char *relative,
                            gsize max_bytes,
                            char **resolved,
                            gboolean *differs_in_case,
                            GError **error);

/**
 * im_file_write_fully:
 * @descriptor: an open file
 * @data: (array length=length): what is written
 * @length: its bytes
 *
 * Writes all, however often the system is interrupted.
 *
 * Returns: whether all was written; if not, errno says why
 */
gboolean im_file_write_fully (int descriptor, const char *data, gsize length);

/**
 * im_file_write_atomically:
 * @path: a path; a symbolic link is followed
 * @bytes: the new content
 * @expected: (nullable): what was read from the file, NULL to replace anything
 * @error: return location for an [error@Im.FileError]
 *
 * Replaces a file, or makes a new one, so that after a crash either the old or the new
 * content is there. The permissions stay. With @expected nothing is written if the file
 * on disk does not have exactly this content any more; only the content counts, so a file
 * that was merely touched can be saved.
 *
 * Fails with `CHANGED`, `ACCESS`, `NOT_FOUND`, `NOT_REGULAR` or `FAILED`.
 *
 * Returns: whether the file was written
 */
gboolean im_file_write_atomically (const char *path,
                                   GBytes *bytes,
                                   GBytes *expected,
                                   GError **error);

/**
 * im_file_sync_folder:
 * @folder: a folder
 *
 * Forces the names in a folder to the disk, where the file system can do that.
 */
void im_file_sync_folder (const char *folder);

G_END_DECLS
