/* SPDX-License-Identifier: MIT */
#include "recording/im-recording.h"

#define MAX_LISTED 16 /* columns that a message names */

G_DEFINE_QUARK (im_recording_error, im_recording_error)

static gboolean
find_column (char *const *names, guint n_names, const char *wanted, guint *column)
{
  guint64 number;

  for (guint i = 0; i < n_names; i++)
    if (g_strcmp0 (names[i], wanted) == 0)
      {
        *column = i;
        return TRUE;
      }
  if (!g_ascii_string_to_unsigned (wanted, 10, 1, n_names, &number, NULL))
    return FALSE;
  *column = (guint) number - 1;

  return TRUE;
}

static gboolean
fail_column (const char *path,
             char *const *names,
             guint n_names,
             const char *wanted,
             GError **error)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < n_names && i < MAX_LISTED; i++)
    g_string_append_printf (list, "%s%u%s%s", i == 0 ? "" : ", ", i + 1,
                            names[i] == NULL ? "" : " ",
                            names[i] == NULL ? "" : names[i]);
  g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_CHANNELS,
               "%s: expected a column “%s”, there are %u: %s%s", path, wanted, n_names,
               list->str, n_names > MAX_LISTED ? ", …" : "");

  return FALSE;
}

guint *
im_recording_find_columns (const char *path,
                           char *const *names,
                           guint n_names,
                           const char *const *wanted,
                           GError **error)
{
  guint n = g_strv_length ((char **) wanted);
  g_autofree guint *columns = g_new (guint, n + 1);

  for (guint i = 0; i < n; i++)
    if (!find_column (names, n_names, wanted[i], &columns[i]))
      {
        fail_column (path, names, n_names, wanted[i], error);
        return NULL;
      }

  return g_steal_pointer (&columns);
}

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

  return recording->has_time ? recording->end_s - recording->start_s + step_s
                             : step_s * (n_steps + 1);
}
