/* SPDX-License-Identifier: MIT
 *
 * Tokens, trees and errors; a case is named by the rule of the language that it shows.
 */
#include <string.h>

#include "skriptnd/text/im-sknd-documentation.h"
#include "skriptnd/text/im-sknd-file.h"
#include "skriptnd/text/im-sknd-print.h"

typedef struct
{
  const char *name;
  const char *text;
  const char *expected; /* what stands in the tree behind `(to x)`, or the error */
} ParseCase;

static const ParseCase expressions[] = {
  { "L1-comment", "1 # one\n + 2", "(binary + (integer 1) (integer 2))" },
  { "L1-line-ends", "1\r\n+\r2", "(binary + (integer 1) (integer 2))" },
  { "L2-real-without-digits", "1.", "(real 1)" },
  { "L2-exponent", "1e-5", "(real 1e-05)" },
  { "L2-blank", "[1 ..(5)]", "(list (expand (integer 1) (integer 5)))" },
  { "L3-adjacent", "\"a\" 'b'", "(string (piece (text \"a\")) (piece (text \"b\")))" },
  { "L3-line-end", "\"a\nb\"", "(string (piece (text \"a\\nb\")))" },
  { "L3-quote", "\"a\\\"b\"", "(string (piece (text \"a\\\"b\")))" },
  { "L3-braces", "\"\\{k\\}\"", "(string (piece (text \"{k}\")))" },
  { "L4-underscore", "_a1", "(name _a1)" },
  { "L5-is-is-a-name", "is + in", "(binary + (name is) (name in))" },
  { "L5-is-is-an-operator", "is is in", "(binary is (name is) (name in))" },
  { "L6-longest", "a ** b * c", "(binary * (binary ** (name a) (name b)) (name c))" },
  { "L6-less-minus", "a < -b", "(binary < (name a) (unary - (name b)))" },
  { "L6-guards", "[|a|, |b|]", "(list (guard (name a)) (guard (name b)))" },
  { "L7-largest", "9223372036854775807", "(integer 9223372036854775807)" },
  { "level-power-left", "2 ** 3 ** 2",
    "(binary ** (binary ** (integer 2) (integer 3)) (integer 2))" },
  { "level-sign", "-2 ** 2", "(unary - (binary ** (integer 2) (integer 2)))" },
  { "level-maximum-below-sum", "z + a >> m << r",
    "(binary << (binary >> (binary + (name z) (name a)) (name m)) (name r))" },
  { "level-logic-is-one", "a || b && c",
    "(binary && (binary || (name a) (name b)) (name c))" },
  { "level-compare-left", "1 < 2 == true",
    "(binary == (binary < (integer 1) (integer 2)) (constant true))" },
  { "level-implies", "a => b && c",
    "(binary => (name a) (binary && (name b) (name c)))" },
  { "level-coalesce-in-else", "c ? a : b ?? d",
    "(select (name c) (name a) (coalesce (name b) (name d)))" },
  { "level-select-behind-coalesce", "a ?? c ? x : y",
    "(coalesce (name a) (select (name c) (name x) (name y)))" },
  { "level-select-without-else", "c ? a", "(select (name c) (name a) -)" },
  { "E1-takes-left", "1 - xs + ..", "(fold + (binary - (integer 1) (name xs)))" },
  { "E1-binds-tightly", "1 + xs * ..", "(binary + (integer 1) (fold * (name xs)))" },
  { "E1-compares", "xs > 0 && ..", "(fold && (binary > (name xs) (integer 0)))" },
  { "E1-goes-on", "xs + .. + 42", "(binary + (fold + (name xs)) (integer 42))" },
  { "E1-other-operator", "xs * .. == 6", "(binary == (fold * (name xs)) (integer 6))" },
  { "E2-cumulative", "xs >> ...", "(fold >> ... (name xs))" },
  { "E2-uniform", "xs := ..", "(fold := (name xs))" },
  { "E3-items", "[a, b.., 2:n, (c, d)..]",
    "(list (name a) (expand (name b) -) (range (integer 2) (name n) -) "
    "(expand (zip (name c) (name d)) -))" },
  { "E6-omitted", "a[::-1]", "(index (name a) (range - - (unary - (integer 1))))" },
  { "E7-takes-right", "s[a] <- s[a] * r",
    "(substitute (index (name s) (name a)) (binary * (index (name s) (name a)) "
    "(name r)))" },
  { "E10-test", "?x && c ? x : 0",
    "(select (binary && (test (name x)) (name c)) (name x) (integer 0))" },
  { "E14-quoted", "`abs`(x)", "(call `abs` (name x))" },
  { "E14-later-dialect", "abs(x)", "(call abs (name x))" },
  { "E15-format", "\"a = {a + 2}\"",
    "(string (piece (text \"a = \") (binary + (name a) (integer 2))))" },
  { "E16-comma", "x[i,]", "(index, (name x) (name i))" },
  { "E16-nothing", "x[]", "(index (name x))" },
  { "E17-guard", "x[|i - 1|, |j|..]",
    "(index (name x) (guard (binary - (name i) (integer 1))) "
    "(expand (guard (name j)) -))" },
  { "E17-remap", "x[|i <> 0 : n|,]",
    "(index, (name x) (remap (name i) (integer 0) (name n)))" },
  { "later-minimum", "a <? b >? c",
    "(binary >> (binary << (name a) (name b)) (name c))" },
};

