/* SPDX-License-Identifier: MIT */
#include "studio/code/studio-firmware-calls.h"

#include <string.h>

static void
clear_call (gpointer data)
{
  g_free (((StudioFirmwareCall *) data)->layer);
}

/* The first node in an indented comment such as `/\* mel/window *\/`, or NULL. */
static char *
dup_layer (const char *line)
{
  gsize indentation = strspn (line, " ");
  const char *name = line + indentation + 3;
  gsize length;

  if (indentation == 0 || strncmp (line + indentation, "/* ", 3) != 0)
    return NULL;
  length = strcspn (name, " /*");
  if (length == 0 || (name[length] != '/' && strcmp (name + length, " */") != 0))
    return NULL;

  return g_strndup (name, length);
}

/* Whether a line, behind a comment that is indented as deep, is no part of its call. */
static gboolean
ends_call (const char *line, gsize indentation)
{
  gsize own = strspn (line, " ");

  return own < indentation ||
         (own == indentation && (g_str_has_prefix (line + own, "return ") ||
                                 g_str_has_prefix (line + own, "/* ")));
}

GArray *
studio_firmware_list_calls (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GArray *calls = g_array_new (FALSE, FALSE, sizeof (StudioFirmwareCall));
  guint n_lines = g_strv_length (lines);

  g_array_set_clear_func (calls, clear_call);
  for (guint i = 0; i < n_lines; i++)
    {
      StudioFirmwareCall call = { { i, i }, dup_layer (lines[i]) };
      gsize indentation = strspn (lines[i], " ");

      if (call.layer == NULL)
        continue;
      while (call.lines.last + 1 < n_lines &&
             !ends_call (lines[call.lines.last + 1], indentation))
        call.lines.last++;
      g_array_append_val (calls, call);
    }

  return calls;
}
