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
  if (reader->options.header != IM_RECORDING_HEADER_FIND)
    *is_header = reader->options.header == IM_RECORDING_HEADER_YES;
  if (*is_header)
    reader->decimal = reader->options.decimal; /* numbers in names count for nothing */

  for (guint i = 0; i < reader->names->len && !*is_header; i++)
    g_clear_pointer (&reader->names->pdata[i], g_free);

  return TRUE;
}

/* The first column that is named like time. */
static void
guess_time_column (ImCsvReader *reader)
{
  for (guint i = 0; i < reader->names->len; i++)
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
          return;
        }
    }
}

/* The column that is said to be time, in the unit of its name if that has one. */
static gboolean
take_time_column (ImCsvReader *reader, GError **error)
{
  const char *wanted[] = { reader->options.time, NULL };
  g_autofree guint *column = im_recording_find_columns (
      reader->path, (char **) reader->names->pdata, reader->names->len, wanted, error);

  if (column == NULL)
    return FALSE;
  reader->time_column = *column;
  if (reader->names->pdata[*column] != NULL)
    im_recording_time_parse_name (reader->names->pdata[*column],
                                  &reader->time_units_per_s);
  reader->time_name = IM_TIME_NAME_CERTAIN;

  return TRUE;
}

static gboolean
find_time_column (ImCsvReader *reader, GError **error)
{
  reader->time_column = IM_CSV_NO_COLUMN;
  if (reader->options.time == NULL)
    guess_time_column (reader);
  else if (*reader->options.time != '\0' && !take_time_column (reader, error))
    return FALSE;
  if (reader->options.time_unit_s > 0)
    reader->time_units_per_s = 1 / reader->options.time_unit_s;

  return TRUE;
}

/* All columns but that of time; without others also that one, unless it is sure to be
 * time. */
static guint *
list_columns (ImCsvReader *reader, guint *n_channels)
{
  guint *columns = g_new (guint, (gsize) reader->names->len + 1);

  if (reader->names->len == 1 && reader->time_name != IM_TIME_NAME_CERTAIN)
    reader->time_column = IM_CSV_NO_COLUMN;
  *n_channels = 0;
  for (guint i = 0; i < reader->names->len; i++)
    if (i != reader->time_column)
      columns[(*n_channels)++] = i;

  return columns;
}

static gboolean
choose_columns (ImCsvReader *reader, guint *n_channels, GError **error)
{
  const char *const *wanted = reader->options.channels;

  if (wanted == NULL)
    reader->columns = list_columns (reader, n_channels);
  else
    {
      *n_channels = g_strv_length ((char **) wanted);
      reader->columns = im_recording_find_columns (reader->path,
                                                   (char **) reader->names->pdata,
                                                   reader->names->len, wanted, error);
    }

  return reader->columns != NULL;
}

char *
im_csv_reader_dup_channel_name (const ImCsvReader *reader, guint column)
{
  const char *name = reader->names->pdata[column];

  return name != NULL ? g_strdup (name) : g_strdup_printf ("column%u", column + 1);
}

void
im_csv_reader_renew (ImCsvReader *reader)
{
  g_clear_pointer (&reader->recording, im_recording_unref);
  reader->recording = im_recording_new (reader->path, reader->n_channels);
  reader->capacity = 0;
  for (guint i = 0; i < reader->n_channels; i++)
    reader->recording->channels[i] = im_csv_reader_dup_channel_name (reader,
                                                                     reader->columns[i]);
}

gboolean
im_csv_reader_set_columns (ImCsvReader *reader, GError **error)
{
  guint n_channels;

  if (!find_time_column (reader, error) || !choose_columns (reader, &n_channels, error))
    return FALSE;
  if (n_channels == 0)
    return im_csv_reader_fail (reader, reader->names_line, IM_RECORDING_ERROR_EMPTY,
                               error, "expected a channel besides the time, found none");

  reader->n_channels = n_channels;
  im_csv_reader_renew (reader);
  reader->is_read = g_new0 (gboolean, reader->names->len);
  reader->row = g_new0 (double, reader->names->len);
  for (guint i = 0; i < n_channels; i++)
    reader->is_read[reader->columns[i]] = TRUE;
  if (reader->time_column != IM_CSV_NO_COLUMN)
    reader->is_read[reader->time_column] = TRUE;

  return TRUE;
}
