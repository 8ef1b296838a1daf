/* SPDX-License-Identifier: MIT
 *
 * The chunks are checked here, the samples are decoded by libsndfile.
 */
#include <math.h>
#include <sndfile.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/im-file.h"
#include "recording/im-recording.h"
#include "recording/im-wav-chunks.h"
#include "recording/im-wav-reader.h"

#define RF64 "RF64"

typedef SNDFILE SoundFile;

static const struct
{
  int subformat;
  ImDType dtype;
} integer_formats[] = {
  { SF_FORMAT_PCM_U8, IM_DTYPE_INT8 },
  { SF_FORMAT_PCM_16, IM_DTYPE_INT16 },
  { SF_FORMAT_PCM_24, IM_DTYPE_INT32 },
  { SF_FORMAT_PCM_32, IM_DTYPE_INT32 },
};

static gboolean
find_integer_type (const SF_INFO *info, ImDType *dtype)
{
  for (gsize i = 0; i < G_N_ELEMENTS (integer_formats); i++)
    if ((info->format & SF_FORMAT_SUBMASK) == integer_formats[i].subformat)
      {
        *dtype = integer_formats[i].dtype;
        return TRUE;
      }

  return FALSE;
}

struct _ImWavReader
{
  int descriptor;
  sf_count_t position; /* of a file that is renamed while it is read */
  SoundFile *file;
  ImWavChunks chunks;
  ImRecordingFlags flags;
  ImRecording *format; /* without samples */
  guint *columns;      /* of the file, of each channel that is wanted; NULL for all */
  guint n_columns;     /* of the file */
  gsize next_row;
};

/* A recording without rows that has the channels and rate of the file. */
static ImRecording *
new_recording (const char *path, const SF_INFO *info, ImDType dtype)
{
  ImRecording *recording = im_recording_new (path, (guint) info->channels);

  recording->rate_hz = info->samplerate;
  recording->dtype = dtype;
  for (guint i = 0; i < recording->n_channels; i++)
    recording->channels[i] = g_strdup_printf ("channel%u", i + 1);

  return recording;
}

static gboolean
check_info (const char *path,
            const SF_INFO *info,
            ImRecordingFlags flags,
            ImDType *dtype,
            GError **error)
{
  *dtype = IM_DTYPE_FLOAT64;
  if (info->frames < 1)
    {
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_EMPTY,
                   "%s: expected at least one frame, found none in the encoding and the "
                   "%d channels of the header",
                   path, info->channels);
      return FALSE;
    }
  if ((flags & IM_RECORDING_RAW_INTEGERS) != 0 && !find_integer_type (info, dtype))
    {
      g_set_error (
          error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT,
          "%s: expected integer samples, to be taken as they are stored, found floats or "
          "compressed ones",
          path);
      return FALSE;
    }

  return TRUE;
}

static gboolean
check_finite (const ImWavReader *reader, const ImRecording *recording, GError **error)
{
  const ImWavChunks *chunks = &reader->chunks;
  gsize n = recording->n_rows * recording->n_channels;
  gsize i = 0;

  while (i < n && isfinite (recording->values[i]))
    i++;
  if (i == n || (reader->flags & IM_RECORDING_ALLOW_NAN) != 0)
    return TRUE;

  gsize frame = reader->next_row + i / recording->n_channels;
  gsize wanted = i % recording->n_channels;
  gsize channel = reader->columns == NULL ? wanted : reader->columns[wanted];
  guint sample_bytes = chunks->frame_bytes / chunks->n_channels;
  g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_MISSING,
               "%s: byte %" G_GUINT64_FORMAT ": frame %" G_GSIZE_FORMAT
               ", channel %" G_GSIZE_FORMAT ": expected a finite number, found %g",
               recording->path,
               chunks->data_offset + frame * chunks->frame_bytes + channel * sample_bytes,
               frame + 1, channel + 1, recording->values[i]);

  return FALSE;
}

/* libsndfile reads BW64 if it is called RF64. */
static sf_count_t
get_length_cb (void *data)
{
  struct stat file;

  return fstat (((ImWavReader *) data)->descriptor, &file) == 0 ? file.st_size : 0;
}

