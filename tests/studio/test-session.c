/* SPDX-License-Identifier: MIT
 *
 * What views share is told once, and is the same object for as long as it is there.
 */
#include "studio/session/studio-session.h"

#include <glib/gstdio.h>

#include "document/disk/im-document-new.h"
#include "live/im-attachment.h"
#include "studio/session/studio-problem.h"

static ImDocument *
open_example (void)
{
  g_autofree char *units = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "examples",
                                                 "audio-window.imunit", NULL);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  ImDocument *document;

  im_unit_library_add_root (library, units, problems);
  document = im_document_open (path, library, &error);
  g_assert_no_error (error);

  return document;
}

static void
set (ImDocument *document, guint layer, const char *option, const char *value)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (im_document_set_argument (document, layer, option, value, &error));
  g_assert_no_error (error);
}

static void
told_cb (GListModel *list, guint place, guint n_removed, guint n_added, GString *told)
{
  g_string_append_printf (told, "%u-%u+%u ", place, n_removed, n_added);
}

static void
assert_told (GString *told, const char *expected)
{
  g_assert_cmpstr (told->str, ==, expected);
  g_string_truncate (told, 0);
}

static void
assert_step (GListModel *steps,
             guint number,
             StudioStep *object,
             const char *name,
             const char *flags)
{
  g_autoptr (StudioStep) step = g_list_model_get_item (steps, number);
  g_autofree char *found = NULL, *found_name = NULL;
  gboolean is_current, is_undone, is_saved;

  g_object_get (step, "name", &found_name, "is-current", &is_current, "is-undone",
                &is_undone, "is-saved", &is_saved, NULL);
  found = g_strconcat (is_current ? "current " : "", is_undone ? "undone " : "",
                       is_saved ? "saved" : "", NULL);
  g_assert_cmpstr (found_name, ==, name);
  g_assert_cmpstr (found, ==, flags);
  g_assert_true (object == NULL || object == step);
}

static void
test_steps (void)
{
  g_autoptr (ImDocument) document = open_example ();
  g_autoptr (StudioSession) session = g_object_new (STUDIO_TYPE_SESSION, NULL);
  GListModel *steps = G_LIST_MODEL (studio_session_get_steps (session));
  g_autoptr (GString) told = g_string_new (NULL);
  g_autoptr (StudioStep) first = NULL, second = NULL, other = NULL;

  g_signal_connect (steps, "items-changed", G_CALLBACK (told_cb), told);
  studio_session_set_document (session, document);
  assert_told (told, "0-0+1 ");
  first = g_list_model_get_item (steps, 0);
  assert_step (steps, 0, first, "Open", "current saved");
  set (document, 1, "axis", "0");
  assert_told (told, "1-0+1 ");
  second = g_list_model_get_item (steps, 1);
  assert_step (steps, 0, first, "Open", "saved");
  assert_step (steps, 1, second, "Set Axis of Hann Window", "current ");
  im_document_undo (document);
  assert_told (told, "");
  assert_step (steps, 0, first, "Open", "current saved");
  assert_step (steps, 1, second, "Set Axis of Hann Window", "undone ");
  im_document_redo (document);
  assert_step (steps, 1, second, "Set Axis of Hann Window", "current ");
  im_document_undo (document);

  /* Another step in the place of one that was undone is another object. */
  set (document, 2, "axis", "0");
  assert_told (told, "1-1+1 ");
  other = g_list_model_get_item (steps, 1);
  g_assert_true (other != second);
  assert_step (steps, 1, other, "Set Axis of RMS", "current ");
  g_assert_cmpuint (studio_steps_get_current (STUDIO_STEPS (steps)), ==, 1);
}

static void
count_cb (guint *n)
{
  (*n)++;
}

static void
test_scope_and_zoom (void)
{
  g_autoptr (ImDocument) document = open_example ();
  g_autoptr (StudioSession) session = g_object_new (STUDIO_TYPE_SESSION, NULL);
  guint n_scope = 0, n_zoom = 0;

  studio_session_set_document (session, document);
  g_signal_connect_swapped (session, "notify::scope", G_CALLBACK (count_cb), &n_scope);
  g_signal_connect_swapped (session, "notify::zoom", G_CALLBACK (count_cb), &n_zoom);
  g_assert_true (im_document_group (document, 0, 2, NULL));
  g_assert_cmpuint (n_scope, ==, 0);
  g_object_set (session, "zoom", 2.0, NULL);
  studio_session_set_zoom (session, 2);
  g_assert_cmpuint (n_zoom, ==, 1);
  g_assert_true (im_document_enter (document, 0));
  g_assert_cmpuint (n_scope, ==, 1);
  g_assert_cmpuint (studio_session_get_depth (session), ==, 1);
  g_assert_nonnull (studio_session_get_scope (session)[0]);
  g_assert_cmpfloat (studio_session_get_zoom (session), ==, 1);
  set (document, 1, "axis", "0");
  g_assert_cmpuint (n_scope, ==, 1);
  studio_session_leave (session, 1);
  g_assert_cmpuint (n_scope, ==, 1);
  studio_session_leave (session, 0);
  g_assert_cmpuint (n_scope, ==, 2);
  g_assert_cmpuint (studio_session_get_depth (session), ==, 0);
  studio_session_set_zoom (session, 100);
  g_assert_cmpfloat (studio_session_get_zoom (session), ==, STUDIO_MAX_ZOOM);
}

static void
wait_for (StudioSession *session, guint n_errors)
{
  guint n;

  do
    {
      g_main_context_iteration (NULL, TRUE);
      g_object_get (session, "n-errors", &n, NULL);
    }
  while (n != n_errors || g_main_context_pending (NULL));
}

