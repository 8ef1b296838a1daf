/* SPDX-License-Identifier: MIT
 *
 * From units to graphs: each file of golden/ gives the text beside it, which holds the
 * graph of each of its units and every problem with its place.
 */
#include <glib/gstdio.h>
#include <string.h>

#include "golden-text.h"
#include "graph/im-graph.h"

static ImUnitLibrary *
new_library (void)
{
  g_autofree char *root = g_test_build_filename (G_TEST_DIST, "graph", "fixtures", NULL);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  ImUnitLibrary *library = im_unit_library_new ();

  im_unit_library_add_root (library, root, diagnostics);
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 0);

  return library;
}

static void
test_golden (gconstpointer data)
{
  const char *name = data;
  g_autofree char *file_name = g_strconcat (name, ".imunit", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "graph", "golden",
                                                 file_name, NULL);
  g_autofree char *expected = g_strconcat ("graph/golden/", name, ".expected", NULL);
  g_autoptr (ImUnitLibrary) library = new_library ();
  g_autoptr (ImDiagnostics) reading = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  const ImUnitFile *file = im_unit_library_add_file (library, path, reading);

  g_assert_nonnull (file);
  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    {
      guint before = im_diagnostics_get_count (diagnostics);
      g_autoptr (ImGraph) graph = im_graph_load (im_unit_file_get_unit (file, i), library,
                                                 diagnostics);

      im_graph_append_text (graph, text);
      g_string_append_c (text, '\n');
      g_assert_cmpint (graph->has_errors, ==,
                       im_diagnostics_get_count (diagnostics) > before);
    }
  im_diagnostics_sort (diagnostics);
  golden_append_diagnostics (diagnostics, text);
  golden_compare (expected, text->str);
}

static const ImUnit *
parse_unit (const char *text, ImUnitFile **file)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();

  *file = im_unit_file_parse (bytes, "memory.imunit", diagnostics);
  g_assert_nonnull (*file);

  return im_unit_file_get_unit (*file, 0);
}

/* Where to look up nodes and links, and that a graph may be shared. */
static void
test_find (void)
{
  g_autoptr (ImUnitLibrary) library = new_library ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImGraph) first = im_graph_load (im_unit_library_find (library, "Test.Level"),
                                             library, diagnostics);
  ImGraph *graph = im_graph_ref (first);
  gint window = im_graph_find_node (graph, "window");
  const ImGraphLink *link;

  g_clear_pointer (&first, im_graph_unref);
  g_assert_cmpint (window, ==, 2);
  g_assert_cmpint (im_graph_find_node (graph, "Window"), ==, -1);
  link = im_graph_find_link (graph, (guint) window, "stride");
  g_assert_nonnull (link);
  g_assert_cmpstr (graph->nodes[link->source]->name, ==, "stride");
  g_assert_cmpuint (link->target, ==, (guint) window);
  g_assert_cmpuint (link->target_slot, ==,
                    im_unit_find_parameter (graph->nodes[window]->unit, "stride")->slot);
  g_assert_null (im_graph_find_link (graph, (guint) window, "time_input"));
  link = im_graph_find_link (graph, (guint) im_graph_find_node (graph, "max"), "input");
  g_assert_cmpuint (link->source_output, ==, 0);
  im_graph_unref (graph);
}

/* Every source stands before its target, whatever the file's order is. */
static void
test_order (void)
{
  g_autoptr (ImUnitLibrary) library = new_library ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImGraph) graph = im_graph_load (im_unit_library_find (library, "Test.Level"),
                                             library, diagnostics);
  g_autofree guint *position = g_new0 (guint, graph->n_nodes);

  for (guint i = 0; i < graph->n_nodes; i++)
    position[graph->order[i]] = i;
  for (guint i = 0; i < graph->n_nodes; i++)
    for (guint j = 0; j < graph->nodes[i]->n_links; j++)
      g_assert_cmpuint (position[graph->nodes[i]->links[j].source], <, position[i]);
  for (guint i = 0; i < graph->n_nodes; i++)
    if (graph->nodes[i]->kind == IM_NODE_UNIT)
      g_assert_cmpuint (position[im_graph_find_node (graph, "check")], <, position[i]);
}

