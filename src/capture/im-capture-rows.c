/* SPDX-License-Identifier: MIT */
#include "capture/im-capture-rows.h"

#include <string.h>

#include "recording/im-csv-cell.h"

#define MAX_SHOWN_BYTES 48
#define MAX_NAME_BYTES  128

void
im_capture_rows_init (ImCaptureRows *self, const ImFeed *feed)
{
  *self = (ImCaptureRows){ .separator = feed->options.separator,
                           .decimal = feed->options.decimal,
                           .header = feed->options.header };
}

void
im_capture_rows_clear (ImCaptureRows *self)
{
  g_clear_pointer (&self->names, g_strfreev);
  g_clear_pointer (&self->numbers, g_free);
  g_clear_pointer (&self->bad, g_free);
  g_clear_pointer (&self->held, g_free);
  g_clear_pointer (&self->text, g_free);
}

/* Takes a label and its colon off a cell. */
static gboolean
split_label (ImCsvCell *cell, ImCsvCell *label)
{
  const char *colon = g_strstr_len (cell->text, (gssize) cell->length, ":");
  gsize n;

  if (colon == NULL || colon == cell->text)
    return FALSE;
  n = (gsize) (colon - cell->text);
  *label = (ImCsvCell){ cell->text, n, FALSE };
  cell->text += n + 1;
  cell->length -= n + 1;
  while (cell->length > 0 && *cell->text == ' ')
    {
      cell->text++;
      cell->length--;
    }

  return TRUE;
}

static gboolean
may_have_decimal_comma (char separator)
{
  return separator != ',' && separator != ' ';
}

static gboolean
parse_cell (const ImCsvCell *cell, char separator, char *decimal, double *number)
{
  ImCsvCell rest = *cell, label;

  split_label (&rest, &label);
  if (*decimal != 0)
    return im_csv_parse_number (rest.text, rest.length, *decimal, number) ==
           IM_CSV_NUMBER;
  if (im_csv_parse_number (rest.text, rest.length, '.', number) == IM_CSV_NUMBER)
    {
      *decimal = memchr (rest.text, '.', rest.length) != NULL ? '.' : 0;
      return TRUE;
    }
  if (!may_have_decimal_comma (separator) ||
      im_csv_parse_number (rest.text, rest.length, ',', number) != IM_CSV_NUMBER)
    return FALSE;
  *decimal = ',';

  return TRUE;
}

/* Returns how many numbers a line has, 0 if it has anything else. A separator behind the
 * last one counts for nothing. */
static guint
parse (const ImCaptureRows *self,
       const char *line,
       gsize length,
       char separator,
       char *decimal,
       GArray *numbers)
{
  const ImCsvLine all = { line, length, 1 };
  ImCsvCursor cursor;
  ImCsvCell cell;
  double number;

  g_array_set_size (numbers, 0);
  *decimal = self->decimal;
  im_csv_cursor_init (&cursor, &all, separator);
  while (im_csv_cursor_next (&cursor, &cell))
    {
      if (cursor.is_done && cell.length == 0 && numbers->len > 0)
        break;
      if (numbers->len == IM_RECORDING_MAX_CHANNELS ||
          !parse_cell (&cell, separator, decimal, &number))
        return 0;
      g_array_append_val (numbers, number);
    }

  return numbers->len;
}

static void
count_bad (ImCaptureRows *self, const char *line, gsize length)
{
  const ImCsvCell cell = { line, length, FALSE };

  self->n_bad++;
  if (self->bad == NULL)
    self->bad = im_csv_cell_dup_text (&cell, MAX_SHOWN_BYTES);
}

/* A text that turns out to be no header; the start of the first line may be missing. */
static void
drop_text (ImCaptureRows *self)
{
  if (self->text != NULL && !self->is_text_first)
    count_bad (self, self->text, strlen (self->text));
  g_clear_pointer (&self->text, g_free);
}

/* The cells of a text as names, or NULL if they are not as many. */
static char **
dup_names (const char *text, char separator, guint n, gboolean are_labels)
{
  const ImCsvLine line = { text, strlen (text), 1 };
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) names = NULL;
  ImCsvCursor cursor;
  ImCsvCell cell;

  im_csv_cursor_init (&cursor, &line, separator);
  while (im_csv_cursor_next (&cursor, &cell))
    {
      ImCsvCell rest = cell, label = cell;
      g_autofree char *name = NULL;

      if (cursor.is_done && cell.length == 0)
        break;
      if (are_labels && !split_label (&rest, &label))
        return NULL;
      name = im_csv_cell_dup_text (&label, MAX_NAME_BYTES);
      g_strv_builder_add (builder, name);
    }
  names = g_strv_builder_end (builder);

  return g_strv_length (names) == n ? g_steal_pointer (&names) : NULL;
}

