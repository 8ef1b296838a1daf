/* SPDX-License-Identifier: MIT */
#include "recording/im-csv-reader.h"

#include <string.h>

#define MAX_SHOWN_BYTES 32 /* of a cell in a message */

gboolean
im_csv_reader_fail (const ImCsvReader *reader,
                    gsize line,
                    ImRecordingError code,
                    GError **error,
                    const char *format,
                    ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);

  if (line > 0)
    g_set_error (error, IM_RECORDING_ERROR, (int) code, "%s:%" G_GSIZE_FORMAT ": %s",
                 reader->path, line, message);
  else
    g_set_error (error, IM_RECORDING_ERROR, (int) code, "%s: %s", reader->path, message);

  return FALSE;
}

char *
im_csv_reader_dup_column (const ImCsvReader *reader, guint column)
{
  const char *name = column < reader->names->len ? reader->names->pdata[column] : NULL;

  return name == NULL ? g_strdup_printf ("column %u", column + 1)
                      : g_strdup_printf ("column %u (%s)", column + 1, name);
}

gboolean
im_csv_reader_fail_cell (const ImCsvReader *reader,
                         const ImCsvLine *line,
                         guint column,
                         const ImCsvCell *cell,
                         ImCsvKind kind,
                         GError **error)
{
  g_autofree char *where = im_csv_reader_dup_column (reader, column);
  g_autofree char *text = im_csv_cell_dup_text (cell, MAX_SHOWN_BYTES);

  if (kind == IM_CSV_EMPTY)
    return im_csv_reader_fail (reader, line->number, IM_RECORDING_ERROR_MISSING, error,
                               "%s: expected a number, found an empty cell", where);
  if (kind == IM_CSV_NOT_FINITE)
    return im_csv_reader_fail (reader, line->number, IM_RECORDING_ERROR_MISSING, error,
                               "%s: expected a finite number, found “%s”", where, text);

  return im_csv_reader_fail (reader, line->number, IM_RECORDING_ERROR_NUMBER, error,
                             "%s: expected a number%s, found “%s”", where,
                             reader->decimal == ',' ? " with decimal comma" : "", text);
}

static gboolean
may_have_decimal_comma (const ImCsvReader *reader)
{
  return reader->separator != ',' && reader->separator != ' ';
}

/* Reads a number while it is not known yet whether the file has decimal commas. */
static ImCsvKind
parse_undecided (ImCsvReader *reader, const ImCsvCell *cell, double *value)
{
  ImCsvKind kind = im_csv_parse_number (cell->text, cell->length, '.', value);

  if (kind == IM_CSV_NUMBER && memchr (cell->text, '.', cell->length) != NULL)
    reader->decimal = '.';
  if (kind == IM_CSV_TEXT && may_have_decimal_comma (reader))
    {
      kind = im_csv_parse_number (cell->text, cell->length, ',', value);
      if (kind == IM_CSV_NUMBER)
        reader->decimal = ',';
    }

  return kind;
}

ImCsvKind
im_csv_reader_parse_cell (ImCsvReader *reader, const ImCsvCell *cell, double *value)
{
  if (reader->decimal == 0)
    return parse_undecided (reader, cell, value);

  return im_csv_parse_number (cell->text, cell->length, reader->decimal, value);
}

static guint
count_cells (const ImCsvReader *reader, const ImCsvLine *line)
{
  ImCsvCursor cursor;
  ImCsvCell cell;
  guint n = 0;

  im_csv_cursor_init (&cursor, line, reader->separator);
  while (im_csv_cursor_next (&cursor, &cell))
    n++;

  return n;
}

gboolean
im_csv_reader_fail_ragged (const ImCsvReader *reader,
                           const ImCsvLine *line,
                           GError **error)
{
  guint n_expected = reader->names->len, n_found = count_cells (reader, line);
  g_autofree char *missing = im_csv_reader_dup_column (reader, n_found);

  if (n_found < n_expected)
    return im_csv_reader_fail (reader, line->number, IM_RECORDING_ERROR_RAGGED, error,
                               "%s: expected %u cells as in line %" G_GSIZE_FORMAT
                               ", found %u; the row ends before this one",
                               missing, n_expected, reader->names_line, n_found);

  return im_csv_reader_fail (reader, line->number, IM_RECORDING_ERROR_RAGGED, error,
                             "column %u: expected %u cells as in line %" G_GSIZE_FORMAT
                             ", found %u",
                             n_expected + 1, n_expected, reader->names_line, n_found);
}
