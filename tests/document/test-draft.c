/* SPDX-License-Identifier: MIT
 *
 * Drafts: written and read again, damaged ones, those of processes that live and of
 * those that do not, and when a document has one.
 */
#include "document/disk/im-autosave.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/im-file.h"
#include "document/disk/im-document-disk.h"
#include "layers.h"

#define HASH "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

typedef struct
{
  char *folder;
  char *drafts;
  char *path;
  ImUnitLibrary *library;
  ImDocument *document;
  ImDraftStore *store;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *units = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  g_autofree char *example = g_test_build_filename (G_TEST_DIST, "..", "data", "examples",
                                                    "audio-window.imunit", NULL);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize length;

  fixture->folder = g_dir_make_tmp ("draft-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->drafts = g_build_filename (fixture->folder, "drafts", NULL);
  fixture->path = g_build_filename (fixture->folder, "a b\n.imunit", NULL);
  g_assert_true (g_file_get_contents (example, &text, &length, NULL));
  g_assert_true (g_file_set_contents (fixture->path, text, (gssize) length, NULL));
  fixture->library = im_unit_library_new ();
  im_unit_library_add_root (fixture->library, units, problems);
  fixture->document = im_document_open (fixture->path, fixture->library, &error);
  g_assert_no_error (error);
  fixture->store = im_draft_store_new (fixture->drafts, &error);
  g_assert_no_error (error);
}

static void
empty_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_clear_object (&fixture->store);
  g_object_unref (fixture->document);
  im_unit_library_unref (fixture->library);
  empty_folder (fixture->drafts);
  empty_folder (fixture->folder);
  g_free (fixture->drafts);
  g_free (fixture->path);
  g_free (fixture->folder);
}

static GBytes *
new_bytes (const char *text)
{
  return g_bytes_new (text, strlen (text));
}

static guint
count_files (Fixture *fixture, const char *suffix)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->drafts, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    n += g_str_has_suffix (name, suffix);

  return n;
}

static void
test_round (Fixture *fixture, gconstpointer data)
{
  static const char content[] = "<a>\0caf\xE9</a>\n";
  g_autoptr (GBytes) bytes = g_bytes_new_static (content, sizeof content - 1);
  g_autoptr (GBytes) base = new_bytes ("<b/>");
  g_autofree char *hash = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, base);
  g_autoptr (ImDraft) draft = im_draft_new (fixture->path, base, bytes, "<caf\xC3\xA9\n");
  g_autoptr (ImDraft) again = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *file = im_draft_store_new_file (fixture->store);

  g_assert_true (im_draft_write (draft, file, &error));
  again = im_draft_read (file, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (again->file, ==, file);
  g_assert_cmpstr (again->path, ==, fixture->path);
  g_assert_cmpint (again->time_s, ==, draft->time_s);
  g_assert_true (g_bytes_equal (again->bytes, bytes));
  g_assert_cmpstr (again->editor_text, ==, "<caf\xC3\xA9\n");
  g_assert_cmpstr (again->base, ==, hash);
}

typedef struct
{
  const char *name;
  const char *content;
  gboolean is_good;
} ReadCase;

static const ReadCase read_cases[] = {
  { "whole", "imaginet-draft 1\ndocument file:///a\nbase " HASH "\nbytes 3\n\nabc",
    TRUE },
  { "no-base", "imaginet-draft 1\ndocument file:///a\nbytes 0\n\n", TRUE },
  { "later-line", "imaginet-draft 1\ndocument file:///a\nnew x\nbytes 0\n\n", TRUE },
  { "editor", "imaginet-draft 1\ndocument file:///a\nbytes 1\neditor 2\n\nabc", TRUE },
  { "empty", "", FALSE },
  { "other-file", "<Imaginet/>\n", FALSE },
  { "other-version", "imaginet-draft 2\ndocument file:///a\nbytes 0\n\n", FALSE },
  { "no-document", "imaginet-draft 1\nbytes 0\n\n", FALSE },
  { "no-bytes", "imaginet-draft 1\ndocument file:///a\n\n", FALSE },
  { "no-end", "imaginet-draft 1\ndocument file:///a\nbytes 0\n", FALSE },
  { "cut", "imaginet-draft 1\ndocument file:///a\nbytes 4\n\nabc", FALSE },
  { "longer", "imaginet-draft 1\ndocument file:///a\nbytes 2\n\nabc", FALSE },
  { "negative", "imaginet-draft 1\ndocument file:///a\nbytes -1\n\n", FALSE },
  { "huge", "imaginet-draft 1\ndocument file:///a\nbytes 99999999999999999999\n\n",
    FALSE },
  { "sum", "imaginet-draft 1\ndocument file:///a\nbytes 9\neditor 67108863\n\nabc",
    FALSE },
  { "bad-uri", "imaginet-draft 1\ndocument a b\nbytes 0\n\n", FALSE },
  { "zero-in-uri", "imaginet-draft 1\ndocument file:///a%00b\nbytes 0\n\n", FALSE },
  { "bad-hash", "imaginet-draft 1\ndocument file:///a\nbase xyz\nbytes 0\n\n", FALSE },
  { "bad-time", "imaginet-draft 1\ndocument file:///a\ntime x\nbytes 0\n\n", FALSE },
  { "bad-editor", "imaginet-draft 1\ndocument file:///a\nbytes 0\neditor 1\n\n\xFF",
    FALSE },
};

