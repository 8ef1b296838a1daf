/* SPDX-License-Identifier: MIT */
#include "fragment/im-fragment.h"

#include <string.h>

#include "base/im-arena.h"

#define BOM         "\xEF\xBB\xBF"
#define BEGIN(name) "#pragma IMAGINET_FRAGMENT_BEGIN \"" name "\"\n"
#define END         "#pragma IMAGINET_FRAGMENT_END\n"

static ImFragmentFile *
parse_bytes (const char *name, const char *text, gsize length, ImDiagnostics *diagnostics)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, length);
  g_autoptr (ImSource) source = im_source_new (name, bytes);

  return im_fragment_file_parse (source, diagnostics);
}

static ImFragmentFile *
parse (const char *name, const char *text, ImDiagnostics *diagnostics)
{
  return parse_bytes (name, text, strlen (text), diagnostics);
}

/* One line for each problem: `severity code line:column <text of the span>`. */
static char *
list_problems (const ImDiagnostics *diagnostics)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      const ImDiagnostic *item = im_diagnostics_get (diagnostics, i);
      const char *text = im_source_get_text (item->source, NULL);
      guint line, column;

      im_diagnostic_locate (item, &line, &column);
      g_string_append_printf (out, "%s %s %u:%u <%.*s>\n",
                              im_severity_get_name (item->severity), item->code, line,
                              column, (int) (item->span.end - item->span.start),
                              text + item->span.start);
    }

  return g_string_free (out, FALSE);
}

static char *
list_names (const ImFragmentFile *file)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < file->n_fragments; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? " " : "", file->fragments[i].name);

  return g_string_free (out, FALSE);
}

/* Golden files: <file> and <file>.expected, both below tests/fragment/fragments. */

static const char *const golden_files[] = {
  "every-directive.h",  "mistakes.c",         "window.py",
  "mean/remove_mean.h", "mean/detail/mean.c",
};

static void
test_golden (gconstpointer data)
{
  const char *name = data;
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fragment", "fragments",
                                                 name, NULL);
  g_autofree char *expected_path = g_strconcat (path, ".expected", NULL);
  g_autofree char *text = NULL, *expected = NULL;
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GString) actual = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);

  g_autoptr (ImFragmentFile) file = parse (name, text, diagnostics);
  im_fragment_file_print (file, actual);
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    im_diagnostic_print (im_diagnostics_get (diagnostics, i), FALSE, actual);

  if (g_getenv ("IMAGINET_UPDATE_GOLDEN") != NULL)
    g_file_set_contents (expected_path, actual->str, -1, &error);
  g_assert_no_error (error);
  g_file_get_contents (expected_path, &expected, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (actual->str, ==, expected);
}

typedef struct
{
  const char *name;
  const char *file;
  const char *text;
  const char *names;    /* of the fragments */
  const char *problems; /* see list_problems() */
  const char *message;  /* of the first problem, or part of it or of its note */
} ScanCase;

