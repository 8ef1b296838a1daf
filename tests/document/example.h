/* An example that is opened, edited, and undone to the bytes it had.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "document/state/im-document-graph.h"

typedef struct
{
  ImUnitLibrary *library;
  ImDocument *document;
  GBytes *before;
} Fixture;

static inline GBytes *
dup_bytes (ImDocument *document)
{
  return g_bytes_ref (im_unit_file_get_bytes (im_document_get_file (document)));
}

static inline void
set_up_example (Fixture *fixture, gconstpointer example)
{
  g_autofree char *units = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "examples",
                                                 example, NULL);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GError) error = NULL;

  fixture->library = im_unit_library_new ();
  im_unit_library_add_root (fixture->library, units, problems);
  fixture->document = im_document_open (path, fixture->library, &error);
  g_assert_no_error (error);
  fixture->before = dup_bytes (fixture->document);
}

static inline void
tear_down_example (Fixture *fixture, gconstpointer example)
{
  g_autoptr (GBytes) after = NULL;

  while (im_document_get_undo_name (fixture->document) != NULL)
    im_document_undo (fixture->document);
  after = dup_bytes (fixture->document);
  g_assert_true (g_bytes_equal (fixture->before, after));
  g_bytes_unref (fixture->before);
  g_object_unref (fixture->document);
  im_unit_library_unref (fixture->library);
}

static inline guint
find_node (ImDocument *document, const char *name)
{
  gint number = im_graph_find_node (im_document_get_graph (document), name);

  g_assert_cmpint (number, >=, 0);
  return (guint) number;
}

/* Applies a script as one step. */
static inline gboolean
apply (Fixture *fixture, const char *script, GError **error)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GArray) edits = im_edit_parse_script (script, arena, NULL);

  g_assert_nonnull (edits);
  return im_document_apply (fixture->document, (const ImEdit *) (gpointer) edits->data,
                            edits->len, error);
}

static inline void
assert_problems (ImDocument *document, guint n)
{
  g_assert_cmpuint (
      im_diagnostics_count (im_document_get_problems (document), IM_SEVERITY_ERROR), ==,
      n);
}

/* The links that reach a node, as `source.port>port`. */
static inline void
assert_links (ImDocument *document, const char *name, const char *expected)
{
  const ImGraphNode *node = im_document_get_node (document, find_node (document, name))
                                ->node;
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < node->n_links; i++)
    g_string_append_printf (
        out, "%s%s.%s>%s", i == 0 ? "" : " ",
        im_document_get_node (document, node->links[i].source)->node->name,
        node->links[i].source_port, node->links[i].target_port);
  g_assert_cmpstr (out->str, ==, expected);
}

/* The names of the layers, with blanks between them. */
static inline void
assert_layers (ImDocument *document, const char *expected)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < im_document_get_n_layers (document); i++)
    g_string_append_printf (out, "%s%s", i == 0 ? "" : " ",
                            im_document_get_layer (document, i)->name);
  g_assert_cmpstr (out->str, ==, expected);
}
