/* SPDX-License-Identifier: MIT
 *
 * The code files of a unit, edited with it: as steps of one history, without loss, saved
 * as a whole, followed on the disk, kept in drafts.
 */
#include "document/state/im-document-code.h"

#include <glib/gstdio.h>
#include <string.h>

#include "base/im-file.h"
#include "document/disk/im-document-disk.h"
#include "document/disk/im-document-monitor.h"
#include "document/help/im-document-fix.h"
#include "document/state/im-document-steps.h"
#include "kill-point.h"

#define WAIT_MS 5000

/* A header with a byte order mark, lines that end with CR LF, and none at its end. */
#define HEADER                                                                      \
  "\xEF\xBB\xBF#pragma once\r\n"                                                    \
  "#include \"part.h\"\r\n"                                                         \
  "#pragma IMAGINET_FRAGMENT_BEGIN \"twice\"\r\n"                                   \
  "#pragma IMAGINET_DEPENDENCY \"part.h:part\"\r\n"                                 \
  "static inline void\r\ntwice (const float *input, int n, float *output)\r\n{\r\n" \
  "  for (int i = 0; i < n; i++)\r\n    output[i] = 2.0F * input[i];\r\n}\r\n"      \
  "#pragma IMAGINET_FRAGMENT_END"

#define PART                                                     \
  "#pragma IMAGINET_FRAGMENT_BEGIN \"part\"\nstatic int part;\n" \
  "#pragma IMAGINET_FRAGMENT_END\n"

#define SCRIPT                                                                         \
  "#pragma IMAGINET_FRAGMENT_BEGIN \"twice_py\"\ndef twice_py(x, y):\n    y[:] = 2 * " \
  "x\n"                                                                                \
  "#pragma IMAGINET_FRAGMENT_END\n"

#define UNIT                                                                             \
  "<Imaginet>\n  <Function unit=\"Test.Twice\">\n    <DisplayName>Twice</DisplayName>\n" \
  "    <Parameters>\n"                                                                   \
  "      <InputSocket name=\"input\" pipe=\"data\" text=\"Input\" />\n"                  \
  "      <OutputSocket name=\"output\" type=\"input.type\" shape=\"input.shape\" "       \
  "pipe=\"data\" text=\"Output\" />\n"                                                   \
  "      <Hidden name=\"n\" value=\"input.shape.flat\" />\n"                             \
  "    </Parameters>\n    <Implementations>\n"                                           \
  "      <Implementation language=\"C\" fragment=\"twice.h:twice\" "                     \
  "call=\"twice(input, n, output)\" />\n"                                                \
  "      <Implementation language=\"Python\" fragment=\"py/twice.py:twice_py\" "         \
  "call=\"twice_py(input, output)\" />\n"                                                \
  "    </Implementations>\n  </Function>\n</Imaginet>\n"

#define N_FILES 4

static const char *const names[N_FILES] = { "twice.imunit", "twice.h", "part.h",
                                            "py/twice.py" };
static const char *const texts[N_FILES] = { UNIT, HEADER, PART, SCRIPT };

typedef struct
{
  ImUnitLibrary *library;
  char *folder;
  char *paths[N_FILES];
  ImDocument *document;
} Fixture;

static void
write_text (const char *path, const char *text)
{
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
assert_file (const char *path, const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

static void
open_document (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  g_clear_object (&fixture->document);
  fixture->document = im_document_open (fixture->paths[0], fixture->library, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *py = NULL;

  fixture->library = im_unit_library_new ();
  fixture->folder = g_dir_make_tmp ("code-XXXXXX", NULL);
  py = g_build_filename (fixture->folder, "py", NULL);
  g_assert_cmpint (g_mkdir (py, 0700), ==, 0);
  for (guint i = 0; i < N_FILES; i++)
    {
      fixture->paths[i] = g_build_filename (fixture->folder, names[i], NULL);
      write_text (fixture->paths[i], texts[i]);
    }
  open_document (fixture);
}

/* Also what programs left that were killed before they had a journal. */
static void
empty_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        empty_folder (path);
      else
        g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_clear_object (&fixture->document);
  im_unit_library_unref (fixture->library);
  empty_folder (fixture->folder);
  for (guint i = 0; i < N_FILES; i++)
    g_free (fixture->paths[i]);
  g_free (fixture->folder);
}

/* Replaces a part of a code file, as an editor does. */
static void
edit (ImDocument *document, const char *file, const char *old, const char *new)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = im_document_dup_code (document, file, &error);
  g_autoptr (GString) changed = g_string_new (text);

  g_assert_no_error (error);
  g_assert_null (strchr (text, '\r'));
  g_assert_cmpuint (g_string_replace (changed, old, new, 1), ==, 1);
  g_assert_true (im_document_set_code (document, file, changed->str, file, &error));
  g_assert_no_error (error);
}

static void
save (ImDocument *document)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (im_document_save (document, NULL, &error));
  g_assert_no_error (error);
}

