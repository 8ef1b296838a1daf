/* SPDX-License-Identifier: MIT
 *
 * The problems of a document are those that a check of its file finds, whoever finds
 * them.
 */
#include <string.h>

#include "document/state/im-document-finding.h"
#include "document/state/im-document-graph.h"
#include "document/state/im-document-steps.h"
#include "emit/im-problems.h"
#include "layers.h"

typedef struct
{
  ImUnitLibrary *library;
  ImDocument *document;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *units = g_test_build_filename (G_TEST_DIST, "cli", "fixtures", "units",
                                                  NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "cli", "fixtures",
                                                 (const char *) data, NULL);
  g_autoptr (ImDiagnostics) of_units = im_diagnostics_new ();
  g_autoptr (GError) error = NULL;

  fixture->library = im_unit_library_new ();
  im_unit_library_add_root (fixture->library, units, of_units);
  fixture->document = im_document_open (path, fixture->library, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->document);
  im_unit_library_unref (fixture->library);
}

static char *
dup_codes (const ImDiagnostics *problems)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (problems, i);
      guint line, column;

      im_diagnostic_locate (problem, &line, &column);
      g_string_append_printf (out, "%s%u %s %s", i > 0 ? ", " : "", line,
                              im_severity_get_name (problem->severity), problem->code);
    }

  return g_string_free (out, FALSE);
}

static void
assert_problems (ImDocument *document, const char *expected)
{
  g_autofree char *codes = dup_codes (im_document_get_problems (document));

  g_assert_cmpstr (codes, ==, expected);
}

static void
assert_can_export (ImDocument *document, gboolean expected)
{
  g_assert_true ((im_diagnostics_count (im_document_get_export_problems (document),
                                        IM_SEVERITY_ERROR) == 0) == expected);
}

/* What the planner refuses is a problem of the layer, until it is gone. */
static void
test_rates (Fixture *fixture, gconstpointer data)
{
  ImDocument *document = fixture->document;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (im_diagnostics_get_count (im_document_peek_problems (document)), ==,
                    0);
  assert_problems (document, "52 error mixed-rates");
  g_assert_cmpint (
      im_document_find_layer (
          document, im_diagnostics_get (im_document_get_problems (document), 0)),
      ==, 2);
  g_assert_cmpuint (count_layer_problems (document, 1), ==, 0);
  g_assert_cmpuint (count_layer_problems (document, 2), ==, 1);
  assert_can_export (document, FALSE);

  g_assert_true (remove_layer (document, 1, &error));
  g_assert_no_error (error);
  assert_problems (document, "47 warning output-mismatch");
  assert_can_export (document, TRUE);
  im_document_undo (document);
  assert_problems (document, "52 error mixed-rates");
  assert_can_export (document, FALSE);
}

/* The file is below no folder of the library; its code is looked for beside it. */
static void
test_files (Fixture *fixture, gconstpointer data)
{
  ImDocument *document = fixture->document;

  assert_problems (document, "9 error missing-fragment, 10 warning missing-fragment, "
                             "20 error missing-fragment, 20 warning missing-fragment");
  g_assert_cmpuint (count_layer_problems (document, 1), ==, 2);
  assert_can_export (document, FALSE);
}

/* A unit that is used by nothing yet says which of its files are missing, too. */
static void
test_check (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) checked = im_diagnostics_new ();
  const ImUnitFile *file = im_unit_library_add_file (
      library, im_document_get_path (fixture->document), checked);
  g_autofree char *units = g_test_build_filename (G_TEST_DIST, "cli", "fixtures", "units",
                                                  NULL);
  g_autofree char *expected = NULL;

  im_unit_library_add_root (library, units, checked);
  im_problems_check_file (file, NULL, library, checked);
  im_diagnostics_sort (checked);
  expected = dup_codes (checked);
  assert_problems (fixture->document, expected);
}

static gpointer
run_cb (gpointer finding)
{
  im_document_finding_run (finding);

  return NULL;
}

