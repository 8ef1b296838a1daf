/* Bytes as a file without a disk.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Makes a file in memory; returns its descriptor. */
int fuzz_file_make (const guint8 *data, gsize size);

/* The path of an open file, which is a regular one there. */
char *fuzz_file_dup_path (int descriptor);

G_END_DECLS