static const ScanCase scan_cases[] = {
  { "empty", "a.h", "", "", "", NULL },
  { "no-fragments", "a.h", "int a;\n#if 0\n#endif\n", "", "", NULL },
  { "one", "a.h", BEGIN ("x") "int a;\n" END, "x", "", NULL },
  { "byte-order-marks", "a.h", BOM BOM BOM BEGIN ("x") END, "x", "", NULL },
  { "crlf", "a.h",
    "#pragma IMAGINET_FRAGMENT_BEGIN \"x\"\r\nint a;\r\n#pragma "
    "IMAGINET_FRAGMENT_END\r\n",
    "x", "", NULL },
  { "cr", "a.h",
    "#pragma IMAGINET_FRAGMENT_BEGIN \"x\"\rint a;\r#pragma IMAGINET_FRAGMENT_END\r", "x",
    "", NULL },
  { "no-final-newline", "a.h", BEGIN ("x") "#pragma IMAGINET_FRAGMENT_END", "x", "",
    NULL },
  { "blanks", "a.h",
    " \t# \t pragma \t IMAGINET_FRAGMENT_BEGIN \t \"x\" \t \n\t#pragma "
    "IMAGINET_FRAGMENT_END  \n",
    "x", "", NULL },
  { "no-blank-before-quote", "a.h", "#pragma IMAGINET_FRAGMENT_BEGIN\"x\"\n" END, "x", "",
    NULL },
  { "twice-pragma", "a.h",
    "#pragma #pragma IMAGINET_FRAGMENT_BEGIN \"x\"\n# pragma# pragma "
    "IMAGINET_FRAGMENT_END\n",
    "x", "", NULL },
  { "comments-behind", "a.h",
    "#pragma IMAGINET_FRAGMENT_BEGIN \"x\" // x\n#pragma IMAGINET_FRAGMENT_END/* y */\n",
    "x", "", NULL },
  { "python-comment-behind", "a.py", "#pragma IMAGINET_FRAGMENT_BEGIN \"x\" # x\n" END,
    "x", "", NULL },
  { "not-a-directive", "a.h",
    "// #pragma IMAGINET_FRAGMENT_BEGIN \"x\"\n"
    "int a; #pragma IMAGINET_FRAGMENT_END\n"
    "# #pragma IMAGINET_FRAGMENT_END\n"
    "#pragmaIMAGINET_FRAGMENT_END\n"
    "#pragma once\n#pragma\n#",
    "", "", NULL },
  { "utf8-name", "a.h", BEGIN ("größe") END, "größe", "", NULL },
  { "header-spelling", "a.h",
    "#pragma IMAGINET_FRAGMENT_BEGIN_HEADER \"x\"\n#pragma "
    "IMAGINET_FRAGMENT_END_HEADER\n",
    "x", "", NULL },
  { "end-mismatch", "a.h",
    "#pragma IMAGINET_FRAGMENT_BEGIN_HEADER \"x\"\n#pragma IMAGINET_FRAGMENT_END\n", "x",
    "warning fragment-end-mismatch 2:9 <IMAGINET_FRAGMENT_END>\n",
    "IMAGINET_FRAGMENT_BEGIN_HEADER is in line 1" },
  { "end-mismatch-header", "a.h", BEGIN ("x") "#pragma IMAGINET_FRAGMENT_END_HEADER\n",
    "x", "warning fragment-end-mismatch 2:9 <IMAGINET_FRAGMENT_END_HEADER>\n",
    "expected IMAGINET_FRAGMENT_END, found IMAGINET_FRAGMENT_END_HEADER" },
  { "unknown", "a.h", "#pragma IMAGINET_FRAGMENT_BEGINN \"x\"\n", "",
    "error unknown-pragma 1:9 <IMAGINET_FRAGMENT_BEGINN>\n",
    "did you mean “IMAGINET_FRAGMENT_BEGIN”?" },
  { "unknown-case", "a.h", "#pragma imaginet_dependency \"x\"\n", "",
    "error unknown-pragma 1:9 <imaginet_dependency>\n",
    "did you mean “IMAGINET_DEPENDENCY”?" },
  { "unknown-prefix", "a.h", "#pragma IMAGNET_DEPENDENCY \"x\"\n", "",
    "error unknown-pragma 1:9 <IMAGNET_DEPENDENCY>\n",
    "did you mean “IMAGINET_DEPENDENCY”?" },
  { "unknown-far", "a.h", "#pragma IMAGINET_OPTIMIZE\n", "",
    "error unknown-pragma 1:9 <IMAGINET_OPTIMIZE>\n",
    "there is no directive “IMAGINET_OPTIMIZE”" },
  { "nested", "a.h", BEGIN ("x") "int a;\n" BEGIN ("y") END END, "x y",
    "error fragment-nested 3:1 <#pragma IMAGINET_FRAGMENT_BEGIN \"y\">\n",
    "IMAGINET_FRAGMENT_BEGIN is in line 1" },
  { "not-open", "a.h", "int a;\n" END BEGIN ("x") END, "x",
    "error fragment-not-open 2:1 <#pragma IMAGINET_FRAGMENT_END>\n",
    "expected IMAGINET_FRAGMENT_BEGIN before it" },
  { "not-closed", "a.h", "\n " BEGIN ("x") "int a;\n", "x",
    "error fragment-not-closed 2:2 <#pragma IMAGINET_FRAGMENT_BEGIN \"x\">\n",
    "expected IMAGINET_FRAGMENT_END before the end of the file" },
  { "duplicate", "a.h", BEGIN ("x") END BEGIN ("y") END BEGIN ("x") END, "x y x",
    "error duplicate-fragment 5:34 <x>\n", "the first one is in line 1" },
  { "unquoted", "a.h", "#pragma IMAGINET_FRAGMENT_BEGIN max\n" END, "max",
    "error unquoted-name 1:33 <max>\n", "write \"max\"" },
  { "empty-name", "a.h", BEGIN ("") "int a;\n" END, "",
    "error empty-name 1:1 <#pragma IMAGINET_FRAGMENT_BEGIN \"\">\n",
    "expected a text between the quotes" },
  { "missing-argument", "a.h", "#pragma IMAGINET_FRAGMENT_BEGIN // x\n" END, "",
    "error missing-argument 1:1 <#pragma IMAGINET_FRAGMENT_BEGIN // x>\n",
    "as in #pragma IMAGINET_FRAGMENT_BEGIN \"text\"" },
  { "unterminated-string", "a.h", "#pragma IMAGINET_FRAGMENT_BEGIN \"x \n" END, "x",
    "error unterminated-string 1:33 <\"x>\n", "the closing quote is missing" },
  { "malformed-name-colon", "a.h", BEGIN ("a:b") END, "",
    "error malformed-name 1:34 <a:b>\n", "expected a name without “:”, found “a:b”" },
  { "malformed-name-bytes", "a.h", BEGIN ("a\xFF") END, "",
    "error malformed-name 1:34 <a\xFF>\n", "found “a\xEF\xBF\xBD”" },
  { "malformed-name-control", "a.h", BEGIN ("a\tb") END, "",
    "error malformed-name 1:34 <a\tb>\n", "without control or invisible characters" },
  { "malformed-package", "a.h",
    "#pragma IMAGINET_CODEPACKAGE_DEPENDENCY \"a\"\n"
    "#pragma IMAGINET_CODEPACKAGE_DEPENDENCY \"[b](c)\"\n",
    "", "error malformed-name 2:42 <[b](c)>\n", "any of _-.+/:@, found “[b](c)”" },
  { "trailing-word", "a.h", BEGIN ("x") "#pragma IMAGINET_FRAGMENT_END x y // z\n", "x",
    "warning trailing-text 2:31 <x y // z>\n", "found “x y // z”" },
  { "trailing-string", "a.h", "#pragma IMAGINET_DEPENDENCY \"x\" \"y\"\n", "",
    "warning trailing-text 1:33 <\"y\">\n", "expected the end of the line" },
  { "includes-not-open", "a.h", "#pragma IMAGINET_INCLUDES_END\n", "",
    "error includes-not-open 1:1 <#pragma IMAGINET_INCLUDES_END>\n",
    "expected IMAGINET_INCLUDES_BEGIN before it" },
  { "includes-not-closed", "a.h", "#pragma IMAGINET_INCLUDES_BEGIN\nint a;\n", "",
    "error includes-not-closed 1:1 <#pragma IMAGINET_INCLUDES_BEGIN>\n",
    "before the end of the file" },
  { "includes-not-closed-before-begin", "a.h",
    "#pragma IMAGINET_INCLUDES_BEGIN\n" BEGIN ("x") "#pragma IMAGINET_INCLUDES_END\n" END,
    "x", "error includes-not-closed 1:1 <#pragma IMAGINET_INCLUDES_BEGIN>\n",
    "before the next fragment begins or ends" },
  { "includes-not-closed-before-end", "a.h",
    BEGIN ("x") "#pragma IMAGINET_INCLUDES_BEGIN\n" END, "x",
    "error includes-not-closed 2:1 <#pragma IMAGINET_INCLUDES_BEGIN>\n",
    "before the next fragment begins or ends" },
  { "includes-nested", "a.h",
    "#pragma IMAGINET_INCLUDES_BEGIN\n#pragma IMAGINET_INCLUDES_BEGIN\n#pragma "
    "IMAGINET_INCLUDES_END\n#pragma IMAGINET_INCLUDES_END\n",
    "", "error includes-nested 2:1 <#pragma IMAGINET_INCLUDES_BEGIN>\n",
    "IMAGINET_INCLUDES_BEGIN is in line 1" },
  { "includes-ignored-line", "a.h",
    "#pragma IMAGINET_INCLUDES_BEGIN\n#include <a.h> int x;\n#include <b\n  int a; \n"
    "#pragma IMAGINET_INCLUDES_END\n",
    "",
    "warning includes-ignored-line 2:16 <int x;>\n"
    "warning includes-ignored-line 3:1 <#include <b>\n"
    "warning includes-ignored-line 4:3 <int a;>\n",
    "expected an #include, found “int x;”; the line is left out" },
  { "includes-ignored-python", "a.py",
    "#pragma IMAGINET_INCLUDES_BEGIN\nx = 1\nimport\nfrom a import (b\n#pragma "
    "IMAGINET_INCLUDES_END\n",
    "",
    "warning includes-ignored-line 2:1 <x = 1>\n"
    "warning includes-ignored-line 3:1 <import>\n"
    "warning includes-ignored-line 4:1 <from a import (b>\n",
    "expected an import, found “x = 1”" },
  { "malformed-dependency", "a.h",
    "#pragma IMAGINET_DEPENDENCY \"a.h:\"\n"
    "#pragma IMAGINET_FRAGMENT_DEPENDENCY \"[Unit]a.h:x\"\n",
    "",
    "error malformed-dependency 1:30 <a.h:>\n"
    "error malformed-dependency 2:39 <[Unit]a.h:x>\n",
    "there is no fragment behind “:”" },
  { "malformed-test", "a.h",
    "#pragma IMAGINET_FRAGMENT_TEST \"a.c\"\n#pragma IMAGINET_FRAGMENT_TEST \":f\"\n"
    "#pragma IMAGINET_FRAGMENT_TEST \"a.c:\"\n",
    "",
    "error malformed-test 1:33 <a.c>\nerror malformed-test 2:33 <:f>\n"
    "error malformed-test 3:33 <a.c:>\n",
    "expected a test as \"file.c:function\", found “a.c”" },
  { "malformed-symbol-check", "a.h",
    "#pragma IMAGINET_SYMBOL_CHECK a-b LOCAL \"m\"\n"
    "#pragma IMAGINET_SYMBOL_CHECK a \"m\"\n"
    "#pragma IMAGINET_SYMBOL_CHECK\n"
    "#pragma IMAGINET_SYMBOL_CHECK a LOCAL\n",
    "",
    "error malformed-symbol-check 1:31 <a-b>\n"
    "error malformed-symbol-check 2:34 <m>\n"
    "error malformed-symbol-check 3:30 <>\n"
    "error missing-argument 4:1 <#pragma IMAGINET_SYMBOL_CHECK a LOCAL>\n",
    "expected a C identifier, found “a-b”" },
};

