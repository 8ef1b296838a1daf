/* SPDX-License-Identifier: MIT
 *
 * Files that other programs change and remove while they are open, and steps that are
 * gone to.
 */
#include "document/disk/im-document-disk.h"

#include <glib/gstdio.h>
#include <string.h>

#include "base/im-file.h"
#include "document/change/im-document-input.h"
#include "document/disk/im-document-monitor.h"
#include "document/disk/im-document-reading.h"
#include "document/state/im-document-steps.h"
#include "layers.h"

#define WAIT_MS    5000
#define N_READINGS 4

typedef struct
{
  ImUnitLibrary *library;
  char *folder;
  char *path;
  GBytes *original;
  ImDocument *document;
} Fixture;

static ImUnitLibrary *
read_units (void)
{
  g_autofree char *units = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  ImUnitLibrary *library = im_unit_library_new ();

  im_unit_library_add_root (library, units, problems);

  return library;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *example = g_test_build_filename (G_TEST_DIST, "..", "data", "examples",
                                                    "audio-window.imunit", NULL);
  g_autoptr (GError) error = NULL;

  fixture->library = read_units ();
  fixture->folder = g_dir_make_tmp ("disk-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->path = g_build_filename (fixture->folder, "level.imunit", NULL);
  fixture->original = im_file_read (example, G_MAXINT, NULL);
  g_assert_true (im_file_write_atomically (fixture->path, fixture->original, NULL, NULL));
  fixture->document = im_document_open (fixture->path, fixture->library, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->document);
  im_unit_library_unref (fixture->library);
  g_bytes_unref (fixture->original);
  g_remove (fixture->path);
  g_rmdir (fixture->folder);
  g_free (fixture->path);
  g_free (fixture->folder);
}

/* Writes the original with something behind it, as another program does. */
static GBytes *
change_file (Fixture *fixture, const char *tail)
{
  g_autoptr (GByteArray) text = g_byte_array_new ();
  GBytes *bytes;
  gsize length;
  const guint8 *data = g_bytes_get_data (fixture->original, &length);

  g_byte_array_append (text, data, (guint) length);
  g_byte_array_append (text, (const guint8 *) tail, (guint) strlen (tail));
  bytes = g_byte_array_free_to_bytes (g_steal_pointer (&text));
  g_assert_true (im_file_write_atomically (fixture->path, bytes, NULL, NULL));

  return bytes;
}

static void
assert_text (Fixture *fixture, GBytes *expected)
{
  g_autoptr (ImDraft) draft = im_document_new_draft (fixture->document, NULL);

  g_assert_true (g_bytes_equal (draft->bytes, expected));
}

static void
test_reload (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) changed = NULL;

  g_assert_cmpint (im_document_check_disk (fixture->document), ==, IM_DOCUMENT_DISK_SAME);
  changed = change_file (fixture, "<!-- x -->\n");
  g_assert_cmpint (im_document_check_disk (fixture->document), ==,
                   IM_DOCUMENT_DISK_CHANGED);
  g_assert_true (im_document_reload (fixture->document, &error));
  g_assert_no_error (error);
  assert_text (fixture, changed);
  g_assert_false (im_document_is_modified (fixture->document));
  g_assert_cmpstr (im_document_get_undo_name (fixture->document), ==, "Reload from disk");
  im_document_undo (fixture->document);
  assert_text (fixture, fixture->original);
  g_assert_true (im_document_is_modified (fixture->document));
  g_assert_true (im_document_save (fixture->document, NULL, &error));
}

static void
test_reload_bad (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) save_error = NULL;
  g_autoptr (GBytes) changed = change_file (fixture, "<unfinished");

  g_assert_false (im_document_reload (fixture->document, &error));
  g_assert_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_FORMAT);
  assert_text (fixture, fixture->original);
  g_assert_null (im_document_get_undo_name (fixture->document));
  g_assert_false (im_document_save (fixture->document, NULL, &save_error));
  g_assert_error (save_error, IM_FILE_ERROR, IM_FILE_ERROR_CHANGED);
}

static void
test_keep (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) changed = change_file (fixture, "<!-- x -->\n");
  g_autoptr (GBytes) written = NULL;

  g_assert_false (im_document_save (fixture->document, NULL, &error));
  g_clear_error (&error);
  im_document_keep (fixture->document);
  g_assert_true (im_document_is_modified (fixture->document));
  g_assert_true (im_document_save (fixture->document, NULL, &error));
  g_assert_no_error (error);
  written = im_file_read (fixture->path, G_MAXINT, NULL);
  g_assert_true (g_bytes_equal (written, fixture->original));
}

