/* SPDX-License-Identifier: MIT */
#include "base/im-diagnostics.h"

#include <string.h>

#define X10  "xxxxxxxxxx"
#define X30  X10 X10 X10
#define X100 X30 X30 X30 X10

typedef struct
{
  const char *name;
  const char *text;
  ImSpan span;
  const char *expected;
} PrintCase;

static const PrintCase print_cases[] = {
  { "one-byte",
    "a + b",
    { 2, 3 },
    "f:1:3: error: wrong\n"
    "    1 | a + b\n"
    "      |   ^\n" },
  { "range",
    "abc + def",
    { 6, 9 },
    "f:1:7: error: wrong\n"
    "    1 | abc + def\n"
    "      |       ^~~\n" },
  { "empty-span",
    "abc",
    { 1, 1 },
    "f:1:2: error: wrong\n"
    "    1 | abc\n"
    "      |  ^\n" },
  { "second-line",
    "first\nsecond\nthird",
    { 6, 12 },
    "f:2:1: error: wrong\n"
    "    2 | second\n"
    "      | ^~~~~~\n" },
  { "two-lines",
    "abc\ndef",
    { 1, 6 },
    "f:1:2: error: wrong\n"
    "    1 | abc\n"
    "      |  ^~\n" },
  { "crlf",
    "first\r\nsecond\r\nthird",
    { 7, 13 },
    "f:2:1: error: wrong\n"
    "    2 | second\n"
    "      | ^~~~~~\n" },
  { "crlf-inside-span",
    "ab\r\ncd",
    { 0, 6 },
    "f:1:1: error: wrong\n"
    "    1 | ab\n"
    "      | ^~\n" },
  { "utf8",
    "Größe µ x",
    { 8, 10 },
    "f:1:7: error: wrong\n"
    "    1 | Größe µ x\n"
    "      |       ^\n" },
  { "utf8-marked",
    "a äöü b",
    { 2, 8 },
    "f:1:3: error: wrong\n"
    "    1 | a äöü b\n"
    "      |   ^~~\n" },
  { "broken-utf8",
    "a\xFF"
    "b",
    { 2, 3 },
    "f:1:3: error: wrong\n"
    "    1 | a\xEF\xBF\xBD"
    "b\n"
    "      |   ^\n" },
  { "tab",
    "\ta\tb",
    { 3, 4 },
    "f:1:4: error: wrong\n"
    "    1 |  a b\n"
    "      |    ^\n" },
  { "escape-character",
    "a\033[1mb",
    { 5, 6 },
    "f:1:6: error: wrong\n"
    "    1 | a\\u001b[1mb\n"
    "      |           ^\n" },
  { "override",
    "a \u202E b",
    { 6, 7 },
    "f:1:5: error: wrong\n"
    "    1 | a \\u202e b\n"
    "      |          ^\n" },
  { "end-of-file",
    "abc",
    { 3, 3 },
    "f:1:4: error: wrong\n"
    "    1 | abc\n"
    "      |    ^\n" },
  { "behind-last-line",
    "abc\n",
    { 4, 4 },
    "f:2:1: error: wrong\n"
    "    2 | \n"
    "      | ^\n" },
  { "behind-end-of-file",
    "abc",
    { 90, 95 },
    "f:1:4: error: wrong\n"
    "    1 | abc\n"
    "      |    ^\n" },
  { "empty-file",
    "",
    { 0, 0 },
    "f:1:1: error: wrong\n"
    "    1 | \n"
    "      | ^\n" },
  { "100-characters-are-whole",
    X30 X30 X30 "12345678yz",
    { 98, 100 },
    "f:1:99: error: wrong\n"
    "    1 | " X30 X30 X30 "12345678yz\n"
    "      | "
    "                                                            "
    "                                      ^~\n" },
  { "long-line-start",
    "ab" X100 "end",
    { 1, 2 },
    "f:1:2: error: wrong\n"
    "    1 | ab" X30 X30 X30 "xxxxxxxx…\n"
    "      |  ^\n" },
  { "long-line-middle",
    "begin" X100 "WRONG" X100 "end",
    { 105, 110 },
    "f:1:106: error: wrong\n"
    "    1 | …" X30 "WRONG" X30 X30 "xxxxx…\n"
    "      |                                ^~~~~\n" },
  { "long-line-end",
    X100 X100 "WRONG",
    { 200, 205 },
    "f:1:201: error: wrong\n"
    "    1 | …" X30 "WRONG\n"
    "      |                                ^~~~~\n" },
  { "span-longer-than-the-cut",
    X100 "W" X100 "Wz",
    { 100, 202 },
    "f:1:101: error: wrong\n"
    "    1 | …" X30 "W" X30 X30 "xxxxxxxxx…\n"
    "      |                                ^~~~~~~~~~"
    "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\n" },
  { "long-line-of-wide-characters",
    "ääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääää"
    "ääääääääääääääääääääWö",
    { 204, 205 },
    "f:1:103: error: wrong\n"
    "    1 | …ääääääääääääääääääääääääääääääWö\n"
    "      |                                ^\n" },
};