static void
test_scan (gconstpointer data)
{
  const ScanCase *c = data;
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImFragmentFile) file = parse (c->file, c->text, diagnostics);
  g_autofree char *names = list_names (file);
  g_autofree char *problems = list_problems (diagnostics);

  g_assert_cmpstr (names, ==, c->names);
  g_assert_cmpstr (problems, ==, c->problems);
  if (c->message == NULL)
    return;

  const ImDiagnostic *first = im_diagnostics_get (diagnostics, 0);
  if (strstr (first->message, c->message) == NULL)
    g_assert_nonnull (first->note);
  if (first->note != NULL && strstr (first->message, c->message) == NULL)
    g_assert_nonnull (strstr (first->note, c->message));
}

/* The text that is emitted for the first fragment. */

typedef struct
{
  const char *name;
  const char *text;
  const char *body;
} BodyCase;

static const BodyCase body_cases[] = {
  { "empty", BEGIN ("x") END, "" },
  { "plain", BEGIN ("x") "int a;\n\n" END, "int a;\n\n" },
  { "crlf", BEGIN ("x") "a\r\n\r\nb\r\n" END, "a\n\nb\n" },
  { "cr", BEGIN ("x") "a\rb\r\rc\n" END, "a\nb\n\nc\n" },
  { "no-final-newline", BEGIN ("x") "a", "a\n" },
  { "final-cr", BEGIN ("x") "a\r", "a\n" },
  { "directives-inside",
    BEGIN ("x") "a\n#pragma IMAGINET_DEPENDENCY \"y\"\nb\n#pragma once\n"
                "  #pragma IMAGINET_UNKNOWN\nc\n" END "d\n",
    "a\nb\n#pragma once\nc\n" },
  { "includes-inside",
    BEGIN ("x") "a\n#pragma IMAGINET_INCLUDES_BEGIN\n#include <b.h>\n#pragma "
                "IMAGINET_INCLUDES_END\nc\n" END,
    "a\nc\n" },
  { "indented-end", BEGIN ("x") "a\n  \t" END, "a\n" },
};