static void
test_gone (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_remove (fixture->path);
  g_assert_cmpint (im_document_check_disk (fixture->document), ==, IM_DOCUMENT_DISK_GONE);
  g_assert_false (im_document_reload (fixture->document, &error));
  g_assert_error (error, IM_FILE_ERROR, IM_FILE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  im_document_keep (fixture->document);
  g_assert_cmpint (im_document_check_disk (fixture->document), ==, IM_DOCUMENT_DISK_SAME);
  g_assert_true (im_document_is_modified (fixture->document));
  g_assert_true (im_document_save (fixture->document, NULL, &error));
  g_assert_no_error (error);
}

static void
reported_cb (ImDocumentMonitor *monitor, int disk, int *out)
{
  *out = disk;
}

static gboolean
late_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Waits for a report; -1 if there is none. */
static int
wait_for_report (int *report, guint ms)
{
  gboolean is_late = FALSE;
  guint timeout = g_timeout_add (ms, late_cb, &is_late);
  int result;

  while (*report < 0 && !is_late)
    g_main_context_iteration (NULL, TRUE);
  if (!is_late)
    g_source_remove (timeout);
  result = *report;
  *report = -1;

  return result;
}

static void
test_monitor (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ImDocumentMonitor) monitor = im_document_monitor_new (fixture->document);
  g_autoptr (GBytes) changed = NULL;
  int report = -1;

  g_signal_connect (monitor, "changed", G_CALLBACK (reported_cb), &report);
  g_assert_true (remove_layer (fixture->document, 0, NULL));
  g_assert_true (im_document_save (fixture->document, NULL, NULL));
  g_assert_cmpint (wait_for_report (&report, 500), ==, -1);

  changed = change_file (fixture, "<!-- x -->\n");
  g_assert_cmpint (wait_for_report (&report, WAIT_MS), ==, IM_DOCUMENT_DISK_CHANGED);
  im_document_keep (fixture->document);
  g_assert_cmpint (wait_for_report (&report, WAIT_MS), ==, IM_DOCUMENT_DISK_SAME);
  g_remove (fixture->path);
  g_assert_cmpint (wait_for_report (&report, WAIT_MS), ==, IM_DOCUMENT_DISK_GONE);
  g_assert_true (im_file_write_atomically (fixture->path, changed, NULL, NULL));
  g_assert_cmpint (wait_for_report (&report, WAIT_MS), ==, IM_DOCUMENT_DISK_SAME);
}

static void
copy_file (const char *from, const char *to, const char *name)
{
  g_autofree char *source = g_build_filename (from, name, NULL);
  g_autofree char *target = g_build_filename (to, name, NULL);
  g_autoptr (GBytes) bytes = im_file_read (source, G_MAXINT, NULL);

  g_assert_true (im_file_write_atomically (target, bytes, NULL, NULL));
}

static void
code_reported_cb (ImDocumentMonitor *monitor, int *out)
{
  *out = 1;
}

static guint
count_errors (ImDocument *document)
{
  return im_diagnostics_count (im_document_get_problems (document), IM_SEVERITY_ERROR);
}

/* The code of a unit vanishes and comes back: problems follow, and what was edited and
 * not saved stays. */
