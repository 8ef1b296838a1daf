/* SPDX-License-Identifier: MIT */
#include "recording/im-recording-preview.h"

#include <string.h>
#include <unistd.h>

#include "base/im-file.h"
#include "recording/im-csv-reader.h"

#define START_ROWS     1024 /* that show the rate */
#define MAX_CELL_BYTES 32

static char **
dup_cells (const ImCsvReader *reader, const ImCsvLine *line)
{
  g_autoptr (GStrvBuilder) cells = g_strv_builder_new ();
  ImCsvCursor cursor;
  ImCsvCell cell;

  im_csv_cursor_init (&cursor, line, reader->separator);
  while (im_csv_cursor_next (&cursor, &cell))
    {
      g_autofree char *text = im_csv_cell_dup_text (&cell, MAX_CELL_BYTES);

      g_strv_builder_add (cells, text);
    }

  return g_strv_builder_end (cells);
}

/* Numbers show the decimal sign. */
static void
take_line (ImRecordingPreview *preview, ImCsvReader *reader, const ImCsvLine *line)
{
  char **cells = dup_cells (reader, line);
  ImCsvCursor cursor;
  ImCsvCell cell;
  double number;

  im_csv_cursor_init (&cursor, line, reader->separator);
  while (im_csv_cursor_next (&cursor, &cell))
    im_csv_reader_parse_cell (reader, &cell, &number);
  g_ptr_array_add (preview->rows, cells);
}

static gboolean
read_lines (ImRecordingPreview *preview,
            ImCsvReader *reader,
            ImCsvLines *lines,
            guint n_rows,
            GError **error)
{
  GError *failure = NULL;
  ImCsvLine line;

  if (!im_csv_reader_begin (reader, lines, &line, &preview->has_header, error))
    return FALSE;
  if (!preview->has_header)
    take_line (preview, reader, &line);
  while (preview->rows->len < n_rows && im_csv_lines_next (lines, &line, &failure))
    if (!im_csv_line_is_empty (&line))
      take_line (preview, reader, &line);
  if (failure == NULL)
    return TRUE;

  g_propagate_error (error, failure);
  return FALSE;
}

static void
take_columns (ImRecordingPreview *preview, ImCsvReader *reader)
{
  preview->n_columns = reader->names->len;
  preview->columns = g_new0 (char *, (gsize) preview->n_columns + 1);
  for (guint i = 0; i < preview->n_columns; i++)
    preview->columns[i] = im_csv_reader_dup_channel_name (reader, i);
  preview->separator = reader->separator;
  preview->decimal = reader->decimal == 0 ? '.' : reader->decimal;
}

static gboolean
look_at_text (ImRecordingPreview *preview,
              const char *path,
              const ImRecordingOptions *options,
              guint n_rows,
              GError **error)
{
  g_auto (ImCsvLines) lines = { NULL };
  g_auto (ImCsvReader) reader = { .path = path };
  int descriptor = im_file_open (path, IM_RECORDING_MAX_BYTES, error);
  gboolean is_read;

  if (descriptor < 0)
    return FALSE;
  if (options != NULL)
    reader.options = *options;
  preview->is_text = TRUE;
  im_csv_reader_init (&reader);
  im_csv_lines_init (&lines, path, descriptor);
  is_read = read_lines (preview, &reader, &lines, n_rows, error);
  close (descriptor);
  if (!is_read)
    return FALSE;

  take_columns (preview, &reader);
  if (im_csv_reader_set_columns (&reader, NULL))
    preview->time_column = reader.time_column == IM_CSV_NO_COLUMN ? IM_RECORDING_NO_COLUMN
                                                                  : reader.time_column;
  preview->has_rate = preview->time_column != IM_RECORDING_NO_COLUMN;

  return TRUE;
}

static char **
dup_numbers (const ImRecording *recording, gsize row)
{
  char **cells = g_new0 (char *, (gsize) recording->n_channels + 1);

  for (guint i = 0; i < recording->n_channels; i++)
    cells[i] = g_strdup_printf ("%.6g",
                                recording->values[row * recording->n_channels + i]);

  return cells;
}

/* A file of numbers shows what is read of all of its channels. */
static gboolean
look_at_numbers (ImRecordingPreview *preview,
                 const char *path,
                 guint n_rows,
                 GError **error)
{
  const ImRecordingOptions all = { .max_rows = n_rows, .flags = IM_RECORDING_ALLOW_NAN };
  g_autoptr (ImRecording) recording = im_recording_load (path, &all, error);

  if (recording == NULL)
    return FALSE;
  preview->n_columns = recording->n_channels;
  preview->columns = g_strdupv (recording->channels);
  preview->has_rate = recording->rate_hz > 0;
  for (gsize i = 0; i < recording->n_rows; i++)
    g_ptr_array_add (preview->rows, dup_numbers (recording, i));

  return TRUE;
}

ImRecordingPreview *
im_recording_preview_load (const char *path,
                           const ImRecordingOptions *options,
                           guint n_rows,
                           GError **error)
{
  g_autoptr (ImRecordingPreview) preview = g_new0 (ImRecordingPreview, 1);
  ImRecordingOptions start = { 0 };
  ImRecordingKind kind;
  g_autoptr (GError) problem = NULL;

  preview->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  preview->time_column = IM_RECORDING_NO_COLUMN;
  if (!im_recording_find_kind (path, &kind, error) ||
      (kind == IM_RECORDING_CSV ? !look_at_text (preview, path, options, n_rows, error)
                                : !look_at_numbers (preview, path, n_rows, error)))
    return NULL;

  if (options != NULL)
    start = *options;
  start.max_rows = START_ROWS;
  preview->start = im_recording_load (path, &start, &problem);
  if (problem != NULL)
    preview->problem = g_strdup (problem->message);

  return g_steal_pointer (&preview);
}

char *
im_recording_preview_dup_reference (const ImRecordingPreview *preview, guint column)
{
  const char *name = preview->columns[column];
  gboolean is_enough = preview->has_header && strchr (name, ',') == NULL;

  for (guint i = 0; i < preview->n_columns && is_enough; i++)
    is_enough = i == column || strcmp (preview->columns[i], name) != 0;

  return is_enough ? g_strdup (name) : g_strdup_printf ("%u", column + 1);
}

void
im_recording_preview_free (ImRecordingPreview *preview)
{
  if (preview == NULL)
    return;

  g_strfreev (preview->columns);
  g_ptr_array_unref (preview->rows);
  g_clear_pointer (&preview->start, im_recording_unref);
  g_free (preview->problem);
  g_free (preview);
}
