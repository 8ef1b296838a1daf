/* SPDX-License-Identifier: MIT */
#include "studio/common/studio-indented-text.h"

#include <string.h>

#define BLANKS " \t\r\n"

/* The indentation of the first line that has a text. */
static char *
dup_indentation (const char *text)
{
  gsize end = strspn (text, BLANKS), start = end;

  while (start > 0 && (text[start - 1] == ' ' || text[start - 1] == '\t'))
    start--;

  return start == 0 || text[start - 1] != '\n' ? g_strdup ("")
                                               : g_strndup (text + start, end - start);
}

char *
studio_indented_text_dup_plain (const char *text)
{
  g_autofree char *indentation = dup_indentation (text);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  char *plain;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      gboolean is_indented = g_str_has_prefix (lines[i], indentation);
      char *line = g_strdup (lines[i] + (is_indented ? strlen (indentation) : 0));

      g_free (lines[i]);
      lines[i] = g_strchomp (line);
    }
  plain = g_strjoinv ("\n", lines);

  return g_strstrip (plain);
}

char *
studio_indented_text_dup_like (const char *plain, const char *like)
{
  g_autofree char *indentation = dup_indentation (like);
  g_auto (GStrv) lines = g_strsplit (plain, "\n", -1);
  gsize head = strspn (like, BLANKS), tail = strlen (like);
  GString *out = g_string_new_len (like, (gssize) head);

  while (tail > head && strchr (BLANKS, like[tail - 1]) != NULL)
    tail--;
  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (out, "%s%s%s", i == 0 ? "" : "\n",
                            i == 0 || *lines[i] == '\0' ? "" : indentation, lines[i]);
  g_string_append (out, like + tail);

  return g_string_free (out, FALSE);
}