static void
test_code (Fixture *fixture, gconstpointer data)
{
  static const char text[] =
      "<Imaginet xmlns:im=\"urn:imaginet-studio:1\"><Compound unit=\"Test.Code\"><Nodes>"
      "<TensorInputNode id=\"in\" param=\"input\" im:type=\"Float32\" im:shape=\"[3]\" "
      "/><UnitNode id=\"n\" unit=\"Core.Math.Negate\" /><TensorOutputNode id=\"out\" "
      "param=\"output\" /></Nodes><Connections><Connection><Source node=\"in\" "
      "param=\"value\" /><Target node=\"n\" param=\"input\" /></Connection><Connection>"
      "<Source node=\"n\" param=\"output\" /><Target node=\"out\" param=\"value\" />"
      "</Connection></Connections></Compound></Imaginet>";
  static const char *const names[] = { "Negate.imunit", "negate.h", "negate.py" };
  g_autofree char *negate = g_test_build_filename (G_TEST_DIST, "..", "units", "Core",
                                                   "Math", "Negate", NULL);
  g_autofree char *units = g_build_filename (fixture->folder, "units", NULL);
  g_autofree char *header = g_build_filename (units, "negate.h", NULL);
  g_autofree char *note = g_build_filename (units, "note.txt", NULL);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) ignored = im_diagnostics_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (GError) error = NULL;
  int report = -1;

  g_assert_cmpint (g_mkdir (units, 0700), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    copy_file (negate, units, names[i]);
  im_unit_library_add_root (library, units, ignored);
  g_assert_true (im_file_write_atomically (fixture->path, bytes, NULL, NULL));
  g_autoptr (ImDocument) document = im_document_open (fixture->path, library, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_errors (document), ==, 0);
  g_assert_true (im_document_set_input_type (
      document, im_unit_find_parameter (im_document_get_unit (document), "input"),
      "float32[4]", &error));
  g_assert_no_error (error);
  g_assert_true (im_document_is_modified (document));
  g_autoptr (ImDocumentMonitor) monitor = im_document_monitor_new (document);
  g_signal_connect (monitor, "code-changed", G_CALLBACK (code_reported_cb), &report);

  g_assert_true (im_file_write_atomically (note, bytes, NULL, NULL));
  g_assert_cmpint (wait_for_report (&report, 500), ==, -1);
  g_remove (header);
  g_assert_cmpint (wait_for_report (&report, WAIT_MS), ==, 1);
  im_document_reload_code (document);
  g_assert_cmpuint (count_errors (document), ==, 1);
  copy_file (negate, units, "negate.h");
  g_assert_cmpint (wait_for_report (&report, WAIT_MS), ==, 1);
  im_document_reload_code (document);
  g_assert_cmpuint (count_errors (document), ==, 0);
  g_assert_true (im_document_is_modified (document));
  g_assert_nonnull (im_document_get_undo_name (document));

  g_clear_object (&monitor);
  g_clear_object (&document);
  g_remove (note);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (units, names[i], NULL);

      g_remove (path);
    }
  g_rmdir (units);
}

/* Weights are written anew while the document is open. */
static void
test_array (Fixture *fixture, gconstpointer data)
{
  static const char text[] =
      "<Imaginet xmlns:im=\"urn:imaginet-studio:1\"><Composite unit=\"Test.Array\">"
      "<Parameters><InputSocket name=\"input\" pipe=\"data\" im:type=\"Float32\" "
      "im:shape=\"[3]\" /><Hidden name=\"name\" value=\"&quot;a.csv&quot;\" /><Hidden "
      "name=\"taps\" value=\"System.readArray(&quot;weights/&quot; + name, "
      "System.Float32)\" /><OutputSocket name=\"output\" type=\"input.type\" "
      "shape=\"input.shape\" pipe=\"data\" /></Parameters><Contracts><Assert "
      "test=\"taps.shape.flat == 3\" error=\"no\" /></Contracts><Stacked />"
      "</Composite></Imaginet>";
  g_autofree char *folder = g_path_get_dirname (fixture->path);
  g_autofree char *weights = g_build_filename (folder, "weights", NULL);
  g_autofree char *file = g_build_filename (weights, "a.csv", NULL);
  g_autofree char *other = g_build_filename (weights, "b.csv", NULL);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (GError) error = NULL;
  int report = -1;

  g_assert_cmpint (g_mkdir (weights, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, "1, 2, 3\n", -1, NULL));
  g_assert_true (im_file_write_atomically (fixture->path, bytes, NULL, NULL));
  g_autoptr (ImDocument) document = im_document_open (fixture->path, library, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_errors (document), ==, 0);
  g_autoptr (ImDocumentMonitor) monitor = im_document_monitor_new (document);
  g_signal_connect (monitor, "code-changed", G_CALLBACK (code_reported_cb), &report);

  g_assert_true (g_file_set_contents (other, "1\n", -1, NULL));
  g_assert_cmpint (wait_for_report (&report, 500), ==, -1);
  g_assert_true (g_file_set_contents (file, "1, 2\n", -1, NULL));
  g_assert_cmpint (wait_for_report (&report, WAIT_MS), ==, 1);
  im_document_reload_code (document);
  g_assert_cmpuint (count_errors (document), ==, 1);

  g_clear_object (&monitor);
  g_clear_object (&document);
  g_remove (file);
  g_remove (other);
  g_rmdir (weights);
}

