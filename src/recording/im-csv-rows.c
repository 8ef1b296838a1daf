/* SPDX-License-Identifier: MIT
 *
 * One pass over the lines. The first row decides which columns there are; every other row
 * goes straight into the arrays of a recording, which grow as they fill, so that no cell
 * and no line is kept. Times are seconds as soon as enough rows have shown their unit.
 */
#include "recording/im-csv-rows.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/im-file.h"
#include "base/im-text.h"
#include "recording/im-csv-reader.h"

#define FIRST_CAPACITY 256  /* rows */
#define LINES_AT_ONCE  4096 /* from one look at the cancellable to the next */
#define START_ROWS     (IM_RECORDING_RATE_STEPS + 1)
#define INDEX_ROWS     16384 /* from one place in the file that is remembered to the next */

/* Where a row begins. */
typedef struct
{
  guint64 offset;
  gsize n_lines;    /* in front of it */
  double last_time; /* of the row in front of it */
} Place;

/* Of the rows 0, INDEX_ROWS, 2 INDEX_ROWS, …, as far as they were read. */
typedef struct
{
  gatomicrefcount n_refs;
  GMutex lock;
  GArray *places;
} Index;

struct _ImCsvRows
{
  char *path;
  int descriptor;
  ImCsvLines lines;
  ImCsvReader reader;
  ImRecording *format;
  Index *index;
  ImRecording *ahead; /* rows that were read to look at them, or NULL */
  gsize n_taken;      /* of those */
  double step_s;      /* usual one of time, 0 if not known */
  double last_s;      /* of the last row that was checked */
  gboolean is_at_end;
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
 * looked at when the first rows are read. */
static gboolean
check_time (const ImCsvReader *reader, const ImCsvLine *line, GError **error)
{
  double now = reader->row[reader->time_column];

  if (reader->time_name != IM_TIME_NAME_CERTAIN ||
      reader->n_before + reader->recording->n_rows == 0 || now >= reader->last_time)
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
      if (!check_time (reader, line, error))
        return FALSE;
      reader->last_time = reader->row[reader->time_column];
      recording->time_s[recording->n_rows] = reader->last_time;
    }
  recording->n_rows++;

  return TRUE;
}

static Index *
index_new (void)
{
  Index *index = g_new0 (Index, 1);

  g_atomic_ref_count_init (&index->n_refs);
  g_mutex_init (&index->lock);
  index->places = g_array_new (FALSE, FALSE, sizeof (Place));

  return index;
}

static void
index_unref (Index *index)
{
  if (!g_atomic_ref_count_dec (&index->n_refs))
    return;
  g_mutex_clear (&index->lock);
  g_array_unref (index->places);
  g_free (index);
}

/* Remembers where the row is that is read next. */
static void
index_add (Index *index, gsize row, const Place *place)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&index->lock);

  if (row == index->places->len * INDEX_ROWS)
    g_array_append_val (index->places, *place);
}

/* The last place that is known in front of a row; there is one of the first row. */
static gsize
index_find (Index *index, gsize row, Place *place)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&index->lock);
  gsize number = MIN (row / INDEX_ROWS, index->places->len - 1);

  *place = g_array_index (index->places, Place, number);

  return number * INDEX_ROWS;
}

static gsize
count_rows (const ImCsvRows *self)
{
  return self->reader.n_before + self->reader.recording->n_rows;
}

static gboolean
has_enough (const ImCsvRows *self)
{
  gsize max_rows = self->reader.options.max_rows;

  return max_rows > 0 && count_rows (self) >= max_rows;
}

