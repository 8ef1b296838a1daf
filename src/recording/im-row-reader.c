/* SPDX-License-Identifier: MIT */
#include "recording/im-row-reader.h"

#include "recording/im-csv-rows.h"
#include "recording/im-npy-rows.h"
#include "recording/im-recording-time.h"
#include "recording/im-wav-reader.h"

struct _ImRowReader
{
  char *path;
  ImRecordingOptions options; /* without texts, but of what was opened first */
  char **channels;            /* that are wanted, or NULL */
  ImCsvRows *csv;             /* one of these three */
  ImWavReader *wav;
  ImNpyRows *npy;

  /* of a file that is still written */
  ImGrowth *growth;    /* NULL once it is complete */
  ImRecording *format; /* that stays the same one, or NULL */
  gsize n_known;       /* rows that there are */
  gsize next;          /* row that is read next */
};

static gboolean
open_file (ImRowReader *self, gsize n_ahead, GError **error)
{
  ImRecordingKind kind;

  if (!im_recording_find_kind (self->path, &kind, error))
    return FALSE;
  if (kind == IM_RECORDING_WAV)
    self->wav = im_wav_reader_open (self->path, &self->options, error);
  else if (kind == IM_RECORDING_NPY)
    self->npy = im_npy_rows_open (self->path, &self->options, error);
  else
    self->csv = im_csv_rows_open (self->path, &self->options, n_ahead, error);

  return self->wav != NULL || self->npy != NULL || self->csv != NULL;
}

static ImRowReader *
new_reader (const char *path, const ImRecordingOptions *options)
{
  ImRowReader *self = g_new0 (ImRowReader, 1);

  self->path = g_strdup (path);
  if (options != NULL)
    self->options = *options;
  self->channels = g_strdupv ((char **) self->options.channels);
  self->options.channels = (const char *const *) self->channels;
  if (self->options.growth != NULL)
    self->growth = im_growth_ref (self->options.growth);

  return self;
}

static const ImRecording *
get_own_format (const ImRowReader *self)
{
  return self->csv != NULL   ? im_csv_rows_get_format (self->csv)
         : self->wav != NULL ? im_wav_reader_get_format (self->wav)
                             : im_npy_rows_get_format (self->npy);
}

/* Waits for the first row. */
static gboolean
open_growing (ImRowReader *self, GError **error)
{
  const ImRecording *own;

  if (!im_growth_wait (self->growth, 0, self->options.cancellable, error))
    return FALSE;
  self->n_known = MAX (im_growth_get_rows (self->growth), 1);
  self->options.max_rows = self->n_known;
  if (!open_file (self, 0, error))
    return FALSE;
  own = get_own_format (self);
  self->format = im_recording_new (self->path, own->n_channels);
  for (guint i = 0; i < own->n_channels; i++)
    self->format->channels[i] = g_strdup (own->channels[i]);
  self->format->dtype = own->dtype;
  self->format->rate_hz = own->rate_hz;
  self->format->has_time = own->has_time;
  self->format->start_s = own->start_s;
  self->format->n_rows = self->n_known;
  self->format->is_open = TRUE;

  return TRUE;
}

/* The rate that its times tell, once all of them are there. */
static void
find_rate (ImRowReader *self)
{
  ImRecording *format = self->format;
  double length_s = format->end_s - format->start_s;

  if (format->has_time && self->next > 1 && length_s > 0 && !(self->options.rate_hz > 0))
    format->rate_hz = im_recording_time_round_rate ((double) (self->next - 1) / length_s);
}

/* Looks at the file again, which has more rows, or as many as it will have. */
static gboolean
look_again (ImRowReader *self, gsize n_known, gboolean is_over, GError **error)
{
  self->n_known = self->format->n_rows = n_known;
  self->options.max_rows = is_over ? 0 : n_known;
  if (is_over)
    g_clear_pointer (&self->growth, im_growth_unref);
  if (self->csv != NULL)
    return im_csv_rows_continue (self->csv, self->options.max_rows, error);

  /* Its reader has looked at how long the file is. */
  g_clear_pointer (&self->wav, im_wav_reader_free);
  g_clear_pointer (&self->npy, im_npy_rows_free);

  return open_file (self, 0, error) && im_row_reader_seek (self, self->next, error);
}

