/* SPDX-License-Identifier: MIT
 *
 * Which reader a file is for.
 */
#include "recording/im-recording.h"

#include <string.h>
#include <unistd.h>

#include "base/im-file.h"

#define MAGIC_LENGTH 4

/* Files that somebody may well take for a recording. */
static const struct
{
  const char *magic;
  const char *name;
  gboolean is_read;
  ImRecordingKind kind; /* if it is read */
} kinds[] = {
  { "RIFF", "WAV", TRUE, IM_RECORDING_WAV },
  { "RIFX", "WAV", TRUE, IM_RECORDING_WAV },
  { "RF64", "WAV", TRUE, IM_RECORDING_WAV },
  { "BW64", "WAV", TRUE, IM_RECORDING_WAV },
  { "riff", "Wave64", TRUE, IM_RECORDING_WAV },
  { "\x93NUM", "NPY", TRUE, IM_RECORDING_NPY },

  { "fLaC", "FLAC" },
  { "OggS", "Ogg" },
  { "FORM", "AIFF" },
  { "ID3\x03", "MP3" },
  { "ID3\x04", "MP3" },
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
im_recording_find_kind (const char *path, ImRecordingKind *kind, GError **error)
{
  char magic[MAGIC_LENGTH];

  if (!read_magic (path, magic, error))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if (memcmp (magic, kinds[i].magic, strlen (kinds[i].magic)) != 0)
        continue;
      *kind = kinds[i].kind;
      if (kinds[i].is_read)
        return TRUE;

      g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT,
                   "%s: expected a CSV, WAV or NPY file, found %s", path, kinds[i].name);
      return FALSE;
    }
  *kind = has_wav_name (path) ? IM_RECORDING_WAV : IM_RECORDING_CSV;

  return TRUE;
}

ImRecording *
im_recording_load (const char *path, const ImRecordingOptions *options, GError **error)
{
  ImRecordingKind kind;

  g_return_val_if_fail (path != NULL, NULL);

  if (!im_recording_find_kind (path, &kind, error))
    return NULL;

  return kind == IM_RECORDING_WAV   ? im_recording_load_wav (path, options, error)
         : kind == IM_RECORDING_NPY ? im_recording_load_npy (path, options, error)
                                    : im_recording_load_csv (path, options, error);
}
