/* SPDX-License-Identifier: MIT */
#include "base/im-source.h"

#include <string.h>

typedef struct
{
  const char *name;
  const char *text;
  gsize offset;
  guint line, column;
} LocateCase;

static const LocateCase locate_cases[] = {
  { "empty", "", 0, 1, 1 },
  { "empty-past-end", "", 5, 1, 1 },
  { "start", "abc", 0, 1, 1 },
  { "middle", "abc", 2, 1, 3 },
  { "end", "abc", 3, 1, 4 },
  { "past-end", "abc", 100, 1, 4 },
  { "lf-itself", "a\nb", 1, 1, 2 },
  { "behind-lf", "a\nb", 2, 2, 1 },
  { "lf-at-end", "a\n", 2, 2, 1 },
  { "empty-lines", "\n\n\n", 2, 3, 1 },
  { "crlf-cr", "a\r\nb", 1, 1, 2 },
  { "crlf-lf", "a\r\nb", 2, 1, 3 },
  { "behind-crlf", "a\r\nb", 3, 2, 1 },
  { "cr-itself", "a\rb", 1, 1, 2 },
  { "behind-cr", "a\rb", 2, 2, 1 },
  { "cr-at-end", "a\r", 2, 2, 1 },
  { "cr-cr", "a\r\rb", 3, 3, 1 },
  { "lf-cr", "a\n\rb", 3, 3, 1 },
  { "mixed", "1\n2\r\n3\r4", 7, 4, 1 },
  { "utf8-before", "Größe", 2, 1, 3 },
  { "utf8-behind", "Größe", 6, 1, 5 },
  { "utf8-four-bytes", "𝄞x", 4, 1, 2 },
  { "utf8-second-line", "ä\nöü", 5, 2, 2 },
  { "broken-utf8", "\xFF\xFEx", 2, 1, 3 },
};

static void
test_locate (gconstpointer data)
{
  const LocateCase *c = data;
  g_autoptr (ImSource) source = im_source_new_for_string ("text", c->text);
  guint line = 99, column = 99;

  im_source_locate (source, c->offset, &line, &column);

  g_assert_cmpuint (line, ==, c->line);
  g_assert_cmpuint (column, ==, c->column);
}

typedef struct
{
  const char *name;
  const char *text;
  guint line;
  ImSpan expected;
} LineCase;

static const LineCase line_cases[] = {
  { "empty", "", 1, { 0, 0 } },
  { "only", "abc", 1, { 0, 3 } },
  { "lf", "ab\ncd\n", 2, { 3, 5 } },
  { "crlf", "ab\r\ncd\r\n", 2, { 4, 6 } },
  { "cr", "ab\rcd\r", 2, { 3, 5 } },
  { "behind-last-lf", "ab\n", 2, { 3, 3 } },
  { "blank-between", "a\n\nb", 2, { 2, 2 } },
  { "blank-between-crlf", "a\r\n\r\nb", 2, { 3, 3 } },
  { "line-0", "ab\ncd", 0, { 5, 5 } },
  { "no-such-line", "ab\ncd", 3, { 5, 5 } },
};

static void
test_line (gconstpointer data)
{
  const LineCase *c = data;
  g_autoptr (ImSource) source = im_source_new_for_string ("text", c->text);
  ImSpan span = im_source_get_line (source, c->line);

  g_assert_cmpuint (span.start, ==, c->expected.start);
  g_assert_cmpuint (span.end, ==, c->expected.end);
}

/* The lines of any text, put together with their ends, are the text; and locate agrees
 * with them. */
static void
test_random_lines (void)
{
  static const char alphabet[] = "ab\n\r";

  for (guint round = 0; round < 500; round++)
    {
      char text[24] = "";
      guint line, column, length = (guint) g_test_rand_int_range (0, sizeof text);
      guint32 behind = 0;

      for (guint i = 0; i < length; i++)
        text[i] = alphabet[g_test_rand_int_range (0, 4)];
      g_autoptr (ImSource) source = im_source_new_for_string ("random", text);

      im_source_locate (source, length, &line, &column);
      for (guint number = 1; number <= line; number++)
        {
          ImSpan span = im_source_get_line (source, number);
          guint found_line, found_column;

          g_assert_cmpuint (span.start, ==, behind);
          im_source_locate (source, span.end, &found_line, &found_column);
          g_assert_cmpuint (found_line, ==, number);
          g_assert_cmpuint (found_column, ==, span.end - span.start + 1);
          behind = span.end;
          if (text[behind] == '\r' && text[behind + 1] == '\n')
            behind += 2;
          else if (text[behind] != '\0')
            behind++;
        }
      g_assert_cmpuint (behind, ==, length);
    }
}

static void
test_text (void)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static ("a\0b", 3);
  ImSource *source = im_source_new ("name.txt", bytes);
  ImSource *same = im_source_ref (source);
  gsize length = 0;

  g_assert_true (same == source);
  im_source_unref (source);
  g_assert_cmpstr (im_source_get_name (same), ==, "name.txt");
  g_assert_cmpmem (im_source_get_text (same, &length), 4, "a\0b", 4);
  g_assert_cmpuint (length, ==, 3);
  im_source_unref (same);
  im_source_unref (NULL);
}

static void
test_empty_bytes (void)
{
  g_autoptr (GBytes) bytes = g_bytes_new (NULL, 0);
  g_autoptr (ImSource) source = im_source_new ("empty", bytes);

  g_assert_cmpstr (im_source_get_text (source, NULL), ==, "");
}

/* Columns of a line that is longer than a block of the map, against a plain count. */
static void
test_long_line (void)
{
  static const char *const pieces[] = { "a", "é", "音", "𝄞" };
  g_autoptr (GString) text = g_string_new ("x\n");
  g_autoptr (ImSource) source = NULL;
  guint characters = 0;

  for (guint i = 0; i < 2000; i++)
    g_string_append (text, pieces[i * i % 7 % 4]);
  source = im_source_new_for_string ("text", text->str);
  for (gsize i = 2; i <= text->len; i++)
    {
      guint line, column;

      im_source_locate (source, i, &line, &column);
      g_assert_cmpuint (line, ==, 2);
      g_assert_cmpuint (column, ==, characters + 1);
      characters += (text->str[i] & 0xC0) != 0x80;
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (locate_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/source/locate/", locate_cases[i].name, NULL);

      g_test_add_data_func (path, &locate_cases[i], test_locate);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (line_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/source/line/", line_cases[i].name, NULL);

      g_test_add_data_func (path, &line_cases[i], test_line);
    }
  g_test_add_func ("/source/random-lines", test_random_lines);
  g_test_add_func ("/source/text", test_text);
  g_test_add_func ("/source/empty-bytes", test_empty_bytes);
  g_test_add_func ("/source/long-line", test_long_line);

  return g_test_run ();
}
