/* SPDX-License-Identifier: MIT */
#include "tensor/im-shape-cursor.h"

#include <string.h>

#define LONGEST_QUOTE 30 /* of a number that is too large, in characters */

ImShapeCursor
im_shape_cursor_init (const char *text, gssize length)
{
  return (ImShapeCursor){
    .start = text,
    .p = text,
    .end = text + (length < 0 ? strlen (text) : (gsize) length),
  };
}

gboolean
im_shape_cursor_is_at (const ImShapeCursor *cursor, char c)
{
  return cursor->p < cursor->end && *cursor->p == c;
}

/* Number of the character that is read next, from 1. */
static guint
get_column (const ImShapeCursor *cursor)
{
  guint column = 1;

  for (const char *p = cursor->start; p < cursor->p; p++)
    column += (*p & 0xc0) != 0x80 ? 1 : 0; /* not within a character of UTF-8 */

  return column;
}

void
im_shape_cursor_skip_blanks (ImShapeCursor *cursor)
{
  while (cursor->p < cursor->end && g_ascii_isspace (*cursor->p))
    cursor->p++;
}

gboolean
im_shape_cursor_take (ImShapeCursor *cursor, char c)
{
  im_shape_cursor_skip_blanks (cursor);
  if (!im_shape_cursor_is_at (cursor, c))
    return FALSE;

  cursor->p++;
  return TRUE;
}

gboolean
im_shape_cursor_take_word (ImShapeCursor *cursor, const char *word)
{
  gsize length = strlen (word);

  im_shape_cursor_skip_blanks (cursor);
  if ((gsize) (cursor->end - cursor->p) < length ||
      strncmp (cursor->p, word, length) != 0)
    return FALSE;

  const char *behind = cursor->p + length;
  if (behind < cursor->end && (g_ascii_isalnum (*behind) || *behind == '_'))
    return FALSE;

  cursor->p = behind;
  return TRUE;
}

/* The ASCII character that @c looks like, or 0. */
static char
get_lookalike (gunichar c)
{
  static const struct
  {
    gunichar c;
    char meant;
  } others[] = {
    { 0x00d7, 'x' },                                   /* × */
    { 0x2010, '-' },                                   /* hyphen */
    { 0x2012, '-' }, { 0x2013, '-' }, { 0x2212, '-' }, /* dashes, minus */
    { 0x2217, '*' }, { 0x3001, ',' }, { 0x060c, ',' }, /* asterisk operator, commas */
    { 0x27e8, '<' }, { 0x27e9, '>' }, { 0x2039, '<' }, { 0x203a, '>' },
    { 0x3008, '<' }, { 0x3009, '>' }, { 0x0445, 'x' }, /* Cyrillic ha */
  };

  if (c > 0xff00 && c < 0xff5f) /* full-width forms */
    return (char) (c - 0xff00 + 0x20);
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    if (others[i].c == c)
      return others[i].meant;

  return 0;
}

/* Appends what the cursor is at, as a reader can recognise it. */
static void
append_found (const ImShapeCursor *cursor, GString *out)
{
  if (cursor->p == cursor->end)
    {
      g_string_append (out, "the end of the text");
      return;
    }

  gunichar c = g_utf8_get_char_validated (cursor->p, cursor->end - cursor->p);
  if (c == (gunichar) -1 || c == (gunichar) -2)
    {
      g_string_append_printf (out, "the byte 0x%02x", (guint) (guchar) *cursor->p);
      return;
    }

  char meant = get_lookalike (c);
  if (g_unichar_isgraph (c))
    {
      g_string_append (out, "“");
      g_string_append_unichar (out, c);
      g_string_append (out, "”");
    }
  if (c >= 0x80 || !g_unichar_isgraph (c))
    g_string_append_printf (out, "%s(U+%04X)",
                            g_unichar_isgraph (c) ? " " : "a character ", (guint) c);
  if (meant != 0)
    g_string_append_printf (out, ", which only looks like “%c”,", meant);
}

/* Where a problem is, the end of a message. */
static char *
dup_place (const ImShapeCursor *cursor)
{
  return cursor->has_place ? g_strdup ("")
                           : g_strdup_printf (" at character %u", get_column (cursor));
}

void
im_shape_cursor_set_error (const ImShapeCursor *cursor,
                           const char *expected,
                           GError **error)
{
  g_autoptr (GString) found = g_string_new (NULL);
  g_autofree char *place = dup_place (cursor);

  append_found (cursor, found);
  if (cursor->has_place && g_str_has_suffix (found->str, ","))
    g_string_truncate (found, found->len - 1);
  g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SYNTAX, "expected %s, found %s%s",
               expected, found->str, place);
}