static void
test_list (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) list = im_document_list_code (fixture->document);
  g_autofree char *all = NULL;

  g_ptr_array_add (list, NULL);
  all = g_strjoinv (" ", (char **) list->pdata);
  g_assert_cmpstr (all, ==, "twice.h py/twice.py part.h");
}

/* Only the bytes of the edit change on the disk. */
static void
test_lossless (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) expected = g_string_new (HEADER);

  edit (fixture->document, "twice.h", "{\n  for", "{\n  if (n < 1)\n    return;\n  for");
  g_assert_true (im_document_is_modified (fixture->document));
  g_assert_true (im_document_is_code_modified (fixture->document, "twice.h"));
  g_assert_false (im_document_is_code_modified (fixture->document, "part.h"));
  assert_file (fixture->paths[1], HEADER);
  save (fixture->document);
  g_string_replace (expected, "{\r\n  for", "{\r\n  if (n < 1)\r\n    return;\r\n  for",
                    1);
  assert_file (fixture->paths[1], expected->str);
  assert_file (fixture->paths[0], UNIT);
  g_assert_false (im_document_is_modified (fixture->document));
}

static void
assert_code (ImDocument *document, const char *file, const char *part, gboolean is_there)
{
  g_autofree char *text = im_document_dup_code (document, file, NULL);

  g_assert_true ((strstr (text, part) != NULL) == is_there);
}

/* Undo goes through the edits of all files in their order. */
static void
test_history (Fixture *fixture, gconstpointer data)
{
  ImDocument *document = fixture->document;
  const ImEdit rename = { .kind = IM_EDIT_CONTENT,
                          .element = "Imaginet/Function",
                          .name = "DisplayName",
                          .text = "Double" };
  g_autoptr (GError) error = NULL;

  edit (document, "twice.h", "2.0F", "3.0F");
  edit (document, "twice.h", "3.0F", "4.0F"); /* the same gesture */
  g_assert_true (im_document_apply (document, &rename, 1, &error));
  g_assert_no_error (error);
  edit (document, "py/twice.py", "2 *", "4 *");
  g_assert_cmpuint (im_document_get_n_steps (document), ==, 4);
  g_assert_cmpstr (im_document_get_undo_name (document), ==, "Edit py/twice.py");
  im_document_undo (document);
  assert_code (document, "py/twice.py", "2 *", TRUE);
  assert_code (document, "twice.h", "4.0F", TRUE);
  g_assert_cmpstr (im_document_get_unit (document)->display_name, ==, "Double");
  im_document_undo (document);
  g_assert_cmpstr (im_document_get_unit (document)->display_name, ==, "Twice");
  assert_code (document, "twice.h", "4.0F", TRUE);
  im_document_undo (document);
  assert_code (document, "twice.h", "2.0F", TRUE);
  g_assert_false (im_document_is_modified (document));
  im_document_go_to_step (document, 3);
  assert_code (document, "py/twice.py", "4 *", TRUE);
  assert_code (document, "twice.h", "4.0F", TRUE);
  /* What an editor takes back is no new step. */
  edit (document, "py/twice.py", "4 *", "2 *");
  g_assert_cmpuint (im_document_get_step (document), ==, 2);
  g_assert_cmpuint (im_document_get_n_steps (document), ==, 4);
}

/* What was typed in code is a script that does it again: other lines, more, fewer, and
 * all that a file may have; but not a last line without an end. */
