/* SPDX-License-Identifier: MIT */
#include "recording/im-row-reader.h"

#include "recording/im-csv-rows.h"
#include "recording/im-npy-rows.h"
#include "recording/im-wav-reader.h"

struct _ImRowReader
{
  char *path;
  ImRecordingOptions options; /* without texts, but of what was opened first */
  char **channels;            /* that are wanted, or NULL */
  ImCsvRows *csv;             /* one of these three */
  ImWavReader *wav;
  ImNpyRows *npy;
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

  return self;
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

  return open_file (self, n_ahead, error) ? g_steal_pointer (&self) : NULL;
}

ImRowReader *
im_row_reader_open_again (ImRowReader *reader, GError **error)
{
  g_autoptr (ImRowReader) self = new_reader (reader->path, &reader->options);

  self->options.time = NULL;
  self->options.cancellable = NULL;
  if (reader->csv == NULL)
    return open_file (self, 0, error) ? g_steal_pointer (&self) : NULL;
  self->csv = im_csv_rows_open_again (reader->csv, error);

  return self->csv == NULL ? NULL : g_steal_pointer (&self);
}

const ImRecording *
im_row_reader_get_format (const ImRowReader *self)
{
  return self->csv != NULL   ? im_csv_rows_get_format (self->csv)
         : self->wav != NULL ? im_wav_reader_get_format (self->wav)
                             : im_npy_rows_get_format (self->npy);
}

ImRecording *
im_row_reader_read (ImRowReader *self, gsize n_rows, GError **error)
{
  return self->csv != NULL   ? im_csv_rows_read (self->csv, n_rows, error)
         : self->wav != NULL ? im_wav_reader_read (self->wav, n_rows, error)
                             : im_npy_rows_read (self->npy, n_rows, error);
}

gboolean
im_row_reader_seek (ImRowReader *self, gsize row, GError **error)
{
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
  g_strfreev (self->channels);
  g_free (self->path);
  g_free (self);
}
