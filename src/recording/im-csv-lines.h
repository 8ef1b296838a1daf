/* Lines of a text file that need not fit into memory as a whole.
 *
 * The file is read in blocks; a line is lent until the next one is asked for. Lines end
 * with LF, CR LF or CR.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-types.h"

G_BEGIN_DECLS

#define IM_CSV_MAX_LINE_BYTES (1 << 20)

/**
 * ImCsvLine:
 * @text: its bytes, without the line end and not terminated
 * @length: their number
 * @number: from 1
 */
typedef struct
{
  const char *text;
  gsize length;
  gsize number;
} ImCsvLine;

/**
 * ImCsvLines:
 * @path: what messages call the file, borrowed
 * @descriptor: the open file, borrowed
 * @buffer: what of it is in memory
 * @start: first byte of the buffer that no line has used
 * @end: end of what is in the buffer
 * @at_end: whether the file has no more than that
 * @offset: of the buffer in the file
 * @number: the last line that was lent
 */
typedef struct
{
  const char *path;
  int descriptor;
  char *buffer;
  gsize start;
  gsize end;
  gboolean at_end;
  guint64 offset;
  gsize number;
} ImCsvLines;

void im_csv_lines_init (ImCsvLines *lines, const char *path, int descriptor);
void im_csv_lines_clear (ImCsvLines *lines);

/* Where the next line begins in the file. */
guint64 im_csv_lines_get_offset (const ImCsvLines *lines);

/**
 * im_csv_lines_seek:
 * @lines: lines
 * @offset: where a line begins, as im_csv_lines_get_offset() said
 * @number: the lines in front of it
 * @error: return location for an [error@Im.FileError]
 *
 * Returns: whether it could go there
 */
gboolean im_csv_lines_seek (ImCsvLines *lines,
                            guint64 offset,
                            gsize number,
                            GError **error);

/**
 * im_csv_lines_peek:
 * @lines: lines of which none has been lent
 * @length: (out): number of bytes
 * @error: return location for an [error@Im.FileError]
 *
 * Reads the first block, and lends it without a byte order mark of UTF-8.
 *
 * Returns: (nullable): the start of the file
 */
const char *im_csv_lines_peek (ImCsvLines *lines, gsize *length, GError **error);

/**
 * im_csv_lines_next:
 * @lines: lines
 * @line: (out): the next line; untouched at the end
 * @error: return location for an [error@Im.FileError], or [error@Im.RecordingError]:
 *   TOO_LARGE if the line is longer than IM_CSV_MAX_LINE_BYTES
 *
 * Returns: FALSE at the end, or if @error is set
 */
gboolean im_csv_lines_next (ImCsvLines *lines, ImCsvLine *line, GError **error);

/**
 * im_csv_find_line_end:
 * @text: some bytes
 * @length: their number
 *
 * Returns: (nullable): the first LF or CR
 */
const char *im_csv_find_line_end (const char *text, gsize length);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ImCsvLines, im_csv_lines_clear)

G_END_DECLS