static void
test_body (gconstpointer data)
{
  const BodyCase *c = data;
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImFragmentFile) file = parse ("a.h", c->text, diagnostics);
  g_autoptr (GString) body = g_string_new (NULL);

  im_fragment_append_body (im_fragment_file_find (file, "x"), body);
  g_assert_cmpstr (body->str, ==, c->body);
}

typedef struct
{
  const char *name;
  const char *text;
  const char *expected; /* kind|unit|file|name, or the problem */
} ReferenceCase;

static const ReferenceCase reference_cases[] = {
  { "short", "max_f32", "0|-|-|max_f32" },
  { "file", "max.h:max_f32", "1|-|max.h|max_f32" },
  { "folder", "../a/max.h:max_f32", "1|-|../a/max.h|max_f32" },
  { "backslash", "..\\a\\max.h:max_f32", "1|-|../a/max.h|max_f32" },
  { "drive", "C:\\a\\max.h:max_f32", "1|-|C:/a/max.h|max_f32" },
  { "unit", "[A.B]/c/max.h:max_f32", "2|A.B|c/max.h|max_f32" },
  { "unit-backslash", "[A.B]\\c\\max.h:max_f32", "2|A.B|c/max.h|max_f32" },
  { "blank-in-name", "my file.h:x y", "1|-|my file.h|x y" },
  { "empty", "", "it is empty" },
  { "no-file", ":x", "there is no file before “:”" },
  { "no-name", "a.h:", "there is no fragment behind “:”" },
  { "unit-open", "[A.B/c.h:x", "the “]” behind the unit is missing" },
  { "unit-empty", "[]/c.h:x", "there is no unit between “[” and “]”" },
  { "unit-no-slash", "[A]c.h:x", "a “/” is missing behind “]”" },
  { "unit-only", "[A]", "a “/” is missing behind “]”" },
  { "unit-no-colon", "[A]/x", "the “:” between file and fragment is missing" },
  { "unit-no-file", "[A]/:x", "there is no file before “:”" },
  { "unit-no-name", "[A]/c.h:", "there is no fragment behind “:”" },
};

