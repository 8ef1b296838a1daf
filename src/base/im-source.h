/* A text with a name: what a diagnostic points into.
 *
 * Offsets count bytes of UTF-8. Lines and columns are computed when they are asked for,
 * lines from 1, columns from 1 in characters. A source is immutable and
 * reference-counted, because diagnostics outlive what they speak of.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

/**
 * im_source_new:
 * @name: what messages call the text: a path, or something like `<expression>`
 * @bytes: the text, UTF-8; broken sequences are kept as they are
 *
 * Returns: a new source
 */
ImSource *im_source_new (const char *name, GBytes *bytes);

/**
 * im_source_new_for_string:
 * @name: what messages call the text
 * @text: the text, copied
 *
 * Returns: a new source
 */
ImSource *im_source_new_for_string (const char *name, const char *text);

ImSource *im_source_ref (ImSource *source);
void im_source_unref (ImSource *source);

const char *im_source_get_name (const ImSource *source);

/**
 * im_source_get_text:
 * @source: a source
 * @length: (out) (optional): number of bytes
 *
 * Returns: the text; a NUL byte follows its last one
 */
const char *im_source_get_text (const ImSource *source, gsize *length);

/**
 * im_source_locate:
 * @source: a source
 * @offset: a byte offset; one behind the end counts as the end
 * @line: (out): the line, from 1
 * @column: (out): the column in characters, from 1
 *
 * Finds the line and column of a byte. Lines end with LF, CR LF or CR.
 */
void im_source_locate (ImSource *source, gsize offset, guint *line, guint *column);

/**
 * im_source_get_line:
 * @source: a source
 * @line: a line, from 1
 *
 * Finds the text of one line without its line end.
 *
 * Returns: the range of the line; empty at the end of the text if there is no such line
 */
ImSpan im_source_get_line (ImSource *source, guint line);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImSource, im_source_unref)

G_END_DECLS
