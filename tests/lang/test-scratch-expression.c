/* SPDX-License-Identifier: MIT
 *
 * Expressions of the scratchpad: arrays, indices, and where an expression ends.
 */
#include <string.h>

#include "base/im-arena.h"
#include "lang/im-expr.h"

typedef struct
{
  const char *name;
  const char *text;
  const char *rest; /* what follows the expression */
  const char *tree;
} ParseCase;

static const ParseCase parse_cases[] = {
  { "vector", "[1, 2]", "",
    "array shape[2]  0-6\n  constant 1  1-2\n  constant 2  4-5\n" },
  { "one", "[7]", "", "array shape[1]  0-3\n  constant 7  1-2\n" },
  { "column", "[1; 2]", "",
    "array shape[2,1]  0-6\n  constant 1  1-2\n  constant 2  4-5\n" },
  { "row", "[1, 2;]", "",
    "array shape[1,2]  0-7\n  constant 1  1-2\n  constant 2  4-5\n" },
  { "matrix", "[1, 2\n;3,\n4]", "",
    "array shape[2,2]  0-12\n  constant 1  1-2\n  constant 2  4-5\n"
    "  constant 3  7-8\n  constant 4  10-11\n" },
  { "matrices", "[1;2;;3;4]", "",
    "array shape[2,2,1]  0-10\n  constant 1  1-2\n  constant 2  3-4\n"
    "  constant 3  6-7\n  constant 4  8-9\n" },
  { "trailing", "[1,2;;]", "",
    "array shape[1,1,2]  0-7\n  constant 1  1-2\n  constant 2  3-4\n" },
  { "trailing-less", "[1;;2;]", "",
    "array shape[2,1,1]  0-7\n  constant 1  1-2\n  constant 2  4-5\n" },
  { "nested", "[[1], a]", "",
    "array shape[2]  0-8\n  array shape[1]  1-4\n    constant 1  2-3\n  name a  6-7\n" },
  { "comment", "[1, # one\n 2]", "",
    "array shape[2]  0-13\n  constant 1  1-2\n  constant 2  11-12\n" },
  { "index", "a[1][2]", "",
    "index  0-7\n  index  0-4\n    name a  0-1\n    constant 1  2-3\n  constant 2  "
    "5-6\n" },
  { "index-of-array", "[5, 6][1]", "",
    "index  0-9\n  array shape[2]  0-6\n    constant 5  1-2\n    constant 6  4-5\n"
    "  constant 1  7-8\n" },
  { "member", "a.len", "", "call method len  0-5\n  name a  0-1\n" },
  { "call", "narrow(\na)", "", "call bare narrow  0-10\n  name a  8-9\n" },
  { "names", "null", "", "name null  0-4\n" },
  { "no-libraries", "Math", "", "name Math  0-4\n" },
  { "line", "a\n[1]", "\n[1]", "name a  0-1\n" },
  { "operator-line", "(a\n+ b)", "", "operator +  0-7\n  name a  1-2\n  name b  5-6\n" },
  { "semicolon", "a; b", "; b", "name a  0-1\n" },
  { "assign", "a = 1", "= 1", "name a  0-1\n" },
  { "equal", "a == 1", "", "operator ==  0-6\n  name a  0-1\n  constant 1  5-6\n" },
  { "compound", "a += 1", "+= 1", "name a  0-1\n" },
  { "shift-compound", "a >>= 1", ">>= 1", "name a  0-1\n" },
  { "range", "a:b", ":b", "name a  0-1\n" },
  { "conditional", "a ? b : c", "? b : c", "name a  0-1\n" },
  { "end-comment", "a # [", "", "name a  0-1\n" },
};

static void
test_parse (gconstpointer data)
{
  const ParseCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GString) tree = g_string_new (NULL);
  const ImExprError *error = NULL;
  gsize offset = 0;
  const ImExpr *expr = im_expr_parse_scratch (arena, c->text, strlen (c->text), &offset,
                                              &error);

  g_assert_null (error);
  g_assert_nonnull (expr);
  im_expr_append_text (expr, tree);
  g_assert_cmpstr (tree->str, ==, c->tree);
  g_assert_cmpstr (c->text + offset, ==, c->rest);
}

typedef struct
{
  const char *name;
  const char *text;
  guint start, end;
  const char *message;
} ErrorCase;