static void
test_read (gconstpointer data)
{
  const ReadCase *c = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ImDraft) draft = NULL;
  g_autofree char *file = NULL;
  int descriptor = g_file_open_tmp ("draft-XXXXXX", &file, &error);

  g_assert_no_error (error);
  close (descriptor);
  g_assert_true (g_file_set_contents (file, c->content, -1, NULL));
  draft = im_draft_read (file, &error);
  g_remove (file);
  if (c->is_good)
    {
      g_assert_no_error (error);
      g_assert_cmpstr (draft->path, ==, "/a");
      return;
    }
  g_assert_null (draft);
  g_assert_error (error, IM_DRAFT_ERROR, IM_DRAFT_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, "expected a whole draft"));
}

/* Writes a draft as another process, which then waits or is killed. */
static pid_t
start_owner (Fixture *fixture)
{
  int ends[2];
  pid_t pid;
  char ready;

  g_assert_cmpint (pipe (ends), ==, 0);
  pid = fork ();
  if (pid == 0)
    {
      g_autoptr (ImDraftStore) store = im_draft_store_new (fixture->drafts, NULL);
      g_autofree char *file = im_draft_store_new_file (store);
      g_autoptr (ImDraft) draft = im_document_new_draft (fixture->document, NULL);

      if (!im_draft_write (draft, file, NULL) || write (ends[1], "x", 1) != 1)
        _exit (1);
      pause ();
      _exit (0);
    }
  g_assert_cmpint (read (ends[0], &ready, 1), ==, 1);
  close (ends[0]);
  close (ends[1]);

  return pid;
}

static void
test_owner (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) live = NULL;
  g_autoptr (GPtrArray) left = NULL;
  g_autoptr (GPtrArray) again = NULL;
  pid_t pid = start_owner (fixture);

  live = im_draft_store_claim (fixture->store, messages);
  g_assert_cmpuint (live->len, ==, 0);
  g_assert_cmpuint (count_files (fixture, ".draft"), ==, 1);

  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
  left = im_draft_store_claim (fixture->store, messages);
  g_assert_cmpuint (left->len, ==, 1);
  g_assert_cmpuint (messages->len, ==, 0);
  g_assert_cmpstr (((ImDraft *) left->pdata[0])->path, ==, fixture->path);
  g_assert_cmpuint (count_files (fixture, ".lock"), ==, 1);
  again = im_draft_store_claim (fixture->store, messages);
  g_assert_cmpuint (again->len, ==, 0);
}

static void
test_damaged (Fixture *fixture, gconstpointer data)
{
  g_autofree char *file = g_build_filename (
      fixture->drafts, "00000000-0000-0000-0000-000000000000-0.draft", NULL);
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) drafts = NULL;
  g_autoptr (GPtrArray) again = NULL;

  g_assert_true (g_file_set_contents (file, "damaged", -1, NULL));
  drafts = im_draft_store_claim (fixture->store, messages);
  again = im_draft_store_claim (fixture->store, messages);
  g_assert_cmpuint (drafts->len + again->len, ==, 0);
  g_assert_cmpuint (messages->len, ==, 1);
  g_assert_cmpuint (count_files (fixture, ".damaged"), ==, 1);
}