/* A formula is edited: what was made of it before is not kept. */
static void
test_formula (Fixture *fixture, gconstpointer data)
{
  static const char text[] =
      "<Imaginet xmlns:im=\"urn:imaginet-studio:1\"><Compound unit=\"Test.Code\"><Nodes>"
      "<TensorInputNode id=\"in\" param=\"input\" im:type=\"Float32\" im:shape=\"[3]\" "
      "/><UnitNode id=\"n\" unit=\"Test.Formula\" /><TensorOutputNode id=\"out\" "
      "param=\"output\" /></Nodes><Connections><Connection><Source node=\"in\" "
      "param=\"value\" /><Target node=\"n\" param=\"x\" /></Connection><Connection>"
      "<Source node=\"n\" param=\"y\" /><Target node=\"out\" param=\"value\" />"
      "</Connection></Connections></Compound></Imaginet>";
  static const char unit[] =
      "<Imaginet><Function unit=\"Test.Formula\"><Parameters><InputSocket name=\"x\" />"
      "<OutputSocket name=\"y\" type=\"x.type\" shape=\"x.shape\" /></Parameters>"
      "<Implementations><Implementation language=\"Tile\" fragment=\"a.tile:a\" "
      "call=\"a(x)\" /></Implementations></Function></Imaginet>";
  static const char right[] = "function (I[N]) -> (O) { O[n : N] = +(I[n]); }";
  static const char wrong[] = "function (I[N]) -> (O) { O[n : N - 1] = +(I[n]); }";
  g_autofree char *units = g_build_filename (fixture->folder, "units", NULL);
  g_autofree char *file = g_build_filename (units, "a.imunit", NULL);
  g_autofree char *formula = g_build_filename (units, "a.tile", NULL);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) ignored = im_diagnostics_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (GError) error = NULL;
  int report = -1;

  g_assert_cmpint (g_mkdir (units, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, unit, -1, NULL));
  g_assert_true (g_file_set_contents (formula, right, -1, NULL));
  im_unit_library_add_root (library, units, ignored);
  g_assert_true (im_file_write_atomically (fixture->path, bytes, NULL, NULL));
  g_autoptr (ImDocument) document = im_document_open (fixture->path, library, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_errors (document), ==, 0);
  g_autoptr (ImDocumentMonitor) monitor = im_document_monitor_new (document);
  g_signal_connect (monitor, "code-changed", G_CALLBACK (code_reported_cb), &report);

  g_assert_true (g_file_set_contents (formula, wrong, -1, NULL));
  g_assert_cmpint (wait_for_report (&report, WAIT_MS), ==, 1);
  im_document_reload_code (document);
  g_assert_cmpuint (count_errors (document), ==, 1);
  g_assert_true (g_file_set_contents (formula, right, -1, NULL));
  g_assert_cmpint (wait_for_report (&report, WAIT_MS), ==, 1);
  im_document_reload_code (document);
  g_assert_cmpuint (count_errors (document), ==, 0);

  g_clear_object (&monitor);
  g_clear_object (&document);
  g_remove (formula);
  g_remove (file);
  g_rmdir (units);
}

static void
test_steps (Fixture *fixture, gconstpointer data)
{
  ImDocument *document = fixture->document;

  g_assert_true (remove_layer (document, 0, NULL));
  g_assert_true (im_document_save (document, NULL, NULL));
  g_assert_true (enable_layer (document, 0, FALSE, NULL));
  g_assert_cmpuint (im_document_get_n_steps (document), ==, 3);
  g_assert_cmpuint (im_document_get_step (document), ==, 2);
  g_assert_null (im_document_get_step_name (document, 0));
  g_assert_cmpstr (im_document_get_step_name (document, 1), ==, "Remove Sliding Window");
  g_assert_cmpstr (im_document_get_step_name (document, 2), ==, "Disable Hann Window");
  g_assert_false (im_document_is_step_saved (document, 0));
  g_assert_true (im_document_is_step_saved (document, 1));

  im_document_go_to_step (document, 0);
  assert_text (fixture, fixture->original);
  g_assert_cmpuint (im_document_get_n_layers (document), ==, 3);
  g_assert_null (im_document_get_undo_name (document));
  im_document_go_to_step (document, 1);
  g_assert_false (im_document_is_modified (document));
  g_assert_cmpstr (im_document_get_redo_name (document), ==, "Disable Hann Window");
}

static gpointer
read_thread (gpointer reading)
{
  im_document_reading_run (reading);

  return NULL;
}