static sf_count_t
seek_cb (sf_count_t offset, int whence, void *data)
{
  ImWavReader *reader = data;

  reader->position = whence == SEEK_SET   ? offset
                     : whence == SEEK_CUR ? reader->position + offset
                                          : get_length_cb (data) + offset;

  return reader->position;
}

static sf_count_t
read_cb (void *bytes, sf_count_t count, void *data)
{
  ImWavReader *reader = data;
  gssize n = pread (reader->descriptor, bytes, (gsize) count, (off_t) reader->position);

  if (reader->position == 0 && n >= (gssize) strlen (RF64))
    memcpy (bytes, RF64, strlen (RF64));
  reader->position += MAX (n, 0);

  return MAX (n, 0);
}

static sf_count_t
write_cb (const void *bytes, sf_count_t count, void *data)
{
  return 0;
}

static sf_count_t
tell_cb (void *data)
{
  return ((ImWavReader *) data)->position;
}

static SoundFile *
open_sound (ImWavReader *reader, SF_INFO *info)
{
  static SF_VIRTUAL_IO renamed = { get_length_cb, seek_cb, read_cb, write_cb, tell_cb };

  return reader->chunks.is_bw64
             ? sf_open_virtual (&renamed, SFM_READ, info, reader)
             : sf_open_fd (reader->descriptor, SFM_READ, info, SF_FALSE);
}

static gboolean
open_file (ImWavReader *reader, const char *path, GError **error)
{
  SF_INFO info = { 0 };
  ImDType dtype;

  if (!im_wav_chunks_scan (path, reader->descriptor, &reader->chunks, error))
    return FALSE;

  reader->file = open_sound (reader, &info);
  if (reader->file == NULL)
    {
      g_set_error (
          error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT,
          "%s: byte %" G_GUINT64_FORMAT
          ": expected integers of 8 to 32 bits, floats of 32 or 64 bits, A-law, "
          "µ-law or ADPCM, found the format tag 0x%04X with %u bits (libsndfile: "
          "%s)",
          path, reader->chunks.format_offset, reader->chunks.format_tag,
          reader->chunks.sample_bits, sf_strerror (NULL));
      return FALSE;
    }
  if (!check_info (path, &info, reader->flags, &dtype, error))
    return FALSE;

  if (dtype != IM_DTYPE_FLOAT64)
    sf_command (reader->file, SFC_SET_NORM_DOUBLE, NULL, SF_FALSE);
  reader->format = new_recording (path, &info, dtype);
  reader->format->n_rows = (gsize) info.frames;

  return TRUE;
}

/* Leaves only the channels that are wanted, in their order. */
static gboolean
choose_channels (ImWavReader *reader, const char *const *wanted, GError **error)
{
  const ImRecording *all = reader->format;
  ImRecording *chosen;

  reader->n_columns = all->n_channels;
  if (wanted == NULL)
    return TRUE;
  reader->columns = im_recording_find_columns (all->path, all->channels, all->n_channels,
                                               wanted, error);
  if (reader->columns == NULL)
    return FALSE;

  chosen = im_recording_new (all->path, g_strv_length ((char **) wanted));
  chosen->n_rows = all->n_rows;
  chosen->rate_hz = all->rate_hz;
  chosen->dtype = all->dtype;
  for (guint i = 0; i < chosen->n_channels; i++)
    chosen->channels[i] = g_strdup (all->channels[reader->columns[i]]);
  im_recording_unref (reader->format);
  reader->format = chosen;

  return TRUE;
}

ImWavReader *
im_wav_reader_open (const char *path, const ImRecordingOptions *options, GError **error)
{
  g_autoptr (ImWavReader) reader = g_new0 (ImWavReader, 1);

  reader->flags = options != NULL ? options->flags : 0;
  reader->descriptor = im_file_open (path, IM_RECORDING_MAX_BYTES, error);
  if (reader->descriptor < 0 || !open_file (reader, path, error) ||
      !choose_channels (reader, options == NULL ? NULL : options->channels, error))
    return NULL;

  return g_steal_pointer (&reader);
}

