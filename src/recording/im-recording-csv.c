/* SPDX-License-Identifier: MIT
 *
 * One pass over the lines. The first row decides which columns there are; every other row
 * goes straight into the arrays of the recording, which grow as they fill, so that no
 * cell and no line is kept.
 */
#include <string.h>
#include <unistd.h>

#include "base/im-file.h"
#include "base/im-text.h"
#include "recording/im-csv-file.h"
#include "recording/im-csv-reader.h"

#define FIRST_CAPACITY 256  /* rows */
#define LINES_AT_ONCE  4096 /* from one look at the cancellable to the next */

struct _ImCsvFile
{
  int descriptor;
  char *path;
  ImCsvLines lines;
  ImCsvReader reader;
  gsize empty_line; /* the first one behind which there may be no row, or 0 */
  gsize n_timed;    /* rows whose times are in seconds */
};

/* Makes room for one more row. */
static gboolean
reserve_row (ImCsvReader *reader, gsize line, GError **error)
{
  ImRecording *recording = reader->recording;
  gsize limit = IM_RECORDING_MAX_NUMBERS / recording->n_channels;

  if (recording->n_rows < reader->capacity)
    return TRUE;
  if (recording->n_rows >= limit)
    return im_csv_reader_fail (reader, line, IM_RECORDING_ERROR_TOO_LARGE, error,
                               "expected at most %" G_GSIZE_FORMAT
                               " rows of %u channels, this is one "
                               "more",
                               limit, recording->n_channels);

  reader->capacity = MIN (MAX (reader->capacity * 2, FIRST_CAPACITY), limit);
  recording->values = g_renew (double, recording->values,
                               reader->capacity * recording->n_channels);
  if (reader->time_column != IM_CSV_NO_COLUMN)
    recording->time_s = g_renew (double, recording->time_s, reader->capacity);

  return TRUE;
}

/* Checks that time does not run backwards. A column that is only likely to be time is
 * looked at when all is read. */
static gboolean
check_time (const ImCsvReader *reader, const ImCsvLine *line, GError **error)
{
  double now = reader->row[reader->time_column];

  if (reader->time_name != IM_TIME_NAME_CERTAIN || reader->recording->n_rows == 0 ||
      now >= reader->last_time)
    return TRUE;

  g_autofree char *where = im_csv_reader_dup_column (reader, reader->time_column);
  g_autoptr (GString) earlier = g_string_new (NULL);
  g_autoptr (GString) later = g_string_new (NULL);
  im_text_append_double (later, reader->last_time);
  im_text_append_double (earlier, now);

  return im_csv_reader_fail (reader, line->number, IM_RECORDING_ERROR_TIME, error,
                             "%s: expected a time from %s on, as in line %" G_GSIZE_FORMAT
                             ", found %s: time runs backwards",
                             where, later->str, line->number - 1, earlier->str);
}

static gboolean
read_row (ImCsvReader *reader, const ImCsvLine *line, GError **error)
{
  ImRecording *recording = reader->recording;
  ImCsvCursor cursor;
  ImCsvCell cell;
  guint column = 0;

  if (!reserve_row (reader, line->number, error))
    return FALSE;

  double *values = recording->values + recording->n_rows * recording->n_channels;
  gboolean allow_nan = (reader->options.flags & IM_RECORDING_ALLOW_NAN) != 0;

  im_csv_cursor_init (&cursor, line, reader->separator);
  for (; im_csv_cursor_next (&cursor, &cell); column++)
    {
      gboolean is_time = column == reader->time_column;
      double number;

      if (column == reader->names->len)
        {
          /* A separator at the end of the line. */
          if (cursor.is_done && cell.length == 0)
            break;
          return im_csv_reader_fail_ragged (reader, line, error);
        }

      if (!reader->is_read[column])
        continue;

      ImCsvKind kind = im_csv_reader_parse_cell (reader, &cell, &number);
      if (kind == IM_CSV_TEXT || (kind != IM_CSV_NUMBER && (is_time || !allow_nan)))
        return im_csv_reader_fail_cell (reader, line, column, &cell, kind, error);
      reader->row[column] = number;
    }
  if (column < reader->names->len)
    return im_csv_reader_fail_ragged (reader, line, error);
  for (guint i = 0; i < recording->n_channels; i++)
    values[i] = reader->row[reader->columns[i]];
  if (reader->time_column != IM_CSV_NO_COLUMN)
    {
      recording->time_s[recording->n_rows] = reader->row[reader->time_column];
      if (!check_time (reader, line, error))
        return FALSE;
      reader->last_time = reader->row[reader->time_column];
    }
  recording->n_rows++;

  return TRUE;
}

/* Reads the first row if that is no header. */
static gboolean
read_first_row (ImCsvReader *reader, ImCsvLines *lines, GError **error)
{
  ImCsvLine line;
  gboolean is_header;

  return im_csv_reader_begin (reader, lines, &line, &is_header, error) &&
         im_csv_reader_set_columns (reader, error) &&
         (is_header || read_row (reader, &line, error));
}

