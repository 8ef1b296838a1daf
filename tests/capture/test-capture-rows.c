/* SPDX-License-Identifier: MIT
 *
 * Lines as devices send them, and the rows that they are.
 */
#include <string.h>

#include "capture/im-capture-rows.h"

typedef struct
{
  const char *name;
  const char *lines;    /* with a bar between */
  const char *said;     /* KEY=VALUE, with a bar between, or NULL */
  const char *expected; /* the header and the rows, with a bar between */
  const char *bad;      /* their number, and the first of them, or NULL */
} Case;

static const Case cases[] = {
  { "comma", "9,9|1,2|3,4.5", NULL, "column1,column2|1,2|3,4.5", NULL },
  { "header", "x,y|1,2|3,4", NULL, "x,y|1,2|3,4", NULL },
  { "header-behind-the-rest-of-a-line", ".5,3|x,y|1,2|3,4", NULL, "x,y|1,2|3,4", NULL },
  { "tab-and-decimal-comma", "0|1,5\t2|3\t4,25|5\t6", NULL,
    "column1,column2|1.5,2|3,4.25|5,6", NULL },
  { "semicolon", "0|1,5;2|3;4|5;6", NULL, "column1,column2|1.5,2|3,4|5,6", NULL },
  { "blanks", "0|1  2 |  3 4|-5 6e3", NULL, "column1,column2|1,2|3,4|-5,6e3", NULL },
  { "one-number", "0|1|2|3.5", NULL, "column1|1|2|3.5", NULL },
  { "separator-at-the-end", "0|1,2,|3,4,", NULL, "column1,column2|1,2|3,4", NULL },
  { "labels", "0|x:1,y:2|x:3,y:4", NULL, "x,y|1,2|3,4", NULL },
  { "labels-and-blanks", "0|x: 1, y: 2|x: 3, y: 4", NULL, "x,y|1,2|3,4", NULL },
  { "greeting", "boot|ready|x,y|1,2|3,4", NULL, "x,y|1,2|3,4", "1 “ready”" },
  { "header-is-not-wanted", "0|x,y|1,2|3,4", "header=no", "column1,column2|1,2|3,4",
    "1 “x,y”" },
  { "number-in-front", "boot|2024|1,2|3,4", NULL, "column1,column2|1,2|3,4", "1 “2024”" },
  { "other-lines", "0,0|1,2|3,4|hello|5,6,7|5|nan,2|8,9", NULL,
    "column1,column2|1,2|3,4|8,9", "4 “hello”" },
  { "begins-again", "0|x,y|1,2|3,4|x,y|5,6", NULL, "x,y|1,2|3,4|5,6", "1 “x,y”" },
  { "separator-is-said", "0|1,5 2|3,5 4", "separator=space|decimal=comma",
    "column1,column2|1.5,2|3.5,4", NULL },
  { "no-rows", "a|b|1|x", NULL, "", "2 “1”" },
};

typedef struct
{
  GString *text;
  gint64 time_us;
} Found;

static void
found_cb (const ImCaptureRows *rows, const char *row, gint64 time_us, gpointer data)
{
  Found *found = data;

  if (found->text->len == 0)
    {
      g_autofree char *names = g_strjoinv (",", rows->names);

      g_string_append (found->text, names);
    }
  g_string_append_c (found->text, '|');
  im_capture_rows_append (rows, row, found->text);
  g_assert_cmpint (time_us, >, found->time_us);
  found->time_us = time_us;
}

static void
test_rows (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (ImFeed) feed = im_feed_new ("serial:/dev/null");
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv) said = g_strsplit (c->said == NULL ? "" : c->said, "|", -1);
  g_auto (GStrv) lines = g_strsplit (c->lines, "|", -1);
  g_auto (ImCaptureRows) rows = { 0 };
  Found found = { text, -1 };
  g_autofree char *bad = NULL;

  for (guint i = 0; said[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (said[i], "=", 2);

      g_assert_true (im_feed_set (feed, parts[0], parts[1], NULL));
    }
  im_capture_rows_init (&rows, feed);
  for (guint i = 0; lines[i] != NULL; i++)
    im_capture_rows_take (&rows, lines[i], strlen (lines[i]), i, found_cb, &found);
  g_assert_cmpstr (text->str, ==, c->expected);
  bad = rows.n_bad == 0
            ? NULL
            : g_strdup_printf ("%" G_GUINT64_FORMAT " “%s”", rows.n_bad, rows.bad);
  g_assert_cmpstr (bad, ==, c->bad);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/capture/rows/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_rows);
    }

  return g_test_run ();
}
