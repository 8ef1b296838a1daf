/* SPDX-License-Identifier: MIT */
#include "recording/im-recording.h"

#include <string.h>
#include <unistd.h>

#include "base/im-file.h"

#define MAGIC_LENGTH 4

G_DEFINE_QUARK (im_recording_error, im_recording_error)

/* Files that somebody may well take for a recording. */
static const struct
{
  const char *magic;
  const char *name; /* NULL if it is read by libsndfile */
} kinds[] = {
  { "RIFF", NULL },           { "RIFX", NULL },      { "RF64", NULL },
  { "fLaC", "FLAC" },         { "OggS", "Ogg" },     { "FORM", "AIFF" },
  { "ID3\x03", "MP3" },       { "ID3\x04", "MP3" },  { "riff", "Wave64" },
  { "caff", "CAF" },          { "\x93NUM", "NPY" },  { "PK\x03\x04", "ZIP or XLSX" },
  { "PAR1", "Parquet" },      { "\x89HDF", "HDF5" }, { "\xD0\xCF\x11\xE0", "XLS" },
  { "MATL", "MATLAB" },       { "{\\rt", "RTF" },    { "%PDF", "PDF" },
  { "\x1F\x8B\x08", "gzip" },
};

ImRecording *
im_recording_new (const char *path, guint n_channels)
{
  ImRecording *recording = g_atomic_rc_box_new0 (ImRecording);

  recording->path = g_strdup (path);
  recording->n_channels = n_channels;
  recording->channels = g_new0 (char *, (gsize) n_channels + 1);
  recording->dtype = IM_DTYPE_FLOAT64;

  return recording;
}

ImRecording *
im_recording_ref (ImRecording *recording)
{
  return g_atomic_rc_box_acquire (recording);
}

static void
clear_recording (gpointer data)
{
  ImRecording *recording = data;

  g_free (recording->path);
  g_strfreev (recording->channels);
  g_free (recording->values);
  g_free (recording->time_s);
}

void
im_recording_unref (ImRecording *recording)
{
  g_atomic_rc_box_release_full (recording, clear_recording);
}

static gboolean
read_magic (const char *path, char magic[MAGIC_LENGTH], GError **error)
{
  int descriptor = im_file_open (path, IM_RECORDING_MAX_BYTES, error);
  gsize length;

  if (descriptor < 0)
    return FALSE;

  memset (magic, 0, MAGIC_LENGTH);
  gboolean ok = im_file_read_part (descriptor, path, magic, MAGIC_LENGTH, &length, error);
  close (descriptor);

  return ok;
}

static gboolean
has_wav_name (const char *path)
{
  const char *dot = strrchr (path, '.');

  return dot != NULL && g_ascii_strcasecmp (dot, ".wav") == 0;
}

gboolean
im_recording_is_wav (const char *path)
{
  char magic[MAGIC_LENGTH];

  if (!read_magic (path, magic, NULL))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (memcmp (magic, kinds[i].magic, strlen (kinds[i].magic)) == 0)
      return kinds[i].name == NULL;

  return has_wav_name (path);
}

ImRecording *
im_recording_load (const char *path, const ImRecordingOptions *options, GError **error)
{
  char magic[MAGIC_LENGTH];

  g_return_val_if_fail (path != NULL, NULL);

  if (!read_magic (path, magic, error))
    return NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if (memcmp (magic, kinds[i].magic, strlen (kinds[i].magic)) != 0)
        continue;
      if (kinds[i].name == NULL)
        return im_recording_load_wav (path, options, error);

      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT,
                   "%s: expected a CSV or WAV file, found %s", path, kinds[i].name);
      return NULL;
    }

  return has_wav_name (path) ? im_recording_load_wav (path, options, error)
                             : im_recording_load_csv (path, options, error);
}

double
im_recording_get_duration_s (const ImRecording *recording)
{
  double step_s = recording->rate_hz > 0 ? 1 / recording->rate_hz : 0;
  double n_steps = (double) recording->n_rows - 1;

  if (recording->time_s == NULL)
    return step_s * (n_steps + 1);

  return recording->time_s[recording->n_rows - 1] - recording->time_s[0] + step_s;
}
