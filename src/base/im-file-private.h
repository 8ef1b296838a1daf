/* What the parts of im-file share: descriptors that close themselves, errors, reading.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include "base/im-file.h"

G_BEGIN_DECLS

static inline void
im_file_close (int *descriptor)
{
  if (*descriptor >= 0)
    close (*descriptor);
}

#define IM_FILE_AUTO_CLOSE __attribute__ ((cleanup (im_file_close)))

/* Flags to open a file for reading without being caught by what it turns out to be. */
#define IM_FILE_READ_FLAGS (O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)

/**
 * im_file_set_errno:
 * @error: return location for an [error@Im.FileError]
 * @code: an errno
 * @action: what could not be done, such as `read`
 * @path: with which file
 *
 * Sets the error that fits to @code.
 */
void im_file_set_errno (GError **error, int code, const char *action, const char *path);

/**
 * im_file_read_descriptor:
 * @descriptor: an open file of any kind
 * @path: what messages call it
 * @max_bytes: the largest file that is read
 * @error: return location for an [error@Im.FileError]
 *
 * Reads an open file from its start.
 *
 * Returns: (nullable): its bytes
 */
GBytes *im_file_read_descriptor (int descriptor,
                                 const char *path,
                                 gsize max_bytes,
                                 GError **error);

#define IM_FILE_NEW_PERMISSIONS 0666 /* before the umask */
#define IM_FILE_OLD_PERMISSIONS 0600 /* until those of the old file are set */

/* Fails with CHANGED if the file does not have exactly this content. */
gboolean im_file_check_unchanged (const char *path, GBytes *expected, GError **error);

/**
 * im_file_create_temporary:
 * @folder: where to
 * @mode: its permissions
 * @path: (out): its path
 * @error: return location for an [error@Im.FileError]
 *
 * Makes an empty file that is locked as long as it is open. Whoever finds it without a
 * lock later may remove it.
 *
 * Returns: its descriptor, or -1
 */
int im_file_create_temporary (const char *folder,
                              mode_t mode,
                              char **path,
                              GError **error);

/**
 * im_file_fill:
 * @descriptor: an empty file
 * @bytes: its content
 * @old: (nullable): the file whose owner and permissions it gets
 *
 * Writes a file and forces it to the disk.
 *
 * Returns: whether that worked; if not, errno says why
 */
gboolean im_file_fill (int descriptor, GBytes *bytes, const struct stat *old);

G_END_DECLS