static guint
count_at (StudioSession *session, const char *node)
{
  const GPtrArray *problems = g_hash_table_lookup (
      studio_session_get_problems_by_node (session), node);

  return problems == NULL ? 0 : problems->len;
}

/* What is wrong with a node is so until something else is found, and of this unit. */
static void
test_problems_of_nodes (void)
{
  g_autoptr (ImDocument) document = open_example ();
  g_autoptr (StudioSession) session = g_object_new (STUDIO_TYPE_SESSION, NULL);
  g_autofree char *name = g_strdup (im_document_get_layer (document, 1)->name);
  guint n;

  studio_session_set_document (session, document);
  set (document, 1, "axis", "7");
  g_assert_cmpuint (count_at (session, name), ==, 0);
  while (count_at (session, name) == 0)
    g_main_context_iteration (NULL, TRUE);
  n = count_at (session, name);
  im_document_undo (document);
  g_assert_cmpuint (count_at (session, name), ==, n);
  wait_for (session, 0);
  g_assert_cmpuint (count_at (session, name), ==, 0);
  im_document_redo (document);
  while (count_at (session, name) == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (im_document_group (document, 0, 1, NULL));
  g_assert_true (im_document_enter (document, 0));
  g_assert_cmpuint (count_at (session, name), ==, 0);
}

/* A problem is known by what it is about, wherever it stands and whatever it says. */
static void
test_problems (void)
{
  g_autoptr (ImDocument) document = open_example ();
  g_autoptr (StudioSession) session = g_object_new (STUDIO_TYPE_SESSION, NULL);
  GListModel *problems = studio_session_get_problems (session);
  g_autoptr (GString) told = g_string_new (NULL);
  g_autoptr (StudioProblem) problem = NULL, again = NULL;
  g_autofree char *before = NULL, *behind = NULL;
  g_autofree char *obstacle = NULL;
  guint n_errors = 0;

  studio_session_set_document (session, document);
  while (!studio_session_can_export (session))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (problems), ==, 0);
  g_signal_connect (problems, "items-changed", G_CALLBACK (told_cb), told);
  set (document, 1, "axis", "7");
  while (g_list_model_get_n_items (problems) == 0)
    g_main_context_iteration (NULL, TRUE);
  g_object_get (session, "n-errors", &n_errors, "obstacle", &obstacle, NULL);
  g_assert_cmpuint (n_errors, >, 0);
  g_assert_nonnull (obstacle);
  g_assert_false (studio_session_can_export (session));
  g_string_truncate (told, 0);
  problem = g_list_model_get_item (problems, 0);
  g_assert_cmpint (studio_problem_find_layer (problem), ==, 1);
  g_assert_true (count_at (session, im_document_get_layer (document, 1)->name) > 0);
  g_assert_cmpuint (count_at (session, im_document_get_layer (document, 0)->name), ==, 0);
  g_object_get (problem, "message", &before, NULL);
  g_test_message ("%s", before);

  set (document, 1, "axis", "8");
  do
    {
      g_main_context_iteration (NULL, TRUE);
      g_clear_pointer (&behind, g_free);
      g_object_get (problem, "message", &behind, NULL);
    }
  while (g_str_equal (before, behind));
  assert_told (told, "");
  again = g_list_model_get_item (problems, 0);
  g_assert_true (again == problem);
  im_document_undo (document);
  im_document_undo (document);
  wait_for (session, 0);
  g_assert_cmpuint (g_list_model_get_n_items (problems), ==, 0);
  g_assert_true (studio_session_can_export (session));
}

static ImFeed *
read_attached (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "own.imunit", NULL);

  return im_attachment_load (path, NULL);
}

/* A recording is attached to what has no file yet: that is written when it gets one, and
 * nothing before. */
static void
test_attachment (void)
{
  g_autofree char *folder = g_dir_make_tmp ("imaginet-session-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "own.imunit", NULL);
  g_autofree char *recordings = g_build_filename (folder, "own.recordings", NULL);
  g_autofree char *recording = g_build_filename (folder, "sound.wav", NULL);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDocument) document = im_document_new_untitled (IM_DOCUMENT_STACK, library);
  g_autoptr (StudioSession) session = g_object_new (STUDIO_TYPE_SESSION, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ImFeed) feed = im_feed_new (recording);
  g_autoptr (ImFeed) before = NULL;
  g_autoptr (ImFeed) attached = NULL;
  g_autoptr (ImFeed) detached = NULL;

  studio_session_set_document (session, document);
  g_assert_true (im_feed_set (feed, "channels", "left,2", &error));
  g_assert_true (im_feed_set (feed, "rate", "50.5", &error));
  g_assert_true (studio_live_attach (studio_session_get_live (session), feed, &error));
  before = read_attached (folder);
  g_assert_null (before);
  g_assert_true (im_document_save_first (document, path, &error));
  attached = read_attached (folder);
  g_assert_cmpstr (attached->path, ==, recording);
  g_assert_cmpstr (attached->options.channels[0], ==, "left");
  g_assert_cmpstr (attached->options.channels[1], ==, "2");
  g_assert_cmpfloat (attached->options.rate_hz, ==, 50.5);
  g_assert_true (studio_live_attach (studio_session_get_live (session), NULL, &error));
  detached = read_attached (folder);
  g_assert_null (detached);
  g_remove (recordings);
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/steps", test_steps);
  g_test_add_func ("/session/scope-and-zoom", test_scope_and_zoom);
  g_test_add_func ("/session/problems", test_problems);
  g_test_add_func ("/session/problems-of-nodes", test_problems_of_nodes);
  g_test_add_func ("/session/attachment", test_attachment);

  return g_test_run ();
}