static char **
number_names (guint n)
{
  char **names = g_new0 (char *, (gsize) n + 1);

  for (guint i = 0; i < n; i++)
    names[i] = g_strdup_printf ("column%u", i + 1);

  return names;
}

/* Two rows agree: what they have is what all have. */
static void
settle (ImCaptureRows *self, char separator, char decimal, guint n)
{
  self->separator = separator;
  self->decimal = decimal;
  self->n_columns = n;
  self->numbers = g_new0 (double, n);
  if (self->text != NULL && self->header != IM_RECORDING_HEADER_NO)
    self->names = dup_names (self->text, separator, n, FALSE);
  if (self->names == NULL)
    drop_text (self);
  if (self->names == NULL)
    self->names = dup_names (self->held, separator, n, TRUE);
  if (self->names == NULL)
    self->names = number_names (n);
  g_clear_pointer (&self->text, g_free);
}

static char
find_separator (const ImCaptureRows *self, const char *line, gsize length)
{
  return self->separator != 0 ? self->separator : im_csv_detect_separator (line, length);
}

/* A line before it is known what rows are like. Returns whether it is known now. */
static gboolean
begin (ImCaptureRows *self, const char *line, gsize length, gint64 time_us)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) before = g_array_new (FALSE, FALSE, sizeof (double));
  char separator = find_separator (self, line, length), decimal, decimal_before;
  guint n = parse (self, line, length, separator, &decimal, numbers);
  gboolean is_first = !self->is_behind_first;

  self->is_behind_first = TRUE;
  if (n > 0 && is_first)
    return FALSE; /* the start of it may be missing */
  if (n > 0 && self->held != NULL &&
      parse (self, self->held, strlen (self->held), separator, &decimal_before, before) ==
          n)
    {
      settle (self, separator, decimal != 0 ? decimal : decimal_before, n);
      return TRUE;
    }
  if (self->held != NULL)
    count_bad (self, self->held, strlen (self->held));
  g_clear_pointer (&self->held, g_free);
  if (n > 0)
    {
      self->held = g_strndup (line, length);
      self->held_us = time_us;
      return FALSE;
    }
  drop_text (self);
  self->text = g_strndup (line, length);
  self->is_text_first = is_first;

  return FALSE;
}

static gboolean
is_row (ImCaptureRows *self, const char *line, gsize length)
{
  g_autoptr (GArray) numbers = g_array_sized_new (FALSE, FALSE, sizeof (double),
                                                  self->n_columns);
  char decimal;

  if (parse (self, line, length, self->separator, &decimal, numbers) != self->n_columns)
    return FALSE;
  self->decimal = decimal;
  memcpy (self->numbers, numbers->data, self->n_columns * sizeof *self->numbers);

  return TRUE;
}

void
im_capture_rows_take (ImCaptureRows *self,
                      const char *line,
                      gsize length,
                      gint64 time_us,
                      void (*found) (const ImCaptureRows *rows,
                                     const char *row,
                                     gint64 time_us,
                                     gpointer data),
                      gpointer data)
{
  g_autofree char *row = g_strstrip (g_strndup (line, length));

  if (*row == '\0')
    return;
  if (self->n_columns == 0)
    {
      if (!begin (self, row, strlen (row), time_us))
        return;
      if (is_row (self, self->held, strlen (self->held)))
        found (self, self->held, self->held_us, data);
      g_clear_pointer (&self->held, g_free);
    }
  if (is_row (self, row, strlen (row)))
    found (self, row, time_us, data);
  else
    count_bad (self, row, strlen (row));
}

void
im_capture_rows_append (const ImCaptureRows *self, const char *row, GString *out)
{
  const ImCsvLine line = { row, strlen (row), 1 };
  ImCsvCursor cursor;
  ImCsvCell cell;

  im_csv_cursor_init (&cursor, &line, self->separator);
  for (guint i = 0; i < self->n_columns && im_csv_cursor_next (&cursor, &cell); i++)
    {
      ImCsvCell label;
      gsize start;

      split_label (&cell, &label);
      g_string_append (out, i == 0 ? "" : ",");
      start = out->len;
      g_string_append_len (out, cell.text, (gssize) cell.length);
      for (gsize k = start; k < out->len; k++)
        if (out->str[k] == ',')
          out->str[k] = '.';
    }
}
