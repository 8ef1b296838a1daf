/* SPDX-License-Identifier: MIT */
#include "recording/im-labels.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/im-file.h"
#include "recording/im-csv-cell.h"

#define MAX_BYTES      ((gsize) 1 << 30)
#define MAX_LABELS     100000
#define MAX_NAME_BYTES 1000

typedef enum
{
  COLUMN_TIME,
  COLUMN_LENGTH,
  COLUMN_LABEL,
  N_COLUMNS,
} Column;

/* A name of a column begins so. */
static const struct
{
  const char *word;
  Column column;
} words[] = {
  { "time", COLUMN_TIME },
  { "length", COLUMN_LENGTH },
  { "duration", COLUMN_LENGTH },
  { "label", COLUMN_LABEL },
};

typedef struct
{
  ImLabels *labels;
  double offset_s;
  guint place[N_COLUMNS]; /* of each column in a row */
  gboolean is_first;      /* whether no row was read */
} Reader;

static gboolean G_GNUC_PRINTF (4, 5)
    fail (const Reader *reader, gsize line, GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, IM_RECORDING_ERROR, IM_RECORDING_ERROR_FORMAT,
               "%s:%" G_GSIZE_FORMAT ": %s", reader->labels->path, line, message);

  return FALSE;
}

static GPtrArray *
split (const ImCsvLine *line)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_free);
  ImCsvCursor cursor;
  ImCsvCell cell;

  im_csv_cursor_init (&cursor, line, ',');
  while (im_csv_cursor_next (&cursor, &cell))
    g_ptr_array_add (cells, im_csv_cell_dup_text (&cell, MAX_NAME_BYTES));

  return cells;
}

static gboolean
parse_seconds (const char *text, double *seconds)
{
  char *end;

  *seconds = g_ascii_strtod (text, &end);

  return end != text && *end == '\0' && isfinite (*seconds);
}

/* Whether the row names all columns; then they are where it says. */
static gboolean
read_names (Reader *reader, const GPtrArray *cells)
{
  guint place[N_COLUMNS];
  gboolean is_found[N_COLUMNS] = { FALSE };

  for (guint i = 0; i < cells->len; i++)
    for (guint k = 0; k < G_N_ELEMENTS (words); k++)
      if (!is_found[words[k].column] &&
          g_ascii_strncasecmp (g_ptr_array_index (cells, i), words[k].word,
                               strlen (words[k].word)) == 0)
        {
          place[words[k].column] = i;
          is_found[words[k].column] = TRUE;
        }
  for (guint i = 0; i < N_COLUMNS; i++)
    if (!is_found[i])
      return FALSE;
  memcpy (reader->place, place, sizeof place);

  return TRUE;
}

static gboolean
read_row (Reader *reader, const ImCsvLine *line, GError **error)
{
  g_autoptr (GPtrArray) cells = split (line);
  ImLabel label = { 0 };
  double length_s;

  if (reader->is_first && read_names (reader, cells))
    return TRUE;
  for (guint i = 0; i < N_COLUMNS; i++)
    if (reader->place[i] >= cells->len)
      return fail (reader, line->number, error,
                   "expected a time, a length and a label, as in "
                   "“Time(Seconds),Length(Seconds),Label(string)”, found %u cells",
                   cells->len);
  if (!parse_seconds (g_ptr_array_index (cells, reader->place[COLUMN_TIME]),
                      &label.start_s) ||
      !parse_seconds (g_ptr_array_index (cells, reader->place[COLUMN_LENGTH]),
                      &length_s) ||
      length_s < 0)
    return fail (reader, line->number, error,
                 "expected a time and a length from 0 on, in seconds, found “%s” and "
                 "“%s”",
                 (char *) g_ptr_array_index (cells, reader->place[COLUMN_TIME]),
                 (char *) g_ptr_array_index (cells, reader->place[COLUMN_LENGTH]));
  if (reader->labels->labels->len == MAX_LABELS)
    return fail (reader, line->number, error, "expected at most %d labels", MAX_LABELS);

  label.start_s += reader->offset_s;
  label.end_s = label.start_s + length_s;
  label.name = g_strdup (g_ptr_array_index (cells, reader->place[COLUMN_LABEL]));
  g_array_append_val (reader->labels->labels, label);

  return TRUE;
}

static gboolean
is_blank (const ImCsvLine *line)
{
  for (gsize i = 0; i < line->length; i++)
    if (!g_ascii_isspace (line->text[i]))
      return FALSE;

  return TRUE;
}

static gboolean
read_lines (Reader *reader, int descriptor, GError **error)
{
  g_auto (ImCsvLines) lines = { NULL };
  GError *failure = NULL;
  ImCsvLine line;
  gsize length;

  im_csv_lines_init (&lines, reader->labels->path, descriptor);
  if (im_csv_lines_peek (&lines, &length, error) == NULL)
    return FALSE;
  while (im_csv_lines_next (&lines, &line, &failure))
    {
      if (is_blank (&line) || line.text[0] == '#')
        continue;
      if (!read_row (reader, &line, error))
        return FALSE;
      reader->is_first = FALSE;
    }
  if (failure == NULL)
    return TRUE;

  g_propagate_error (error, failure);
  return FALSE;
}

static void
clear_label (gpointer data)
{
  g_free (((ImLabel *) data)->name);
}

ImLabels *
im_labels_load (const char *path, double offset_s, GError **error)
{
  g_autoptr (ImLabels) labels = g_new0 (ImLabels, 1);
  Reader reader = { .labels = labels,
                    .offset_s = offset_s,
                    .place = { COLUMN_TIME, COLUMN_LENGTH, COLUMN_LABEL },
                    .is_first = TRUE };
  int descriptor = im_file_open (path, MAX_BYTES, error);
  gboolean ok;

  labels->path = g_strdup (path);
  labels->labels = g_array_new (FALSE, FALSE, sizeof (ImLabel));
  g_array_set_clear_func (labels->labels, clear_label);
  if (descriptor < 0)
    return NULL;
  ok = read_lines (&reader, descriptor, error);
  close (descriptor);

  return ok ? g_steal_pointer (&labels) : NULL;
}

char *
im_labels_dup_path_beside (const char *recording)
{
  g_autofree char *base = g_path_get_basename (recording);
  const char *dot = strrchr (base, '.');
  gsize length = strlen (recording) - (dot == NULL ? 0 : strlen (dot));
  g_autofree char *stem = g_strndup (recording, length);
  g_autofree char *path = g_strconcat (stem, ".label", NULL);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR) && strcmp (path, recording) != 0
             ? g_steal_pointer (&path)
             : NULL;
}

void
im_labels_append_at (const ImLabels *labels, double time_s, GString *out)
{
  gsize start = out->len;

  for (guint i = 0; i < labels->labels->len; i++)
    {
      const ImLabel *label = &g_array_index (labels->labels, ImLabel, i);

      if (time_s >= label->start_s && time_s < label->end_s)
        g_string_append_printf (out, "%s%s", out->len > start ? " + " : "", label->name);
    }
}

void
im_labels_free (ImLabels *labels)
{
  if (labels == NULL)
    return;

  g_free (labels->path);
  g_array_unref (labels->labels);
  g_free (labels);
}
