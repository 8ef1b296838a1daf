/* SPDX-License-Identifier: MIT */
#include "document/edit/im-code-lines.h"

#include <string.h>

#include "document/edit/im-edit.h"

guint
im_code_lines_count (const char *text)
{
  guint n = 0;

  for (const char *at = text; *at != '\0'; at++)
    n += *at == '\n' || at[1] == '\0';

  return n;
}

gboolean
im_code_lines_read (const char *lines, guint n, guint *first, guint *end)
{
  const char *dash = strchr (lines, '-');
  g_autofree char *head = dash == NULL ? g_strdup (lines)
                                       : g_strndup (lines, (gsize) (dash - lines));
  guint64 from, to;

  *first = 1;
  *end = n + 1;
  if (strcmp (lines, "all") == 0)
    return TRUE;
  if (!g_ascii_string_to_unsigned (head, 10, 1, n + 1, &from, NULL))
    return FALSE;
  to = from;
  if (dash != NULL && !g_ascii_string_to_unsigned (dash + 1, 10, from - 1, n, &to, NULL))
    return FALSE;
  *first = (guint) from;
  *end = (guint) to + 1;

  return to <= n;
}

/* Where a line begins, or the end of the text behind the last one. */
static const char *
find_line (const char *text, guint line)
{
  while (--line > 0 && *text != '\0')
    {
      const char *stop = strchr (text, '\n');

      text = stop == NULL ? text + strlen (text) : stop + 1;
    }

  return text;
}

char *
im_code_lines_replace (const char *text, guint first, guint end, const char *lines)
{
  const char *begin = find_line (text, first);
  GString *out = g_string_new_len (text, begin - text);

  if (out->len > 0 && out->str[out->len - 1] != '\n')
    g_string_append_c (out, '\n');
  if (lines != NULL)
    g_string_append_printf (out, "%s\n", lines);
  g_string_append (out, find_line (text, end));

  return g_string_free (out, FALSE);
}

/* How many lines two texts have in common, at the beginning of both. */
static guint
count_same (char **before, char **after)
{
  guint n = 0;

  while (before[n] != NULL && after[n] != NULL && strcmp (before[n], after[n]) == 0)
    n++;

  return n;
}

/* At the end of both, but for @first lines at the beginning. */
static guint
count_same_end (char **before, char **after, guint first)
{
  guint n_before = g_strv_length (before), n_after = g_strv_length (after);
  guint n = 0;

  while (first + n < MIN (n_before, n_after) &&
         strcmp (before[n_before - n - 1], after[n_after - n - 1]) == 0)
    n++;

  return n;
}

static char *
dup_lines (char **lines, guint n)
{
  GString *out = g_string_new (lines[0]);

  for (guint i = 1; i < n; i++)
    g_string_append_printf (out, "\n%s", lines[i]);

  return g_string_free (out, FALSE);
}

char *
im_code_lines_dup_edit (const char *file, const char *before, const char *after)
{
  g_auto (GStrv) old_lines = g_strsplit (before, "\n", -1);
  g_auto (GStrv) new_lines = g_strsplit (after, "\n", -1);
  guint same = count_same (old_lines, new_lines);
  guint same_end = count_same_end (old_lines, new_lines, same);
  guint first = same + 1, end = g_strv_length (old_lines) - same_end + 1;
  guint n_new = g_strv_length (new_lines) - same_end - same;
  g_autofree char *lines = end == first + 1 ? g_strdup_printf ("%u", first)
                                            : g_strdup_printf ("%u-%u", first, end - 1);
  g_autofree char *text = NULL;
  g_autofree char *result = NULL;
  g_autoptr (GString) script = g_string_new (NULL);
  ImEdit edit = { .kind = IM_EDIT_CODE, .element = file, .name = lines };

  text = n_new == 0 ? NULL : dup_lines (new_lines + same, n_new);
  edit.text = text;
  result = im_code_lines_replace (before, first, end, text);
  if (strcmp (result, after) != 0)
    return NULL;
  im_edit_append_text (&edit, script);

  return g_string_free (g_steal_pointer (&script), FALSE);
}
