/* SPDX-License-Identifier: MIT */
#include "recording/im-csv-cell.h"

#include <string.h>

#define SAMPLE_LINES 32
#define UNREADABLE   "?" /* bytes that are in no known encoding */

static const char separators[] = { '\t', ';', '|', ',', ' ' };

static inline gboolean
is_blank (char c, char separator)
{
  return c == ' ' || (c == '\t' && separator != '\t');
}

static const char *
skip_blanks (const char *text, const char *end, char separator)
{
  while (text < end && is_blank (*text, separator))
    text++;

  return text;
}

void
im_csv_cursor_init (ImCsvCursor *cursor, const ImCsvLine *line, char separator)
{
  *cursor = (ImCsvCursor){ .next = line->text,
                           .end = line->text + line->length,
                           .separator = separator };
}

/* Finds the quote that closes a cell; its text begins behind the quote that opens it. */
static const char *
find_closing_quote (const char *text, const char *end, gboolean *has_escapes)
{
  *has_escapes = FALSE;
  for (; text < end; text++)
    {
      if (*text != '"')
        continue;
      if (text + 1 == end || text[1] != '"')
        return text;
      *has_escapes = TRUE;
      text++;
    }

  return NULL;
}

/* Reads a cell in quotes. Quotes that do not enclose the whole cell are part of it. */
static gboolean
next_quoted (ImCsvCursor *cursor, const char *start, ImCsvCell *cell)
{
  gboolean has_escapes;
  const char *close = find_closing_quote (start + 1, cursor->end, &has_escapes);

  if (close == NULL)
    return FALSE;

  const char *behind = skip_blanks (close + 1, cursor->end, cursor->separator);
  gboolean is_apart = behind > close + 1 && cursor->separator == ' ';
  if (behind < cursor->end && *behind != cursor->separator && !is_apart)
    return FALSE;

  *cell = (ImCsvCell){ start + 1, (gsize) (close - start - 1), has_escapes };
  cursor->next = behind;

  return TRUE;
}

static void
next_plain (ImCsvCursor *cursor, const char *start, ImCsvCell *cell)
{
  const char *end = start;

  while (end < cursor->end && *end != cursor->separator)
    end++;
  cursor->next = end;
  while (end > start && is_blank (end[-1], cursor->separator))
    end--;

  *cell = (ImCsvCell){ start, (gsize) (end - start), FALSE };
}

gboolean
im_csv_cursor_next (ImCsvCursor *cursor, ImCsvCell *cell)
{
  const char *start = skip_blanks (cursor->next, cursor->end, cursor->separator);

  if (cursor->is_done || (cursor->separator == ' ' && start == cursor->end))
    return FALSE;

  if (start == cursor->end || *start != '"' || !next_quoted (cursor, start, cell))
    next_plain (cursor, start, cell);

  if (cursor->next == cursor->end)
    cursor->is_done = TRUE;
  else if (cursor->separator != ' ')
    cursor->next++;

  return TRUE;
}

/* Converts text to UTF-8; what is not UTF-8 is taken for Windows-1252. */
static GString *
new_utf8 (const char *text, gsize length)
{
  gsize converted_length = 0;
  g_autofree char *converted = NULL;

  if (g_utf8_validate_len (text, length, NULL))
    return g_string_new_len (text, (gssize) length);

  converted = g_convert_with_fallback (text, (gssize) length, "UTF-8", "WINDOWS-1252",
                                       "?", NULL, &converted_length, NULL);
  if (converted == NULL)
    return g_string_new (UNREADABLE);

  return g_string_new_len (converted, (gssize) converted_length);
}

static void
append_printable (GString *out, const GString *text)
{
  const char *end = text->str + text->len;

  for (const char *p = text->str; p < end; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_isprint (c))
        g_string_append_unichar (out, c);
      else
        g_string_append_printf (out, "\\x%02X", c);
    }
}

char *
im_csv_cell_dup_text (const ImCsvCell *cell, gsize max_bytes)
{
  g_autoptr (GString) out = g_string_new (NULL);
  gsize length = MIN (cell->length, max_bytes);

  /* No character is cut in two. */
  while (length < cell->length && length > 0 &&
         ((guchar) cell->text[length] & 0xC0) == 0x80)
    length--;

  g_autoptr (GString) text = new_utf8 (cell->text, length);
  if (cell->has_escapes)
    g_string_replace (text, "\"\"", "\"", 0);
  append_printable (out, text);
  if (length < cell->length)
    g_string_append (out, "…");

  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* Whether a line has a byte outside of quotes. */
static gboolean
line_has (const char *text, const char *end, char byte)
{
  gboolean is_quoted = FALSE;

  /* Blanks around a line separate nothing. */
  while (byte == ' ' && end > text && end[-1] == ' ')
    end--;
  while (byte == ' ' && text < end && *text == ' ')
    text++;

  for (; text < end; text++)
    {
      if (*text == '"')
        is_quoted = !is_quoted;
      else if (*text == byte && !is_quoted)
        return TRUE;
    }

  return FALSE;
}

char
im_csv_detect_separator (const char *text, gsize length)
{
  guint n_with[G_N_ELEMENTS (separators)] = { 0 };
  const char *end = text + length;
  guint n_lines = 0;

  while (text < end && n_lines < SAMPLE_LINES)
    {
      const char *line_end = im_csv_find_line_end (text, (gsize) (end - text));

      if (line_end == NULL)
        line_end = end;
      if (line_end > text && *text != '#')
        {
          n_lines++;
          for (gsize i = 0; i < G_N_ELEMENTS (separators); i++)
            n_with[i] += line_has (text, line_end, separators[i]) ? 1 : 0;
        }
      text = line_end == end ? end : line_end + 1;
    }

  for (gsize i = 0; i < G_N_ELEMENTS (separators); i++)
    if (n_with[i] * 2 > n_lines)
      return separators[i];

  return IM_CSV_NO_SEPARATOR;
}