static void
test_reference (gconstpointer data)
{
  const ReferenceCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  ImFragmentReference reference = { .name = "untouched" };
  const char *problem = im_fragment_reference_parse (c->text, strlen (c->text), arena,
                                                     &reference);

  if (problem != NULL)
    {
      g_assert_cmpstr (problem, ==, c->expected);
      g_assert_cmpstr (reference.name, ==, "untouched");
      return;
    }

  g_autofree char *actual = g_strdup_printf (
      "%d|%s|%s|%s", (int) reference.kind,
      reference.unit_id != NULL ? reference.unit_id : "-",
      reference.file != NULL ? reference.file : "-", reference.name);
  g_assert_cmpstr (actual, ==, c->expected);
  g_assert_cmpuint (reference.span.end, ==, strlen (c->text));
}

static void
test_language (void)
{
  g_assert_cmpint (im_fragment_language_for_name ("a.c"), ==, IM_FRAGMENT_LANGUAGE_C);
  g_assert_cmpint (im_fragment_language_for_name ("a.H"), ==,
                   IM_FRAGMENT_LANGUAGE_HEADER);
  g_assert_cmpint (im_fragment_language_for_name ("a.h.py"), ==,
                   IM_FRAGMENT_LANGUAGE_PYTHON);
  g_assert_cmpint (im_fragment_language_for_name (""), ==, IM_FRAGMENT_LANGUAGE_C);
}