static gboolean
passed_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Lets time pass. */
static void
pass (guint ms)
{
  gboolean is_over = FALSE;

  g_timeout_add (ms, passed_cb, &is_over);
  while (!is_over)
    g_main_context_iteration (NULL, TRUE);
}

/* Another thread writes drafts and removes them. */
static void
expect_drafts (Fixture *fixture, guint n)
{
  for (guint i = 0; i < 500 && count_files (fixture, ".draft") != n; i++)
    g_usleep (10000);
  g_assert_cmpuint (count_files (fixture, ".draft"), ==, n);
}

static void
test_autosave (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ImAutosave) autosave = im_autosave_new (fixture->document, fixture->store,
                                                     50);

  pass (100);
  expect_drafts (fixture, 0);
  g_assert_true (remove_layer (fixture->document, 0, NULL));
  expect_drafts (fixture, 0);
  pass (100);
  expect_drafts (fixture, 1);
  im_document_undo (fixture->document);
  expect_drafts (fixture, 0);
  im_document_redo (fixture->document);
  im_autosave_flush (autosave);
  expect_drafts (fixture, 1);
  g_assert_true (im_document_save (fixture->document, NULL, NULL));
  expect_drafts (fixture, 0);
  im_autosave_set_editor_text (autosave, "<a");
  im_autosave_flush (autosave);
  expect_drafts (fixture, 1);
  im_autosave_discard (autosave);
  expect_drafts (fixture, 0);
}

static void
failed_cb (ImDraftStore *store, const char *message, char **out)
{
  g_free (*out);
  *out = g_strdup (message);
}

static void
test_unwritable (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *message = NULL;
  g_autofree char *file = g_build_filename (fixture->path, "x.draft", NULL);
  ImDraft *draft = im_document_new_draft (fixture->document, NULL);

  g_signal_connect (fixture->store, "failed", G_CALLBACK (failed_cb), &message);
  im_draft_store_write (fixture->store, draft, file);
  pass (50);
  g_assert_nonnull (message);
  g_assert_nonnull (strstr (message, file));

  g_assert_null (im_draft_store_new (fixture->path, &error));
  g_assert_nonnull (strstr (error->message, "expected a folder for drafts"));
}

static void
test_restore (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GBytes) original = im_file_read (fixture->path, G_MAXINT, NULL);
  g_autofree char *hash = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, original);
  g_autoptr (GError) error = NULL;
  g_autoptr (ImDraft) draft = NULL;
  g_autoptr (ImDraft) undone = NULL;
  g_autoptr (ImDocument) restored = NULL;

  g_assert_true (remove_layer (fixture->document, 0, NULL));
  draft = im_document_new_draft (fixture->document, NULL);
  g_assert_cmpstr (draft->base, ==, hash);
  restored = im_document_open_draft (draft, fixture->library, &error);
  g_assert_no_error (error);
  g_assert_true (im_document_is_modified (restored));
  g_assert_cmpstr (im_document_get_undo_name (restored), ==, "Restore draft");
  im_document_undo (restored);
  g_assert_false (im_document_is_modified (restored));
  undone = im_document_new_draft (restored, NULL);
  g_assert_true (g_bytes_equal (undone->bytes, original));
}

static void
test_restore_without_file (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ImDraft) draft = im_document_new_draft (fixture->document, NULL);
  g_autoptr (ImDocument) restored = NULL;
  g_autoptr (GBytes) written = NULL;

  g_remove (fixture->path);
  restored = im_document_open_draft (draft, fixture->library, &error);
  g_assert_no_error (error);
  g_assert_true (im_document_is_modified (restored));
  g_assert_true (im_document_save (restored, NULL, &error));
  g_assert_false (im_document_is_modified (restored));
  written = im_file_read (fixture->path, G_MAXINT, NULL);
  g_assert_true (g_bytes_equal (written, draft->bytes));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *fixture, gconstpointer data);
  } tests[] = {
    { "/draft/round", test_round },
    { "/draft/owner", test_owner },
    { "/draft/damaged", test_damaged },
    { "/draft/autosave", test_autosave },
    { "/draft/unwritable", test_unwritable },
    { "/draft/restore", test_restore },
    { "/draft/restore-without-file", test_restore_without_file },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (read_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/draft/read/", read_cases[i].name, NULL);

      g_test_add_data_func (path, &read_cases[i], test_read);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);

  return g_test_run ();
}
