/* SPDX-License-Identifier: MIT */
#include "recording-text.h"

#include <glib/gstdio.h>
#include <string.h>

#include "base/im-text.h"

#define FILE_NAME "file"

void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("im-recording-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->path = g_build_filename (fixture->folder, FILE_NAME, NULL);
}

void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_remove (fixture->path);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->path);
  g_free (fixture->folder);
}

void
write_file (const Fixture *fixture, const char *text, gsize length)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (fixture->path, text, (gssize) length, &error);
  g_assert_no_error (error);
}

static void
append_numbers (GString *out, const double *values, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      g_string_append (out, i == 0 ? "" : " ");
      im_text_append_double (out, values[i]);
    }
}

char *
dup_description (const ImRecording *recording)
{
  g_autofree char *names = g_strjoinv (" ", recording->channels);
  g_autoptr (GString) out = g_string_new (names);

  g_assert_cmpuint (g_strv_length (recording->channels), ==, recording->n_channels);
  for (gsize row = 0; row < recording->n_rows; row++)
    {
      g_string_append (out, row == 0 ? ": " : "; ");
      append_numbers (out, recording->values + row * recording->n_channels,
                      recording->n_channels);
    }
  if (recording->time_s != NULL)
    {
      g_string_append (out, " t=");
      append_numbers (out, recording->time_s, recording->n_rows);
    }
  if (recording->rate_hz > 0)
    {
      g_string_append (out, " @");
      im_text_append_double (out, recording->rate_hz);
    }
  if (recording->is_irregular)
    g_string_append_printf (out, " irregular at %" G_GSIZE_FORMAT,
                            recording->irregular_row);

  return g_string_free (g_steal_pointer (&out), FALSE);
}

void
assert_message (const Fixture *fixture,
                const GError *error,
                GQuark domain,
                int code,
                const char *message)
{
  g_autoptr (GString) shown = NULL;
  g_autofree char *prefix = g_strconcat (fixture->folder, "/", NULL);

  g_assert_nonnull (error);
  shown = g_string_new (error->message);
  g_string_replace (shown, prefix, "", 0);
  g_assert_cmpstr (shown->str, ==, message);
  g_assert_error (error, domain, code);
}
