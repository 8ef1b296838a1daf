/* SPDX-License-Identifier: MIT
 *
 * A CSV file is read on where it ended. A WAV file is opened again, because its reader
 * has looked at how long it is.
 */
#include "recording/im-growing-file.h"

#include "recording/im-csv-file.h"
#include "recording/im-wav-reader.h"

struct _ImGrowingFile
{
  char *path;
  ImRecordingOptions options;
  ImGrowth *growth; /* NULL when it is over */
  ImCsvFile *csv;   /* or NULL */
  ImWavReader *wav; /* or NULL */
  ImRecording *format;
  ImRecording *rows; /* of the WAV file, that were read last */
};

static gboolean
open_wav (ImGrowingFile *self, GError **error)
{
  g_autoptr (ImWavReader) reader = im_wav_reader_open (self->path, &self->options, error);
  const ImRecording *format;

  if (reader == NULL)
    return FALSE;
  format = im_wav_reader_get_format (reader);
  if (self->format == NULL)
    {
      self->format = im_recording_new (self->path, format->n_channels);
      for (guint i = 0; i < format->n_channels; i++)
        self->format->channels[i] = g_strdup (format->channels[i]);
      self->format->rate_hz = format->rate_hz;
      self->format->dtype = format->dtype;
    }
  im_wav_reader_free (self->wav);
  self->wav = g_steal_pointer (&reader);

  return TRUE;
}

static gboolean
open_csv (ImGrowingFile *self, GError **error)
{
  self->csv = im_csv_file_open (self->path, &self->options, error);
  if (self->csv == NULL)
    return FALSE;
  self->format = im_recording_ref (im_csv_file_get_recording (self->csv));

  return TRUE;
}

/* Takes over the rows that there are now. What all of them say together is known at the
 * end. */
static gboolean
take_rows (ImGrowingFile *self, GError **error)
{
  gboolean is_over = im_growth_is_over (self->growth);
  gsize n_rows = MAX (im_growth_get_rows (self->growth), 1);

  if (self->csv != NULL && !im_csv_file_read (self->csv, n_rows, error))
    return FALSE;
  if (self->csv == NULL && !open_wav (self, error))
    return FALSE;
  if (self->csv == NULL)
    self->format->n_rows = n_rows;
  if (!is_over)
    return TRUE;
  if (self->csv != NULL)
    im_csv_file_finish (self->csv);
  g_clear_pointer (&self->growth, im_growth_unref);

  return TRUE;
}

ImGrowingFile *
im_growing_file_open (const char *path, const ImRecordingOptions *options, GError **error)
{
  g_autoptr (ImGrowingFile) self = g_new0 (ImGrowingFile, 1);

  g_return_val_if_fail (options->growth != NULL, NULL);

  self->path = g_strdup (path);
  self->options = *options;
  self->options.growth = NULL;
  self->growth = im_growth_ref (options->growth);
  if (!im_growth_wait (self->growth, 0, options->cancellable, error) ||
      (!im_recording_is_wav (path) && !open_csv (self, error)) ||
      !take_rows (self, error))
    return NULL;

  return g_steal_pointer (&self);
}

ImRecording *
im_growing_file_get_format (ImGrowingFile *self)
{
  return self->format;
}

gboolean
im_growing_file_is_over (const ImGrowingFile *self)
{
  return self->growth == NULL;
}

gboolean
im_growing_file_would_wait (const ImGrowingFile *self)
{
  return self->growth != NULL && !im_growth_is_over (self->growth) &&
         im_growth_get_rows (self->growth) == self->format->n_rows;
}

gboolean
im_growing_file_grow (ImGrowingFile *self, GError **error)
{
  g_return_val_if_fail (self->growth != NULL, FALSE);

  return im_growth_wait (self->growth, self->format->n_rows, self->options.cancellable,
                         error) &&
         take_rows (self, error);
}

const double *
im_growing_file_read (ImGrowingFile *self, gsize row, gsize n_rows, GError **error)
{
  if (self->csv != NULL)
    return self->format->values + row * self->format->n_channels;

  g_clear_pointer (&self->rows, im_recording_unref);
  if (!im_wav_reader_seek (self->wav, row, error))
    return NULL;
  self->rows = im_wav_reader_read (self->wav, n_rows, error);

  return self->rows == NULL ? NULL : self->rows->values;
}

void
im_growing_file_free (ImGrowingFile *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->csv, im_csv_file_free);
  g_clear_pointer (&self->wav, im_wav_reader_free);
  g_clear_pointer (&self->format, im_recording_unref);
  g_clear_pointer (&self->rows, im_recording_unref);
  g_clear_pointer (&self->growth, im_growth_unref);
  g_free (self->path);
  g_free (self);
}