static const ParseCase errors[] = {
  { "L2-dot", ".5", "Expected an expression, found “.”" },
  { "L2-no-blank", "[1..(5)]", "A blank is missing between “1” and “..”" },
  { "L2-exponent", "1e", "Digits are missing" },
  { "L2-word", "1st", "found both in one word" },
  { "L3-no-end", "'a", "The string has no end: ' is missing" },
  { "L5-keyword", "then", "Expected an expression, found “then”" },
  { "L6-illegal", "1 $ 2", "“$” is no part of the language" },
  { "L7-too-large", "9223372036854775808", "The integer is too large" },
  { "E6-member", "x.length", "Expected shape, rank or size, found “length”" },
  { "E11-name", "?(x)", "Expected a name behind “?”" },
  { "E15-no-brace", "\"a {b\"", "whose “}” is missing" },
  { "E15-inside", "\"a {1 +} b\"", "Expected an expression, found the end of “{”" },
  { "E15-escaped-quote", "\"{\\\"a\\\"}\"", "in the other kind of quotes" },
  { "open", "(1", "Expected “)”, found “;”" },
};

static void
test_expression (gconstpointer data)
{
  const ParseCase *c = data;
  g_autofree char *text = g_strdup_printf ("operator o { @using { x = %s; } }", c->text);
  g_autoptr (ImSource) source = im_source_new_for_string ("test", text);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSkndFile) file = im_sknd_parse (source, diagnostics);
  g_autofree char *expected = g_strdup_printf ("operator o\n  @using\n    (to x) %s\n",
                                               c->expected);
  g_autoptr (GString) tree = g_string_new (NULL);

  im_sknd_file_append_tree (file, tree);
  g_assert_cmpuint (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR), ==, 0);
  g_assert_cmpstr (tree->str, ==, expected);
}

static void
test_error (gconstpointer data)
{
  const ParseCase *c = data;
  g_autofree char *text = g_strdup_printf ("operator o { @using { x = %s; y = 1; } }",
                                           c->text);
  g_autoptr (ImSource) source = im_source_new_for_string ("test", text);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSkndFile) file = im_sknd_parse (source, diagnostics);
  const ImDiagnostic *first = NULL;

  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), >, 0);
  first = im_diagnostics_get (diagnostics, 0);
  g_assert_cmpstr (first->code, ==, "syntax");
  if (strstr (first->message, c->expected) == NULL)
    g_error ("%s", first->message);
  g_assert_cmpuint (first->span.start, >=, strlen ("operator o { @using { x = "));
  g_assert_cmpuint (file->n_definitions, ==, 1);
}

/* The place of an error in a string is that in the file. */
static void
test_place (void)
{
  static const char text[] =
      "operator o {\n  @assert {\n    a: \"x\"\n       \"{b +}\";\n"
      "  }\n}";
  g_autoptr (ImSource) source = im_source_new_for_string ("test", text);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSkndFile) file = im_sknd_parse (source, diagnostics);
  guint line = 0, column = 0;

  g_assert_cmpuint (file->n_definitions, ==, 1);
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 1);
  im_diagnostic_locate (im_diagnostics_get (diagnostics, 0), &line, &column);
  g_assert_cmpuint (line, ==, 4);
  g_assert_cmpuint (column, ==, 13);
}

/* Statements, blocks and definitions behind an error are read. */
static void
test_recovery (void)
{
  static const char text[] = "operator a {\n"
                             "  @using { x = 1 +; y = 2; z = ); }\n"
                             "  @inputs { x: real[]; }\n"
                             "  @input { x: real[n]\n"
                             "  @output { y real; z: real[]; }\n"
                             "  @input { z: int[]; }\n"
                             "}\n"
                             "operator b { @compose { y = { z = 1 } } }\n"
                             "operator a { }\n"
                             "operater c { }\n"
                             "graph d { @lower { y[i] ? 1; } }\n";
  static const guint lines[] = { 2, 2, 3, 5, 5, 6, 8, 9, 10, 11 };
  g_autoptr (ImSource) source = im_source_new_for_string ("test", text);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSkndFile) file = im_sknd_parse (source, diagnostics);
  g_autoptr (GString) found = g_string_new (NULL), expected = g_string_new (NULL);

  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      guint line = 0, column = 0;

      im_diagnostic_locate (im_diagnostics_get (diagnostics, i), &line, &column);
      g_string_append_printf (found, "%u ", line);
    }
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    g_string_append_printf (expected, "%u ", lines[i]);
  g_assert_cmpstr (found->str, ==, expected->str);
  g_assert_cmpuint (file->n_definitions, ==, 4);
  g_assert_cmpstr (file->definitions[1]->name.text, ==, "b");
  g_assert_cmpstr (file->definitions[3]->name.text, ==, "d");
}

