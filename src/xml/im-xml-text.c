/* SPDX-License-Identifier: MIT
 *
 * A walk yields pieces: some raw bytes and the bytes they decode to. Markup that means no
 * text, such as a comment, is passed over between two pieces.
 */
#include "xml/im-xml-text.h"

#include <string.h>

#include "base/im-arena.h"

#define CDATA_START "<![CDATA["
#define CDATA_END   "]]>"

typedef struct
{
  const char *cursor;
  const char *end;
  ImXmlTextKind kind;
  gboolean in_cdata;
  const char *piece; /* first raw byte of the current piece, which ends at cursor */
  char bytes[6];     /* what it decodes to */
  gsize n_bytes;
} Walk;

static gboolean
starts_with (const char *cursor, const char *end, const char *prefix)
{
  gsize length = strlen (prefix);

  return (gsize) (end - cursor) >= length && memcmp (cursor, prefix, length) == 0;
}

static const char *
skip_past (const char *cursor, const char *end, const char *mark)
{
  const char *found = memmem (cursor, (gsize) (end - cursor), mark, strlen (mark));

  return found == NULL ? end : found + strlen (mark);
}

/* Passes over comments, processing instructions and the marks of CDATA sections. */
static void
skip_markup (Walk *walk)
{
  while (walk->cursor < walk->end)
    {
      const char *at = walk->cursor;

      if (walk->in_cdata && *at == ']' && starts_with (at, walk->end, CDATA_END))
        {
          walk->in_cdata = FALSE;
          walk->cursor += strlen (CDATA_END);
        }
      else if (walk->in_cdata || *at != '<')
        return;
      else if (starts_with (at, walk->end, CDATA_START))
        {
          walk->in_cdata = TRUE;
          walk->cursor += strlen (CDATA_START);
        }
      else if (starts_with (at, walk->end, "<!--"))
        walk->cursor = skip_past (at + 4, walk->end, "-->");
      else if (starts_with (at, walk->end, "<?"))
        walk->cursor = skip_past (at + 2, walk->end, "?>");
      else
        return;
    }
}

static gunichar
parse_character_reference (const char *digits, const char *semicolon)
{
  gboolean hex = *digits == 'x';
  gunichar character = 0;

  for (const char *c = digits + (hex ? 1 : 0); c < semicolon; c++)
    character = character * (hex ? 16 : 10) +
                (gunichar) MAX (g_ascii_xdigit_value (*c), 0);

  return character;
}

static gunichar
parse_entity (const char *name, gsize length)
{
  static const struct
  {
    const char *name;
    char character;
  } entities[] = {
    { "lt", '<' }, { "gt", '>' }, { "amp", '&' }, { "quot", '"' }, { "apos", '\'' },
  };

  for (guint i = 0; i < G_N_ELEMENTS (entities); i++)
    if (strlen (entities[i].name) == length &&
        memcmp (entities[i].name, name, length) == 0)
      return (guchar) entities[i].character;

  return 0;
}

static void
read_reference (Walk *walk)
{
  const char *name = walk->piece + 1;
  const char *semicolon = memchr (name, ';', (gsize) (walk->end - name));

  /* A well-formed text has only references that are known; anything else is itself. */
  if (semicolon == NULL)
    return;

  gunichar character = *name == '#' ? parse_character_reference (name + 1, semicolon)
                                    : parse_entity (name, (gsize) (semicolon - name));
  if (character == 0)
    return;

  walk->n_bytes = (gsize) g_unichar_to_utf8 (character, walk->bytes);
  walk->cursor = semicolon + 1;
}

static gboolean
walk_next (Walk *walk)
{
  skip_markup (walk);
  if (walk->cursor == walk->end)
    return FALSE;

  walk->piece = walk->cursor++;
  walk->bytes[0] = *walk->piece;
  walk->n_bytes = 1;

  switch (*walk->piece)
    {
    case '&':
      if (!walk->in_cdata)
        read_reference (walk);
      break;
    case '\r':
      if (walk->cursor < walk->end && *walk->cursor == '\n')
        walk->cursor++;
      walk->bytes[0] = walk->kind == IM_XML_TEXT_ATTRIBUTE ? ' ' : '\n';
      break;
    case '\n':
    case '\t':
      if (walk->kind == IM_XML_TEXT_ATTRIBUTE)
        walk->bytes[0] = ' ';
      break;
    default:
      break;
    }

  return TRUE;
}

