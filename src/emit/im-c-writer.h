/* A writer of C text: lines with indentation, and comments that stay comments.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

/**
 * ImCWriter:
 * @out: where to append
 * @depth: how many blocks are open
 */
typedef struct
{
  GString *out;
  guint depth;
} ImCWriter;

/**
 * im_c_writer_line:
 * @writer: a writer
 * @format: a line without its end; an empty one is not indented
 *
 * Appends a line.
 */
void im_c_writer_line (ImCWriter *writer, const char *format, ...) G_GNUC_PRINTF (2, 3);

/**
 * im_c_writer_open:
 * @writer: a writer
 * @format: what stands in front of the brace; empty for a brace alone
 *
 * Opens a block.
 */
void im_c_writer_open (ImCWriter *writer, const char *format, ...) G_GNUC_PRINTF (2, 3);
void im_c_writer_close (ImCWriter *writer);
void im_c_writer_blank (ImCWriter *writer);

G_END_DECLS