static const ErrorCase error_cases[] = {
  { "nothing", "[]", 1, 2, "expected a value, found “]”" },
  { "comma", "[1, ]", 4, 5, "expected a value, found “]”" },
  { "unclosed", "[1, 2", 0, 1, "this bracket is not closed" },
  { "unclosed-comma", "[1,", 0, 1, "this bracket is not closed" },
  { "separator", "[1 2]", 3, 4, "expected “,”, “;” or “]”, found “2”" },
  { "next-line", "[1, 2 # two\nb = 3", 5, 6,
    "expected “,”, “;” or “]”, found the end of the line" },
  { "next-line-parenthesis", "(1 +\n2\nb = 3", 6, 7,
    "expected an operator or “)”, found the end of the line" },
  { "ragged", "[1, 2; 3]", 8, 9, "a row of size 1 ends here, the first one has size 2" },
  { "ragged-rows", "[1;2;;3]", 7, 8,
    "a part of size 1 ends here, the first one has size 2" },
  { "ragged-trailing", "[1,2;3;]", 6, 7,
    "a row of size 1 ends here, the first one has size 2" },
  { "rank", "[1;;;;;;;;;;;;;;;;2]", 17, 18, "an array has at most 16 axes" },
  { "index-unclosed", "a[1", 1, 2, "this bracket is not closed" },
  { "index-comma", "a[1, 2]", 3, 4,
    "each index has brackets of its own, such as a[1][2]" },
  { "index-nothing", "a[]", 2, 3, "expected a value, found “]”" },
  { "line", "1 +\n2", 3, 4, "expected a value, found the end of the line" },
  { "string-line", "'a\nb'", 0, 2, "a string must end with ' on its line" },
  { "full-width", "［1］", 0, 3, "this is a full-width character; write the plain one" },
  { "times", "[2 × 3]", 3, 5, "write “*”" },
  { "int", "[4294967296]", 1, 11,
    "“4294967296” does not fit in a uint (0 to 4294967295); as a real it ends in .0" },
};

static void
test_error (gconstpointer data)
{
  const ErrorCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImExprError *error = NULL;
  gsize offset = 0;

  g_assert_null (
      im_expr_parse_scratch (arena, c->text, strlen (c->text), &offset, &error));
  g_assert_nonnull (error);
  g_assert_cmpstr (error->message, ==, c->message);
  g_assert_cmpuint (error->span.start, ==, c->start);
  g_assert_cmpuint (error->span.end, ==, c->end);
  g_assert_cmpuint (offset, ==, 0);
}

/* Nesting has a limit, whatever nests. */
static void
test_depth (void)
{
  static const char *const opening[] = { "[", "a[", "(", "narrow(" };

  for (guint i = 0; i < G_N_ELEMENTS (opening); i++)
    {
      g_autoptr (ImArena) arena = im_arena_new ();
      g_autoptr (GString) text = g_string_new (NULL);
      const ImExprError *error = NULL;
      gsize offset = 0;

      for (guint j = 0; j < 100000; j++)
        g_string_append (text, opening[i]);
      g_assert_null (
          im_expr_parse_scratch (arena, text->str, text->len, &offset, &error));
      g_assert_nonnull (error);
      g_assert_cmpint (error->code, ==, IM_EXPR_ERROR_LIMIT);
    }
}

/* Expressions of units have no arrays. */
static void
test_unchanged (void)
{
  static const char *const texts[] = {
    "[1]", "a[1]", "a # b", "a; b", "a = b", "a += 1"
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (ImArena) arena = im_arena_new ();
      const ImExprError *error = NULL;

      g_assert_null (im_expr_parse (arena, texts[i], -1, NULL, &error));
      g_assert_cmpint (error->code, ==, IM_EXPR_ERROR_SYNTAX);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (parse_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/scratch-expression/parse/",
                                           parse_cases[i].name, NULL);

      g_test_add_data_func (path, &parse_cases[i], test_parse);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (error_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/scratch-expression/error/",
                                           error_cases[i].name, NULL);

      g_test_add_data_func (path, &error_cases[i], test_error);
    }
  g_test_add_func ("/scratch-expression/depth", test_depth);
  g_test_add_func ("/scratch-expression/unchanged", test_unchanged);

  return g_test_run ();
}