/* Looks at a line; it may have no row. */
static gboolean
take_line (ImCsvRows *self, const ImCsvLine *line, GError **error)
{
  ImCsvReader *reader = &self->reader;

  if (im_csv_line_is_empty (line))
    {
      reader->empty_line = reader->empty_line > 0 ? reader->empty_line : line->number;
      return TRUE;
    }
  if (reader->empty_line > 0)
    return im_csv_reader_fail (reader, reader->empty_line, IM_RECORDING_ERROR_RAGGED,
                               error,
                               "column 1: expected %u cells as in line %" G_GSIZE_FORMAT
                               ", found an empty line before the last row",
                               reader->names->len, reader->names_line);

  return read_row (reader, line, error);
}

/* Reads on until there are so many rows in the recording of the reader, or no more. */
static gboolean
read_rows (ImCsvRows *self, gsize n_rows, GError **error)
{
  ImCsvReader *reader = &self->reader;
  GError *failure = NULL;
  ImCsvLine line;

  while (reader->recording->n_rows < n_rows)
    {
      const Place place = { im_csv_lines_get_offset (&self->lines), self->lines.number,
                            reader->last_time };
      gsize row = count_rows (self);

      self->is_at_end = has_enough (self) ||
                        !im_csv_lines_next (&self->lines, &line, &failure);
      if (self->is_at_end)
        break;
      if (row % INDEX_ROWS == 0)
        index_add (self->index, row, &place);
      if (line.number % LINES_AT_ONCE == 2 &&
          g_cancellable_set_error_if_cancelled (reader->options.cancellable, error))
        return FALSE;
      if (!take_line (self, &line, error))
        return FALSE;
    }
  if (failure == NULL)
    return TRUE;

  g_propagate_error (error, failure);
  return FALSE;
}

/* Reads the first row if that is no header, and remembers where it is. */
static gboolean
read_first_row (ImCsvRows *self, GError **error)
{
  ImCsvReader *reader = &self->reader;
  ImCsvLine line;
  gboolean is_header;
  Place place;

  if (!im_csv_reader_begin (reader, &self->lines, &line, &is_header, error) ||
      !im_csv_reader_set_columns (reader, error))
    return FALSE;
  if (is_header)
    return TRUE;
  place = (Place){ self->lines.offset + (gsize) (line.text - self->lines.buffer),
                   line.number - 1, 0 };
  index_add (self->index, 0, &place);

  return read_row (reader, &line, error);
}

static gboolean
is_strictly_increasing (const double *values, gsize n)
{
  for (gsize i = 1; i < n; i++)
    if (values[i] <= values[i - 1])
      return FALSE;

  return TRUE;
}

/* Makes the first channel of the first column, which turned out not to be time. */
static void
turn_time_into_channel (ImCsvReader *reader)
{
  g_autoptr (ImRecording) old = g_steal_pointer (&reader->recording);
  guint n_channels = old->n_channels + 1;
  guint *columns = g_new (guint, n_channels);
  ImRecording *recording;

  columns[0] = reader->time_column;
  memcpy (columns + 1, reader->columns, old->n_channels * sizeof *columns);
  g_free (reader->columns);
  reader->columns = columns;
  reader->n_channels = n_channels;
  im_csv_reader_renew (reader);
  recording = reader->recording;
  recording->n_rows = reader->capacity = old->n_rows;
  recording->values = g_new (double, old->n_rows *n_channels);
  for (gsize i = 0; i < old->n_rows; i++)
    {
      double *row = recording->values + i * n_channels;

      row[0] = old->time_s[i];
      memcpy (row + 1, old->values + i * old->n_channels, old->n_channels * sizeof *row);
    }
}

/* What is not increasing is no time, unless its name is sure to say so. */
static void
decide_time (ImCsvReader *reader)
{
  ImRecording *recording = reader->recording;

  if (reader->time_column == IM_CSV_NO_COLUMN ||
      reader->time_name == IM_TIME_NAME_CERTAIN)
    return;
  if (is_strictly_increasing (recording->time_s, recording->n_rows))
    {
      reader->time_name = IM_TIME_NAME_CERTAIN;
      return;
    }
  if (reader->options.channels == NULL)
    turn_time_into_channel (reader);
  else
    g_clear_pointer (&recording->time_s, g_free);
  reader->time_column = IM_CSV_NO_COLUMN;
}

