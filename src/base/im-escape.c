/* SPDX-License-Identifier: MIT */
#include "base/im-escape.h"

/* Letters and marks that are drawn as nothing, though Unicode does not call them format
 * characters. */
static gboolean
is_filler (gunichar c)
{
  static const gunichar fillers[] = { 0x034F, 0x115F, 0x1160, 0x17B4,
                                      0x17B5, 0x3164, 0xFFA0 };

  for (gsize i = 0; i < G_N_ELEMENTS (fillers); i++)
    if (c == fillers[i])
      return TRUE;

  return FALSE;
}

gboolean
im_escape_is_hidden (gunichar c)
{
  if (c < 0x7F)
    return c < 0x20;

  GUnicodeType type = g_unichar_type (c);

  /* U+FFFE and U+FFFF of each plane are no characters, and not allowed in XML. */
  return type == G_UNICODE_CONTROL || type == G_UNICODE_FORMAT ||
         type == G_UNICODE_LINE_SEPARATOR || type == G_UNICODE_PARAGRAPH_SEPARATOR ||
         type == G_UNICODE_SURROGATE || (c & 0xFFFE) == 0xFFFE || is_filler (c);
}

static void
append_number (gunichar c, GString *out)
{
  g_string_append_printf (out, c > 0xFFFF ? "\\U%08x" : "\\u%04x", (guint) c);
}

/* Strings of JSON are in UTF-16. */
static void
append_json_number (gunichar c, GString *out)
{
  if (c > 0xFFFF)
    g_string_append_printf (out, "\\u%04x\\u%04x", 0xD7C0 + (guint) (c >> 10),
                            0xDC00 + (guint) (c & 0x3FF));
  else
    append_number (c, out);
}

static gboolean
append_short (gunichar c, GString *out)
{
  switch (c)
    {
    case '"':
    case '\\':
      g_string_append_printf (out, "\\%c", (char) c);
      return TRUE;
    case '\n':
      g_string_append (out, "\\n");
      return TRUE;
    case '\r':
      g_string_append (out, "\\r");
      return TRUE;
    case '\t':
      g_string_append (out, "\\t");
      return TRUE;
    default:
      return FALSE;
    }
}

static const char *
find_entity (gunichar c)
{
  switch (c)
    {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return NULL;
    }
}

/* Two characters that together begin or end a comment, or a trigraph. */
static gboolean
is_joined (char last, gunichar c)
{
  return (last == '*' && c == '/') || (last == '/' && c == '*') ||
         (last == '?' && c == '?');
}

static void
append_shown (ImEscape target, gunichar c, GString *out)
{
  gboolean is_blank = c == '\n' || c == '\r' || c == '\t';
  gboolean keeps_lines = target == IM_ESCAPE_TEXT || target == IM_ESCAPE_XML;

  if (is_blank)
    g_string_append_c (out, keeps_lines && c != '\r' ? (char) c : ' ');
  else if (im_escape_is_hidden (c))
    append_number (c, out);
  else
    g_string_append_unichar (out, c);
}

static void
append_character (ImEscape target, gunichar c, GString *out)
{
  const char *entity = target == IM_ESCAPE_XML ? find_entity (c) : NULL;
  gboolean is_string = target == IM_ESCAPE_PYTHON_STRING || target == IM_ESCAPE_JSON;

  if (is_string && append_short (c, out))
    return;
  if (target == IM_ESCAPE_JSON && im_escape_is_hidden (c))
    append_json_number (c, out);
  else if (is_string && im_escape_is_hidden (c))
    append_number (c, out);
  else if (entity != NULL)
    g_string_append (out, entity);
  else if (target == IM_ESCAPE_MARKDOWN_CODE && c == '`')
    append_number (c, out);
  else
    {
      if (target == IM_ESCAPE_C_COMMENT && out->len > 0 &&
          is_joined (out->str[out->len - 1], c))
        g_string_append_c (out, ' ');
      append_shown (target, c, out);
    }
}

static void
append_c_string (const char *text, GString *out)
{
  for (char last = '\0'; *text != '\0'; last = *text++)
    if (*text == '"' || *text == '\\' || (*text == '?' && last == '?'))
      g_string_append_printf (out, "\\%c", *text);
    else if (g_ascii_isprint (*text))
      g_string_append_c (out, *text);
    else
      g_string_append_printf (out, "\\%03o", (guint) (guchar) *text);
}

void
im_escape_append (ImEscape target, const char *text, GString *out)
{
  if (target == IM_ESCAPE_C_STRING)
    {
      append_c_string (text, out);
      return;
    }

  gboolean is_valid = g_utf8_validate (text, -1, NULL);
  g_autofree char *made_valid = is_valid ? NULL : g_utf8_make_valid (text, -1);
  const char *valid = is_valid ? text : made_valid;
  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    append_character (target, g_utf8_get_char (p), out);
}

char *
im_escape_dup (ImEscape target, const char *text)
{
  GString *out = g_string_new (NULL);

  im_escape_append (target, text, out);

  return g_string_free (out, FALSE);
}