static void
test_script (Fixture *fixture, gconstpointer data)
{
  ImDocument *document = fixture->document;
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) edits = NULL;
  g_autofree char *script = NULL;
  g_autofree char *header = NULL, *python = NULL, *header_again = NULL,
                  *python_again = NULL;

  edit (document, "twice.h", "2.0F", "3.0F");
  edit (document, "twice.h", "3.0F", "4.0F"); /* the same gesture */
  edit (document, "py/twice.py", "    y", "    z = \"a\\n\tä\"  # b = c\n\n    y");
  edit (document, "twice.h", "#pragma once\n", "");
  edit (document, "part.h", "static int part;\n", "static int part;\nstatic int more;\n");
  edit (document, "py/twice.py", "y[:] = 2 * x", "y[:] = 3 * x");
  script = im_document_dup_script (document);
  g_assert_nonnull (strstr (script, "code twice.h 9 = "));
  g_assert_nonnull (strstr (script, "code twice.h 1\n"));
  header = im_document_dup_code (document, "twice.h", NULL);
  python = im_document_dup_code (document, "py/twice.py", NULL);

  open_document (fixture);
  edits = im_edit_parse_script (script, arena, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (edits->len, ==, 5);
  for (guint i = 0; i < edits->len; i++)
    {
      g_assert_true (im_document_apply (fixture->document,
                                        &g_array_index (edits, ImEdit, i), 1, &error));
      g_assert_no_error (error);
    }
  header_again = im_document_dup_code (fixture->document, "twice.h", NULL);
  python_again = im_document_dup_code (fixture->document, "py/twice.py", NULL);
  g_assert_cmpstr (header_again, ==, header);
  g_assert_cmpstr (python_again, ==, python);
  assert_code (fixture->document, "part.h", "static int more;", TRUE);

  open_document (fixture);
  edit (fixture->document, "twice.h", "IMAGINET_FRAGMENT_END", "IMAGINET_FRAGMENT_END ");
  g_free (script);
  script = im_document_dup_script (fixture->document);
  g_assert_cmpstr (script, ==, "# Edit twice.h\n");
}

static gboolean
has_problem (ImDocument *document, const char *code)
{
  const ImDiagnostics *problems = im_document_get_problems (document);

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    if (strcmp (im_diagnostics_get (problems, i)->code, code) == 0)
      return TRUE;

  return FALSE;
}

/* All that is found of the document is found of the code as it is edited. */
static void
test_problems (Fixture *fixture, gconstpointer data)
{
  ImDocument *document = fixture->document;

  g_assert_false (has_problem (document, "code-syntax"));
  edit (document, "twice.h", "input[i];\n}", "input[i];\n");
  g_assert_true (has_problem (document, "code-syntax"));
  im_document_undo (document);
  g_assert_false (has_problem (document, "code-syntax"));
  edit (document, "twice.h", "int n, float", "float");
  g_assert_true (has_problem (document, "call-mismatch"));
  edit (document, "twice.h", "\"twice\"", "\"twic\"");
  g_assert_true (has_problem (document, "unknown-fragment"));
  {
    g_autoptr (GPtrArray) list = im_document_list_code (document);

    g_assert_cmpstr (g_ptr_array_index (list, 0), ==, "twice.h");
  }
  /* Nobody else sees what is not saved. */
  {
    g_autoptr (ImSource) source = im_unit_library_load_code (
        fixture->library, fixture->paths[0], "twice.h", NULL);

    g_assert_nonnull (source);
    g_assert_cmpstr (im_source_get_text (source, NULL), ==, HEADER);
  }
}

static void
edit_all (ImDocument *document)
{
  const ImEdit rename = { .kind = IM_EDIT_CONTENT,
                          .element = "Imaginet/Function",
                          .name = "DisplayName",
                          .text = "Double" };

  edit (document, "twice.h", "2.0F", "4.0F");
  edit (document, "py/twice.py", "2 *", "4 *");
  g_assert_true (im_document_apply (document, &rename, 1, NULL));
}

static void
save_cb (gpointer data)
{
  save (data);
}

/* Whenever a save is killed, whoever opens the document next has all of it or nothing. */
static void
test_kill (Fixture *fixture, gconstpointer data)
{
  guint n_old = 0, n_new = 0, number = 1;

  for (gboolean is_killed = TRUE; is_killed; number++)
    {
      g_autofree char *code = NULL, *script = NULL;
      gboolean is_new;

      for (guint i = 0; i < N_FILES; i++)
        write_text (fixture->paths[i], texts[i]);
      open_document (fixture);
      edit_all (fixture->document);
      is_killed = kill_point_run (number, TRUE, save_cb, fixture->document);
      open_document (fixture);
      code = im_document_dup_code (fixture->document, "twice.h", NULL);
      script = im_document_dup_code (fixture->document, "py/twice.py", NULL);
      is_new = strstr (code, "4.0F") != NULL;
      g_assert_true ((strstr (script, "4 *") != NULL) == is_new);
      g_assert_cmpstr (im_document_get_unit (fixture->document)->display_name, ==,
                       is_new ? "Double" : "Twice");
      n_new += is_new;
      n_old += !is_new;
    }
  g_assert_cmpuint (n_old, >, 3);
  g_assert_cmpuint (n_new, >, 3);
}