/* What is cut, or no text, has one error. */
static void
test_broken (gconstpointer data)
{
  const ParseCase *c = data;
  gsize length = c->text[0] == 'N' ? 16 : strlen (c->text);
  g_autoptr (GBytes) bytes = g_bytes_new (c->text, length);
  g_autoptr (ImSource) source = im_source_new ("test", bytes);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSkndFile) file = im_sknd_parse (source, diagnostics);

  g_assert_nonnull (file);
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 1);
  g_assert_nonnull (strstr (im_diagnostics_get (diagnostics, 0)->message, c->expected));
}

static const ParseCase broken[] = {
  { "L3-string", "operator o { @using { x = 'abc; y = 1; } }", "The string has no end" },
  { "L3-string-of-lines", "operator o { @using { x = 'abc;\n y = 1; } }",
    "The string has no end" },
  { "L3-format", "operator o { @using { x = 'abc {1 + \n", "The string has no end" },
  { "L8-unknown-block", "operator o { @inputs { x: real[]; } }",
    "There is no block “@inputs”" },
  { "L8-block-twice", "operator o { @input { } @input { } }",
    "@input is there twice in o" },
  { "missing-semicolon", "operator o { @using { x = 1 } }", "Expected “;”, found “}”" },
  { "operator-twice", "operator o { } operator o { }", "“o” is defined twice" },
  { "no-operator", "@input { }", "Expected an operator or a graph, found “@input”" },
  { "no-module", "import 1;", "Expected a module, found “1”" },
  { "latin-1", "operator o { } # \374", "found the byte 252 here" },
  { "byte-0", "Noperator o { }\0", "found the byte 0 here" },
  { "utf-16", "\377\376o", "found the byte 255 here" },
  { "brace", "operator o { @using { x = 1; ", "Expected “}”, which closes @using" },
};

/* A mark of the order of bytes, and line ends of all kinds. */
static void
test_line_ends (void)
{
  g_autoptr (ImSource) source = im_source_new_for_string (
      "test", "\357\273\277import a\r\noperator\ro { # c\r@using { x = 1;\n} } # d");
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSkndFile) file = im_sknd_parse (source, diagnostics);

  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 0);
  g_assert_cmpuint (file->n_imports, ==, 1);
  g_assert_cmpuint (file->definitions[0]->n_blocks, ==, 1);
  g_assert_cmpuint (file->comments->len, ==, 2);
}

static void
test_dots_have_a_fix (void)
{
  static const char text[] = "operator o { @using { x = [1..(5)]; } }";
  g_autoptr (ImSource) source = im_source_new_for_string ("test", text);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSkndFile) file = im_sknd_parse (source, diagnostics);

  g_assert_cmpuint (file->n_definitions, ==, 1);
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 1);
  g_assert_cmpstr (im_diagnostics_get (diagnostics, 0)->fix, ==, "1 ..");
}

static void
test_mixed_logic_warns (void)
{
  g_autoptr (ImSource) source = im_source_new_for_string (
      "test", "operator o { @using { x = a || b && c; y = (a || b) && c; } }");
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSkndFile) file = im_sknd_parse (source, diagnostics);

  g_assert_cmpuint (file->n_definitions, ==, 1);
  g_assert_cmpuint (im_diagnostics_count (diagnostics, IM_SEVERITY_WARNING), ==, 1);
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 1);
}

/* A brace that closes none is read as one, with a word. */
static void
test_brace_warns (void)
{
  g_autoptr (ImSource) source = im_source_new_for_string (
      "test", "operator o { @using { x = 'a } {1} \\}'; } }");
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSkndFile) file = im_sknd_parse (source, diagnostics);

  g_assert_cmpuint (file->n_definitions, ==, 1);
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 1);
  g_assert_cmpstr (im_diagnostics_get (diagnostics, 0)->code, ==, "brace");
  g_assert_cmpuint (im_diagnostics_get (diagnostics, 0)->span.start, ==, 29);
}

