/* SPDX-License-Identifier: MIT
 *
 * What is said of how to read a recording, and what is read then.
 */
#include <string.h>

#include "recording-text.h"
#include "recording/im-feed.h"
#include "recording/im-recording-preview.h"
#include "recording/im-recording-time.h"

typedef struct
{
  const char *name;
  const char *text;     /* of a CSV file */
  const char *said;     /* KEY=VALUE, with a bar between */
  const char *expected; /* the recording, or a message */
} Case;

static const Case cases[] = {
  { "order", "a,b,c\n1,2,3\n4,5,6\n", "channels=c,a", "c a: 3 1; 6 4" },
  { "numbers", "1,2,3\n4,5,6\n", "channels= 3 , 1 ", "column3 column1: 3 1; 6 4" },
  { "name-that-is-a-number", "2,a,1\n7,8,9\n", "header=yes|channels=1,2", "1 2: 9 7" },
  { "twice", "a,b\n1,2\n", "channels=b,b", "b b: 2 2" },
  { "others-are-text", "who,a\nme,1\nyou,2\n", "channels=a", "a: 1; 2" },
  { "time-is-wanted", "time,a\n0,1\n0.5,2\n", "channels=time,a",
    "time a: 0 1; 0.5 2 t=0 0.5 @2" },
  { "time-that-is-none", "t,a\n5,1\n5,2\n", "channels=a", "a: 1; 2" },
  { "other-time", "a,b\n0,1\n500,2\n", "time=a", "b: 1; 2 t=0 500 @0.002" },
  { "time-of-unit", "x (ms),b\n0,1\n500,2\n", "time=1", "b: 1; 2 t=0 500 @0.002" },
  { "no-time", "time,a\n0,1\n1,2\n", "time=none|rate=50", "time a: 0 1; 1 2 @50" },
  { "separator", "a b;c\n1;2\n", "separator=semicolon", "a b c: 1 2" },
  { "tab", "a,b\tc\n1\t2\n", "separator=tab", "a,b c: 1 2" },
  { "decimal", "a;b\n1;2\n", "decimal=comma", "a b: 1 2" },
  { "header", "1,2\n3,4\n", "header=yes", "1 2: 3 4" },
  { "no-header", "1,2\n3,4\n", "header=no", "column1 column2: 1 2; 3 4" },
  { "no-such-column", "a,b\n1,2\n", "channels=a,x",
    "file: expected a column “x”, there are 2: 1 a, 2 b" },
  { "no-such-number", "1,2\n", "channels=3",
    "file: expected a column “3”, there are 2: 1, 2" },
  { "no-such-time", "a,b\n1,2\n", "time=c",
    "file: expected a column “c”, there are 2: 1 a, 2 b" },
  { "names-without-header", "a,b\n1,2\n", "header=no",
    "file:1: column 1: expected a number, found “a”" },
  { "same-signs", "a,b\n1,2\n", "separator=,|decimal=,",
    "file: expected another decimal sign than the “,” that stands between cells" },
  { "bad-separator", "1\n", "separator=slash",
    "separator: expected comma, semicolon, tab or space, found “slash”" },
  { "bad-decimal", "1\n", "decimal=", "decimal: expected point or comma, found “”" },
  { "bad-header", "1\n", "header=maybe", "header: expected yes or no, found “maybe”" },
  { "bad-rate", "1\n", "rate=0",
    "rate: expected rows per second, a number above 0, found “0”" },
  { "rate-with-unit", "1\n", "rate=50 Hz",
    "rate: expected rows per second, a number above 0, found “50 Hz”" },
  { "bad-skip", "1\n", "skip=-1",
    "skip: expected seconds, a number of at least 0, found “-1”" },
  { "bad-align", "1\n", "align=maybe", "align: expected yes or no, found “maybe”" },
  { "no-name", "1\n", "channels=a,,b",
    "channels: expected names or numbers of columns with commas between, found “a,,b”" },
};

static gboolean
say (ImFeed *feed, const char *said, GError **error)
{
  g_auto (GStrv) words = g_strsplit (said, "|", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      char *equals = strchr (words[i], '=');

      *equals = '\0';
      if (!im_feed_set (feed, words[i], equals + 1, error))
        return FALSE;
    }

  return TRUE;
}

static void
test_case (Fixture *fixture, gconstpointer data)
{
  const Case *c = data;
  g_autoptr (ImRecording) recording = NULL;
  g_autoptr (ImFeed) feed = NULL;
  g_autoptr (GString) found = g_string_new (NULL);
  g_autofree char *description = NULL;
  g_autoptr (GError) error = NULL;

  write_file (fixture, c->text, strlen (c->text));
  feed = im_feed_new (fixture->path);
  if (say (feed, c->said, &error))
    recording = im_recording_load (feed->path, &feed->options, &error);
  g_assert_true ((recording == NULL) == (error != NULL));
  if (recording != NULL)
    description = dup_description (recording);
  g_string_append (found, recording != NULL ? description : error->message);
  g_string_replace (found, fixture->path, "file", 0);
  g_assert_cmpstr (found->str, ==, c->expected);
}