static void
test_nul_byte (void)
{
  static const char text[] = BEGIN ("x") "a\0b\n" END;
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImFragmentFile) file = parse_bytes ("a.h", text, sizeof text - 1,
                                                 diagnostics);

  g_assert_true (file->is_refused);
  g_assert_cmpuint (file->n_fragments, ==, 0);
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 1);

  const ImDiagnostic *item = im_diagnostics_get (diagnostics, 0);
  g_assert_cmpstr (item->code, ==, "nul-byte");
  g_assert_cmpuint (item->span.start, ==, strlen (text));
  g_assert_cmpuint (item->span.end, ==, strlen (text) + 1);
}

static void
test_size_limit (void)
{
  g_autoptr (GString) text = g_string_new (BEGIN ("x") END);

  while (text->len < IM_FRAGMENT_MAX_FILE_BYTES)
    g_string_append_c (text, '\n');
  for (gsize over = 0; over <= 1; over++)
    {
      g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
      g_autoptr (ImFragmentFile) file = parse ("a.h", text->str, diagnostics);
      g_autofree char *problems = list_problems (diagnostics);

      g_assert_cmpint (file->is_refused, ==, over == 1);
      g_assert_cmpuint (file->n_fragments, ==, 1 - over);
      g_assert_cmpstr (problems, ==, over == 1 ? "error file-too-large 1:1 <>\n" : "");
      g_string_append_c (text, '\n');
    }
}

static void
test_problem_limit (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();

  for (guint i = 0; i < 20000; i++)
    g_string_append (text, "#pragma IMAGINET_SOMETHING\n");
  g_string_append (text, BEGIN ("x") END);

  g_autoptr (ImFragmentFile) file = parse ("a.h", text->str, diagnostics);
  guint count = im_diagnostics_get_count (diagnostics);

  g_assert_cmpuint (count, ==, IM_FRAGMENT_MAX_PROBLEMS + 1);
  g_assert_cmpstr (im_diagnostics_get (diagnostics, count - 2)->code, ==,
                   "unknown-pragma");
  g_assert_cmpstr (im_diagnostics_get (diagnostics, count - 1)->code, ==,
                   "too-many-problems");
  g_assert_cmpuint (file->n_fragments, ==, 1);
}

static void
test_long_lines (void)
{
  g_autofree char *blanks = g_strnfill (200000, ' ');
  g_autofree char *letters = g_strnfill (200000, 'x');
  g_autofree char *text = g_strconcat (
      blanks, "#", blanks, "pragma", blanks, "IMAGINET_FRAGMENT_BEGIN", blanks, "\"a\"",
      blanks, "\n", letters, "\n", END, BEGIN ("b"), END,
      "#pragma IMAGINET_FRAGMENT_BEGIN \"", letters, "\"\n", END, NULL);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImFragmentFile) file = parse ("a.h", text, diagnostics);
  g_autofree char *names = list_names (file);

  g_assert_cmpstr (names, ==, "a b");
  g_assert_cmpuint (file->fragments[0].pieces[0].end - file->fragments[0].pieces[0].start,
                    ==, 200001);
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 1);
  g_assert_cmpstr (im_diagnostics_get (diagnostics, 0)->code, ==, "malformed-name");
}

/* What would run into the time limit if any part were quadratic. */
static void
test_linear_time (void)
{
  static const char *const units[] = {
    "f(",
    "#pragma IMAGINET_INCLUDES_BEGIN\n",
    "import (\n",
    "from a import \\\n",
    "#pragma IMAGINET_FRAGMENT_BEGIN \"f\"\n",
    "#pragma #",
    " #",
    "#include <",
    "/*",
    "void f(int a[",
    "{{",
    "__attribute__",
  };

  for (guint i = 0; i < 4 * G_N_ELEMENTS (units); i++)
    {
      g_autoptr (GString) text = g_string_new (
          BEGIN ("f") "#pragma IMAGINET_INCLUDES_BEGIN\nimport a\n");
      g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
      g_autoptr (GString) out = g_string_new (NULL);

      if (i & 1)
        g_string_assign (text, BEGIN ("f"));
      while (text->len < 300000)
        g_string_append (text, units[i / 4]);

      g_autoptr (ImFragmentFile) file = parse (i & 2 ? "a.py" : "a.h", text->str,
                                               diagnostics);
      im_fragment_file_print (file, out);
      g_assert_cmpuint (file->n_fragments, >=, 1);
      g_assert_cmpuint (im_diagnostics_get_count (diagnostics), <=,
                        IM_FRAGMENT_MAX_PROBLEMS + 1);
    }
}

