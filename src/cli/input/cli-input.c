/* SPDX-License-Identifier: MIT */
#include "cli/input/cli-input.h"

#include <errno.h>
#include <gio/gio.h>
#include <string.h>
#include <unistd.h>

#include "base/im-file.h"

GString *
cli_input_read_standard (gsize max_bytes, GError **error)
{
  GString *text = g_string_new (NULL);
  char buffer[4096];

  while (text->len <= max_bytes)
    {
      gssize n = read (STDIN_FILENO, buffer, sizeof buffer);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno),
                       "cannot read standard input: %s", g_strerror (errno));
          g_string_free (text, TRUE);
          return NULL;
        }
      if (n == 0)
        break;
      g_string_append_len (text, buffer, n);
    }

  return text;
}

GString *
cli_input_read (const char *path, gsize max_bytes, GError **error)
{
  if (strcmp (path, "-") != 0)
    {
      g_autoptr (GBytes) bytes = im_file_read (path, max_bytes, error);
      gsize length;
      const char *data = bytes == NULL ? NULL : g_bytes_get_data (bytes, &length);

      return bytes == NULL ? NULL : g_string_new_len (data, (gssize) length);
    }

  g_autoptr (GString) text = cli_input_read_standard (max_bytes, error);
  if (text != NULL && text->len > max_bytes)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
                   "standard input has more than %" G_GSIZE_FORMAT " bytes", max_bytes);
      return NULL;
    }

  return g_steal_pointer (&text);
}