/* The start of a file as it stands there, with what was found out about it. */
static void
test_preview (Fixture *fixture, gconstpointer data)
{
  const char *text = "ms;who, when;x\n0;me;1,5\n20;you;2,5\n60;you;3\n80;me;4\n";
  const char *const wanted[] = { "x", NULL };
  const ImRecordingOptions options = { .channels = wanted };
  g_autoptr (ImRecordingPreview) preview = NULL;
  g_autoptr (ImRecordingPreview) all = NULL;
  g_autofree char *name = NULL, *number = NULL;
  g_autoptr (GError) error = NULL;
  ImRecordingGaps gaps = { 0 };

  write_file (fixture, text, strlen (text));
  preview = im_recording_preview_load (fixture->path, &options, 2, &error);
  g_assert_no_error (error);
  g_assert_true (preview->is_text);
  g_assert_cmpint (preview->separator, ==, ';');
  g_assert_cmpint (preview->decimal, ==, ',');
  g_assert_true (preview->has_header);
  g_assert_cmpuint (preview->time_column, ==, 0);
  g_assert_cmpuint (preview->n_columns, ==, 3);
  g_assert_cmpuint (preview->rows->len, ==, 2);
  g_assert_cmpstr (((char **) g_ptr_array_index (preview->rows, 1))[1], ==, "you");
  g_assert_cmpuint (preview->start->n_rows, ==, 4);
  name = im_recording_preview_dup_reference (preview, 2);
  number = im_recording_preview_dup_reference (preview, 1);
  g_assert_cmpstr (name, ==, "x");
  g_assert_cmpstr (number, ==, "2");
  im_recording_gaps_add (&gaps, preview->start);
  g_assert_cmpuint (gaps.n, ==, 1);
  g_assert_cmpuint (gaps.first_row, ==, 2);
  g_assert_cmpfloat_with_epsilon (gaps.longest_s, 0.04, 1e-12);

  all = im_recording_preview_load (fixture->path, NULL, 2, &error);
  g_assert_no_error (error);
  g_assert_null (all->start);
  g_assert_nonnull (strstr (all->problem, "column 2 (who, when): expected a number"));
}

/* An array does not say its rate. */
static void
test_array (Fixture *fixture, gconstpointer data)
{
  static const char bytes[] = "\x93NUMPY\x01\0\x47\0{'descr': '|i1', "
                              "'fortran_order': False, 'shape': (2, 3), }"
                              "           \n\1\2\3\4\5\6";
  g_autoptr (ImRecordingPreview) preview = NULL;
  g_autoptr (GError) error = NULL;

  write_file (fixture, bytes, sizeof bytes - 1);
  preview = im_recording_preview_load (fixture->path, NULL, 1, &error);
  g_assert_no_error (error);
  g_assert_false (preview->is_text);
  g_assert_false (preview->has_rate);
  g_assert_cmpuint (preview->n_columns, ==, 3);
  g_assert_cmpuint (preview->rows->len, ==, 1);
  g_assert_cmpstr (((char **) g_ptr_array_index (preview->rows, 0))[2], ==, "3");
  g_assert_cmpuint (preview->start->n_rows, ==, 2);
}

/* What is said can be asked for, and taken back. */
static void
test_texts (void)
{
  static const char *const texts[][2] = { { "separator", "tab" }, { "decimal", "," },
                                          { "header", "no" },     { "time", "none" },
                                          { "rate", "12.5" },     { "channels", "b,2" } };
  g_autoptr (ImFeed) feed = im_feed_new ("a.csv");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_assert_true (im_feed_set (feed, texts[i][0], texts[i][1], &error));
      g_assert_no_error (error);
    }

  g_autoptr (ImFeed) copy = im_feed_copy (feed);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *text = im_feed_dup_text (copy, texts[i][0]);
      g_autofree char *nothing = NULL;

      g_assert_cmpstr (text, ==, texts[i][1]);
      g_assert_true (im_feed_set (copy, texts[i][0], NULL, &error));
      nothing = im_feed_dup_text (copy, texts[i][0]);
      g_assert_null (nothing);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/feed/", cases[i].name, NULL);

      g_test_add (path, Fixture, &cases[i], set_up, test_case, tear_down);
    }
  g_test_add ("/feed/preview", Fixture, NULL, set_up, test_preview, tear_down);
  g_test_add ("/feed/array", Fixture, NULL, set_up, test_array, tear_down);
  g_test_add_func ("/feed/texts", test_texts);

  return g_test_run ();
}