/* Checks what must hold for the result of any text. */
static void
assert_consistent (const ImFragmentFile *file, gsize length)
{
  g_autoptr (GString) out = g_string_new (NULL);
  guint32 offset = 0;

  for (guint i = 0; i < file->n_fragments; i++)
    {
      const ImFragment *fragment = &file->fragments[i];

      g_assert_true (fragment->file == file);
      g_assert_cmpuint (fragment->index, ==, i);
      g_assert_cmpuint (offset, <=, fragment->span.start);
      offset = fragment->span.start;
      for (guint j = 0; j < fragment->n_pieces; j++)
        {
          g_assert_cmpuint (offset, <=, fragment->pieces[j].start);
          g_assert_cmpuint (fragment->pieces[j].start, <, fragment->pieces[j].end);
          offset = fragment->pieces[j].end;
        }
      g_assert_cmpuint (offset, <=, fragment->span.end);
      offset = fragment->span.end;
      im_fragment_append_body (fragment, out);
    }
  g_assert_cmpuint (offset, <=, length);
  im_fragment_file_print (file, out);
}

static void
parse_and_check (const char *name, const char *text, gsize length)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImFragmentFile) file = parse_bytes (name, text, length, diagnostics);

  assert_consistent (file, length);
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      const ImDiagnostic *item = im_diagnostics_get (diagnostics, i);

      g_assert_cmpuint (item->span.start, <=, item->span.end);
      g_assert_cmpuint (item->span.end, <=, length);
      g_assert_true (g_utf8_validate (item->message, -1, NULL));
    }
}

static void
test_damage (gconstpointer data)
{
  const char *name = data;
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fragment", "fragments",
                                                 name, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  gsize length;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);

  for (gsize end = 0; end <= length; end++)
    parse_and_check (name, text, end);
  for (guint i = 0; i < 500; i++)
    {
      static const char bytes[] = "\"#\n\r(){}[]/*\\:,. \0\xEF\xFF";
      g_autofree char *damaged = g_memdup2 (text, length);

      for (guint j = 0; j < 8; j++)
        damaged[g_rand_int_range (random, 0, (gint32) length)] =
            bytes[g_rand_int_range (random, 0, sizeof bytes - 1)];
      parse_and_check (name, damaged, length);
    }
}

#define ADD_CASES(prefix, cases, function)                               \
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)                       \
    {                                                                    \
      g_autofree char *path = g_strconcat (prefix, cases[i].name, NULL); \
      g_test_add_data_func (path, &cases[i], function);                  \
    }

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (golden_files); i++)
    {
      g_autofree char *golden = g_strconcat ("/fragment/golden/", golden_files[i], NULL);
      g_autofree char *damage = g_strconcat ("/fragment/damage/", golden_files[i], NULL);

      g_test_add_data_func (golden, golden_files[i], test_golden);
      g_test_add_data_func (damage, golden_files[i], test_damage);
    }
  ADD_CASES ("/fragment/scan/", scan_cases, test_scan);
  ADD_CASES ("/fragment/body/", body_cases, test_body);
  ADD_CASES ("/fragment/reference/", reference_cases, test_reference);
  g_test_add_func ("/fragment/language", test_language);
  g_test_add_func ("/fragment/nul-byte", test_nul_byte);
  g_test_add_func ("/fragment/size-limit", test_size_limit);
  g_test_add_func ("/fragment/problem-limit", test_problem_limit);
  g_test_add_func ("/fragment/long-lines", test_long_lines);
  g_test_add_func ("/fragment/linear-time", test_linear_time);

  return g_test_run ();
}
