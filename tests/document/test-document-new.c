/* SPDX-License-Identifier: MIT */
#include "document/disk/im-document-new.h"

#include <glib/gstdio.h>

#include "base/im-arena.h"
#include "base/im-file.h"
#include "document/change/im-document-text.h"
#include "document/edit/im-edit.h"
#include "document/help/im-document-fix.h"
#include "xml/im-xml.h"

typedef struct
{
  const char *file;
  const char *name;
  const char *id;
} NameCase;

static const NameCase name_cases[] = {
  { "level.imunit", "Level", "Pipelines.Level" },
  { "low-pass_2.imunit", "Low Pass 2", "Pipelines.LowPass2" },
  { "no suffix", "No Suffix", "Pipelines.NoSuffix" },
  { "a & <b>.imunit", "A B", "Pipelines.AB" },
  { "7 bands.imunit", "7 Bands", "Pipelines.Bands" },
  { "größe.imunit", "Größe", "Pipelines.Gre" },
  { "水.imunit", "水", "Pipelines.Pipeline" },
  { "--.imunit", "Pipeline", "Pipelines.Pipeline" },
};

static const struct
{
  const char *name;
  ImDocumentTemplate kind;
  ImUnitKind unit_kind;
} kinds[] = {
  { "stack", IM_DOCUMENT_STACK, IM_UNIT_COMPOSITE },
  { "graph", IM_DOCUMENT_GRAPH, IM_UNIT_COMPOUND },
};

/* Nothing is written before it is saved, and nothing has to be saved. */
static ImDocument *
create (const char *path, ImDocumentTemplate kind, ImUnitLibrary *library)
{
  ImDocument *document = im_document_new_untitled (kind, library);
  g_autoptr (GError) error = NULL;

  g_assert_true (im_document_is_untitled (document));
  g_assert_false (im_document_is_modified (document));
  g_assert_false (g_file_test (im_document_get_path (document), G_FILE_TEST_EXISTS));
  g_assert_true (im_document_save_first (document, path, &error));
  g_assert_no_error (error);
  g_assert_false (im_document_is_untitled (document));
  g_assert_false (im_document_is_modified (document));

  return document;
}

static void
test_create (gconstpointer data)
{
  const NameCase *c = data;
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autofree char *folder = g_dir_make_tmp ("document-new-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, c->file, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (ImDocument) made = create (path, kinds[i].kind, library);
      g_autoptr (ImDocument) document = NULL;
      g_autoptr (GError) error = NULL;
      const ImUnit *unit;

      document = im_document_open (path, library, &error);
      g_assert_no_error (error);
      unit = im_document_get_unit (document);
      g_assert_cmpint (unit->kind, ==, kinds[i].unit_kind);
      g_assert_cmpstr (unit->display_name, ==, c->name);
      g_assert_cmpstr (unit->id.text, ==, c->id);
      g_assert_cmpuint (im_diagnostics_get_count (im_document_get_problems (document)),
                        ==, 0);
    }
  g_remove (path);
  g_rmdir (folder);
}

static void
test_first_layer (void)
{
  g_autofree char *units = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  g_autofree char *folder = g_dir_make_tmp ("document-new-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "new.imunit", NULL);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  im_unit_library_add_root (library, units, problems);
  document = create (path, IM_DOCUMENT_STACK, library);
  g_assert_true (im_document_insert_layer (document, 0, "Core.Math.Abs", &error));
  g_assert_no_error (error);
  g_assert_cmpuint (im_document_get_n_layers (document), ==, 1);
  g_assert_cmpuint (im_diagnostics_get_count (im_document_get_problems (document)), ==,
                    0);
  g_remove (path);
  g_rmdir (folder);
}

static void
assert_output (ImDocument *document, const char *shape, const char *rate)
{
  const ImXmlElement *output =
      im_unit_find_parameter (im_document_get_unit (document), "output")->element;

  g_assert_cmpstr (im_xml_element_find_attribute (output, NULL, "type")->value, ==,
                   "input.type");
  g_assert_cmpstr (im_xml_element_find_attribute (output, NULL, "shape")->value, ==,
                   shape);
  g_assert_cmpstr (im_xml_element_find_attribute (output, NULL, "rate")->value, ==, rate);
}

static void
apply (ImDocument *document, const char *text)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GError) error = NULL;
  ImEdit edit;

  g_assert_true (im_edit_parse (text, arena, &edit, &error));
  im_document_apply (document, &edit, 1, &error);
  g_assert_no_error (error);
}

