/* Rows of long files, some at a time: the same as of a file that is read as a whole,
 * found again, and with the place of what is wrong far behind the rows that were looked
 * at.
 *
 * SPDX-License-Identifier: MIT
 */
#include "recording/im-row-reader.h"

#include <math.h>
#include <string.h>

#include "recording-text.h"
#include "recording/im-recording-time.h"
#include "tensor/im-npy.h"

#define N_ROWS  200000
#define GAP_ROW 150000 /* behind those that show the rate */

/* How a long file differs from the usual one. */
typedef struct
{
  const char *name;
  const char *header;
  const char *line_end;
  const char *last; /* behind the last row */
  gboolean has_gap;
  const char *problem; /* of reading it all, or NULL */
} LongCase;

static const LongCase cases[] = {
  { "lf", "time,a,b\n", "\n", "", FALSE, NULL },
  { "cr-lf", "time,a,b\r\n", "\r\n", "\r\n\r\n", FALSE, NULL },
  { "likely-time", "t,a,b\n", "\n", "", FALSE, NULL },
  { "milliseconds", "time (ms),a,b\n", "\n", "", FALSE, NULL },
  { "gap", "time,a,b\n", "\n", "", TRUE, NULL },
  { "no-number", "time,a,b\n", "\n", "9e9,1,x\n", FALSE,
    "file:200002: column 3 (b): expected a number, found “x”" },
  { "backwards", "t,a,b\n", "\n", "0,1,2\n", FALSE,
    "file:200002: column 1 (t): expected a time from 9999950 on, as in line 200001, "
    "found "
    "0: time runs backwards" },
  { "ragged", "time,a,b\n", "\n", "9e9,1\n", FALSE,
    "file:200002: column 3 (b): expected 3 cells as in line 1, found 2; the row ends "
    "before this one" },
  { "empty-line", "time,a,b\n", "\n", "\n9e9,1,2\n", FALSE,
    "file:200002: column 1: expected 3 cells as in line 1, found an empty line before "
    "the "
    "last row" },
};

static double
make_value (gsize row, guint channel)
{
  return (double) ((row * 7 + channel * 13) % 1009) / 4;
}

static void
write_long (const Fixture *fixture, const LongCase *c)
{
  g_autoptr (GString) text = g_string_new (c->header);

  for (gsize i = 0; i < N_ROWS; i++)
    g_string_append_printf (text, "%" G_GSIZE_FORMAT ",%.2f,%.2f%s",
                            i * 50 + (c->has_gap && i >= GAP_ROW ? 12345 : 0),
                            make_value (i, 0), make_value (i, 1), c->line_end);
  g_string_append (text, c->last);
  write_file (fixture, text->str, text->len);
}

static void
assert_rows (const ImRecording *rows, gsize first, double unit_s)
{
  for (gsize i = 0; i < rows->n_rows; i++)
    {
      for (guint k = 0; k < rows->n_channels; k++)
        g_assert_cmpfloat (rows->values[i * rows->n_channels + k], ==,
                           make_value (first + i, k));
      if (unit_s > 0)
        g_assert_cmpfloat_with_epsilon (rows->time_s[i],
                                        (double) (first + i) * 50 * unit_s, 1e-6);
    }
}