/* Copies what stands for itself up to the next reference, markup or CR. Returns the
 * number of bytes. Text ends in front of a tag, so strcspn() does not look far behind it.
 */
static gsize
copy_plain (Walk *walk, char *out)
{
  if (walk->kind != IM_XML_TEXT_CONTENT || walk->in_cdata)
    return 0;

  gsize length = strcspn (walk->cursor, "&<\r");
  length = MIN (length, (gsize) (walk->end - walk->cursor));
  memcpy (out, walk->cursor, length);
  walk->cursor += length;

  return length;
}

const char *
im_xml_text_decode (ImArena *arena, ImXmlTextKind kind, const char *raw, gsize length)
{
  if (length == 0)
    return "";

  /* Every piece decodes to at most as many bytes as it has. */
  char *text = im_arena_alloc (arena, length + 1);
  Walk walk = { .cursor = raw, .end = raw + length, .kind = kind };
  gsize n = copy_plain (&walk, text);

  while (walk_next (&walk))
    {
      memcpy (text + n, walk.bytes, walk.n_bytes);
      n += walk.n_bytes;
      n += copy_plain (&walk, text + n);
    }
  text[n] = '\0';

  return text;
}

ImSpan
im_xml_text_map (const char *raw, gsize length, ImSpan decoded)
{
  Walk walk = { .cursor = raw, .end = raw + length };
  const char *start = NULL, *end = raw;
  gsize position = 0; /* decoded bytes up to the current piece */

  while ((start == NULL || position < decoded.end) && walk_next (&walk))
    {
      if (start == NULL && position + walk.n_bytes > decoded.start)
        start = walk.piece;
      if (start == NULL || position < decoded.end)
        end = walk.cursor;
      position += walk.n_bytes;
    }

  if (start == NULL)
    start = end;
  if (decoded.end <= decoded.start)
    end = start;

  return (ImSpan){ (guint32) (start - raw), (guint32) (end - raw) };
}

static void
append_reference (GString *out, gunichar character)
{
  g_string_append_printf (out, "&#x%X;", character);
}

static gboolean
must_escape_greater (const char *start, const char *at, ImXmlEscape escape)
{
  gboolean ends_section = at - start >= 2 && at[-1] == ']' && at[-2] == ']';

  return escape.greater || (escape.quote == '\0' && ends_section);
}

/* Blanks of an attribute value other than the space are lost when it is read, and so is a
 * CR anywhere. */
static gboolean
is_lost_blank (char c, char quote)
{
  return c == '\r' || (quote != '\0' && (c == '\n' || c == '\t'));
}

void
im_xml_text_escape (GString *out, const char *text, ImXmlEscape escape)
{
  for (const char *at = text; *at != '\0'; at++)
    {
      if (*at == '&')
        g_string_append (out, "&amp;");
      else if (*at == '<')
        g_string_append (out, "&lt;");
      else if (*at == '>' && must_escape_greater (text, at, escape))
        g_string_append (out, "&gt;");
      else if (*at == escape.quote)
        g_string_append (out, *at == '"' ? "&quot;" : "&apos;");
      else if (is_lost_blank (*at, escape.quote))
        append_reference (out, (guchar) *at);
      else if (escape.ascii && (guchar) *at >= 0x80)
        {
          append_reference (out, g_utf8_get_char (at));
          at = g_utf8_next_char (at) - 1;
        }
      else
        g_string_append_c (out, *at);
    }
}

static gboolean
is_legal (gunichar c)
{
  return c >= 0x20 ? c != 0xFFFE && c != 0xFFFF : c == '\t' || c == '\n' || c == '\r';
}

const char *
im_xml_text_find_illegal (const char *text)
{
  const char *end;

  if (!g_utf8_validate (text, -1, &end))
    return end;
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    if (!is_legal (g_utf8_get_char (at)))
      return at;

  return NULL;
}
