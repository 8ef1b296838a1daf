/* SPDX-License-Identifier: MIT */
#include "skriptnd/text/im-sknd-documentation.h"

/* Whether @start is the line behind that in which @end is, with nothing between them. */
static gboolean
is_next_line (const char *text, guint32 end, guint32 start)
{
  guint n_lines = 0;

  for (guint32 i = end; i < start; i++)
    {
      if (!g_ascii_isspace (text[i]))
        return FALSE;
      n_lines += text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n');
    }

  return n_lines == 1;
}

static gboolean
begins_line (const char *text, guint32 start)
{
  while (start > 0 && (text[start - 1] == ' ' || text[start - 1] == '\t'))
    start--;

  return start == 0 || text[start - 1] == '\n' || text[start - 1] == '\r';
}

char *
im_sknd_dup_documentation (const ImSkndFile *file, const ImSkndDefinition *definition)
{
  const char *text = im_source_get_text (file->source, NULL);
  guint32 next = definition->span.start;
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = file->comments->len; i-- > 0;)
    {
      ImSpan span = g_array_index (file->comments, ImSpan, i);
      g_autofree char *line = NULL;

      if (span.start > next)
        continue;
      if (!is_next_line (text, span.end, next) || !begins_line (text, span.start))
        break;
      line = g_strndup (text + span.start + 1, span.end - span.start - 1);
      if (found->len > 0)
        g_string_prepend_c (found, '\n');
      g_string_prepend (found, g_strstrip (line));
      next = span.start;
    }

  return found->len > 0 ? g_string_free (g_steal_pointer (&found), FALSE) : NULL;
}

char *
im_sknd_dup_plain (const char *text)
{
  g_auto (GStrv) parts = text == NULL ? NULL : g_strsplit (text, "`", -1);
  guint n = parts == NULL ? 0 : g_strv_length (parts);
  GString *out = g_string_new (n == 0 ? NULL : parts[0]);

  for (guint i = 1; i < n; i++)
    {
      gboolean is_last = i + 1 == n && i % 2 == 1;

      g_string_append (out, is_last ? "`" : i % 2 == 1 ? "“" : "”");
      g_string_append (out, parts[i]);
    }

  return g_string_free (out, text == NULL);
}

char *
im_sknd_dup_remark (const ImSkndFile *file, ImSpan span)
{
  const char *text = im_source_get_text (file->source, NULL);
  g_autofree char *remark = NULL;
  guint low = 0, high = file->comments->len;
  ImSpan comment;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (g_array_index (file->comments, ImSpan, middle).start < span.end)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == file->comments->len)
    return NULL;
  comment = g_array_index (file->comments, ImSpan, low);
  for (guint32 i = span.end; i < comment.start; i++)
    if (text[i] == '\n' || text[i] == '\r')
      return NULL;

  remark = g_strndup (text + comment.start + 1, comment.end - comment.start - 1);

  return im_sknd_dup_plain (g_strstrip (remark));
}
