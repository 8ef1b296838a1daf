/* SPDX-License-Identifier: MIT
 *
 * The start of a CSV file: its encoding, its separator, and its first row.
 */
#include <string.h>

#include "recording/im-csv-reader.h"

void
im_csv_reader_init (ImCsvReader *reader)
{
  reader->names = g_ptr_array_new_with_free_func (g_free);
}

void
im_csv_reader_clear (ImCsvReader *reader)
{
  g_clear_pointer (&reader->names, g_ptr_array_unref);
  g_clear_pointer (&reader->recording, im_recording_unref);
  g_free (reader->columns);
  g_free (reader->is_read);
  g_free (reader->row);
}

gboolean
im_csv_line_is_empty (const ImCsvLine *line)
{
  for (gsize i = 0; i < line->length; i++)
    if (!g_ascii_isspace (line->text[i]))
      return FALSE;

  return TRUE;
}

static gboolean
look_ahead (ImCsvReader *reader, ImCsvLines *lines, GError **error)
{
  gsize length;
  const char *text = im_csv_lines_peek (lines, &length, error);

  if (text == NULL)
    return FALSE;
  if (length >= 2 &&
      (memcmp (text, "\xFF\xFE", 2) == 0 || memcmp (text, "\xFE\xFF", 2) == 0))
    return im_csv_reader_fail (
        reader, 0, IM_RECORDING_ERROR_FORMAT, error,
        "byte 0: expected text in UTF-8, found the byte order mark of UTF-16");

  const char *nul = memchr (text, '\0', length);
  if (nul != NULL)
    return im_csv_reader_fail (reader, 0, IM_RECORDING_ERROR_FORMAT, error,
                               "byte %" G_GSIZE_FORMAT
                               ": expected text, found a zero byte",
                               lines->start + (gsize) (nul - text));
  reader->separator = reader->options.separator != 0
                          ? reader->options.separator
                          : im_csv_detect_separator (text, length);
  reader->decimal = reader->options.decimal;
  if (reader->decimal != 0 && reader->decimal == reader->separator)
    return im_csv_reader_fail (reader, 0, IM_RECORDING_ERROR_FORMAT, error,
                               "expected another decimal sign than the “%c” that stands "
                               "between cells",
                               reader->separator);

  return TRUE;
}

gboolean
im_csv_reader_begin (ImCsvReader *reader,
                     ImCsvLines *lines,
                     ImCsvLine *line,
                     gboolean *is_header,
                     GError **error)
{
  GError *failure = NULL;

  if (!look_ahead (reader, lines, error))
    return FALSE;
  do
    if (!im_csv_lines_next (lines, line, &failure))
      {
        if (failure == NULL)
          return im_csv_reader_fail (
              reader, 0, IM_RECORDING_ERROR_EMPTY, error,
              "expected rows of numbers, found %s",
              lines->number == 0 ? "an empty file" : "only empty lines and comments");
        g_propagate_error (error, failure);
        return FALSE;
      }
  while (im_csv_line_is_empty (line) || line->text[0] == '#');

  return im_csv_reader_read_names (reader, line, is_header, error);
}
