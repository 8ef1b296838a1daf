/* SPDX-License-Identifier: MIT
 *
 * The text of a document in an editor: what it becomes in the file, in which steps, and
 * that a text which is no unit file changes nothing.
 */
#include "document/change/im-document-text.h"

#include <glib/gstdio.h>
#include <string.h>

#include "base/im-arena.h"

#define UNIT                                                                       \
  "<Imaginet>\n"                                                                   \
  "  <Function unit=\"Test.Half\">\n"                                              \
  "    <Parameters>\n"                                                             \
  "      <InputSocket name=\"input\" />\n"                                         \
  "      <OutputSocket name=\"output\" type=\"input.type\" shape=\"input.shape\" " \
  "/>\n"                                                                           \
  "    </Parameters>\n"                                                            \
  "    <Contracts>\n"                                                              \
  "      <Assert test=\"input.rank == 1\" error=\"rank \303\244\" />\n"            \
  "    </Contracts>\n"                                                             \
  "  </Function>\n"                                                                \
  "</Imaginet>\n"

typedef struct
{
  ImUnitLibrary *library;
  char *folder;
  char *path;
  ImDocument *document;
} Fixture;

/* Each case: the file as it is on disk. */
static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->library = im_unit_library_new ();
  fixture->folder = g_dir_make_tmp ("document-text-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->path = g_build_filename (fixture->folder, "half.imunit", NULL);
  g_assert_true (g_file_set_contents (fixture->path, data, -1, NULL));
  fixture->document = im_document_open (fixture->path, fixture->library, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->document);
  im_unit_library_unref (fixture->library);
  g_remove (fixture->path);
  g_rmdir (fixture->folder);
  g_free (fixture->path);
  g_free (fixture->folder);
}

static char *
replace (const char *text, const char *from, const char *to)
{
  g_auto (GStrv) parts = g_strsplit (text, from, 2);

  g_assert_cmpuint (g_strv_length (parts), ==, 2);
  return g_strjoinv (to, parts);
}

static void
assert_saved (Fixture *fixture, const char *expected)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (im_document_save (fixture->document, NULL, &error));
  g_assert_true (g_file_get_contents (fixture->path, &text, NULL, &error));
  g_assert_cmpstr (text, ==, expected);
}

/* Replaces a part of the text, or all of it, as an editor does. */
static gboolean
edit (Fixture *fixture, const char *from, const char *to, ImDiagnostics *problems)
{
  g_autofree char *text = im_document_dup_text (fixture->document);
  g_autofree char *changed = from == NULL ? g_strdup (to) : replace (text, from, to);

  return im_document_set_text (fixture->document, changed, "typing", problems);
}

static void
test_step (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autofree char *expected = replace (data, "rank == 1", "rank == 2");

  g_assert_true (edit (fixture, "rank == 1", "rank == 2", problems));
  g_assert_cmpstr (im_document_get_unit (fixture->document)->contracts[0].test->text, ==,
                   "input.rank == 2");
  g_assert_cmpstr (im_document_get_undo_name (fixture->document), ==, "Edit text");
  assert_saved (fixture, expected);
  im_document_undo (fixture->document);
  assert_saved (fixture, data);
  g_assert_null (im_document_get_undo_name (fixture->document));
  g_assert_cmpuint (im_diagnostics_get_count (problems), ==, 0);
}

/* Steps of typing are one; going back to a text is undoing, not another step. */
static void
test_gesture (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();

  g_assert_true (edit (fixture, "rank == 1", "rank == 12", problems));
  g_assert_true (edit (fixture, "rank == 12", "rank == 123", problems));
  g_assert_true (edit (fixture, "rank == 123", "rank == 1", problems));
  g_assert_null (im_document_get_undo_name (fixture->document));
  g_assert_cmpstr (im_document_get_redo_name (fixture->document), ==, "Edit text");
  g_assert_true (edit (fixture, "rank == 1", "rank == 123", problems));
  g_assert_null (im_document_get_redo_name (fixture->document));
  im_document_undo (fixture->document);
  assert_saved (fixture, data);
}

static void
test_same (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();

  g_assert_true (edit (fixture, "rank", "rank", problems));
  g_assert_null (im_document_get_undo_name (fixture->document));
}

/* Lines of an editor end with LF, but for pasted ones; in the file they end as the others
 * do. */
