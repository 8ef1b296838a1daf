/* SPDX-License-Identifier: MIT */
#include "fuzz-recording.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "fuzz-file.h"

static void
check_recording (const ImRecording *recording, ImRecordingFlags flags)
{
  gsize n = recording->n_rows * recording->n_channels;

  g_assert_cmpuint (recording->n_rows, >, 0);
  g_assert_cmpuint (recording->n_channels, >, 0);
  g_assert_cmpuint (g_strv_length (recording->channels), ==, recording->n_channels);
  for (guint i = 0; i < recording->n_channels; i++)
    g_assert_true (*recording->channels[i] != '\0' &&
                   g_utf8_validate (recording->channels[i], -1, NULL));
  for (gsize i = 0; i < n; i++)
    g_assert_true ((flags & IM_RECORDING_ALLOW_NAN) != 0 ||
                   isfinite (recording->values[i]));
  g_assert_true (isfinite (recording->rate_hz) && recording->rate_hz >= 0);
  for (gsize i = 0; recording->time_s != NULL && i < recording->n_rows; i++)
    g_assert_true (isfinite (recording->time_s[i]) &&
                   (i == 0 || recording->time_s[i] >= recording->time_s[i - 1]));
}

static void
check_message (const GError *error)
{
  g_assert_nonnull (error);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_null (strchr (error->message, '\n'));
}

ImRecording *
fuzz_load_recording (const guint8 *data,
                     gsize size,
                     FuzzLoadFunc load,
                     ImRecordingFlags flags)
{
  int descriptor = fuzz_file_make (data, size);
  g_autofree char *path = fuzz_file_dup_path (descriptor);
  ImRecordingOptions options = { .flags = flags };
  g_autoptr (GError) error = NULL;
  ImRecording *recording = load (path, &options, &error);

  close (descriptor);
  if (recording == NULL)
    check_message (error);
  else
    check_recording (recording, flags);

  return recording;
}