/* Takes rows from one on into account; their times become seconds. */
static void
take_rows (ImCsvRows *self, gsize first)
{
  ImRecording *rows = self->reader.recording, *format = self->format;
  gsize n = rows->n_rows - first;

  if (format->has_time && n > 0)
    {
      double *time_s = rows->time_s + first;

      for (gsize i = 0; i < n; i++)
        time_s[i] /= self->reader.time_units_per_s;
      if (self->reader.options.growth == NULL)
        im_recording_time_check (format, time_s, n, self->reader.n_before + first,
                                 self->last_s, self->step_s);
      self->last_s = time_s[n - 1];
      format->end_s = MAX (format->end_s, self->last_s);
    }
  self->is_at_end = self->is_at_end ||
                    (self->lines.at_end && self->lines.start == self->lines.end);
  format->n_rows = MAX (format->n_rows, count_rows (self));
  format->is_open = format->is_open && !self->is_at_end;
  rows->rate_hz = format->rate_hz;
  rows->has_time = format->has_time;
  if (format->has_time && rows->n_rows > 0)
    {
      rows->start_s = rows->time_s[0];
      rows->end_s = self->last_s;
    }
}

/* Decides from the first rows what all of them are. */
static void
settle (ImCsvRows *self)
{
  ImCsvReader *reader = &self->reader;
  ImRecording *first, *format;

  decide_time (reader);
  first = reader->recording;
  self->format = format = im_recording_new (reader->path, reader->n_channels);
  for (guint i = 0; i < reader->n_channels; i++)
    format->channels[i] = g_strdup (first->channels[i]);
  format->rate_hz = reader->options.rate_hz;
  format->is_open = TRUE;
  format->has_time = reader->time_column != IM_CSV_NO_COLUMN;
  if (!format->has_time)
    return;
  if (reader->time_units_per_s <= 0)
    reader->time_units_per_s = im_recording_time_guess_unit (first->time_s[0]);
  format->start_s = format->end_s = first->time_s[0] / reader->time_units_per_s;
  /* Too few rows of a file that is still written are there to tell. */
  if (reader->options.growth != NULL)
    return;
  self->step_s = im_recording_time_find_step (first->time_s, first->n_rows) /
                 reader->time_units_per_s;
  if (self->step_s > 0 && isfinite (1 / self->step_s))
    format->rate_hz = im_recording_time_round_rate (1 / self->step_s);
}

static gboolean
look_ahead (ImCsvRows *self, gsize n_ahead, GError **error)
{
  ImCsvReader *reader = &self->reader;
  gsize n_first;

  if (!read_first_row (self, error) || !read_rows (self, START_ROWS, error))
    return FALSE;
  if (reader->recording->n_rows == 0)
    return im_csv_reader_fail (reader, reader->names_line, IM_RECORDING_ERROR_EMPTY,
                               error,
                               "expected rows of numbers below this header, found none");
  settle (self);
  n_first = reader->recording->n_rows;
  take_rows (self, 0);
  if (self->is_at_end || n_ahead <= n_first)
    return TRUE;
  if (!read_rows (self, n_ahead, error))
    return FALSE;
  take_rows (self, n_first);

  return TRUE;
}

/* The rows that were looked at are the next ones to be given. */
static void
keep_ahead (ImCsvRows *self)
{
  ImRecording *ahead = g_steal_pointer (&self->reader.recording);

  ahead->values = g_renew (double, ahead->values, ahead->n_rows * ahead->n_channels);
  if (ahead->time_s != NULL)
    {
      ahead->time_s = g_renew (double, ahead->time_s, ahead->n_rows);
      ahead->start_s = ahead->time_s[0];
    }
  ahead->is_irregular = self->format->is_irregular;
  ahead->irregular_row = self->format->irregular_row;
  ahead->irregular_step_s = self->format->irregular_step_s;
  self->ahead = ahead;
  self->reader.n_before = ahead->n_rows;
  im_csv_reader_renew (&self->reader);
}

