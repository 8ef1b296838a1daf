/* SPDX-License-Identifier: MIT
 *
 * The chunks are checked here, the samples are decoded by libsndfile.
 */
#include <math.h>
#include <sndfile.h>
#include <unistd.h>

#include "base/im-file.h"
#include "verify/im-recording.h"
#include "verify/im-wav-chunks.h"

typedef SNDFILE SoundFile;

static void
close_sound (SoundFile *file)
{
  sf_close (file);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SoundFile, close_sound)

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

/* Makes the recording that the samples go to. */
static ImRecording *
new_recording (const char *path,
               const SF_INFO *info,
               ImRecordingFlags flags,
               GError **error)
{
  gsize n_channels = (gsize) info->channels;
  gsize limit = IM_RECORDING_MAX_NUMBERS / n_channels;
  ImDType dtype = IM_DTYPE_FLOAT64;

  if (info->frames < 1)
    {
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_EMPTY,
                   "%s: expected at least one frame, found none in the encoding and the "
                   "%d channels of the header",
                   path, info->channels);
      return NULL;
    }
  if ((guint64) info->frames > limit)
    {
      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TOO_LARGE,
                   "%s: expected at most %" G_GSIZE_FORMAT
                   " frames of %d channel(s), found %" G_GINT64_FORMAT,
                   path, limit, info->channels, (gint64) info->frames);
      return NULL;
    }
  if ((flags & IM_RECORDING_RAW_INTEGERS) != 0 && !find_integer_type (info, &dtype))
    {
      g_set_error (
          error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT,
          "%s: expected integer samples, to be taken as they are stored, found floats or "
          "compressed ones",
          path);
      return NULL;
    }

  ImRecording *recording = im_recording_new (path, (guint) n_channels);
  recording->n_rows = (gsize) info->frames;
  recording->rate_hz = info->samplerate;
  recording->dtype = dtype;
  recording->values = g_new (double, recording->n_rows *n_channels);
  for (guint i = 0; i < recording->n_channels; i++)
    recording->channels[i] = g_strdup_printf ("channel%u", i + 1);

  return recording;
}

static gboolean
check_finite (const ImRecording *recording, const ImWavChunks *chunks, GError **error)
{
  gsize n = recording->n_rows * recording->n_channels;
  gsize i = 0;

  while (i < n && isfinite (recording->values[i]))
    i++;
  if (i == n)
    return TRUE;

  gsize frame = i / recording->n_channels, channel = i % recording->n_channels;
  guint sample_bytes = chunks->frame_bytes / chunks->n_channels;
  g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_MISSING,
               "%s: byte %" G_GUINT64_FORMAT ": frame %" G_GSIZE_FORMAT
               ", channel %" G_GSIZE_FORMAT ": expected a finite number, found %g",
               recording->path,
               chunks->data_offset + frame * chunks->frame_bytes + channel * sample_bytes,
               frame + 1, channel + 1, recording->values[i]);

  return FALSE;
}

static gboolean
read_frames (SoundFile *file, ImRecording *recording, GError **error)
{
  sf_count_t n_wanted = (sf_count_t) recording->n_rows;

  if (recording->dtype != IM_DTYPE_FLOAT64)
    sf_command (file, SFC_SET_NORM_DOUBLE, NULL, SF_FALSE);

  sf_count_t n_read = sf_readf_double (file, recording->values, n_wanted);
  if (n_read == n_wanted)
    return TRUE;

  g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_TRUNCATED,
               "%s: frame %" G_GINT64_FORMAT ": expected %" G_GINT64_FORMAT
               " frames, the file ends before this one: %s",
               recording->path, (gint64) n_read + 1, (gint64) n_wanted,
               sf_strerror (file));

  return FALSE;
}

static ImRecording *
read_wav (const char *path, int descriptor, ImRecordingFlags flags, GError **error)
{
  SF_INFO info = { 0 };
  ImWavChunks chunks;

  if (!im_wav_chunks_scan (path, descriptor, &chunks, error))
    return NULL;

  g_autoptr (SoundFile) file = sf_open_fd (descriptor, SFM_READ, &info, SF_FALSE);
  if (file == NULL)
    {
      g_set_error (
          error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT,
          "%s: byte %" G_GUINT64_FORMAT
          ": expected integers of 8 to 32 bits, floats of 32 or 64 bits, A-law, "
          "µ-law or ADPCM, found the format tag 0x%04X with %u bits (libsndfile: "
          "%s)",
          path, chunks.format_offset, chunks.format_tag, chunks.sample_bits,
          sf_strerror (NULL));
      return NULL;
    }

  g_autoptr (ImRecording) recording = new_recording (path, &info, flags, error);
  if (recording == NULL || !read_frames (file, recording, error))
    return NULL;
  if ((flags & IM_RECORDING_ALLOW_NAN) == 0 && !check_finite (recording, &chunks, error))
    return NULL;

  return g_steal_pointer (&recording);
}

ImRecording *
im_recording_load_wav (const char *path,
                       const ImRecordingOptions *options,
                       GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  int descriptor = im_file_open (path, IM_RECORDING_MAX_BYTES, error);
  if (descriptor < 0)
    return NULL;

  ImRecording *recording = read_wav (path, descriptor,
                                     options != NULL ? options->flags : 0, error);
  close (descriptor);

  return recording;
}