static void
run_in_thread (ImDocumentReading *reading)
{
  g_thread_join (g_thread_new ("reading", read_thread, reading));
}

static gpointer
free_thread (gpointer reading)
{
  im_document_reading_free (reading);

  return NULL;
}

static void
count_cb (ImDocument *document, guint *n_changes)
{
  (*n_changes)++;
}

/* The document goes on, in the same group and with the same history. */
static void
test_other_units (Fixture *fixture, gconstpointer data)
{
  ImDocument *document = fixture->document;
  g_autoptr (ImUnitLibrary) none = im_unit_library_new ();
  g_autoptr (ImDocumentReading) without = NULL, with = NULL;
  guint64 revision;
  guint n_changes = 0, depth;

  g_assert_true (im_document_group (document, 0, 2, NULL));
  g_assert_true (im_document_enter (document, 0));
  revision = im_document_get_node (document, 0)->revision;
  g_signal_connect (document, "changed", G_CALLBACK (count_cb), &n_changes);

  without = im_document_reading_new (document, none);
  run_in_thread (without);
  g_assert_cmpuint (count_errors (document), ==, 0);
  g_assert_true (im_document_take_reading (document, without));
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_true (im_document_get_library (document) == none);
  g_assert_cmpuint (count_errors (document), ==, 3);
  im_document_get_scope (document, &depth);
  g_assert_cmpuint (depth, ==, 1);
  g_assert_cmpuint (im_document_get_node (document, 0)->revision, >, revision);

  with = im_document_reading_new (document, fixture->library);
  run_in_thread (with);
  g_assert_true (im_document_take_reading (document, with));
  g_assert_false (im_document_take_reading (document, with));
  g_assert_cmpuint (n_changes, ==, 2);
  g_assert_cmpuint (count_errors (document), ==, 0);
  g_assert_cmpuint (im_document_get_n_layers (document), ==, 2);
  im_document_undo (document);
  assert_text (fixture, fixture->original);
}

/* A thread frees what the document had, while that is edited with what it has now. */
static void
test_other_units_free (Fixture *fixture, gconstpointer data)
{
  ImDocument *document = fixture->document;

  for (guint i = 0; i < N_READINGS; i++)
    {
      g_autoptr (ImUnitLibrary) again = read_units ();
      ImDocumentReading *reading = im_document_reading_new (document, again);
      GThread *thread;

      run_in_thread (reading);
      g_assert_true (im_document_take_reading (document, reading));
      thread = g_thread_new ("free", free_thread, reading);
      g_assert_true (enable_layer (document, 0, FALSE, NULL));
      g_assert_cmpuint (count_errors (document), ==, 1);
      im_document_undo (document);
      g_assert_cmpuint (count_errors (document), ==, 0);
      g_thread_join (thread);
      g_assert_true (im_document_get_library (document) == again);
      assert_text (fixture, fixture->original);
    }
}

/* What was read of a text that has changed since is of no use. */
static void
test_other_units_late (Fixture *fixture, gconstpointer data)
{
  ImDocument *document = fixture->document;
  g_autoptr (ImUnitLibrary) none = im_unit_library_new ();
  g_autoptr (ImDocumentReading) reading = im_document_reading_new (document, none);

  g_assert_true (enable_layer (document, 0, FALSE, NULL));
  run_in_thread (reading);
  g_assert_false (im_document_take_reading (document, reading));
  g_assert_true (im_document_get_library (document) == fixture->library);
  g_assert_false (im_document_get_layer (document, 0)->node->is_enabled);
  im_document_set_library (document, none);
  g_assert_true (im_document_get_library (document) == none);
  g_assert_false (im_document_get_layer (document, 0)->node->is_enabled);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *fixture, gconstpointer data);
  } tests[] = {
    { "/document-disk/reload", test_reload },
    { "/document-disk/reload-bad", test_reload_bad },
    { "/document-disk/keep", test_keep },
    { "/document-disk/gone", test_gone },
    { "/document-disk/monitor", test_monitor },
    { "/document-disk/code", test_code },
    { "/document-disk/array", test_array },
    { "/document-disk/formula", test_formula },
    { "/document-disk/steps", test_steps },
    { "/document-disk/other-units", test_other_units },
    { "/document-disk/other-units-free", test_other_units_free },
    { "/document-disk/other-units-late", test_other_units_late },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);

  return g_test_run ();
}
