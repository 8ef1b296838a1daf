/* SPDX-License-Identifier: MIT */
#include "recording/im-recording.h"

G_DEFINE_QUARK (im_recording_error, im_recording_error)

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

double
im_recording_get_duration_s (const ImRecording *recording)
{
  double step_s = recording->rate_hz > 0 ? 1 / recording->rate_hz : 0;
  double n_steps = (double) recording->n_rows - 1;

  if (recording->time_s == NULL)
    return step_s * (n_steps + 1);

  return recording->time_s[recording->n_rows - 1] - recording->time_s[0] + step_s;
}
