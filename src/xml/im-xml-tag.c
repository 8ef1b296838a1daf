/* SPDX-License-Identifier: MIT
 *
 * Neither function trusts the text: a tag that libxml2 has refused is scanned to say what
 * is wrong with it.
 */
#include "xml/im-xml-tag.h"

#include <string.h>

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static gboolean
ends_name (char c)
{
  return is_blank (c) || c == '=' || c == '>' || c == '/' || c == '\0';
}

static guint32
skip_blanks (const ImXmlTagCursor *cursor, guint32 position)
{
  while (position < cursor->end && is_blank (cursor->text[position]))
    position++;

  return position;
}

static guint32
skip_name (const ImXmlTagCursor *cursor, guint32 position)
{
  while (position < cursor->end && !ends_name (cursor->text[position]))
    position++;

  return position;
}

ImXmlTagCursor
im_xml_tag_start (const char *text, ImSpan tag, ImSpan *name)
{
  ImXmlTagCursor cursor = { .text = text, .end = tag.end };

  name->start = MIN (tag.start + 1, tag.end);
  name->end = skip_name (&cursor, name->start);
  cursor.position = name->end;

  return cursor;
}

gboolean
im_xml_tag_next (ImXmlTagCursor *cursor, ImXmlTagAttribute *attribute)
{
  const char *text = cursor->text;
  guint32 start = skip_blanks (cursor, cursor->position);
  guint32 name_end = skip_name (cursor, start);
  guint32 equals = skip_blanks (cursor, name_end);

  if (name_end == start || equals >= cursor->end || text[equals] != '=')
    return FALSE;

  guint32 quote = skip_blanks (cursor, equals + 1);
  if (quote >= cursor->end || (text[quote] != '"' && text[quote] != '\''))
    return FALSE;

  const char *close = memchr (text + quote + 1, text[quote], cursor->end - quote - 1);
  if (close == NULL)
    return FALSE;

  guint32 end = (guint32) (close - text);
  attribute->name = (ImSpan){ start, name_end };
  attribute->value = (ImSpan){ quote + 1, end };
  attribute->whole = (ImSpan){ start, end + 1 };
  cursor->position = end + 1;

  return TRUE;
}

gboolean
im_xml_tag_is_named (const char *text, ImSpan name, const char *prefix, const char *local)
{
  gsize length = name.end - name.start;
  gsize prefix_length = prefix == NULL ? 0 : strlen (prefix) + 1;
  const char *start = text + name.start;

  if (length != prefix_length + strlen (local))
    return FALSE;
  if (prefix != NULL &&
      (memcmp (start, prefix, prefix_length - 1) != 0 || start[prefix_length - 1] != ':'))
    return FALSE;

  return memcmp (start + prefix_length, local, length - prefix_length) == 0;
}

/* Returns the end of a comment, CDATA section or processing instruction that starts at
 * @position, or @position if it is something else. One that is never closed ends with the
 * text. */
static gsize
skip_non_tag (const char *text, gsize length, gsize position)
{
  static const char *const marks[][2] = {
    { "<!--", "-->" },
    { "<![CDATA[", "]]>" },
    { "<?", "?>" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      gsize opening = strlen (marks[i][0]);

      if (strncmp (text + position, marks[i][0], opening) != 0)
        continue;

      const char *rest = text + position + opening;
      const char *close = memmem (rest, length - position - opening, marks[i][1],
                                  strlen (marks[i][1]));
      return close == NULL ? length : (gsize) (close - text) + strlen (marks[i][1]);
    }

  return position;
}

/* Returns the end of a tag: behind the first `>` outside of quotes, or at the next `<`,
 * which no tag may contain. */
static gsize
find_tag_end (const char *text, gsize length, gsize position)
{
  char quote = '\0';

  for (gsize i = position + 1; i < length; i++)
    {
      char c = text[i];

      if (c == '<')
        return i;
      if (quote != '\0')
        quote = c == quote ? '\0' : quote;
      else if (c == '"' || c == '\'')
        quote = c;
      else if (c == '>')
        return i + 1;
    }

  return length;
}

gboolean
im_xml_tag_find_too_long (const char *text, gsize length, ImSpan *found)
{
  gsize position = 0;

  if (length <= IM_XML_MAX_TAG_BYTES)
    return FALSE;

  while (position < length)
    {
      const char *open = memchr (text + position, '<', length - position);

      if (open == NULL)
        return FALSE;

      gsize start = (gsize) (open - text);
      gsize end = skip_non_tag (text, length, start);
      if (end == start)
        {
          end = find_tag_end (text, length, start);
          if (end - start > IM_XML_MAX_TAG_BYTES)
            {
              *found = (ImSpan){ (guint32) start, (guint32) end };
              return TRUE;
            }
        }
      position = end;
    }

  return FALSE;
}