static void
test_line_ends (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autofree char *text = im_document_dup_text (fixture->document);
  g_autofree char *expected = replace (data, "  <Function",
                                       "  <!-- a\r\nb -->\r\n"
                                       "  <Function");

  g_assert_null (strchr (text, '\r'));
  g_assert_true (
      edit (fixture, "  <Function", "  <!-- a\nb -->\r\n  <Function", problems));
  assert_saved (fixture, expected);
}

typedef struct
{
  const char *name;
  const char *from; /* NULL for the whole text */
  const char *to;
  const char *code;
  const char *message; /* a part of it */
  guint line, column;
} RefusedCase;

static const RefusedCase refused_cases[] = {
  { "not-closed", "</Parameters>", "", "xml", "Parameters", 10, 5 },
  { "two-roots", "<Imaginet>", "<Imaginet/>", "xml", "", 2, 3 },
  { "quote", "=\"input\"", "=input", "xml", "quote", 4, 25 },
  { "empty", NULL, "", "xml", "", 1, 1 },
  { "no-imaginet", NULL, "\n<html/>", "format", "Imaginet", 2, 2 },
  { "no-unit", NULL, "<Imaginet/>", "format", "unit", 1, 2 },
};

static void
test_refused (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (refused_cases); i++)
    {
      const RefusedCase *c = &refused_cases[i];
      g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
      const ImDiagnostic *problem;
      guint line, column;

      g_assert_false (edit (fixture, c->from, c->to, problems));
      g_assert_cmpuint (im_diagnostics_get_count (problems), >, 0);
      problem = im_diagnostics_get (problems, 0);
      im_diagnostic_locate (problem, &line, &column);
      g_test_message ("%s: %u:%u: %s: %s", c->name, line, column, problem->code,
                      problem->message);
      g_assert_cmpstr (problem->code, ==, c->code);
      g_assert_nonnull (strstr (problem->message, c->message));
      g_assert_cmpuint (line, ==, c->line);
      g_assert_cmpuint (column, ==, c->column);
      g_assert_null (im_document_get_undo_name (fixture->document));
      g_assert_false (im_document_is_modified (fixture->document));
    }
}

static void
test_encoding (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  guint line, column;

  g_assert_true (edit (fixture, "\303\244", "\303\266", problems));
  g_assert_false (edit (fixture, "\303\266", "\342\202\254", problems));
  g_assert_cmpstr (im_diagnostics_get (problems, 0)->code, ==, "encoding");
  im_diagnostic_locate (im_diagnostics_get (problems, 0), &line, &column);
  g_assert_cmpuint (line, ==, 2);
  assert_saved (fixture, "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n"
                         "<Imaginet><Unit unit=\"Test.A\"><DisplayName>\366"
                         "</DisplayName></Unit></Imaginet>\n");
}

static void
count_cb (guint *n_said)
{
  (*n_said)++;
}

/* The Vietnamese code page has two ways to write a letter with its accent: no edit is
 * silently lost, and in UTF-8 all are possible. */
static void
test_ambiguous (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  ImDocument *document = fixture->document;
  guint n_said = 0;

  g_signal_connect_swapped (document, "not-encoded", G_CALLBACK (count_cb), &n_said);
  g_assert_false (im_document_set_child_text (
      document, im_document_get_unit (document)->element, "DisplayName", "B", NULL));
  g_assert_cmpuint (n_said, ==, 1);
  g_assert_false (edit (fixture, "A ", "B ", problems));
  g_assert_cmpstr (im_diagnostics_get (problems, 0)->code, ==, "encoding");
  g_assert_null (im_document_get_undo_name (document));

  g_assert_true (im_document_store_in_utf8 (document, problems));
  g_assert_true (edit (fixture, "A ", "B ", problems));
  g_assert_cmpuint (n_said, ==, 1);
  assert_saved (fixture, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                         "<Imaginet><Unit unit=\"Test.A\"><DisplayName>B \303\201"
                         "</DisplayName></Unit></Imaginet>\n");
  im_document_undo (document);
  im_document_undo (document);
  assert_saved (fixture, data);
}

