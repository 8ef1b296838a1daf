/* SPDX-License-Identifier: MIT */
#include "cli/terminal/cli-text.h"

#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/im-escape.h"

#define DEFAULT_WIDTH 80
#define MIN_WIDTH     40
#define MIN_LAST      24 /* a last column narrower than this is not worth lining up */
#define GAP           2  /* columns between cells */

struct _CliTable
{
  guint indent;
  guint n_columns;
  const char *styles[CLI_TEXT_MAX_COLUMNS];
  GPtrArray *cells;                  /* char*, row by row */
  guint least[CLI_TEXT_MAX_COLUMNS]; /* columns that each takes at least */
};

guint
cli_text_get_width (void)
{
  struct winsize size = { 0 };
  const char *columns = g_getenv ("COLUMNS");
  guint64 width = 0;

  if (isatty (STDOUT_FILENO) && ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
    width = size.ws_col;
  if (width == 0 && columns != NULL)
    g_ascii_string_to_unsigned (columns, 10, 1, 10000, &width, NULL);
  if (width == 0)
    width = DEFAULT_WIDTH;

  return MAX ((guint) width, MIN_WIDTH);
}

char *
cli_text_dup_hint (const char *nearest)
{
  if (nearest == NULL)
    return g_strdup ("");

  return g_strdup_printf ("; did you mean “%s”?", nearest);
}

/* A tab would make cells of unknown width. */
static char *
clean (const char *text)
{
  char *cleaned = im_escape_dup (IM_ESCAPE_TEXT, text == NULL ? "" : text);

  return g_strdelimit (cleaned, "\t", ' ');
}

/* The columns that a clean text takes. */
static guint
measure (const char *text, gsize length)
{
  guint columns = 0;

  for (const char *p = text; p < text + length; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      columns += g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
    }

  return columns;
}

void
cli_text_append_styled (GString *out, const char *style, const char *text)
{
  g_autofree char *cleaned = clean (text);

  if (style != NULL && *cleaned != '\0')
    g_string_append_printf (out, "%s%s" CLI_TEXT_PLAIN, style, cleaned);
  else
    g_string_append (out, cleaned);
}

static void
append_blanks (GString *out, guint count)
{
  g_string_append_printf (out, "%*s", (int) count, "");
}

/* Appends the words of one line; the cursor stands at column @indent. */
static void
append_line (GString *out, const char *line, gsize length, guint indent, guint width)
{
  const char *end = line + length;
  const char *p = line;
  guint column = indent;

  while (p < end && *p == ' ')
    p++;
  indent += (guint) (p - line);
  append_blanks (out, (guint) (p - line));
  column = indent;

  while (p < end)
    {
      gsize n_bytes = strcspn (p, " \n");
      guint word = measure (p, n_bytes);

      if (column > indent && column + 1 + word > width)
        {
          g_string_append_c (out, '\n');
          append_blanks (out, indent);
          column = indent;
        }
      if (column > indent)
        {
          g_string_append_c (out, ' ');
          column++;
        }
      g_string_append_len (out, p, (gssize) n_bytes);
      column += word;
      for (p += n_bytes; p < end && *p == ' ';)
        p++;
    }
}

/* Appends clean lines; the cursor stands at column @indent already. */
static void
append_lines (GString *out, const char *text, guint indent, guint width)
{
  for (const char *line = text;; line++)
    {
      gsize length = strcspn (line, "\n");

      append_line (out, line, length, indent, width);
      g_string_append_c (out, '\n');
      line += length;
      if (*line == '\0')
        return;
      if (line[1] != '\n' && line[1] != '\0')
        append_blanks (out, indent);
    }
}

void
cli_text_append_wrapped (GString *out, const char *text, guint indent, guint width)
{
  g_autofree char *cleaned = clean (text);

  append_blanks (out, indent);
  append_lines (out, cleaned, indent, width);
}

CliTable *
cli_table_new (guint indent, guint n_columns)
{
  CliTable *table = g_new0 (CliTable, 1);

  g_assert (n_columns <= CLI_TEXT_MAX_COLUMNS);
  table->indent = indent;
  table->n_columns = n_columns;
  table->cells = g_ptr_array_new_with_free_func (g_free);

  return table;
}

void
cli_table_free (CliTable *table)
{
  if (table == NULL)
    return;

  g_ptr_array_unref (table->cells);
  g_free (table);
}

void
cli_table_set_style (CliTable *table, guint column, const char *style)
{
  table->styles[column] = style;
}

void
cli_table_add (CliTable *table, ...)
{
  va_list args;

  va_start (args, table);
  for (guint i = 0; i < table->n_columns; i++)
    g_ptr_array_add (table->cells, clean (va_arg (args, const char *)));
  va_end (args);
}

static const char *
get_cell (const CliTable *table, guint row, guint column)
{
  return g_ptr_array_index (table->cells, row * table->n_columns + column);
}

/* Computes the columns that each column but the last one takes with its gap; one that is
 * empty everywhere takes none. Returns where the last one begins. */
static guint
compute_widths (const CliTable *table, guint *widths)
{
  guint n_rows = table->cells->len / table->n_columns;
  guint start = table->indent;

  for (guint column = 0; column + 1 < table->n_columns; column++)
    {
      widths[column] = table->least[column];
      for (guint row = 0; row < n_rows; row++)
        {
          const char *cell = get_cell (table, row, column);

          widths[column] = MAX (widths[column], measure (cell, strlen (cell)));
        }
      widths[column] += widths[column] > 0 ? GAP : 0;
      start += widths[column];
    }

  return start;
}

static void
append_row (const CliTable *table,
            guint row,
            const guint *widths,
            guint start,
            GString *out,
            guint width)
{
  guint last = table->n_columns - 1;
  const char *text = get_cell (table, row, last);

  append_blanks (out, table->indent);
  for (guint column = 0; column < last; column++)
    {
      const char *cell = get_cell (table, row, column);

      cli_text_append_styled (out, table->styles[column], cell);
      append_blanks (out, widths[column] - measure (cell, strlen (cell)));
    }

  if (start + MIN_LAST > width && start + measure (text, strlen (text)) > width)
    {
      start = table->indent + 2 * GAP;
      g_string_append_c (out, '\n');
      append_blanks (out, start);
    }
  g_string_append (out, table->styles[last] != NULL ? table->styles[last] : "");
  append_lines (out, text, start, width);
  if (table->styles[last] != NULL)
    g_string_append (out, CLI_TEXT_PLAIN);
}

/* Removes the blanks in front of line ends that empty cells leave behind. */
static void
trim_line_ends (GString *out, gsize start)
{
  gsize to = start;

  for (gsize from = start; from < out->len; from++)
    {
      if (out->str[from] == '\n')
        while (to > start && out->str[to - 1] == ' ')
          to--;
      out->str[to++] = out->str[from];
    }
  g_string_truncate (out, to);
}

void
cli_table_set_width (CliTable *table, guint column, guint width)
{
  table->least[column] = MAX (table->least[column], width);
}

void
cli_table_append_new (CliTable *table, GString *out, guint width)
{
  guint widths[CLI_TEXT_MAX_COLUMNS] = { 0 };
  guint start = compute_widths (table, widths);
  gsize offset = out->len;

  for (guint row = 0; row < table->cells->len / table->n_columns; row++)
    append_row (table, row, widths, start, out, width);
  trim_line_ends (out, offset);
  for (guint column = 0; column < table->n_columns; column++)
    cli_table_set_width (table, column, widths[column] - MIN (widths[column], GAP));
  g_ptr_array_set_size (table->cells, 0);
}

void
cli_table_append (const CliTable *table, GString *out, guint width)
{
  guint widths[CLI_TEXT_MAX_COLUMNS];
  guint start = compute_widths (table, widths);
  gsize offset = out->len;

  for (guint row = 0; row < table->cells->len / table->n_columns; row++)
    append_row (table, row, widths, start, out, width);
  trim_line_ends (out, offset);
}
