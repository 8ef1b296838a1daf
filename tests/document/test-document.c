/* SPDX-License-Identifier: MIT
 *
 * A document, edit by edit: what the pipeline is behind each, and that undoing all of
 * them gives back the bytes of the file.
 */
#include "document/state/im-document.h"
#include "layers.h"

#include <glib/gstdio.h>
#include <string.h>

#include "base/im-arena.h"
#include "base/im-file.h"
#include "document/state/im-document-private.h"
#include "document/state/im-document-steps.h"

typedef struct
{
  ImUnitLibrary *library;
  char *folder;
  char *path;
  ImDocument *document;
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

  fixture->library = im_unit_library_new ();
  im_unit_library_add_root (fixture->library, units, problems);
  fixture->folder = g_dir_make_tmp ("document-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->path = g_build_filename (fixture->folder, "level.imunit", NULL);
  g_assert_true (g_file_get_contents (example, &text, &length, NULL));
  g_assert_true (g_file_set_contents (fixture->path, text, (gssize) length, NULL));
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
dup_layers (ImDocument *document)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < im_document_get_n_layers (document); i++)
    {
      const ImDocumentLayer *layer = im_document_get_layer (document, i);

      g_string_append_printf (out, "%s%s%s", i > 0 ? " " : "", layer->name,
                              count_layer_problems (document, i) > 0 ? "!" : "");
    }

  return g_string_free (out, FALSE);
}

static void
assert_layers (ImDocument *document, const char *expected)
{
  g_autofree char *layers = dup_layers (document);

  g_assert_cmpstr (layers, ==, expected);
}

/* The type of the output of a layer. */
static void
assert_type (ImDocument *document, guint layer, const char *expected)
{
  const ImDocumentLayer *found = im_document_get_layer (document, layer);
  g_autoptr (GString) text = g_string_new (NULL);
  ImValue value;

  g_assert_true (im_unit_evaluation_get_value (
      found->evaluation, im_unit_find_parameter (found->unit, "output"), &value, NULL));
  im_value_append_display (&value, text);
  g_assert_cmpstr (text->str, ==, expected);
}

static char *
dup_text (ImDocument *document)
{
  gsize length;
  const char *text = im_source_get_text (
      im_unit_file_get_source (im_document_get_file (document)), &length);

  return g_strndup (text, length);
}

static void
count_cb (ImDocument *document, gpointer data)
{
  guint *count = data;

  (*count)++;
}

static void
test_edits (Fixture *fixture, gconstpointer data)
{
  ImDocument *document = fixture->document;
  g_autofree char *before = dup_text (document);
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;
  guint n_changes = 0;

  g_signal_connect (document, "changed", G_CALLBACK (count_cb), &n_changes);
  assert_layers (document, "SlidingWindow Hann Rms");
  assert_type (document, 0, "float32[400,1]@100");
  g_assert_null (im_document_get_undo_name (document));

  g_assert_true (im_document_set_argument (document, 0, "stride", "80", &error));
  assert_type (document, 0, "float32[400,1]@200");
  g_assert_cmpstr (im_document_get_undo_name (document), ==,
                   "Set Stride of Sliding Window");
  g_assert_true (im_document_set_argument (document, 1, "axis", "7", &error));
  assert_layers (document, "SlidingWindow Hann! Rms");
  g_assert_true (im_document_set_argument (document, 1, "axis", NULL, &error));
  g_assert_true (im_document_insert_layer (document, 1, "Core.Math.Abs", &error));
  assert_layers (document, "SlidingWindow Abs Hann Rms");
  g_assert_true (enable_layer (document, 1, FALSE, &error));
  g_assert_false (im_document_get_layer (document, 1)->node->is_enabled);
  g_assert_true (im_document_move_layer (document, 2, 1, &error));
  assert_layers (document, "SlidingWindow Hann Abs Rms");
  g_assert_true (remove_layer (document, 1, &error));
  assert_layers (document, "SlidingWindow Abs Rms");
  g_assert_no_error (error);
  g_assert_cmpuint (n_changes, ==, 7);

  while (im_document_get_undo_name (document) != NULL)
    im_document_undo (document);
  after = dup_text (document);
  g_assert_cmpstr (before, ==, after);
  g_assert_false (im_document_is_modified (document));
  while (im_document_get_redo_name (document) != NULL)
    im_document_redo (document);
  assert_layers (document, "SlidingWindow Abs Rms");
}

/* The ends of the stack stay connected, whichever layer is there. */
static void
test_ends (Fixture *fixture, gconstpointer data)
{
  ImDocument *document = fixture->document;
  g_autoptr (GError) error = NULL;

  g_assert_true (im_document_insert_layer (document, 0, "Core.Math.Abs", &error));
  g_assert_true (im_document_insert_layer (document, 4, "Core.Math.Abs", &error));
  assert_layers (document, "Abs SlidingWindow Hann Rms Abs2");
  g_assert_cmpuint (im_diagnostics_get_count (im_document_get_problems (document)), ==,
                    0);
  g_assert_true (im_document_move_layer (document, 4, 0, &error));
  assert_layers (document, "Abs Abs2 SlidingWindow Hann Rms");
  g_assert_true (im_document_move_layer (document, 0, 5, &error));
  g_assert_true (remove_layer (document, 0, &error));
  g_assert_true (remove_layer (document, 3, &error));
  assert_layers (document, "SlidingWindow Hann Rms");
  g_assert_cmpuint (im_diagnostics_get_count (im_document_get_problems (document)), ==,
                    0);
  g_assert_no_error (error);
}