/* What is nested, or long, is told once, or read. */
static void
test_extremes (gconstpointer data)
{
  const ParseCase *c = data;
  g_autoptr (GString) text = g_string_new ("operator o { @using { x = ");
  guint n_errors = 0;

  for (guint i = 0; i < 10000; i++)
    g_string_append (text, c->text);
  g_string_append (text, "1; } }");
  g_autoptr (ImSource) source = im_source_new_for_string ("test", text->str);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSkndFile) file = im_sknd_parse (source, diagnostics);

  n_errors = im_diagnostics_get_count (diagnostics);
  g_assert_cmpuint (n_errors, ==, 1);
  g_assert_nonnull (strstr (im_diagnostics_get (diagnostics, 0)->message, c->expected));
  g_assert_cmpuint (file->n_definitions, ==, 1);
}

static const ParseCase extremes[] = {
  { "parentheses", "(", "can be open" },
  { "brackets", "[", "can be open" },
  { "signs", "-", "can be open" },
  { "sums", "1 + ", "cannot be read" },
  { "selects", "a ? b : ", "can be open" },
  { "coalesces", "a ?? ", "can be open" },
  { "indices", "x[", "can be open" },
  { "guards", "x[|", "can be open" },
  { "calls", "int(", "can be open" },
  { "substitutions", "x[0] <- ", "can be open" },
};

static char *
print (const char *text, const char *name, GString *tree, guint *n_comments)
{
  g_autoptr (ImSource) source = im_source_new_for_string (name, text);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSkndFile) file = im_sknd_parse (source, diagnostics);
  g_autoptr (GString) out = g_string_new (NULL);

  if (im_diagnostics_get_count (diagnostics) > 0)
    im_diagnostics_print (diagnostics, FALSE, out);
  g_assert_cmpstr (out->str, ==, "");
  im_sknd_file_append_tree (file, tree);
  im_sknd_file_print (file, out);
  *n_comments = file->comments->len;

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
test_print (gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "skriptnd", "examples",
                                                 data, NULL);
  g_autofree char *text = NULL, *once = NULL, *twice = NULL;
  g_autoptr (GString) tree = g_string_new (NULL), tree_again = g_string_new (NULL);
  guint n_comments = 0, n_again = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  once = print (text, path, tree, &n_comments);
  twice = print (once, path, tree_again, &n_again);
  g_assert_cmpstr (once, ==, twice);
  g_assert_cmpstr (tree->str, ==, tree_again->str);
  g_assert_cmpuint (n_comments, ==, n_again);
}

/* What the documentation of the last operator of a text is. */
static const ParseCase documented[] = {
  { "none", "operator a {}", NULL },
  { "line", "# one\noperator a {}", "one" },
  { "lines", "#one\n  #  two \npublic operator a {}", "one\ntwo" },
  { "gap", "# one\n\noperator a {}", NULL },
  { "above-a-gap", "# one\n\n# two\noperator a {}", "two" },
  { "behind-another", "operator a {} # one\noperator b {}", NULL },
  { "of-another", "# one\noperator a {}\noperator b {}", NULL },
  { "line-ends", "# one\r\n# two\r\noperator a {}", "one\ntwo" },
};

static void
test_documentation (gconstpointer data)
{
  const ParseCase *c = data;
  g_autoptr (ImSource) source = im_source_new_for_string ("test.sknd", c->text);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSkndFile) file = im_sknd_parse (source, diagnostics);
  g_autofree char *found = im_sknd_dup_documentation (
      file, file->definitions[file->n_definitions - 1]);

  g_assert_cmpstr (found, ==, c->expected);
}

static void
add_cases (const char *group, const ParseCase *cases, guint n, GTestDataFunc func)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("/skriptnd/%s/%s", group, cases[i].name);

      g_test_add_data_func (path, &cases[i], func);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_cases ("tree", expressions, G_N_ELEMENTS (expressions), test_expression);
  add_cases ("error", errors, G_N_ELEMENTS (errors), test_error);
  add_cases ("extreme", extremes, G_N_ELEMENTS (extremes), test_extremes);
  g_test_add_func ("/skriptnd/error/place-in-a-string", test_place);
  g_test_add_func ("/skriptnd/error/L8-recovery", test_recovery);
  g_test_add_func ("/skriptnd/error/L2-fix", test_dots_have_a_fix);
  g_test_add_func ("/skriptnd/error/mixed-logic", test_mixed_logic_warns);
  g_test_add_func ("/skriptnd/error/L3-brace", test_brace_warns);
  g_test_add_data_func ("/skriptnd/print/conv", "conv.sknd", test_print);
  g_test_add_data_func ("/skriptnd/print/language", "language.sknd", test_print);

  add_cases ("broken", broken, G_N_ELEMENTS (broken), test_broken);
  g_test_add_func ("/skriptnd/tree/L1-line-ends-and-mark", test_line_ends);
  add_cases ("documentation", documented, G_N_ELEMENTS (documented), test_documentation);

  return g_test_run ();
}
