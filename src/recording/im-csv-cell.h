/* Cells of a line of CSV, and the numbers in them.
 *
 * Nothing is copied or allocated: a cell points into its line. Numbers are rounded
 * correctly, like those of strtod(), and the locale does not matter.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "recording/im-csv-lines.h"

G_BEGIN_DECLS

#define IM_CSV_NO_SEPARATOR '\n' /* no line has one */

/**
 * ImCsvCell:
 * @text: what stands in the cell, without blanks around it and without its quotes
 * @length: number of bytes
 * @has_escapes: whether quotes are written twice in it
 */
typedef struct
{
  const char *text;
  gsize length;
  gboolean has_escapes;
} ImCsvCell;

/**
 * ImCsvCursor:
 * @next: what has not been looked at
 * @end: end of the line
 * @separator: what stands between cells
 * @is_done: whether there is no further cell
 */
typedef struct
{
  const char *next;
  const char *end;
  char separator;
  gboolean is_done;
} ImCsvCursor;

typedef enum
{
  IM_CSV_NUMBER,
  IM_CSV_NOT_FINITE, /* nan, inf, or larger than any double */
  IM_CSV_EMPTY,
  IM_CSV_TEXT,
} ImCsvKind;

/**
 * im_csv_cursor_init:
 * @cursor: (out): will stand in front of the first cell
 * @line: a line
 * @separator: what stands between cells: a blank means any number of blanks
 */
void im_csv_cursor_init (ImCsvCursor *cursor, const ImCsvLine *line, char separator);

/**
 * im_csv_cursor_next:
 * @cursor: a cursor
 * @cell: (out): the next cell; untouched if there is none
 *
 * Returns: whether there was a cell
 */
gboolean im_csv_cursor_next (ImCsvCursor *cursor, ImCsvCell *cell);

/**
 * im_csv_cell_dup_text:
 * @cell: a cell
 * @max_bytes: how much of it
 *
 * Returns: its text in UTF-8, with `…` if it was longer, and `\x1B` for what would
 * disturb a terminal; what is not UTF-8 is taken for Windows-1252
 */
char *im_csv_cell_dup_text (const ImCsvCell *cell, gsize max_bytes);

/**
 * im_csv_parse_number:
 * @text: such as `-12`, `.5`, `1e-3`, `NaN` or `-Infinity`
 * @length: number of bytes
 * @decimal: the decimal point or comma
 * @value: (out): the number, NaN if there is none
 *
 * Returns: what the text is
 */
ImCsvKind im_csv_parse_number (const char *text,
                               gsize length,
                               char decimal,
                               double *value);

/**
 * im_csv_detect_separator:
 * @text: the start of a file
 * @length: number of bytes
 *
 * Returns: the first of tab, semicolon, comma and blank that most of the first lines have
 *   outside of quotes, or IM_CSV_NO_SEPARATOR
 */
char im_csv_detect_separator (const char *text, gsize length);

G_END_DECLS
