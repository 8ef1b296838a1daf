/* SPDX-License-Identifier: MIT
 *
 * Which reader a file is for.
 */
#include "recording/im-recording.h"

#include <string.h>
#include <unistd.h>

#include "base/im-file.h"

#define MAGIC_LENGTH 4

typedef ImRecording *(*LoadFunc) (const char *path,
                                  const ImRecordingOptions *options,
                                  GError **error);

/* Files that somebody may well take for a recording. */
static const struct
{
  const char *magic;
  const char *name;
  LoadFunc load; /* NULL if it is not read */
} kinds[] = {
  { "RIFF", "WAV", im_recording_load_wav },
  { "RIFX", "WAV", im_recording_load_wav },
  { "RF64", "WAV", im_recording_load_wav },
  { "\x93NUM", "NPY", im_recording_load_npy },

  { "fLaC", "FLAC" },
  { "OggS", "Ogg" },
  { "FORM", "AIFF" },
  { "ID3\x03", "MP3" },
  { "ID3\x04", "MP3" },
  { "riff", "Wave64" },
  { "caff", "CAF" },
  { "PK\x03\x04", "ZIP or XLSX" },
  { "PAR1", "Parquet" },
  { "\x89HDF", "HDF5" },
  { "\xD0\xCF\x11\xE0", "XLS" },
  { "MATL", "MATLAB" },
  { "{\\rt", "RTF" },
  { "%PDF", "PDF" },
  { "\x1F\x8B\x08", "gzip" },
};

static gboolean
read_magic (const char *path, char magic[MAGIC_LENGTH], GError **error)
{
  int descriptor = im_file_open (path, IM_RECORDING_MAX_WAV_BYTES, error);
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
      return kinds[i].load == im_recording_load_wav;

  return has_wav_name (path);
}

gboolean
im_recording_is_text (const char *path)
{
  char magic[MAGIC_LENGTH];

  if (!read_magic (path, magic, NULL))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (memcmp (magic, kinds[i].magic, strlen (kinds[i].magic)) == 0)
      return FALSE;

  return !has_wav_name (path);
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
      if (kinds[i].load != NULL)
        return kinds[i].load (path, options, error);

      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT,
                   "%s: expected a CSV, WAV or NPY file, found %s", path, kinds[i].name);
      return NULL;
    }

  return has_wav_name (path) ? im_recording_load_wav (path, options, error)
                             : im_recording_load_csv (path, options, error);
}