static void
test_draft (Fixture *fixture, gconstpointer data)
{
  g_autofree char *file = g_build_filename (fixture->folder, "draft", NULL);
  g_autoptr (ImDraft) draft = NULL, again = NULL;
  g_autoptr (ImDocument) restored = NULL;
  g_autoptr (GError) error = NULL;

  edit_all (fixture->document);
  draft = im_document_new_draft (fixture->document, "editor");
  g_assert_true (im_draft_write (draft, file, &error));
  again = im_draft_read (file, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (again->files->len, ==, 2);
  restored = im_document_open_draft (again, fixture->library, &error);
  g_assert_no_error (error);
  g_assert_true (im_document_is_modified (restored));
  g_assert_cmpuint (im_document_get_n_steps (restored), ==, 2);
  save (restored);
  {
    g_autoptr (GString) expected = g_string_new (HEADER);

    g_string_replace (expected, "2.0F", "4.0F", 1);
    assert_file (fixture->paths[1], expected->str);
  }
  im_document_undo (restored);
  assert_code (restored, "twice.h", "2.0F", TRUE);
  g_assert_cmpstr (im_document_get_unit (restored)->display_name, ==, "Twice");
}

/* Drafts may be damaged, or come from elsewhere. */
static void
test_bad_draft (Fixture *fixture, gconstpointer data)
{
  static const char *const lines[] = { "code 1 ../a", "code 1 /a", "code 1",
                                       "code x a",    "code 2 a",  "code 1 a/../b",
                                       "code 1 a%00b" };
  g_autofree char *file = g_build_filename (fixture->folder, "draft", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "imaginet-draft 1\ndocument file:///a\nbytes 1\n%s\n\nab", lines[i]);
      g_autoptr (GError) error = NULL;

      write_text (file, text);
      g_assert_null (im_draft_read (file, &error));
      g_assert_error (error, IM_DRAFT_ERROR, IM_DRAFT_ERROR_FORMAT);
    }
}

static void
changed_cb (ImDocumentMonitor *monitor, ImDocumentDisk disk, ImDocumentDisk *told)
{
  *told = disk;
}

static void
wait_for (const ImDocumentDisk *told, ImDocumentDisk disk)
{
  gint64 end = g_get_monotonic_time () + WAIT_MS * 1000;

  while (*told != disk && g_get_monotonic_time () < end)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
  g_assert_cmpint (*told, ==, disk);
}

/* Another program changes code that was edited here. */
static void
test_outside (Fixture *fixture, gconstpointer data)
{
  ImDocument *document = fixture->document;
  g_autoptr (ImDocumentMonitor) monitor = im_document_monitor_new (document);
  ImDocumentDisk told = IM_DOCUMENT_DISK_SAME;
  g_autoptr (GError) error = NULL;

  g_signal_connect (monitor, "changed", G_CALLBACK (changed_cb), &told);
  edit (document, "twice.h", "2.0F", "4.0F");
  write_text (fixture->paths[1], "// theirs\n" HEADER);
  wait_for (&told, IM_DOCUMENT_DISK_CHANGED);
  g_assert_false (im_document_save (document, NULL, &error));
  g_assert_error (error, IM_FILE_ERROR, IM_FILE_ERROR_CHANGED);
  g_clear_error (&error);
  g_assert_true (im_document_reload (document, &error));
  g_assert_false (im_document_is_modified (document));
  assert_code (document, "twice.h", "// theirs", TRUE);
  im_document_undo (document);
  assert_code (document, "twice.h", "4.0F", TRUE);
  im_document_keep (document);
  save (document);
  g_assert_cmpint (im_document_check_disk (document), ==, IM_DOCUMENT_DISK_SAME);
  g_assert_cmpint (g_remove (fixture->paths[1]), ==, 0);
  wait_for (&told, IM_DOCUMENT_DISK_GONE);
  im_document_keep (document);
  g_assert_true (im_document_is_modified (document));
  save (document);
  g_assert_true (g_file_test (fixture->paths[1], G_FILE_TEST_EXISTS));
}

static void
test_not_text (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  write_text (fixture->paths[2], "/* one */\n/* caf\xE9 */\n" PART);
  g_assert_null (im_document_dup_code (fixture->document, "part.h", &error));
  g_assert_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, "0xE9 in line 2"));
  g_clear_error (&error);
  g_assert_false (im_document_set_code (fixture->document, "part.h", "", NULL, &error));
  g_assert_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_FORMAT);
  g_assert_false (im_document_is_modified (fixture->document));
}

