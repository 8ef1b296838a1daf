/* What the parts of im-file share: descriptors that close themselves, errors, reading.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

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

G_END_DECLS