static ImCsvRows *
new_rows (const char *path)
{
  ImCsvRows *self = g_new0 (ImCsvRows, 1);

  self->path = g_strdup (path);
  self->descriptor = -1;
  self->reader.path = self->path;
  self->last_s = (double) NAN;

  return self;
}

ImCsvRows *
im_csv_rows_open (const char *path,
                  const ImRecordingOptions *options,
                  gsize n_ahead,
                  GError **error)
{
  g_autoptr (ImCsvRows) self = new_rows (path);

  if (options != NULL)
    self->reader.options = *options;
  self->index = index_new ();
  im_csv_reader_init (&self->reader);
  self->descriptor = im_file_open (path, IM_RECORDING_MAX_BYTES, error);
  if (self->descriptor < 0)
    return NULL;
  im_csv_lines_init (&self->lines, self->path, self->descriptor);
  if (!look_ahead (self, n_ahead, error))
    return NULL;
  keep_ahead (self);

  return g_steal_pointer (&self);
}

/* What was found out about the columns of the same file. */
static void
copy_columns (ImCsvReader *reader, const ImCsvReader *known)
{
  guint n_columns = known->names->len;

  for (guint i = 0; i < n_columns; i++)
    g_ptr_array_add (reader->names, g_strdup (known->names->pdata[i]));
  reader->options.flags = known->options.flags;
  reader->options.max_rows = known->options.max_rows;
  reader->separator = known->separator;
  reader->decimal = known->decimal;
  reader->names_line = known->names_line;
  reader->time_column = known->time_column;
  reader->time_name = known->time_name;
  reader->time_units_per_s = known->time_units_per_s;
  reader->n_channels = known->n_channels;
  reader->columns = g_memdup2 (known->columns, known->n_channels * sizeof (guint));
  reader->is_read = g_memdup2 (known->is_read, n_columns * sizeof (gboolean));
  reader->row = g_new0 (double, n_columns);
}

ImCsvRows *
im_csv_rows_open_again (ImCsvRows *rows, GError **error)
{
  g_autoptr (ImCsvRows) self = new_rows (rows->path);

  g_atomic_ref_count_inc (&rows->index->n_refs);
  self->index = rows->index;
  im_csv_reader_init (&self->reader);
  self->descriptor = im_file_open (rows->path, IM_RECORDING_MAX_BYTES, error);
  if (self->descriptor < 0)
    return NULL;
  im_csv_lines_init (&self->lines, self->path, self->descriptor);
  copy_columns (&self->reader, &rows->reader);
  self->format = im_recording_new (rows->path, rows->format->n_channels);
  for (guint i = 0; i < rows->format->n_channels; i++)
    self->format->channels[i] = g_strdup (rows->format->channels[i]);
  self->format->rate_hz = rows->format->rate_hz;
  self->format->has_time = rows->format->has_time;
  self->format->start_s = rows->format->start_s;
  self->format->is_open = TRUE;
  self->step_s = rows->step_s;
  im_csv_reader_renew (&self->reader);
  if (!im_csv_rows_seek (self, 0, error))
    return NULL;

  return g_steal_pointer (&self);
}

const ImRecording *
im_csv_rows_get_format (const ImCsvRows *self)
{
  return self->format;
}