void
im_wav_reader_free (ImWavReader *reader)
{
  if (reader == NULL)
    return;

  g_clear_pointer (&reader->file, sf_close);
  if (reader->descriptor >= 0)
    close (reader->descriptor);
  g_clear_pointer (&reader->format, im_recording_unref);
  g_free (reader->columns);
  g_free (reader);
}

const ImRecording *
im_wav_reader_get_format (const ImWavReader *reader)
{
  return reader->format;
}

/* Returns how many rows were read. */
static sf_count_t
read_rows (ImWavReader *reader, double *values, sf_count_t n_rows)
{
  guint n_all = reader->n_columns, n = reader->format->n_channels;
  g_autofree double *all = NULL;
  sf_count_t n_read;

  if (reader->columns == NULL)
    return sf_readf_double (reader->file, values, n_rows);

  all = g_new (double, (gsize) n_rows *n_all);
  n_read = sf_readf_double (reader->file, all, n_rows);
  for (sf_count_t row = 0; row < n_read; row++)
    for (guint i = 0; i < n; i++)
      values[(gsize) row * n + i] = all[(gsize) row * n_all + reader->columns[i]];

  return n_read;
}

ImRecording *
im_wav_reader_read (ImWavReader *reader, gsize n_rows, GError **error)
{
  const ImRecording *format = reader->format;
  g_autoptr (ImRecording) recording = im_recording_new (format->path, format->n_channels);
  sf_count_t n_wanted = (sf_count_t) MIN (n_rows, format->n_rows - reader->next_row);
  sf_count_t n_read;

  if (n_wanted == 0)
    return NULL;

  for (guint i = 0; i < format->n_channels; i++)
    recording->channels[i] = g_strdup (format->channels[i]);
  recording->n_rows = (gsize) n_wanted;
  recording->rate_hz = format->rate_hz;
  recording->dtype = format->dtype;
  recording->values = g_new (double, recording->n_rows * recording->n_channels);
  n_read = read_rows (reader, recording->values, n_wanted);
  if (n_read != n_wanted)
    {
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TRUNCATED,
                   "%s: frame %" G_GINT64_FORMAT ": expected %" G_GSIZE_FORMAT
                   " frames, the file ends before this one: %s",
                   format->path, (gint64) reader->next_row + n_read + 1, format->n_rows,
                   sf_strerror (reader->file));
      return NULL;
    }
  if (!check_finite (reader, recording, error))
    return NULL;
  reader->next_row += recording->n_rows;

  return g_steal_pointer (&recording);
}

gboolean
im_wav_reader_seek (ImWavReader *reader, gsize row, GError **error)
{
  if (sf_seek (reader->file, (sf_count_t) row, SEEK_SET) != (sf_count_t) row)
    {
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TRUNCATED,
                   "%s: frame %" G_GSIZE_FORMAT ": expected one of %" G_GSIZE_FORMAT
                   " frames, there is none: %s",
                   reader->format->path, row + 1, reader->format->n_rows,
                   sf_strerror (reader->file));
      return FALSE;
    }
  reader->next_row = row;

  return TRUE;
}

ImRecording *
im_recording_load_wav (const char *path,
                       const ImRecordingOptions *options,
                       GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autoptr (ImWavReader) reader = im_wav_reader_open (path, options, error);
  if (reader == NULL)
    return NULL;

  gsize limit = IM_RECORDING_MAX_NUMBERS / reader->format->n_channels;
  gsize n_rows = reader->format->n_rows;
  if (options != NULL && options->max_rows > 0)
    n_rows = MIN (n_rows, options->max_rows);
  if (n_rows > limit)
    {
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TOO_LARGE,
                   "%s: expected at most %" G_GSIZE_FORMAT
                   " frames of %u channel(s), found %" G_GSIZE_FORMAT,
                   path, limit, reader->format->n_channels, n_rows);
      return NULL;
    }

  return im_wav_reader_read (reader, n_rows, error);
}