/* Replaces any range of characters by others, as a hand on the keys might. */
static char *
dup_mangled (const char *text)
{
  static const char *const pieces[] = { "",         "<",        ">",       "\"", "\n",
                                        "\r\n",     "a",        "=",       "/",  "&",
                                        "\303\244", "<!-- -->", " x=\"1\"" };
  glong length = g_utf8_strlen (text, -1);
  glong start = g_test_rand_int_range (0, (gint32) length + 1);
  glong removed = g_test_rand_int_range (0, 6);
  glong end = MIN (length, start + removed);
  GString *out = g_string_new (NULL);

  g_string_append_len (out, text, g_utf8_offset_to_pointer (text, start) - text);
  g_string_append (out, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
  g_string_append (out, g_utf8_offset_to_pointer (text, end));

  return g_string_free (out, FALSE);
}

/* Whatever is typed is in the document, or refused; undoing all gives the same bytes. */
static void
test_random (Fixture *fixture, gconstpointer data)
{
  guint n_taken = 0;

  for (guint i = 0; i < 2000; i++)
    {
      g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
      g_autofree char *text = im_document_dup_text (fixture->document);
      g_autofree char *mangled = dup_mangled (text);
      g_auto (GStrv) lines = g_strsplit (mangled, "\r\n", -1);
      g_autofree char *expected = g_strjoinv ("\n", lines);
      g_autofree char *after = NULL;
      gboolean is_taken = im_document_set_text (fixture->document, mangled, NULL,
                                                problems);

      after = im_document_dup_text (fixture->document);
      g_assert_cmpstr (after, ==, is_taken ? expected : text);
      g_assert_cmpint (im_diagnostics_get_count (problems) == 0, ==, is_taken);
      n_taken += is_taken ? 1 : 0;
    }
  g_assert_cmpuint (n_taken, >, 50);
  g_assert_cmpuint (n_taken, <, 2000);
  while (im_document_get_undo_name (fixture->document) != NULL)
    im_document_undo (fixture->document);
  g_assert_false (im_document_is_modified (fixture->document));
  im_document_redo (fixture->document);
  im_document_undo (fixture->document);
  assert_saved (fixture, data);
}

static void
test_elements (Fixture *fixture, gconstpointer data)
{
  ImDocument *document = fixture->document;
  g_autofree char *expected = replace (data, "    <Parameters>",
                                       "    <DisplayName>A &lt; B</DisplayName>\n"
                                       "    <Parameters>");
  g_autoptr (GError) error = NULL;

  g_assert_true (im_document_set_child_text (
      document, im_document_get_unit (document)->element, "DisplayName", "A", &error));
  g_assert_true (im_document_set_child_text (document,
                                             im_document_get_unit (document)->element,
                                             "DisplayName", "A < B", &error));
  g_assert_cmpstr (im_document_get_undo_name (document), ==, "Call it A < B");
  assert_saved (fixture, expected);
  g_assert_true (im_document_set_attribute (
      document, im_document_get_unit (document)->contracts[0].element, "error", "no",
      &error));
  g_assert_cmpstr (im_document_get_unit (document)->contracts[0].message.text, ==, "no");
  im_document_undo (document);
  im_document_undo (document);
  assert_saved (fixture, data);
  g_assert_false (im_document_set_child_text (
      document, im_document_get_unit (document)->element, "Parameters", "A", &error));
  g_assert_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT);
}

static gboolean
apply (Fixture *fixture, const char *text, GError **error)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  ImEdit edit;

  g_assert_true (im_edit_parse (text, arena, &edit, NULL));

  return im_document_apply (fixture->document, &edit, 1, error);
}

/* Elements of a single unit are added, moved and removed, a line each. */
static void
test_children (Fixture *fixture, gconstpointer data)
{
  const char *end = strstr (data, "\r\n") == NULL ? "\n" : "\r\n";
  g_autofree char *lines = g_strconcat ("      <Int32Option name=\"n\" default=\"1\" />",
                                        end, "      <Hidden name=\"h\" value=\"n\" />",
                                        end, NULL);
  g_autofree char *added = g_strconcat (lines, "      <OutputSocket", NULL);
  g_autofree char *with_option = replace (data, "      <OutputSocket", added);
  g_autofree char *moved = g_strconcat ("      <Hidden name=\"h\" value=\"n\" />", end,
                                        "      <Int32Option name=\"n\" default=\"1\" />",
                                        end, NULL);
  g_autofree char *in_other_order = replace (with_option, lines, moved);

  g_assert_true (apply (fixture,
                        "insert-element Imaginet/Function/Parameters before "
                        "Imaginet/Function/Parameters/OutputSocket = "
                        "<Int32Option name=\"n\" default=\"1\" />\\\n"
                        "<Hidden name=\"h\" value=\"n\" />",
                        NULL));
  g_assert_cmpstr (im_document_get_undo_name (fixture->document), ==, "Add n");
  assert_saved (fixture, with_option);
  g_assert_cmpuint (im_document_get_unit (fixture->document)->n_parameters, ==, 4);
  g_assert_true (apply (fixture,
                        "move-element Imaginet/Function/Parameters/Hidden before "
                        "Imaginet/Function/Parameters/Int32Option",
                        NULL));
  g_assert_cmpstr (im_document_get_undo_name (fixture->document), ==, "Move h");
  assert_saved (fixture, in_other_order);
  g_assert_false (apply (fixture,
                         "move-element Imaginet/Function/Parameters/Hidden before "
                         "Imaginet/Function/Parameters/Int32Option",
                         NULL));
  g_assert_true (
      apply (fixture, "remove-element Imaginet/Function/Parameters/Hidden", NULL));
  g_assert_true (
      apply (fixture, "remove-element Imaginet/Function/Parameters/Int32Option", NULL));
  assert_saved (fixture, data);
}