gboolean
im_shape_cursor_check_end (ImShapeCursor *cursor, const char *what, GError **error)
{
  g_autofree char *expected = g_strdup_printf ("nothing behind %s", what);

  im_shape_cursor_skip_blanks (cursor);
  if (cursor->p == cursor->end)
    return TRUE;

  im_shape_cursor_set_error (cursor, expected, error);
  return FALSE;
}

/* The digits at @p as a number, or -1 if it is larger than @max. */
static gint64
read_number (const char *p, const char *end, gint64 max)
{
  gint64 value = 0;

  for (; p < end; p++)
    {
      gint64 digit = *p - '0';

      if (value > (max - digit) / 10 || digit > max)
        return -1;
      value = value * 10 + digit;
    }

  return value;
}

gboolean
im_shape_cursor_take_size (ImShapeCursor *cursor,
                           gint64 max_size,
                           gint64 *size,
                           GError **error)
{
  im_shape_cursor_skip_blanks (cursor);

  ImShapeCursor start = *cursor;
  gboolean negative = im_shape_cursor_is_at (cursor, '-');
  const char *digits = negative ? cursor->p + 1 : cursor->p, *p = digits;

  while (p < cursor->end && g_ascii_isdigit (*p))
    p++;
  if (p == digits)
    {
      cursor->p = digits;
      im_shape_cursor_set_error (cursor, "an axis size", error);
      return FALSE;
    }

  gint64 value = read_number (digits, p, max_size);
  if (value < 0 || (negative && value > 0))
    {
      g_autofree char *place = dup_place (&start);

      g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_SIZE,
                   "an axis size is 0 to %" G_GINT64_FORMAT ", found %.*s%s%s", max_size,
                   (int) MIN (p - start.p, LONGEST_QUOTE), start.p,
                   p - start.p > LONGEST_QUOTE ? "…" : "", place);
      return FALSE;
    }

  cursor->p = p;
  *size = value;
  return TRUE;
}

static gboolean
take_open_size (ImShapeCursor *cursor,
                gint64 max_size,
                gboolean is_open,
                gint64 *size,
                GError **error)
{
  if (is_open && im_shape_cursor_take (cursor, '?'))
    {
      *size = -1;
      return TRUE;
    }

  im_shape_cursor_skip_blanks (cursor);
  if (cursor->p < cursor->end && (g_ascii_isdigit (*cursor->p) || *cursor->p == '-'))
    return im_shape_cursor_take_size (cursor, max_size, size, error);

  im_shape_cursor_set_error (cursor,
                             is_open ? "an axis size or “?”, as in [128,?]"
                                     : "an axis size, as in [128,3]",
                             error);
  return FALSE;
}

void
im_shape_cursor_set_rank_error (const ImShapeCursor *cursor, GError **error)
{
  g_autofree char *place = dup_place (cursor);

  g_set_error (error, IM_SHAPE_ERROR, IM_SHAPE_ERROR_RANK,
               "a shape has at most %d axes, found another%s", IM_SHAPE_MAX_RANK, place);
}

/* Takes the opening bracket, if there is one. Returns the closing one, or 0. */
static char
take_opening (ImShapeCursor *cursor)
{
  if (im_shape_cursor_take (cursor, '['))
    return ']';

  return im_shape_cursor_take (cursor, '(') ? ')' : '\0';
}

gboolean
im_shape_cursor_take_shape (ImShapeCursor *cursor,
                            gint64 max_size,
                            gboolean is_open,
                            gint64 sizes[IM_SHAPE_MAX_RANK],
                            guint *rank,
                            GError **error)
{
  gint64 outermost_first[IM_SHAPE_MAX_RANK];
  char closing = take_opening (cursor);
  gboolean is_closed = closing != '\0' && im_shape_cursor_take (cursor, closing);
  guint n = 0;

  while (!is_closed)
    {
      if (n == IM_SHAPE_MAX_RANK)
        {
          im_shape_cursor_set_rank_error (cursor, error);
          return FALSE;
        }
      if (!take_open_size (cursor, max_size, is_open, &outermost_first[n++], error))
        return FALSE;
      if (im_shape_cursor_take (cursor, ','))
        continue;
      is_closed = closing == '\0' || im_shape_cursor_take (cursor, closing);
      if (!is_closed)
        {
          im_shape_cursor_set_error (cursor, closing == ']' ? "“,” or “]”" : "“,” or “)”",
                                     error);
          return FALSE;
        }
    }

  for (guint i = 0; i < n; i++)
    sizes[i] = outermost_first[n - 1 - i];
  *rank = n;
  return TRUE;
}