/* Puts rows that were looked at before in front of those that are read. */
static void
take_ahead (ImCsvRows *self, gsize n_rows)
{
  g_autoptr (ImRecording) ahead = g_steal_pointer (&self->ahead);
  ImCsvReader *reader = &self->reader;
  ImRecording *rows = reader->recording;
  gsize n = MIN (n_rows, ahead->n_rows - self->n_taken);

  rows->n_rows = reader->capacity = n;
  rows->values = g_memdup2 (ahead->values + self->n_taken * ahead->n_channels,
                            n * ahead->n_channels * sizeof (double));
  if (ahead->has_time)
    {
      rows->time_s = g_memdup2 (ahead->time_s + self->n_taken, n * sizeof (double));
      self->last_s = rows->time_s[n - 1];
    }
  reader->n_before = self->n_taken;
  self->n_taken += n;
  if (self->n_taken < ahead->n_rows)
    self->ahead = g_steal_pointer (&ahead);
}

ImRecording *
im_csv_rows_read (ImCsvRows *self, gsize n_rows, GError **error)
{
  ImCsvReader *reader = &self->reader;
  gsize n_taken;
  ImRecording *rows;

  if (self->ahead != NULL && self->n_taken == 0 && n_rows >= self->ahead->n_rows &&
      (self->is_at_end || n_rows == self->ahead->n_rows))
    return g_steal_pointer (&self->ahead);
  if (self->ahead != NULL)
    take_ahead (self, n_rows);
  n_taken = reader->recording->n_rows;
  if (!self->is_at_end && !read_rows (self, n_rows, error))
    return NULL;
  take_rows (self, n_taken);
  if (reader->recording->n_rows == 0)
    return NULL;
  rows = g_steal_pointer (&reader->recording);
  reader->n_before += rows->n_rows;
  im_csv_reader_renew (reader);

  return rows;
}

/* Passes over rows without looking at what is in them. */
static gboolean
skip_rows (ImCsvRows *self, gsize n_rows, GError **error)
{
  GError *failure = NULL;
  ImCsvLine line;

  while (n_rows > 0 && im_csv_lines_next (&self->lines, &line, &failure))
    if (!im_csv_line_is_empty (&line))
      {
        self->reader.n_before++;
        self->reader.last_time = -INFINITY;
        n_rows--;
      }
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return FALSE;
    }

  return n_rows == 0 ||
         im_csv_reader_fail (
             &self->reader, self->lines.number, IM_RECORDING_ERROR_TRUNCATED, error,
             "expected %" G_GSIZE_FORMAT " more rows, the file ends here", n_rows);
}

gboolean
im_csv_rows_continue (ImCsvRows *self, gsize max_rows, GError **error)
{
  self->reader.options.max_rows = max_rows;
  self->is_at_end = FALSE;
  self->format->is_open = TRUE;

  return im_csv_lines_seek (&self->lines, im_csv_lines_get_offset (&self->lines),
                            self->lines.number, error);
}

gboolean
im_csv_rows_seek (ImCsvRows *self, gsize row, GError **error)
{
  Place place;
  gsize known = index_find (self->index, row, &place);

  if (!im_csv_lines_seek (&self->lines, place.offset, place.n_lines, error))
    return FALSE;
  g_clear_pointer (&self->ahead, im_recording_unref);
  self->reader.n_before = known;
  self->reader.last_time = place.last_time;
  self->reader.empty_line = 0;
  self->last_s = (double) NAN;
  self->is_at_end = FALSE;

  return skip_rows (self, row - known, error);
}

void
im_csv_rows_free (ImCsvRows *self)
{
  if (self == NULL)
    return;

  if (self->descriptor >= 0)
    close (self->descriptor);
  im_csv_lines_clear (&self->lines);
  im_csv_reader_clear (&self->reader);
  g_clear_pointer (&self->format, im_recording_unref);
  g_clear_pointer (&self->ahead, im_recording_unref);
  index_unref (self->index);
  g_free (self->path);
  g_free (self);
}

ImRecording *
im_recording_load_csv (const char *path,
                       const ImRecordingOptions *options,
                       GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autoptr (ImCsvRows) rows = im_csv_rows_open (path, options, G_MAXSIZE, error);

  return rows == NULL ? NULL : im_csv_rows_read (rows, G_MAXSIZE, error);
}