/* The code comes along, but takes nobody's place. */
static void
test_save_as (Fixture *fixture, gconstpointer data)
{
  g_autofree char *other = g_build_filename (fixture->folder, "other", NULL);
  g_autofree char *path = g_build_filename (other, "twice.imunit", NULL);
  g_autofree char *code = g_build_filename (other, "py", "twice.py", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir (other, 0700), ==, 0);
  edit (fixture->document, "py/twice.py", "2 *", "4 *");
  g_assert_true (im_document_save (fixture->document, path, &error));
  g_assert_no_error (error);
  assert_file (path, UNIT);
  assert_file (fixture->paths[3], SCRIPT);
  assert_code (fixture->document, "py/twice.py", "4 *", TRUE);
  g_assert_false (im_document_is_modified (fixture->document));
  write_text (code, "theirs\n");
  g_assert_cmpint (g_remove (path), ==, 0);
  open_document (fixture);
  edit (fixture->document, "py/twice.py", "2 *", "5 *");
  g_assert_false (im_document_save (fixture->document, path, &error));
  g_assert_nonnull (strstr (error->message, code));
  assert_file (code, "theirs\n");
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

/* The problem with the call of a language, or NULL. */
static const ImDiagnostic *
find_mismatch (ImDocument *document)
{
  const ImDiagnostics *problems = im_document_get_problems (document);

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    if (strcmp (im_diagnostics_get (problems, i)->code, "call-mismatch") == 0)
      return im_diagnostics_get (problems, i);

  return NULL;
}

typedef struct
{
  const char *file;
  const char *old;
  const char *new;
  const char *fixes; /* their values */
} CallCase;

/* Each fix solves the problem, and is one step. */
static void
test_call (Fixture *fixture, gconstpointer data)
{
  static const CallCase cases[] = {
    { "twice.h", "int n, float *output", "float *output",
      "twice (const float *input, int n, float *output)|twice(input, output)" },
    { "twice.h", "(const float *input, int n,",
      "(const float *restrict input, int n, int m,",
      "twice (const float *restrict input, int n, float *output)" },
    { "twice.h", "void\ntwice (", "void\ntriple (", "" },
    { "twice.h", "(const float *input, int n, float *output)", "(void)",
      "twice (const float *input, int n, float *output)|twice()" },
    { "py/twice.py", "(x, y)", "(x, y, n)",
      "twice_py (input, output)|twice_py(input, output, n)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const CallCase *c = &cases[i];
      g_auto (GStrv) expected = g_strsplit (c->fixes, "|", -1);
      g_autoptr (GPtrArray) fixes = NULL;

      open_document (fixture);
      edit (fixture->document, c->file, c->old, c->new);
      g_assert_nonnull (find_mismatch (fixture->document));
      fixes = im_document_find_fixes (fixture->document,
                                      find_mismatch (fixture->document));
      for (guint k = 0; k < fixes->len; k++)
        g_test_message ("%s", ((ImDocumentFix *) g_ptr_array_index (fixes, k))->value);
      g_assert_cmpuint (fixes->len, ==, g_strv_length (expected));
      for (guint k = 0; k < fixes->len; k++)
        {
          const ImDocumentFix *fix = g_ptr_array_index (fixes, k);
          g_autoptr (GError) error = NULL;

          g_assert_cmpstr (fix->value, ==, expected[k]);
          g_assert_true (im_document_apply_fix (fixture->document, fix, &error));
          g_assert_no_error (error);
          g_assert_null (find_mismatch (fixture->document));
          /* What was there before the edit is gone back to. */
          if (im_document_get_step (fixture->document) == 0)
            im_document_redo (fixture->document);
          else
            im_document_undo (fixture->document);
          g_assert_cmpuint (im_document_get_step (fixture->document), ==, 1);
          g_assert_nonnull (find_mismatch (fixture->document));
        }
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*run) (Fixture *fixture, gconstpointer data);
  } cases[] = {
    { "list", test_list },           { "lossless", test_lossless },
    { "history", test_history },     { "problems", test_problems },
    { "kill", test_kill },           { "draft", test_draft },
    { "bad-draft", test_bad_draft }, { "outside", test_outside },
    { "not-text", test_not_text },   { "save-as", test_save_as },
    { "call", test_call },           { "script", test_script },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strconcat ("/document-code/", cases[i].name, NULL);

      g_test_add (name, Fixture, NULL, set_up, cases[i].run, tear_down);
    }

  return g_test_run ();
}