/* The text of an element itself, as a choice of an option has one. */
static void
test_own_text (Fixture *fixture, gconstpointer data)
{
  g_autofree char *filled = replace (data, "      <Assert test",
                                     "      <Note>b &amp; c</Note>\n      <Assert test");

  g_assert_true (apply (fixture,
                        "insert-element Imaginet/Function/Contracts before "
                        "Imaginet/Function/Contracts/Assert = <Note>a</Note>",
                        NULL));
  g_assert_true (
      apply (fixture, "content Imaginet/Function/Contracts/Note . = b & c", NULL));
  assert_saved (fixture, filled);
}

static void
test_bad_children (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *edit, *message;
  } cases[] = {
    { "insert-element Imaginet = ", "expected elements of XML" },
    { "insert-element Imaginet = <!-- no -->", "expected elements of XML" },
    { "insert-element Imaginet = <A>", "Elements cannot be inserted: " },
    { "insert-element Imaginet = <A /></Imaginet><Imaginet>",
      "Elements cannot be inserted: " },
    { "insert-element Imaginet/No = <A />",
      "Imaginet/No: the file has no such element; in “Imaginet” it has Function" },
    { "remove-element Imagine/Function",
      "the file has no such element; its ways begin with “Imaginet”" },
    { "remove-element Imaginet/Functoin/Parameters",
      "the file has no such element, did you mean “Imaginet/Function”?" },
    { "attribute Imaginet/Function/Parameters/InputSocket[9] text = A",
      "did you mean “Imaginet/Function/Parameters/InputSocket”?" },
    { "content Imaginet/Function/Parameters/InputSocket/Text A = A",
      "nothing is in “Imaginet/Function/Parameters/InputSocket”" },
    { "content Imaginet/Function . = A", "expected an element without children" },
    { "insert-element Imaginet before Imaginet/Function/Parameters = <A />",
      "it has another parent" },
    { "remove-element Imaginet", "the root of the file stays where it is" },
    { "remove-element Imaginet/Function", "" },
    { "move-element Imaginet/Function/Parameters before Imaginet", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (apply (fixture, cases[i].edit, &error));
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, cases[i].message));
    }
  g_assert_false (im_document_is_modified (fixture->document));
  assert_saved (fixture, data);
}

#define LATIN                                                                         \
  "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n"                                 \
  "<Imaginet><Unit unit=\"Test.A\"><DisplayName>\344</DisplayName></Unit></Imaginet>" \
  "\n"

#define VIETNAMESE                                                                       \
  "<?xml version=\"1.0\" encoding=\"windows-1258\"?>\n"                                  \
  "<Imaginet><Unit unit=\"Test.A\"><DisplayName>A A\354</DisplayName></Unit></Imaginet>" \
  "\n"

#define ADD(name, text, func) \
  g_test_add ("/document-text/" name, Fixture, text, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_autofree char *windows = NULL;
  g_auto (GStrv) lines = g_strsplit (UNIT, "\n", -1);

  g_test_init (&argc, &argv, NULL);
  windows = g_strjoinv ("\r\n", lines);

  ADD ("step", UNIT, test_step);
  ADD ("gesture", UNIT, test_gesture);
  ADD ("same", UNIT, test_same);
  ADD ("line-ends", windows, test_line_ends);
  ADD ("refused", UNIT, test_refused);
  ADD ("encoding", LATIN, test_encoding);
  ADD ("ambiguous", VIETNAMESE, test_ambiguous);
  ADD ("random", UNIT, test_random);
  ADD ("random-crlf", windows, test_random);
  ADD ("elements", UNIT, test_elements);
  ADD ("children", UNIT, test_children);
  ADD ("own-text", UNIT, test_own_text);
  ADD ("children-crlf", windows, test_children);
  ADD ("bad-children", UNIT, test_bad_children);

  return g_test_run ();
}
