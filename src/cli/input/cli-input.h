/* Texts that commands read: files and standard input.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * cli_input_read_standard:
 * @max_bytes: what is left unread behind it: one byte more is read, so that the caller
 * can tell
 * @error: return location for an error of reading
 *
 * Returns: (nullable): what stands on standard input
 */
GString *cli_input_read_standard (gsize max_bytes, GError **error);

/**
 * cli_input_read:
 * @path: a file, or `-` for standard input
 * @max_bytes: the longest text that is read
 * @error: return location for an error of reading, or of too long a text
 *
 * Returns: (nullable): the text
 */
GString *cli_input_read (const char *path, gsize max_bytes, GError **error);

G_END_DECLS