static void
test_print (gconstpointer data)
{
  const PrintCase *c = data;
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSource) source = im_source_new_for_string ("f", c->text);
  g_autoptr (GString) out = g_string_new (NULL);

  im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, "test", source, c->span, "wrong");
  im_diagnostic_print (im_diagnostics_get (diagnostics, 0), FALSE, out);

  g_assert_cmpstr (out->str, ==, c->expected);
}

typedef struct
{
  const char *name;
  ImSeverity severity;
  const char *expected;
} ColourCase;

static const ColourCase colour_cases[] = {
  { "hint", IM_SEVERITY_HINT,
    "\033[1mf:1:2: \033[1;36mhint: \033[0m\033[1mis 7\033[0m\n"
    "    1 | abc\n"
    "      |  \033[1;32m^~\033[0m\n"
    "      = note: try “8”\n" },
  { "warning", IM_SEVERITY_WARNING,
    "\033[1mf:1:2: \033[1;35mwarning: \033[0m\033[1mis 7\033[0m\n"
    "    1 | abc\n"
    "      |  \033[1;32m^~\033[0m\n"
    "      = note: try “8”\n" },
  { "error", IM_SEVERITY_ERROR,
    "\033[1mf:1:2: \033[1;31merror: \033[0m\033[1mis 7\033[0m\n"
    "    1 | abc\n"
    "      |  \033[1;32m^~\033[0m\n"
    "      = note: try “8”\n" },
};

static void
test_colour (gconstpointer data)
{
  const ColourCase *c = data;
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSource) source = im_source_new_for_string ("f", "abc");
  g_autoptr (GString) out = g_string_new (NULL);

  im_diagnostics_add (diagnostics, c->severity, "test", source, (ImSpan){ 1, 3 }, "is %d",
                      7);
  im_diagnostics_note (diagnostics, "try “%d”", 8);
  im_diagnostic_print (im_diagnostics_get (diagnostics, 0), TRUE, out);

  g_assert_cmpstr (out->str, ==, c->expected);
}

static void
test_large_line_number (void)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autofree char *text = g_strnfill (123456, '\n');
  g_autoptr (ImSource) source = im_source_new_for_string ("f", text);
  g_autoptr (GString) out = g_string_new (NULL);

  im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, "test", source,
                      (ImSpan){ 123456, 123456 }, "wrong");
  im_diagnostic_print (im_diagnostics_get (diagnostics, 0), FALSE, out);

  g_assert_cmpstr (out->str, ==,
                   "f:123457:1: error: wrong\n"
                   "123457 | \n"
                   "       | ^\n");
}

static void
test_file (void)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GString) out = g_string_new (NULL);
  char name[] = "missing.imunit";
  guint line = 99, column = 99;

  im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_WARNING, "unreadable", name,
                               "cannot read: %s", "no such file");
  name[0] = 'X';
  const ImDiagnostic *item = im_diagnostics_get (diagnostics, 0);
  im_diagnostic_locate (item, &line, &column);
  im_diagnostic_print (item, FALSE, out);

  g_assert_null (item->source);
  g_assert_cmpuint (line, ==, 0);
  g_assert_cmpuint (column, ==, 0);
  g_assert_cmpstr (out->str, ==, "missing.imunit: warning: cannot read: no such file\n");
}

static void
test_list (void)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  ImSource *source = im_source_new_for_string ("f", "abc");

  im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, "one", source, (ImSpan){ 0, 1 },
                      "first");
  im_diagnostics_add (diagnostics, IM_SEVERITY_HINT, "two", source, (ImSpan){ 1, 2 },
                      "second");
  im_diagnostics_note (diagnostics, "about the second");
  im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "three", "g", "third");
  im_source_unref (source);

  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 3);
  g_assert_cmpuint (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR), ==, 2);
  g_assert_cmpuint (im_diagnostics_count (diagnostics, IM_SEVERITY_WARNING), ==, 0);
  g_assert_cmpuint (im_diagnostics_count (diagnostics, IM_SEVERITY_HINT), ==, 1);
  g_assert_cmpstr (im_diagnostics_get (diagnostics, 0)->code, ==, "one");
  g_assert_cmpstr (im_diagnostics_get (diagnostics, 0)->name, ==, "f");
  g_assert_null (im_diagnostics_get (diagnostics, 0)->note);
  g_assert_cmpstr (im_diagnostics_get (diagnostics, 1)->note, ==, "about the second");
  g_assert_cmpstr (im_diagnostics_get (diagnostics, 2)->message, ==, "third");
}

