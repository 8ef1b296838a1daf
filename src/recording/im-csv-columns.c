/* SPDX-License-Identifier: MIT */
#include "recording/im-csv-reader.h"

#define MAX_NAME_BYTES 128

gboolean
im_csv_reader_read_names (ImCsvReader *reader,
                          const ImCsvLine *line,
                          gboolean *is_header,
                          GError **error)
{
  ImCsvCursor cursor;
  ImCsvCell cell = { NULL, 0, FALSE };
  double number;

  *is_header = FALSE;
  reader->names_line = line->number;
  im_csv_cursor_init (&cursor, line, reader->separator);
  while (im_csv_cursor_next (&cursor, &cell))
    {
      if (reader->names->len == IM_RECORDING_MAX_CHANNELS)
        return im_csv_reader_fail (reader, line->number, IM_RECORDING_ERROR_TOO_LARGE,
                                   error, "expected at most %d columns, found more",
                                   IM_RECORDING_MAX_CHANNELS);
      *is_header |= im_csv_reader_parse_cell (reader, &cell, &number) == IM_CSV_TEXT;
      g_ptr_array_add (reader->names, cell.length == 0
                                          ? NULL
                                          : im_csv_cell_dup_text (&cell, MAX_NAME_BYTES));
    }
  if (cell.length == 0 && reader->names->len > 1)
    g_ptr_array_set_size (reader->names, (int) reader->names->len - 1);
  if (*is_header)
    reader->decimal = 0; /* numbers in names count for nothing */

  for (guint i = 0; i < reader->names->len && !*is_header; i++)
    g_clear_pointer (&reader->names->pdata[i], g_free);

  return TRUE;
}

static void
find_time_column (ImCsvReader *reader)
{
  reader->time_column = IM_CSV_NO_COLUMN;
  for (guint i = 0; i < reader->names->len && reader->time_column == IM_CSV_NO_COLUMN;
       i++)
    {
      const char *name = reader->names->pdata[i];
      double units_per_s;
      ImTimeName kind = name == NULL ? IM_TIME_NAME_NONE
                                     : im_recording_time_parse_name (name, &units_per_s);

      if (kind == IM_TIME_NAME_CERTAIN || (kind == IM_TIME_NAME_LIKELY && i == 0))
        {
          reader->time_column = i;
          reader->time_name = kind;
          reader->time_units_per_s = units_per_s;
        }
    }
  if (reader->options.time_unit_s > 0)
    reader->time_units_per_s = 1 / reader->options.time_unit_s;
}

char *
im_csv_reader_dup_channel_name (const ImCsvReader *reader, guint column)
{
  const char *name = reader->names->pdata[column];

  return name != NULL ? g_strdup (name) : g_strdup_printf ("column%u", column + 1);
}

gboolean
im_csv_reader_set_columns (ImCsvReader *reader, GError **error)
{
  find_time_column (reader);

  guint n_columns = reader->names->len;
  guint n_channels = n_columns - (reader->time_column == IM_CSV_NO_COLUMN ? 0 : 1);
  if (n_channels == 0 && reader->time_name == IM_TIME_NAME_CERTAIN)
    return im_csv_reader_fail (reader, reader->names_line, IM_RECORDING_ERROR_EMPTY,
                               error, "expected a channel besides the time, found none");
  if (n_channels == 0)
    {
      reader->time_column = IM_CSV_NO_COLUMN;
      n_channels = 1;
    }

  reader->recording = im_recording_new (reader->path, n_channels);
  for (guint i = 0, channel = 0; i < n_columns; i++)
    if (i != reader->time_column)
      reader->recording->channels[channel++] = im_csv_reader_dup_channel_name (reader, i);

  return TRUE;
}
