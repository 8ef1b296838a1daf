/* SPDX-License-Identifier: MIT */
#include "base/im-json.h"

#include <math.h>

typedef enum
{
  ON_ONE_LINE,
  IN_ROWS,
  IN_LINES,
} Layout;

typedef struct
{
  const char *name;
  Layout layout;
  const char *expected;
} LayoutCase;

static const LayoutCase layout_cases[] = {
  { "line", ON_ONE_LINE, "[{\"a\": 1, \"b\": [true, null]}, [], {}]\n" },
  { "rows", IN_ROWS, "[\n  {\"a\": 1, \"b\": [true, null]},\n  [],\n  {}\n]\n" },
  { "lines", IN_LINES,
    "[\n"
    "  {\n"
    "    \"a\": 1,\n"
    "    \"b\": [\n"
    "      true,\n"
    "      null\n"
    "    ]\n"
    "  },\n"
    "  [],\n"
    "  {}\n"
    "]\n" },
};

static void
test_layout (gconstpointer data)
{
  const LayoutCase *c = data;
  g_autoptr (GString) out = g_string_new (NULL);
  ImJson json = { .out = out, .has_lines = c->layout == IN_LINES };

  if (c->layout == IN_ROWS)
    im_json_open_rows (&json);
  else
    im_json_open_array (&json);
  im_json_open_object (&json);
  im_json_member_int (&json, "a", 1);
  im_json_member_array (&json, "b");
  im_json_bool (&json, TRUE);
  im_json_null (&json);
  im_json_close_array (&json);
  im_json_close_object (&json);
  im_json_open_array (&json);
  im_json_close_array (&json);
  im_json_open_object (&json);
  im_json_close_object (&json);
  im_json_close_array (&json);

  g_assert_cmpstr (out->str, ==, c->expected);
}

static void
test_values (void)
{
  static const char *const texts[] = { "é", "\xff" };
  g_autoptr (GString) out = g_string_new (NULL);
  ImJson json = { .out = out };

  im_json_open_object (&json);
  im_json_member_double (&json, "third", 1.0 / 3.0);
  im_json_member_double (&json, "nan", NAN);
  im_json_member_double (&json, "inf", -INFINITY);
  im_json_member_int (&json, "least", G_MININT64);
  im_json_member_text (&json, "left out", NULL);
  im_json_member_string (&json, "q\"", NULL);
  im_json_member_strings (&json, "texts", texts, G_N_ELEMENTS (texts));
  im_json_member_null (&json, "nothing");
  im_json_member_bool (&json, "no", FALSE);
  im_json_close_object (&json);

  g_assert_cmpstr (out->str, ==,
                   "{\"third\": 0.3333333333333333, \"nan\": \"NaN\", "
                   "\"inf\": \"-Infinity\", \"least\": -9223372036854775808, "
                   "\"q\\\"\": null, \"texts\": [\"é\", \"\uFFFD\"], "
                   "\"nothing\": null, \"no\": false}\n");
}

/* What nobody has opened rows in stays on one line, and rows end with their array. */
static void
test_rows_inside (void)
{
  g_autoptr (GString) out = g_string_new (NULL);
  ImJson json = { .out = out };

  im_json_open_object (&json);
  im_json_name (&json, "rows");
  im_json_open_rows (&json);
  im_json_int (&json, 1);
  im_json_int (&json, 2);
  im_json_close_array (&json);
  im_json_name (&json, "none");
  im_json_open_rows (&json);
  im_json_close_array (&json);
  im_json_member_int (&json, "c", 3);
  im_json_close_object (&json);

  g_assert_cmpstr (out->str, ==, "{\"rows\": [\n  1,\n  2\n], \"none\": [], \"c\": 3}\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (layout_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/json/layout/", layout_cases[i].name, NULL);

      g_test_add_data_func (path, &layout_cases[i], test_layout);
    }
  g_test_add_func ("/json/values", test_values);
  g_test_add_func ("/json/rows-inside", test_rows_inside);

  return g_test_run ();
}