static void
test_long (Fixture *fixture, gconstpointer data)
{
  const LongCase *c = data;
  double unit_s = strstr (c->header, "ms") != NULL ? 1e-3 : 1;
  g_autoptr (ImRowReader) reader = NULL;
  g_autoptr (ImRowReader) again = NULL;
  g_autoptr (GError) error = NULL;
  const ImRecording *format;
  gsize n = 0;

  write_long (fixture, c);
  reader = im_row_reader_open (fixture->path, NULL, 0, &error);
  g_assert_no_error (error);
  format = im_row_reader_get_format (reader);
  g_assert_true (format->is_open);
  g_assert_true (format->has_time);
  g_assert_cmpuint (format->n_rows, <, N_ROWS);
  g_assert_cmpfloat (format->rate_hz, ==, 0.02 / unit_s);
  again = im_row_reader_open_again (reader, &error);
  g_assert_no_error (error);

  for (gsize wanted = 1;; wanted = wanted * 3 + 1)
    {
      g_autoptr (ImRecording) rows = im_row_reader_read (reader, MIN (wanted, 40000),
                                                         &error);

      if (rows == NULL)
        break;
      if (!c->has_gap)
        assert_rows (rows, n, unit_s);
      n += rows->n_rows;
      g_assert_true (rows->n_rows == MIN (wanted, 40000) || n == N_ROWS);
    }
  if (c->problem != NULL)
    {
      g_assert_nonnull (error);
      g_assert_true (g_str_has_suffix (error->message, c->problem));
      return;
    }
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, N_ROWS);
  g_assert_cmpuint (format->n_rows, ==, N_ROWS);
  g_assert_false (format->is_open);
  g_assert_cmpint (format->is_irregular, ==, c->has_gap);
  g_assert_cmpuint (format->irregular_row, ==, c->has_gap ? GAP_ROW : 0);
  for (gsize row = N_ROWS - 1; row > 0; row /= 3)
    {
      g_autoptr (ImRecording) rows = NULL;

      g_assert_true (im_row_reader_seek (again, row, &error));
      rows = im_row_reader_read (again, 5, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (rows->n_rows, ==, MIN (5, N_ROWS - row));
      assert_rows (rows, row, c->has_gap ? 0 : unit_s);
    }
}

/* What is called like time in the first rows, and is none, is a channel of all rows. */
static void
test_no_time (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("t,a\n");
  g_autoptr (ImRowReader) reader = NULL;
  g_autoptr (GError) error = NULL;
  gsize n = 0;

  for (gsize i = 0; i < N_ROWS; i++)
    g_string_append_printf (text, "%g,%g\n", make_value (i, 0), make_value (i, 1));
  write_file (fixture, text->str, text->len);
  reader = im_row_reader_open (fixture->path, NULL, 0, &error);
  g_assert_no_error (error);
  g_assert_false (im_row_reader_get_format (reader)->has_time);
  g_assert_cmpuint (im_row_reader_get_format (reader)->n_channels, ==, 2);
  while (TRUE)
    {
      g_autoptr (ImRecording) rows = im_row_reader_read (reader, 32768, &error);

      if (rows == NULL)
        break;
      assert_rows (rows, n, 0);
      n += rows->n_rows;
    }
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, N_ROWS);
}

/* An array with more numbers than are read at once; of two channels the second first. */
static void
test_array (Fixture *fixture, gconstpointer data)
{
  const char *const channels[] = { "2", "1", NULL };
  const ImRecordingOptions options = { .channels = channels, .rate_hz = 50 };
  const ImShape shape = { .rank = 2, .size = { 2, N_ROWS } };
  g_autoptr (GString) bytes = g_string_new (NULL);
  g_autoptr (ImRowReader) reader = NULL;
  g_autoptr (ImRecording) rows = NULL;
  g_autoptr (GError) error = NULL;
  gsize n = 0;

  im_npy_append_header (IM_DTYPE_FLOAT64, &shape, 0, bytes);
  for (gsize i = 0; i < N_ROWS; i++)
    for (guint k = 0; k < 2; k++)
      {
        double value = make_value (i, 1 - k);

        g_string_append_len (bytes, (const char *) &value, sizeof value);
      }
  write_file (fixture, bytes->str, bytes->len);
  reader = im_row_reader_open (fixture->path, &options, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (im_row_reader_get_format (reader)->n_rows, ==, N_ROWS);
  g_assert_false (im_row_reader_get_format (reader)->is_open);
  while ((rows = im_row_reader_read (reader, 30000, &error)) != NULL)
    {
      assert_rows (rows, n, 0);
      n += rows->n_rows;
      g_clear_pointer (&rows, im_recording_unref);
    }
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, N_ROWS);
  g_assert_true (im_row_reader_seek (reader, N_ROWS - 3, &error));
  rows = im_row_reader_read (reader, 30000, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (rows->n_rows, ==, 3);
  assert_rows (rows, N_ROWS - 3, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/row-reader/", cases[i].name, NULL);

      g_test_add (path, Fixture, &cases[i], set_up, test_long, tear_down);
    }
  g_test_add ("/row-reader/no-time", Fixture, NULL, set_up, test_no_time, tear_down);
  g_test_add ("/row-reader/array", Fixture, NULL, set_up, test_array, tear_down);

  return g_test_run ();
}
