/* SPDX-License-Identifier: MIT */
#include "document/edit/im-editor-text.h"

#include <string.h>

char *
im_editor_text_dup (const char *text, gsize length)
{
  GString *out = g_string_sized_new (length);
  const char *end = text + length, *at;

  while ((at = memchr (text, '\r', (gsize) (end - text))) != NULL)
    {
      g_string_append_len (out, text, at - text + (at + 1 == end || at[1] != '\n'));
      text = at + 1;
    }
  g_string_append_len (out, text, end - text);

  return g_string_free (out, FALSE);
}

const char *
im_editor_text_get_newline (const char *text)
{
  const char *end = strchr (text, '\n');

  return end != NULL && end > text && end[-1] == '\r' ? "\r\n" : "\n";
}

/* Finds the byte of a file that is a byte of the text of an editor. */
static gsize
find_byte (const char *text, gsize editor_offset)
{
  gsize offset = editor_offset;
  const char *at = text;

  /* Each line end that was shortened in front of it is a byte. */
  while ((at = memchr (at, '\r', (gsize) (text + offset - at))) != NULL)
    offset += *++at == '\n';

  return offset;
}

GString *
im_editor_text_apply (const char *text,
                      const char *editor_text,
                      const ImTextChange *change,
                      const char *newline)
{
  gsize start = find_byte (text, change->start);
  gsize end = find_byte (text, change->old_end);
  GString *out = g_string_new_len (text, (gssize) start);

  for (gsize i = change->start; i < change->new_end; i++)
    if (editor_text[i] == '\n')
      g_string_append (out, newline);
    else
      g_string_append_c (out, editor_text[i]);
  g_string_append (out, text + end);

  return out;
}