/* What was appended lives on without the list and the texts that it came from. */
static void
test_append (void)
{
  g_autoptr (ImDiagnostics) all = im_diagnostics_new ();
  ImDiagnostics *part = im_diagnostics_new ();
  ImSource *source = im_source_new_for_string ("f", "abc");
  g_autoptr (GString) out = g_string_new (NULL);

  im_diagnostics_add_for_file (all, IM_SEVERITY_HINT, "zero", "e", "before");
  im_diagnostics_add (part, IM_SEVERITY_ERROR, "one", source, (ImSpan){ 2, 3 }, "first");
  im_diagnostics_note (part, "more");
  im_diagnostics_add_for_file (part, IM_SEVERITY_WARNING, "two", "g", "second");
  im_diagnostics_append (all, part);
  g_assert_cmpuint (im_diagnostics_get_count (part), ==, 2);
  im_diagnostics_free (part);
  im_source_unref (source);

  for (guint i = 0; i < im_diagnostics_get_count (all); i++)
    im_diagnostic_print (im_diagnostics_get (all, i), FALSE, out);
  g_assert_cmpstr (out->str, ==,
                   "e: hint: before\n"
                   "f:1:3: error: first\n"
                   "    1 | abc\n"
                   "      |   ^\n"
                   "      = note: more\n"
                   "g: warning: second\n");
}

/* Of many problems of a file the first are printed, and equal ones once. */
static void
test_many (void)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < 3; i++)
    im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_HINT, "h", "a", "same");
  for (guint i = 0; i < IM_DIAGNOSTICS_MAX_PRINTED + 20; i++)
    im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_WARNING, "w", "a", "w%u", i);
  for (guint i = 0; i < IM_DIAGNOSTICS_MAX_PRINTED + 1; i++)
    im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "e", "a", "e%u", i);
  im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "e", "b", "other");
  im_diagnostics_print (diagnostics, FALSE, out);

  g_auto (GStrv) lines = g_strsplit (out->str, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 1 + 2 * IM_DIAGNOSTICS_MAX_PRINTED + 3);
  g_assert_cmpstr (lines[0], ==, "a: hint: same");
  g_assert_cmpstr (lines[1], ==, "a: warning: w0");
  g_assert_true (g_str_has_suffix (out->str, "b: error: other\n"
                                             "a: and 1 more error, 20 more warnings\n"));
}

/* A message that quotes a file in full is cut, between two characters. */
static void
test_long_message (void)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GString) text = g_string_new ("x");

  for (guint i = 0; i < 5000; i++)
    g_string_append (text, "音");
  im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_HINT, "h", "a", "%s", text->str);

  const char *message = im_diagnostics_get (diagnostics, 0)->message;
  g_assert_cmpuint (strlen (message), <=, 2000);
  g_assert_cmpuint (strlen (message), >, 1900);
  g_assert_true (g_utf8_validate (message, -1, NULL));
  g_assert_true (g_str_has_suffix (message, "音…"));
}

typedef struct
{
  const char *name;
  const char *code;
  ImSubject subject;
  const char *file;
  const char *message;
  gboolean is_about_same, is_equal;
} SubjectCase;

/* Compared with the code "contract" of the file "a", about contract 1 of the node "add",
 * whose message is "sizes differ". */
static const SubjectCase subject_cases[] = {
  { "same", "contract", { "add", NULL, 1, "4" }, "a", "sizes differ", TRUE, TRUE },
  { "words", "contract", { "add", NULL, 1, "4" }, "a", "other words", TRUE, TRUE },
  { "place", "contract", { "add", NULL, 1, "4" }, "b", "sizes differ", TRUE, FALSE },
  { "code", "assert", { "add", NULL, 1, "4" }, "a", "sizes differ", FALSE, FALSE },
  { "node", "contract", { "sub", NULL, 1, "4" }, "a", "sizes differ", FALSE, FALSE },
  { "number", "contract", { "add", NULL, 2, "4" }, "a", "sizes differ", FALSE, FALSE },
  { "detail", "contract", { "add", NULL, 1, "5" }, "a", "sizes differ", FALSE, FALSE },
  { "parameter", "contract", { "add", "x", 1, "4" }, "a", "sizes differ", FALSE, FALSE },
  { "none", "contract", { NULL }, "a", "sizes differ", FALSE, FALSE },
};

