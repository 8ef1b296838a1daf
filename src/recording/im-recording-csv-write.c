/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/im-file.h"
#include "base/im-text.h"
#include "recording/im-recording.h"

static void
append_name (GString *out, const char *name)
{
  if (strpbrk (name, ",;\t\"\r\n #") == NULL)
    {
      g_string_append (out, name);
      return;
    }

  g_string_append_c (out, '"');
  for (; *name != '\0'; name++)
    {
      if (*name == '"')
        g_string_append_c (out, '"');
      g_string_append_c (out, *name);
    }
  g_string_append_c (out, '"');
}

static gboolean
has_time (const ImRecording *recording)
{
  return recording->time_s != NULL || recording->rate_hz > 0;
}

static double
get_time (const ImRecording *recording, gsize row)
{
  return recording->time_s != NULL ? recording->time_s[row]
                                   : (double) row / recording->rate_hz;
}

void
im_recording_append_csv (const ImRecording *recording, GString *out)
{
  const double *value = recording->values;

  if (has_time (recording))
    g_string_append (out, "time,");
  for (guint i = 0; i < recording->n_channels; i++)
    {
      append_name (out, recording->channels[i]);
      g_string_append_c (out, i + 1 < recording->n_channels ? ',' : '\n');
    }

  for (gsize row = 0; row < recording->n_rows; row++)
    {
      if (has_time (recording))
        {
          im_text_append_double (out, get_time (recording, row));
          g_string_append_c (out, ',');
        }
      for (guint i = 0; i < recording->n_channels; i++)
        {
          im_text_append_double (out, *value++);
          g_string_append_c (out, i + 1 < recording->n_channels ? ',' : '\n');
        }
    }
}

gboolean
im_recording_save_csv (const ImRecording *recording, const char *path, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_recording_append_csv (recording, text);
  g_autoptr (GBytes) bytes = g_string_free_to_bytes (g_steal_pointer (&text));

  return im_file_write_atomically (path, bytes, NULL, error);
}