ImRowReader *
im_row_reader_open (const char *path,
                    const ImRecordingOptions *options,
                    gsize n_ahead,
                    GError **error)
{
  g_autoptr (ImRowReader) self = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  self = new_reader (path, options);
  if (self->growth != NULL ? !open_growing (self, error)
                           : !open_file (self, n_ahead, error))
    return NULL;

  return g_steal_pointer (&self);
}

ImRowReader *
im_row_reader_open_again (ImRowReader *reader, GError **error)
{
  g_autoptr (ImRowReader) self = new_reader (reader->path, &reader->options);

  self->options.time = NULL;
  self->options.cancellable = NULL;
  self->options.max_rows = reader->options.growth == NULL ? self->options.max_rows : 0;
  self->options.growth = NULL;
  g_clear_pointer (&self->growth, im_growth_unref);
  if (reader->csv == NULL)
    return open_file (self, 0, error) ? g_steal_pointer (&self) : NULL;
  self->csv = im_csv_rows_open_again (reader->csv, error);

  return self->csv == NULL ? NULL : g_steal_pointer (&self);
}

const ImRecording *
im_row_reader_get_format (const ImRowReader *self)
{
  return self->format != NULL ? self->format : get_own_format (self);
}

gboolean
im_row_reader_is_growing (const ImRowReader *self)
{
  return self->growth != NULL;
}

gsize
im_row_reader_count_ready (const ImRowReader *self)
{
  return self->growth == NULL || im_growth_is_over (self->growth)
             ? G_MAXSIZE
             : im_growth_get_rows (self->growth) - self->next;
}

gboolean
im_row_reader_wait (ImRowReader *self, gsize n_rows, gsize *n_ready, GError **error)
{
  gboolean is_over = self->growth == NULL;
  gsize n_known = self->n_known;

  while (!is_over && n_known - self->next < n_rows)
    {
      is_over = im_growth_is_over (self->growth);
      n_known = im_growth_get_rows (self->growth);
      if (!is_over && n_known - self->next < n_rows &&
          !im_growth_wait (self->growth, n_known, self->options.cancellable, error))
        return FALSE;
    }
  if (self->growth != NULL && (is_over || n_known > self->n_known) &&
      !look_again (self, n_known, is_over, error))
    return FALSE;
  *n_ready = is_over ? G_MAXSIZE : n_known - self->next;

  return TRUE;
}

void
im_row_reader_expect_rate (ImRowReader *self, double rate_hz)
{
  if (self->growth != NULL && !(self->format->rate_hz > 0))
    self->format->rate_hz = rate_hz;
}

static ImRecording *
read_rows (ImRowReader *self, gsize n_rows, GError **error)
{
  return self->csv != NULL   ? im_csv_rows_read (self->csv, n_rows, error)
         : self->wav != NULL ? im_wav_reader_read (self->wav, n_rows, error)
                             : im_npy_rows_read (self->npy, n_rows, error);
}

ImRecording *
im_row_reader_read (ImRowReader *self, gsize n_rows, GError **error)
{
  ImRecording *rows = read_rows (self, n_rows, error);

  if (self->format == NULL)
    return rows;
  if (rows != NULL)
    {
      self->next += rows->n_rows;
      self->format->end_s = rows->has_time ? rows->end_s : 0;
      self->format->n_rows = MAX (self->format->n_rows, self->next);
      rows->rate_hz = self->format->rate_hz;
    }
  if (self->growth == NULL && (rows == NULL || rows->n_rows < n_rows))
    {
      self->format->is_open = FALSE;
      find_rate (self);
    }

  return rows;
}

gboolean
im_row_reader_seek (ImRowReader *self, gsize row, GError **error)
{
  self->next = row;
  if (self->csv != NULL)
    return im_csv_rows_seek (self->csv, row, error);
  if (self->wav != NULL)
    return im_wav_reader_seek (self->wav, row, error);
  im_npy_rows_seek (self->npy, row);

  return TRUE;
}

void
im_row_reader_free (ImRowReader *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->csv, im_csv_rows_free);
  g_clear_pointer (&self->wav, im_wav_reader_free);
  g_clear_pointer (&self->npy, im_npy_rows_free);
  g_clear_pointer (&self->growth, im_growth_unref);
  g_clear_pointer (&self->format, im_recording_unref);
  g_strfreev (self->channels);
  g_free (self->path);
  g_free (self);
}