static void
test_subject (gconstpointer data)
{
  const SubjectCase *c = data;
  g_autoptr (ImDiagnostics) known = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) other = im_diagnostics_new ();
  g_autofree char *node = g_strdup ("add");

  im_diagnostics_add_for_file (known, IM_SEVERITY_ERROR, "contract", "a", "sizes differ");
  im_diagnostics_set_subject (known, (ImSubject){ node, NULL, 1, "4" });
  node[0] = 'x'; /* it was copied */
  im_diagnostics_add_for_file (other, IM_SEVERITY_ERROR, c->code, c->file, "%s",
                               c->message);
  im_diagnostics_set_subject (other, c->subject);
  im_diagnostics_append (known, other);

  const ImDiagnostic *first = im_diagnostics_get (known, 0);
  const ImDiagnostic *second = im_diagnostics_get (known, 1);
  g_assert_cmpstr (second->subject.node, ==, c->subject.node);
  g_assert_true (im_diagnostic_is_about_same (first, second) == c->is_about_same);
  g_assert_true (im_diagnostic_equal (first, second) == c->is_equal);
  g_assert_true (im_diagnostics_has (other, first) == c->is_equal);
}

typedef struct
{
  const char *name;
  const char *found;
  ImSpan span;
  const char *nearest;
  const char *fixed; /* the text behind the fix, NULL if there is none */
} FixCase;

static const FixCase fix_cases[] = {
  { "whole", "gian", { 4, 8 }, "gain", "a = gain b" },
  { "inside", "gian", { 0, 10 }, "gain", "a = gain b" },
  { "empty-span", "b", { 0, 0 }, "c", NULL },
  { "not-there", "gain", { 4, 8 }, "gian", NULL },
  { "elsewhere", "b", { 4, 8 }, "c", NULL },
  { "nothing-near", "gian", { 4, 8 }, NULL, NULL },
  { "two-of-them", " ", { 0, 10 }, "_", NULL },
};

static void
test_fix (gconstpointer data)
{
  const FixCase *c = data;
  const char *text = "a = gian b";
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) copies = im_diagnostics_new ();
  g_autoptr (ImSource) source = im_source_new_for_string ("f", text);
  const char *const allowed[] = { "gain", "mix" };

  im_diagnostics_add (diagnostics, IM_SEVERITY_ERROR, "test", source, c->span, "wrong");
  im_diagnostics_suggest (diagnostics, c->found, c->nearest);
  im_diagnostics_allow (diagnostics, allowed, G_N_ELEMENTS (allowed));
  im_diagnostics_append (copies, diagnostics);
  im_diagnostics_free (g_steal_pointer (&diagnostics));

  const ImDiagnostic *item = im_diagnostics_get (copies, 0);
  g_autofree char *note = c->nearest == NULL
                              ? NULL
                              : g_strdup_printf ("did you mean “%s”?", c->nearest);
  g_assert_cmpstr (item->note, ==, note);
  g_assert_cmpuint (g_strv_length ((char **) item->allowed), ==, 2);
  g_assert_cmpstr (item->allowed[1], ==, "mix");
  if (c->fixed == NULL)
    {
      g_assert_null (item->fix);
      return;
    }

  g_autofree char *fixed = g_strdup_printf ("%.*s%s%s", (int) item->fix_span.start, text,
                                            item->fix, text + item->fix_span.end);
  g_assert_cmpstr (fixed, ==, c->fixed);
}

/* A list of more than a few names helps nobody. */
static void
test_allow_many (void)
{
  const char *names[IM_DIAGNOSTICS_MAX_ALLOWED + 1];
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    names[i] = "name";
  im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "test", "f", "wrong");
  im_diagnostics_allow (diagnostics, names, G_N_ELEMENTS (names));
  g_assert_null (im_diagnostics_get (diagnostics, 0)->allowed);
  im_diagnostics_allow (diagnostics, names, G_N_ELEMENTS (names) - 1);
  g_assert_nonnull (im_diagnostics_get (diagnostics, 0)->allowed);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (print_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/diagnostics/print/", print_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &print_cases[i], test_print);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (colour_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/diagnostics/colour/", colour_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &colour_cases[i], test_colour);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (subject_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/diagnostics/subject/", subject_cases[i].name,
                                           NULL);

      g_test_add_data_func (path, &subject_cases[i], test_subject);
    }
  g_test_add_func ("/diagnostics/large-line-number", test_large_line_number);
  g_test_add_func ("/diagnostics/file", test_file);
  g_test_add_func ("/diagnostics/list", test_list);
  g_test_add_func ("/diagnostics/append", test_append);
  g_test_add_func ("/diagnostics/many", test_many);
  g_test_add_func ("/diagnostics/long-message", test_long_message);

  for (gsize i = 0; i < G_N_ELEMENTS (fix_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/diagnostics/fix/", fix_cases[i].name, NULL);

      g_test_add_data_func (path, &fix_cases[i], test_fix);
    }
  g_test_add_func ("/diagnostics/allow-many", test_allow_many);

  return g_test_run ();
}