static gboolean
read_other_rows (ImCsvFile *self, gsize max_rows, GError **error)
{
  ImCsvReader *reader = &self->reader;
  GError *failure = NULL;
  ImCsvLine line;

  while ((max_rows == 0 || reader->recording->n_rows < max_rows) &&
         im_csv_lines_next (&self->lines, &line, &failure))
    {
      if (line.number % LINES_AT_ONCE == 2 &&
          g_cancellable_set_error_if_cancelled (reader->options.cancellable, error))
        return FALSE;
      if (im_csv_line_is_empty (&line))
        {
          self->empty_line = self->empty_line > 0 ? self->empty_line : line.number;
          continue;
        }
      if (self->empty_line > 0)
        return im_csv_reader_fail (
            reader, self->empty_line, IM_RECORDING_ERROR_RAGGED, error,
            "column 1: expected %u cells as in line %" G_GSIZE_FORMAT
            ", found an empty line before the last row",
            reader->names->len, reader->names_line);
      if (!read_row (reader, &line, error))
        return FALSE;
    }
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  if (reader->recording->n_rows == 0)
    return im_csv_reader_fail (reader, reader->names_line, IM_RECORDING_ERROR_EMPTY,
                               error,
                               "expected rows of numbers below this header, found none");

  return TRUE;
}

/* Times are in seconds as soon as it is certain that they are times: those that are there
 * may be used before others come. */
static void
convert_time (ImCsvFile *self)
{
  ImCsvReader *reader = &self->reader;
  ImRecording *recording = reader->recording;

  if (recording->time_s == NULL || recording->n_rows == 0)
    return;
  if (self->n_timed == 0 && reader->time_units_per_s <= 0)
    reader->time_units_per_s = im_recording_time_guess_unit (recording->time_s[0]);
  for (; self->n_timed < recording->n_rows; self->n_timed++)
    recording->time_s[self->n_timed] /= reader->time_units_per_s;
}

static gboolean
is_strictly_increasing (const double *values, gsize n)
{
  for (gsize i = 1; i < n; i++)
    if (values[i] <= values[i - 1])
      return FALSE;

  return TRUE;
}

/* Makes the first channel of what turned out not to be time. */
static void
turn_time_into_channel (ImCsvReader *reader)
{
  ImRecording *old = reader->recording;
  ImRecording *recording = im_recording_new (reader->path, old->n_channels + 1);

  recording->n_rows = old->n_rows;
  recording->values = g_new (double, old->n_rows * recording->n_channels);
  for (gsize i = 0; i < old->n_rows; i++)
    {
      double *row = recording->values + i * recording->n_channels;

      row[0] = old->time_s[i];
      memcpy (row + 1, old->values + i * old->n_channels, old->n_channels * sizeof *row);
    }
  for (guint i = 0; i < recording->n_channels; i++)
    recording->channels[i] = im_csv_reader_dup_channel_name (reader, i);

  im_recording_unref (old);
  reader->recording = recording;
}

ImCsvFile *
im_csv_file_open (const char *path, const ImRecordingOptions *options, GError **error)
{
  int descriptor = im_file_open (path, IM_RECORDING_MAX_BYTES, error);
  g_autoptr (ImCsvFile) self = NULL;

  if (descriptor < 0)
    return NULL;
  self = g_new0 (ImCsvFile, 1);
  self->descriptor = descriptor;
  self->path = g_strdup (path);
  self->reader.path = self->path;
  if (options != NULL)
    self->reader.options = *options;
  im_csv_reader_init (&self->reader);
  im_csv_lines_init (&self->lines, self->path, descriptor);
  if (!read_first_row (&self->reader, &self->lines, error))
    return NULL;
  self->reader.recording->rate_hz = self->reader.options.rate_hz;

  return g_steal_pointer (&self);
}

gboolean
im_csv_file_read (ImCsvFile *self, gsize max_rows, GError **error)
{
  if (!read_other_rows (self, max_rows, error))
    return FALSE;
  if (self->reader.time_name == IM_TIME_NAME_CERTAIN)
    convert_time (self);

  return TRUE;
}

void
im_csv_file_finish (ImCsvFile *self)
{
  ImCsvReader *reader = &self->reader;
  ImRecording *recording = reader->recording;
  gboolean has_time = reader->time_column != IM_CSV_NO_COLUMN;

  recording->values = g_renew (double, recording->values,
                               recording->n_rows * recording->n_channels);
  if (has_time)
    recording->time_s = g_renew (double, recording->time_s, recording->n_rows);
  if (has_time && reader->time_name == IM_TIME_NAME_LIKELY &&
      !is_strictly_increasing (recording->time_s, recording->n_rows))
    {
      if (reader->options.channels == NULL)
        turn_time_into_channel (reader);
      else
        g_clear_pointer (&recording->time_s, g_free);
      has_time = FALSE;
    }
  reader->recording->rate_hz = reader->options.rate_hz;
  if (!has_time)
    return;
  convert_time (self);
  im_recording_time_find_rate (reader->recording);
}

ImRecording *
im_csv_file_get_recording (ImCsvFile *self)
{
  return self->reader.recording;
}

void
im_csv_file_free (ImCsvFile *self)
{
  if (self == NULL)
    return;

  im_csv_reader_clear (&self->reader);
  im_csv_lines_clear (&self->lines);
  close (self->descriptor);
  g_free (self->path);
  g_free (self);
}

ImRecording *
im_recording_load_csv (const char *path,
                       const ImRecordingOptions *options,
                       GError **error)
{
  g_autoptr (ImCsvFile) file = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  file = im_csv_file_open (path, options, error);
  if (file == NULL ||
      !im_csv_file_read (file, options == NULL ? 0 : options->max_rows, error))
    return NULL;
  im_csv_file_finish (file);

  return im_recording_ref (im_csv_file_get_recording (file));
}