static ImDocumentFinding *
find_in_thread (ImDocument *document)
{
  ImDocumentFinding *finding = im_document_finding_new (document);

  g_assert_nonnull (finding);
  g_thread_join (g_thread_new ("finding", run_cb, finding));

  return finding;
}

/* A thread finds what the document finds itself. */
static void
test_thread (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ImDocument) other = im_document_open (
      im_document_get_path (fixture->document), fixture->library, &error);
  g_autoptr (ImDocumentFinding) finding = find_in_thread (other);
  g_autofree char *of_export = dup_codes (
      im_document_get_export_problems (fixture->document));
  g_autofree char *expected = dup_codes (im_document_get_problems (fixture->document));
  g_autofree char *found = NULL;

  g_assert_true (im_document_take_found (other, finding));
  g_assert_null (im_document_finding_new (other));
  g_assert_false (im_document_take_found (other, finding));
  assert_problems (other, expected);
  found = dup_codes (im_document_get_export_problems (other));
  g_assert_cmpstr (found, ==, of_export);
}

/* What was found of another text is not taken. */
static void
test_stale (Fixture *fixture, gconstpointer data)
{
  ImDocument *document = fixture->document;
  g_autoptr (ImDocumentFinding) before = find_in_thread (document);
  g_autoptr (ImDocumentFinding) after = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (remove_layer (document, 1, &error));
  g_assert_no_error (error);
  g_assert_false (im_document_take_found (document, before));
  after = find_in_thread (document);
  g_assert_true (im_document_take_found (document, after));
  assert_problems (document, "47 warning output-mismatch");
}

static void
count_cb (ImDocument *document, guint *n)
{
  (*n)++;
}

/* Edits that are refused together, or take each other back, leave the text as it was, but
 * it was read again: who shows it is told. */
static void
test_told (Fixture *fixture, gconstpointer data)
{
  ImDocument *document = fixture->document;
  const char *layer = NULL;
  const char *unknown = "nobody";
  ImEdit edits[] = { { .kind = IM_EDIT_DISABLE, .nodes = &layer, .n_nodes = 1 },
                     { .kind = IM_EDIT_REMOVE, .nodes = &unknown, .n_nodes = 1 } };
  guint n = 0;

  for (guint i = 0; i < im_document_get_graph (document)->n_nodes; i++)
    if (im_document_get_node (document, i)->layer == 1)
      layer = im_document_get_node (document, i)->node->name;
  g_signal_connect (document, "changed", G_CALLBACK (count_cb), &n);
  g_assert_false (im_document_apply (document, edits, G_N_ELEMENTS (edits), NULL));
  g_assert_cmpuint (n, ==, 1);
  edits[1] = edits[0];
  edits[1].kind = IM_EDIT_ENABLE;
  g_assert_false (im_document_apply (document, edits, G_N_ELEMENTS (edits), NULL));
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (im_document_get_n_steps (document), ==, 1);
}

int
main (int argc, char **argv)
{
  static const char *const files[] = { "verdicts/Rates.imunit", "verdicts/Files.imunit",
                                       "pipelines/Refused.imunit",
                                       "pipelines/Fine.imunit", "broken/Broken.imunit" };

  g_test_init (&argc, &argv, NULL);

  g_test_add ("/document/problems/rates", Fixture, files[0], set_up, test_rates,
              tear_down);
  g_test_add ("/document/problems/files", Fixture, files[1], set_up, test_files,
              tear_down);
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *name = g_strconcat ("/document/problems/check/", files[i], NULL);

      g_autofree char *thread = g_strconcat ("/document/problems/thread/", files[i],
                                             NULL);

      g_test_add (name, Fixture, files[i], set_up, test_check, tear_down);
      g_test_add (thread, Fixture, files[i], set_up, test_thread, tear_down);
    }
  g_test_add ("/document/problems/told", Fixture, files[0], set_up, test_told, tear_down);
  g_test_add ("/document/problems/stale", Fixture, files[0], set_up, test_stale,
              tear_down);

  return g_test_run ();
}
