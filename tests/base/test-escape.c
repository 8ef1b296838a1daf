/* SPDX-License-Identifier: MIT */
#include "base/im-escape.h"

typedef struct
{
  const char *name;
  ImEscape target;
  const char *text;
  const char *expected;
} EscapeCase;

static const EscapeCase cases[] = {
  { "line/plain", IM_ESCAPE_LINE, "Core.Math.Max é 音 <&>`\"",
    "Core.Math.Max é 音 <&>`\"" },
  { "line/blanks", IM_ESCAPE_LINE, "a\nb\tc\rd", "a b c d" },
  { "line/c0", IM_ESCAPE_LINE, "\033[31m\a\f\v", "\\u001b[31m\\u0007\\u000c\\u000b" },
  { "line/delete", IM_ESCAPE_LINE, "\x7F", "\\u007f" },
  { "line/c1", IM_ESCAPE_LINE,
    "a\xC2\x9B"
    "31m\xC2\x85",
    "a\\u009b31m\\u0085" },
  { "line/override", IM_ESCAPE_LINE, "\u202Exe\u202C", "\\u202exe\\u202c" },
  { "line/isolate", IM_ESCAPE_LINE, "\u2066a\u2069\u200F", "\\u2066a\\u2069\\u200f" },
  { "line/zero-width", IM_ESCAPE_LINE, "a\u200Bb\uFEFFc\u00AD",
    "a\\u200bb\\ufeffc\\u00ad" },
  { "line/separators", IM_ESCAPE_LINE, "a\u2028b\u2029", "a\\u2028b\\u2029" },
  { "line/filler", IM_ESCAPE_LINE, "a\u3164", "a\\u3164" },
  { "line/tag", IM_ESCAPE_LINE, "\U000E0041", "\\U000e0041" },
  { "line/no-character", IM_ESCAPE_LINE, "\uFFFE", "\\ufffe" },
  { "line/broken", IM_ESCAPE_LINE, "a\xFFz", "a\uFFFDz" },
  { "text/lines", IM_ESCAPE_TEXT, "a\n\tb\r\033", "a\n\tb \\u001b" },
  { "c-comment/end", IM_ESCAPE_C_COMMENT, "*/ x /*", "* / x / *" },
  { "c-comment/mixed", IM_ESCAPE_C_COMMENT, "a */ b /* c\n?\?/ //*",
    "a * / b / * c ? ?/ // *" },
  { "c-comment/overlap", IM_ESCAPE_C_COMMENT, "/*/*/", "/ * / * /" },
  { "c-comment/trigraph", IM_ESCAPE_C_COMMENT, "?\?/", "? ?/" },
  { "c-comment/line", IM_ESCAPE_C_COMMENT, "a\nb\u202E", "a b\\u202e" },
  { "c-string/quotes", IM_ESCAPE_C_STRING, "\"\\\n", "\\\"\\\\\\012" },
  { "c-string/trigraph", IM_ESCAPE_C_STRING, "?\?/", "?\\?/" },
  { "c-string/bytes", IM_ESCAPE_C_STRING, "\xC3\xA9\xFF", "\\303\\251\\377" },
  { "python/quotes", IM_ESCAPE_PYTHON_STRING, "\"\"\"\\'", "\\\"\\\"\\\"\\\\'" },
  { "python/lines", IM_ESCAPE_PYTHON_STRING, "a\nb\r\t", "a\\nb\\r\\t" },
  { "python/hidden", IM_ESCAPE_PYTHON_STRING, "\u202E\U000E0041\f",
    "\\u202e\\U000e0041\\u000c" },
  { "json/quotes", IM_ESCAPE_JSON, "\"\\/\n\t", "\\\"\\\\/\\n\\t" },
  { "json/hidden", IM_ESCAPE_JSON, "\x01\u202E\xC2\x9B", "\\u0001\\u202e\\u009b" },
  { "json/pair", IM_ESCAPE_JSON, "\U000E0041", "\\udb40\\udc41" },
  { "xml/markup", IM_ESCAPE_XML, "<a b=\"'\">&]]>",
    "&lt;a b=&quot;&#39;&quot;&gt;&amp;]]&gt;" },
  { "xml/hidden", IM_ESCAPE_XML, "a\n\x01\uFFFE", "a\n\\u0001\\ufffe" },
  { "markdown/quote", IM_ESCAPE_MARKDOWN_CODE, "a`<b>`\n# c", "a\\u0060<b>\\u0060 # c" },
};

static void
test_escape (gconstpointer data)
{
  const EscapeCase *c = data;
  g_autofree char *actual = im_escape_dup (c->target, c->text);

  g_assert_cmpstr (actual, ==, c->expected);
}

/* What stands in front of the text belongs to the comment, too. */
static void
test_neighbour (void)
{
  g_autoptr (GString) out = g_string_new ("/*");

  im_escape_append (IM_ESCAPE_C_COMMENT, "/ x", out);

  g_assert_cmpstr (out->str, ==, "/* / x");
}

/* Of all characters, only those that have a shape come through. */
static void
test_all_characters (void)
{
  g_autoptr (GString) escaped = g_string_new (NULL);

  for (gunichar c = 1; c <= 0x10FFFF; c++)
    {
      char text[8] = "", *end;

      if (c >= 0xD800 && c <= 0xDFFF)
        continue;
      text[g_unichar_to_utf8 (c, text)] = '\0';
      for (ImEscape target = 0; target <= IM_ESCAPE_MARKDOWN_CODE; target++)
        {
          g_string_truncate (escaped, 0);
          im_escape_append (target, text, escaped);
          g_assert_true (g_utf8_validate (escaped->str, -1, (const char **) &end));
          for (const char *p = escaped->str; *p != '\0'; p = g_utf8_next_char (p))
            g_assert_true (*p == '\n' || *p == '\t' ||
                           !im_escape_is_hidden (g_utf8_get_char (p)));
        }
      if (c == 0x2FFFF)
        c = 0xDFFFF; /* the planes between have no characters */
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/escape/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_escape);
    }
  g_test_add_func ("/escape/neighbour", test_neighbour);
  g_test_add_func ("/escape/all-characters", test_all_characters);

  return g_test_run ();
}
