/* SPDX-License-Identifier: MIT */
#include "fragment/im-licence.h"

#include <string.h>

typedef struct
{
  const char *name;
  const char *text;
  const char *expected; /* NULL if it is no expression */
} ExpressionCase;

static const ExpressionCase expressions[] = {
  { "single", "MIT", "MIT" },
  { "version", "GPL-2.0+", "GPL-2.0+" },
  { "exception", "GPL-2.0-only WITH Classpath-exception-2.0 OR MIT",
    "GPL-2.0-only WITH Classpath-exception-2.0 OR MIT" },
  { "blanks", "  MIT   AND\tBSD-3-Clause ", "MIT AND BSD-3-Clause" },
  { "lower-case", "MIT or Apache-2.0 with LLVM-exception",
    "MIT OR Apache-2.0 WITH LLVM-exception" },
  { "parentheses", "( MIT OR (X11 AND ISC) ) AND Zlib",
    "(MIT OR (X11 AND ISC)) AND Zlib" },
  { "reference", "LicenseRef-own", "LicenseRef-own" },
  { "document", "DocumentRef-a.b:LicenseRef-c AND MIT",
    "DocumentRef-a.b:LicenseRef-c AND MIT" },
  { "empty", "", NULL },
  { "sentence", "see the file LICENSE", NULL },
  { "comma", "MIT, Apache-2.0", NULL },
  { "slash", "MIT/Apache-2.0", NULL },
  { "operator-alone", "OR", NULL },
  { "operator-at-end", "MIT OR", NULL },
  { "with-nothing", "MIT WITH", NULL },
  { "open", "(MIT", NULL },
  { "closed", "MIT)", NULL },
  { "no-operator", "MIT ISC", NULL },
  { "document-alone", "DocumentRef-a:MIT", NULL },
  { "markup", "MIT<script>", NULL },
};

/* The expression that a single tag is, or NULL. */
static char *
dup_expression (const char *text)
{
  g_autoptr (GPtrArray) tags = g_ptr_array_new ();
  gboolean is_expression;

  g_ptr_array_add (tags, (gpointer) text);
  g_autofree char *all = im_licence_dup_all (tags, &is_expression);

  return is_expression ? g_steal_pointer (&all) : NULL;
}

static void
test_expression (gconstpointer data)
{
  const ExpressionCase *c = data;
  g_autofree char *actual = dup_expression (c->text);

  g_assert_cmpstr (actual, ==, c->expected);
}

static void
test_deep (void)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 100000; i++)
    g_string_append_c (text, '(');
  g_autofree char *deep = dup_expression (text->str);

  g_assert_null (deep);
}

typedef struct
{
  const char *name;
  const char *file; /* a code file */
  const char *expected;
  gboolean is_expression;
} FileCase;

static const FileCase files[] = {
  { "none", "int x;\n", NULL, FALSE },
  { "comment",
    "/* SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0 OR MIT */\n",
    "GPL-2.0-only WITH Classpath-exception-2.0 OR MIT", TRUE },
  { "middle", "/*\n * SPDX-License-Identifier: MIT\r\n * text */", "MIT", TRUE },
  { "script", "# SPDX-License-Identifier: MIT-0\nx = 1\n", "MIT-0", TRUE },
  { "markup", "<!-- SPDX-License-Identifier: MIT-0 -->", "MIT-0", TRUE },
  { "two", "// SPDX-License-Identifier: MIT OR ISC\n// SPDX-License-Identifier: Zlib\n",
    "(MIT OR ISC) AND Zlib", TRUE },
  { "same", "// SPDX-License-Identifier: MIT\n// SPDX-License-Identifier:  MIT  \n",
    "MIT", TRUE },
  { "sentence", "// SPDX-License-Identifier: MIT\n// SPDX-License-Identifier: ask us\n",
    "MIT; ask us", FALSE },
  { "broken", "// SPDX-License-Identifier: M\xFFT\n", "M\uFFFDT", FALSE },
};

static void
test_file (gconstpointer data)
{
  const FileCase *c = data;
  g_autoptr (GPtrArray) tags = g_ptr_array_new_with_free_func (g_free);
  gboolean is_expression;

  im_licence_collect (c->file, strlen (c->file), tags);
  g_autofree char *actual = im_licence_dup_all (tags, &is_expression);
  g_assert_cmpstr (actual, ==, c->expected);
  g_assert_cmpint (is_expression, ==, c->is_expression);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (expressions); i++)
    {
      g_autofree char *path = g_strconcat ("/licence/expression/", expressions[i].name,
                                           NULL);

      g_test_add_data_func (path, &expressions[i], test_expression);
    }
  g_test_add_func ("/licence/deep", test_deep);
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_strconcat ("/licence/file/", files[i].name, NULL);

      g_test_add_data_func (path, &files[i], test_file);
    }

  return g_test_run ();
}