/* A chain that is deeper than any stack of calls, against the order of the file. */
static void
test_deep (void)
{
  enum
  {
    DEPTH = 25000
  };
  g_autoptr (GString) text = g_string_new ("<Imaginet><Compound unit=\"Deep\"><Nodes>");
  g_autoptr (ImUnitLibrary) library = new_library ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImUnitFile) file = NULL;

  for (guint i = 0; i < DEPTH; i++)
    g_string_append_printf (text, "<UnitNode id=\"n%u\" unit=\"Test.Gain\"/>", i);
  g_string_append (text, "</Nodes><Connections>");
  for (guint i = 0; i + 1 < DEPTH; i++)
    g_string_append_printf (text,
                            "<Connection><Source node=\"n%u\" param=\"output\"/>"
                            "<Target node=\"n%u\" param=\"input\"/></Connection>",
                            i + 1, i);
  g_string_append (text, "</Connections></Compound></Imaginet>");

  const ImUnit *unit = parse_unit (text->str, &file);
  g_autoptr (ImGraph) graph = im_graph_load (unit, library, diagnostics);
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 0);
  g_assert_cmpuint (graph->order[0], ==, DEPTH - 1);
  g_assert_cmpuint (graph->order[DEPTH - 1], ==, 0);
}

/* The compound of the real files, one of whose units is not there. */
static void
test_real_compound (void)
{
  const char *shared = g_getenv ("IMAGINET_SHARED");
  g_autofree char *root = g_build_filename (shared != NULL ? shared : "", "real-units",
                                            NULL);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) reading = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  guint n_links = 0;

  if (!g_file_test (root, G_FILE_TEST_IS_DIR))
    {
      g_test_skip ("the folder of real units beside the project is not there");
      return;
    }

  im_unit_library_add_root (library, root, reading);
  const ImUnit *unit = im_unit_library_find (library,
                                             "Imaginet.Units.Filter.BandPassFilter");
  g_autoptr (ImGraph) graph = im_graph_load (unit, library, diagnostics);
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 1);
  g_assert_cmpstr (im_diagnostics_get (diagnostics, 0)->code, ==, "unknown-unit");
  g_assert_nonnull (strstr (im_diagnostics_get (diagnostics, 0)->message,
                            "Imaginet.Units.Filter.HighPassFilter"));
  g_assert_cmpuint (graph->n_nodes, ==, 6);
  for (guint i = 0; i < graph->n_nodes; i++)
    n_links += graph->nodes[i]->n_links;
  g_assert_cmpuint (n_links, ==, 5);
}

/* What is wrong with the file of a unit is said where the unit is used. */
static void
test_broken_unit (void)
{
  static const char broken[] = "<Imaginet><Unit name=\"Broken\"><Parameters>"
                               "<InputSocket name=\"input\" pipe=\"*/\"/></Parameters>"
                               "<Implementations/></Unit></Imaginet>";
  g_autoptr (GError) error = NULL;
  g_autofree char *root = g_dir_make_tmp ("graph-XXXXXX", &error);
  g_autofree char *path = g_build_filename (root, "broken.imunit", NULL);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) reading = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImUnitFile) file = NULL;

  g_assert_true (g_file_set_contents (path, broken, -1, &error));
  im_unit_library_add_root (library, root, reading);
  const ImUnit *unit = parse_unit ("<Imaginet><Compound unit=\"Whole\"><Nodes>"
                                   "<UnitNode id=\"a\" unit=\"Broken\"/></Nodes>"
                                   "</Compound></Imaginet>",
                                   &file);
  g_autoptr (ImGraph) graph = im_graph_load (unit, library, diagnostics);
  g_assert_nonnull (graph);
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 1);
  g_assert_cmpstr (im_diagnostics_get (diagnostics, 0)->code, ==, "broken-unit");
  g_assert_nonnull (
      strstr (im_diagnostics_get (diagnostics, 0)->message, "broken.imunit:1:"));
  g_remove (path);
  g_rmdir (root);
}

int
main (int argc, char **argv)
{
  static const char *const golden[] = { "pipes",    "stack-problems",    "single",
                                        "compound", "compound-problems", "cycle" };

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (golden); i++)
    {
      g_autofree char *path = g_strconcat ("/graph/golden/", golden[i], NULL);

      g_test_add_data_func (path, golden[i], test_golden);
    }
  g_test_add_func ("/graph/find", test_find);
  g_test_add_func ("/graph/order", test_order);
  g_test_add_func ("/graph/deep", test_deep);
  g_test_add_func ("/graph/real-compound", test_real_compound);
  g_test_add_func ("/graph/broken-unit", test_broken_unit);

  return g_test_run ();
}
