/* SPDX-License-Identifier: MIT
 *
 * A preview says of an edit what the document says after it, and leaves the document as
 * it is.
 */
#include "document/help/im-document-preview.h"
#include "layers.h"

#include <string.h>

typedef struct
{
  const char *name;
  const char *unit; /* that is inserted; NULL if a layer is moved */
  guint layer;
  guint before;
  const char *layers;  /* of the preview; ! has problems */
  const char *problem; /* part of what would break, NULL if nothing would */
  const char *error;   /* part of why there is no preview, NULL if there is one */
} Case;

static const Case cases[] = {
  { "move-down", NULL, 1, 3, "SlidingWindow Rms Hann!", "axis", NULL },
  { "move-first", NULL, 1, 0, "Hann! SlidingWindow Rms", "axis", NULL },
  { "move-last", NULL, 0, 3, "Hann! Rms SlidingWindow", "axis", NULL },
  { "insert", "Core.Math.Abs", 0, 1, "SlidingWindow Abs Hann Rms", NULL, NULL },
  { "insert-first", "Core.Math.Abs", 0, 0, "Abs SlidingWindow Hann Rms", NULL, NULL },
  { "append", "Core.Math.Abs", 0, 3, "SlidingWindow Hann Rms Abs", NULL, NULL },
  { "insert-unknown", "Core.Nothing", 0, 1, NULL, NULL, "there is no such unit" },
  { "stay", NULL, 1, 1, NULL, NULL, "" },
  { "stay-behind", NULL, 1, 2, NULL, NULL, "" },
};

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

static char *
dup_program (ImDocument *document)
{
  GString *out = g_string_new (NULL);

  im_program_append_text (im_document_get_program (document), out);

  return g_string_free (out, FALSE);
}

static void
assert_preview (const Case *c, ImDocument *document, ImDocument *preview)
{
  const ImDiagnostic *problem = im_document_preview_find_problem (document, preview);
  g_autofree char *layers = dup_layers (preview);
  g_autofree char *program = dup_program (preview);
  g_autofree char *layers_after = NULL, *program_after = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (layers, ==, c->layers);
  if (c->problem == NULL)
    g_assert_null (problem);
  else
    g_assert_nonnull (strstr (problem->message, c->problem));

  if (c->unit == NULL)
    im_document_move_layer (document, c->layer, c->before, &error);
  else
    im_document_insert_layer (document, c->before, c->unit, &error);
  g_assert_no_error (error);
  layers_after = dup_layers (document);
  program_after = dup_program (document);
  g_assert_cmpstr (layers, ==, layers_after);
  g_assert_cmpstr (program, ==, program_after);
}

static void
test_preview (gconstpointer data)
{
  const Case *c = data;
  g_autofree char *units = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "examples",
                                                 "audio-window.imunit", NULL);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (ImDocument) document = NULL, preview = NULL;
  g_autofree char *before = NULL, *after = NULL;

  im_unit_library_add_root (library, units, problems);
  document = im_document_open (path, library, &error);
  g_assert_no_error (error);
  before = dup_program (document);
  preview = c->unit == NULL
                ? im_document_preview_move (document, c->layer, c->before, &error)
                : im_document_preview_insert (document, c->before, c->unit, &error);

  after = dup_program (document);
  g_assert_cmpstr (before, ==, after);
  g_assert_null (im_document_get_undo_name (document));
  if (c->error == NULL)
    {
      g_assert_no_error (error);
      assert_preview (c, document, preview);
      return;
    }
  g_assert_null (preview);
  g_assert_nonnull (strstr (error == NULL ? "" : error->message, c->error));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/document-preview/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_preview);
    }

  return g_test_run ();
}