static void
test_gesture (Fixture *fixture, gconstpointer data)
{
  ImDocument *document = fixture->document;

  for (guint i = 1; i < 20; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", 10 * i);

      g_assert_true (im_document_set_argument (document, 0, "stride", text, NULL));
    }
  im_document_undo (document);
  g_assert_null (im_document_get_undo_name (document));
  assert_type (document, 0, "float32[400,1]@100");
}

/* What is inserted has its quotes escaped, what is set in its place has not. */
static void
test_gesture_script (Fixture *fixture, gconstpointer data)
{
  ImDocument *document = fixture->document;
  g_autoptr (GBytes) original = g_bytes_ref (
      im_unit_file_get_bytes (im_document_get_file (document)));
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImDocument) other = NULL;
  g_autoptr (GArray) edits = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *script = NULL;

  im_document_set_argument (document, 1, "axis", NULL, &error);
  im_document_set_argument (document, 1, "axis", "0", &error);
  im_document_set_argument (document, 1, "axis", "'1'.length", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (im_document_get_n_steps (document), ==, 3);
  script = im_document_dup_script (document);
  edits = im_edit_parse_script (script, arena, &error);
  g_assert_no_error (error);
  other = im_document_new_for_bytes (im_document_get_path (document), original, NULL,
                                     im_document_get_library (document), &error);
  g_assert_no_error (error);
  im_document_apply (other, (const ImEdit *) (gpointer) edits->data, edits->len, &error);
  g_assert_no_error (error);
  g_assert_true (
      g_bytes_equal (im_unit_file_get_bytes (im_document_get_file (other)),
                     im_unit_file_get_bytes (im_document_get_file (document))));
}

static void
test_save (Fixture *fixture, gconstpointer data)
{
  ImDocument *document = fixture->document;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (im_document_set_argument (document, 0, "stride", "80", &error));
  g_assert_true (im_document_is_modified (document));
  g_assert_true (im_document_save (document, NULL, &error));
  g_assert_false (im_document_is_modified (document));
  g_assert_true (g_file_get_contents (fixture->path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "<Argument param=\"stride\">80</Argument>"));
  im_document_undo (document);
  g_assert_true (im_document_is_modified (document));

  g_assert_true (g_file_set_contents (fixture->path, "other", -1, NULL));
  g_assert_false (im_document_save (document, NULL, &error));
  g_assert_error (error, IM_FILE_ERROR, IM_FILE_ERROR_CHANGED);
}

static void
test_refused (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (
      im_document_set_argument (fixture->document, 0, "nonsense", "1", &error));
  g_assert_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT);
  g_clear_error (&error);
  g_assert_false (im_document_insert_layer (fixture->document, 0, "No.Such", &error));
  g_assert_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT);
  g_clear_error (&error);
  g_assert_true (g_file_set_contents (fixture->path, "no XML", -1, NULL));
  g_assert_null (im_document_open (fixture->path, fixture->library, &error));
  g_assert_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_FORMAT);
  g_assert_null (im_document_get_undo_name (fixture->document));
}

/* A program that somebody holds stays as it was; the edits behind the next one change the
 * file in its place again. */
static void
test_held (Fixture *fixture, gconstpointer data)
{
  ImDocument *document = fixture->document;
  const ImUnitFile *given = im_document_get_file (document);
  g_autoptr (ImProgram) program = im_program_ref (
      im_document_get_main_program (document));
  g_autoptr (GBytes) bytes = g_bytes_ref (im_unit_file_get_bytes (given));
  g_autoptr (GError) error = NULL;
  const ImUnitFile *next;

  g_assert_true (im_document_insert_layer (document, 1, "Core.Math.Abs", &error));
  next = im_document_get_file (document);
  g_assert_true (next != given);
  g_assert_true (program->unit->file == given);
  g_assert_true (im_unit_file_get_bytes (given) == bytes);
  g_assert_cmpuint (program->unit->n_nodes, ==,
                    im_document_get_unit (document)->n_nodes - 1);
  im_document_undo (document);
  g_assert_true (im_document_get_file (document) == next);
  g_assert_true (g_bytes_equal (im_unit_file_get_bytes (next), bytes));
}

#define ADD(name, func) \
  g_test_add ("/document/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("edits", test_edits);
  ADD ("ends", test_ends);
  ADD ("gesture", test_gesture);
  ADD ("gesture-script", test_gesture_script);
  ADD ("save", test_save);
  ADD ("refused", test_refused);
  ADD ("held", test_held);

  return g_test_run ();
}