static guint
count_problems (ImDocument *document)
{
  return im_diagnostics_get_count (im_document_get_problems (document));
}

/* What a new file says of its output follows from its layers, in the same step, until
 * somebody declares it; then there is one fix, which changes no more than it must. */
static void
test_output (void)
{
  g_autofree char *units = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  g_autofree char *folder = g_dir_make_tmp ("document-new-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "new.imunit", NULL);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) of_units = im_diagnostics_new ();
  g_autoptr (ImDocument) document = NULL;
  g_autoptr (GPtrArray) fixes = NULL;
  g_autoptr (GError) error = NULL;
  const ImDiagnostics *problems;

  im_unit_library_add_root (library, units, of_units);
  document = create (path, IM_DOCUMENT_STACK, library);
  apply (document, "insert Core.Queues.SlidingWindow");
  g_assert_cmpuint (count_problems (document), ==, 0);
  assert_output (document, "System.Shape(50)", "640");
  apply (document, "set SlidingWindow.window_shape = System.Shape(8, 1)");
  g_assert_cmpuint (count_problems (document), ==, 0);
  assert_output (document, "System.Shape(8, 1)", "2000");
  im_document_undo (document);
  im_document_undo (document);
  assert_output (document, "input.shape", "input.rate");
  im_document_redo (document);
  assert_output (document, "System.Shape(50)", "640");

  apply (document, "change output shape = System.Shape(49)");
  problems = im_document_get_problems (document);
  g_assert_cmpuint (im_diagnostics_get_count (problems), ==, 1);
  g_assert_cmpstr (im_diagnostics_get (problems, 0)->code, ==, "output-mismatch");
  fixes = im_document_find_fixes (document, im_diagnostics_get (problems, 0));
  g_assert_cmpuint (fixes->len, ==, 1);
  g_assert_cmpstr (((ImDocumentFix *) fixes->pdata[0])->value, ==, "float32[50]@640");
  g_assert_true (im_document_apply_fix (document, fixes->pdata[0], &error));
  g_assert_no_error (error);
  g_assert_cmpuint (count_problems (document), ==, 0);
  assert_output (document, "System.Shape(50)", "640");
  apply (document, "remove SlidingWindow");
  g_assert_cmpuint (count_problems (document), ==, 1);
  g_remove (path);
  g_rmdir (folder);
}

/* What the user has named stays, and a file that cannot be written leaves the document
 * without one. */
static void
test_refused (void)
{
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDocument) document = im_document_new_untitled (IM_DOCUMENT_GRAPH, library);
  g_autoptr (GError) error = NULL;
  const ImUnit *unit = im_document_get_unit (document);

  g_assert_true (im_document_set_child_text (document, unit->element, "DisplayName",
                                             "My Own", &error));
  g_assert_true (im_document_is_modified (document));
  g_assert_false (
      im_document_save_first (document, "/nowhere/at/all/new.imunit", &error));
  g_assert_error (error, IM_FILE_ERROR, IM_FILE_ERROR_NOT_FOUND);
  g_assert_true (im_document_is_untitled (document));
  g_assert_true (im_document_is_modified (document));
  g_assert_cmpstr (im_document_get_unit (document)->display_name, ==, "My Own");
  g_assert_cmpstr (im_document_get_unit (document)->id.text, ==, "Pipelines.Untitled");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (name_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/document-new/create/", name_cases[i].id, "-",
                                           name_cases[i].name, NULL);

      g_test_add_data_func (path, &name_cases[i], test_create);
    }
  g_test_add_func ("/document-new/first-layer", test_first_layer);
  g_test_add_func ("/document-new/output", test_output);
  g_test_add_func ("/document-new/refused", test_refused);

  return g_test_run ();
}
