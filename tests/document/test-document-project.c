/* SPDX-License-Identifier: MIT
 *
 * A project that is edited: each edit changes the lines that say it, in the form that the
 * project has, and undoing all gives the same bytes.
 */
#include <glib/gstdio.h>
#include <string.h>

#include "base/im-file.h"
#include "document/change/im-document-input.h"
#include "document/disk/im-document-disk.h"
#include "document/help/im-document-fix.h"
#include "document/state/im-document-graph.h"
#include "document/state/im-document-value.h"
#include "document/state/im-document.h"
#include "layers.h"

#define LAST_LAYER 1

typedef struct
{
  ImUnitLibrary *library;
  ImDocument *document;
  GBytes *original;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *units = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  g_autofree char *path = g_test_build_filename (
      G_TEST_DIST, "cli", "fixtures", "projects",
      data == NULL ? "engine.improj" : (const char *) data, NULL);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GError) error = NULL;

  fixture->library = im_unit_library_new ();
  im_unit_library_add_root (fixture->library, units, problems);
  fixture->original = im_file_read (path, G_MAXINT, &error);
  g_assert_no_error (error);
  fixture->document = im_document_open (path, fixture->library, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->document);
  im_unit_library_unref (fixture->library);
  g_bytes_unref (fixture->original);
}

static char *
dup_text (Fixture *fixture)
{
  g_autoptr (ImDraft) draft = im_document_new_draft (fixture->document, NULL);

  return g_strndup (g_bytes_get_data (draft->bytes, NULL),
                    g_bytes_get_size (draft->bytes));
}

/* The lines of @b that @a does not have at that place: the first and last that differ,
 * and all between. */
static char *
dup_difference (const char *a, const char *b)
{
  g_auto (GStrv) before = g_strsplit (a, "\n", -1);
  g_auto (GStrv) after = g_strsplit (b, "\n", -1);
  guint first = 0, last_before = g_strv_length (before),
        last_after = g_strv_length (after);

  while (first < last_before && first < last_after &&
         strcmp (before[first], after[first]) == 0)
    first++;
  while (last_before > first && last_after > first &&
         strcmp (before[last_before - 1], after[last_after - 1]) == 0)
    last_before--, last_after--;
  g_autoptr (GString) out = g_string_new (NULL);
  for (guint i = first; i < last_before; i++)
    g_string_append_printf (out, "-%s\n", g_strstrip (before[i]));
  for (guint i = first; i < last_after; i++)
    g_string_append_printf (out, "+%s\n", g_strstrip (after[i]));

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
assert_difference (Fixture *fixture, const char *expected)
{
  g_autofree char *text = dup_text (fixture);
  g_autofree char *original = g_strndup (g_bytes_get_data (fixture->original, NULL),
                                         g_bytes_get_size (fixture->original));
  g_autofree char *found = dup_difference (original, text);

  g_assert_cmpstr (found, ==, expected);
}

static void
assert_restored (Fixture *fixture)
{
  g_autofree char *text = NULL;

  while (im_document_get_undo_name (fixture->document) != NULL)
    im_document_undo (fixture->document);
  text = dup_text (fixture);
  g_assert_cmpmem (text, strlen (text), g_bytes_get_data (fixture->original, NULL),
                   g_bytes_get_size (fixture->original));
}

static void
test_open (Fixture *fixture, gconstpointer data)
{
  const ImUnit *unit = im_document_get_unit (fixture->document);

  g_assert_cmpstr (unit->id.text, ==, "engine");
  g_assert_true (unit->is_preprocessor);
  g_assert_cmpuint (im_document_get_n_layers (fixture->document), ==, 2);
  g_assert_cmpstr (im_document_get_layer (fixture->document, 0)->unit->id.text, ==,
                   "Core.Queues.ContextualWindow");
  g_assert_cmpuint (
      im_diagnostics_get_count (im_document_get_problems (fixture->document)), ==, 0);
}

/* A value that is there keeps its element, one that is not gets its type. */
static void
test_set_argument (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (
      im_document_set_argument (fixture->document, LAST_LAYER, "outputs", "20", &error));
  assert_difference (fixture,
                     "-<Argument param=\"outputs\" type=\"Int32\">16</Argument>\n"
                     "+<Argument param=\"outputs\" type=\"Int32\">20</Argument>\n");
  g_assert_true (
      im_document_set_argument (fixture->document, LAST_LAYER, "outputs", "16", &error));
  g_assert_true (
      im_document_set_argument (fixture->document, LAST_LAYER, "dct_type", "4", &error));
  assert_difference (fixture,
                     "+<Argument param=\"dct_type\" type=\"Int32\">4</Argument>\n");
  assert_restored (fixture);
}

static void
test_value_text (Fixture *fixture, gconstpointer data)
{
  ImShape shape = { .rank = 2, .size = { 1, 512 } };
  g_autofree char *truth = im_document_dup_value_text (
      fixture->document, &(ImValue){ .kind = IM_VALUE_BOOL, .boolean = TRUE });
  g_autofree char *sizes = im_document_dup_value_text (
      fixture->document, &(ImValue){ .kind = IM_VALUE_SHAPE, .shape = &shape });

  g_assert_cmpstr (truth, ==, "True");
  g_assert_cmpstr (sizes, ==, "[512,1]");
}

static void
test_layers (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (
      im_document_insert_layer (fixture->document, 2, "Core.Math.Abs", &error));
  assert_difference (fixture,
                     "+<Unit id=\"Core.Math.Abs\">\n"
                     "+<Argument param=\"input\" type=\"String\">data</Argument>\n"
                     "+<Argument param=\"output\" type=\"String\">data</Argument>\n"
                     "+</Unit>\n");
  g_assert_cmpuint (im_document_get_n_layers (fixture->document), ==, 3);
  g_assert_true (im_document_move_layer (fixture->document, 2, 0, &error));
  g_assert_cmpstr (im_document_get_layer (fixture->document, 0)->unit->id.text, ==,
                   "Core.Math.Abs");
  g_assert_true (remove_layer (fixture->document, 0, &error));
  assert_difference (fixture, "");
  assert_restored (fixture);
}

static void
test_input (Fixture *fixture, gconstpointer data)
{
  const ImParameter *input = im_unit_find_parameter (
      im_document_get_unit (fixture->document), "input");
  g_autoptr (GError) error = NULL;

  g_assert_true (
      im_document_set_input_type (fixture->document, input, "float32[6]@100", &error));
  assert_difference (
      fixture, "-<Preprocessor inshape=\"[3]\" intype=\"Float32\" infreq=\"50\">\n"
               "+<Preprocessor inshape=\"[6]\" intype=\"Float32\" infreq=\"100\">\n");
  assert_restored (fixture);
}

/* The preprocessor of a model is shown and edited as that of the project is; after the
 * project is saved under another name it still is. */
static void
test_model (Fixture *fixture, gconstpointer data)
{
  ImDocument *document = fixture->document;
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "renamed.improj", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (im_document_show_unit (document, "engine"));
  g_assert_false (im_document_show_unit (document, "engine.nothing"));
  g_assert_true (im_document_show_unit (document, "engine.conv1d-medium-0"));
  g_assert_cmpstr (im_document_get_unit (document)->id.text, ==,
                   "engine.conv1d-medium-0");
  g_assert_cmpstr (im_document_get_layer (document, 1)->unit->id.text, ==,
                   "Core.Window.Hann");
  g_assert_cmpuint (im_diagnostics_get_count (im_document_get_problems (document)), ==,
                    0);
  g_assert_true (im_document_set_argument (document, 0, "stride", "128", &error));
  assert_difference (fixture,
                     "-<Argument param=\"stride\" type=\"Int32\">256</Argument>\n"
                     "+<Argument param=\"stride\" type=\"Int32\">128</Argument>\n");
  assert_restored (fixture);
  g_assert_true (im_document_save (document, path, &error));
  g_assert_cmpstr (im_document_get_main_unit (document)->id.text, ==,
                   "renamed.conv1d-medium-0");
  g_unlink (path);
}

/* What a project says of its output follows if it is right; what it does not say is not
 * added. */
static const char *
get_told (Fixture *fixture)
{
  const ImUnit *unit = im_document_get_unit (fixture->document);

  return im_unit_find_parameter (unit, "output")->socket->given.shape.text;
}

static void
test_told_output (Fixture *fixture, gconstpointer data)
{
  ImDocument *document = fixture->document;
  g_autoptr (GError) error = NULL;

  g_assert_true (
      im_document_set_argument (document, LAST_LAYER, "outputs", "20", &error));
  g_assert_null (get_told (fixture));
  im_document_undo (document);

  g_assert_true (im_document_show_unit (document, "engine.conv1d-medium-0"));
  g_assert_true (im_document_set_argument (document, 0, "stride", "128", &error));
  g_assert_cmpstr (get_told (fixture), ==, "[512,1]");
  g_assert_true (
      im_document_set_argument (document, 0, "window_shape", "[256,1]", &error));
  g_assert_no_error (error);
  g_assert_cmpstr (get_told (fixture), ==, "[256,1]");
  /* While it is not known it stays. */
  g_assert_true (im_document_set_argument (document, 0, "window_shape", "[256,", &error));
  g_assert_cmpstr (get_told (fixture), ==, "[256,1]");
  g_assert_true (
      im_document_set_argument (document, 0, "window_shape", "[200,1]", &error));
  g_assert_cmpstr (get_told (fixture), ==, "[200,1]");
  assert_restored (fixture);
}

/* What is wrong when the project is opened stays so until it is mended. */
static void
test_told_wrong (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *told;
    const char *message;
  } cases[] = {
    { "outshape=\"[100,3]\" outtype=\"Float32\"",
      "output: outshape is “[100,3]”, but the layers give [16,3]" },
    { "outshape=\"?\" outtype=\"Float32\"",
      "output: outshape is “?”, but the layers give [16,3]" },
    { "outshape=\"[16,3]\" outtype=\"Int16\"",
      "output: outtype is “Int16”, but the layers give Float32" },
    { "outshape=\"[3]\" outtype=\"Int16\"",
      "output: outtype is “Int16” and outshape “[3]”, but the layers give Float32 and "
      "[16,3]" },
  };
  static const char place[] = "infreq=\"50\"";
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "told.improj", NULL);
  g_autofree char *text = dup_text (fixture);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) parts = g_strsplit (text, place, 2);
      g_autofree char *wrong = g_strconcat (parts[0], place, " ", cases[i].told, parts[1],
                                            NULL);
      g_autoptr (GError) error = NULL;
      const ImDiagnostics *problems;
      g_autoptr (GPtrArray) fixes = NULL;

      g_assert_true (g_file_set_contents (path, wrong, -1, &error));
      g_autoptr (ImDocument) document = im_document_open (path, fixture->library, &error);
      g_assert_true (
          im_document_set_argument (document, LAST_LAYER, "orthonormal", "true", &error));
      problems = im_document_get_problems (document);
      g_assert_cmpuint (im_diagnostics_get_count (problems), ==, 1);
      g_assert_cmpstr (im_diagnostics_get (problems, 0)->message, ==, cases[i].message);
      g_assert_cmpint (im_diagnostics_get (problems, 0)->severity, ==,
                       IM_SEVERITY_WARNING);
      fixes = im_document_find_fixes (document, im_diagnostics_get (problems, 0));
      g_assert_cmpuint (fixes->len, ==, 1);
      g_assert_true (im_document_apply_fix (document, fixes->pdata[0], &error));
      g_assert_no_error (error);
      g_assert_cmpuint (im_diagnostics_get_count (im_document_get_problems (document)),
                        ==, 0);
      im_document_undo (document);
      g_assert_cmpuint (im_diagnostics_get_count (im_document_get_problems (document)),
                        ==, 1);
    }
  g_unlink (path);
}

/* A graph of another program: nodes that are no units are there with their ports, and
 * only what is edited changes. */
static void
test_graph (Fixture *fixture, gconstpointer data)
{
  const ImUnit *unit = im_document_get_unit (fixture->document);
  const ImGraph *graph = im_document_get_graph (fixture->document);
  gint sensor = im_graph_find_node (graph, "node_1");
  gint model = im_graph_find_node (graph, "node_6");
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (graph->n_nodes, ==, 8);
  g_assert_cmpint (graph->nodes[sensor]->kind, ==, IM_NODE_UNKNOWN);
  g_assert_cmpstr (graph->nodes[sensor]->declaration->label, ==, "Motion Sensor");
  g_assert_cmpuint (graph->nodes[model]->declaration->n_ports, ==, 2);
  g_assert_cmpuint (graph->nodes[model]->n_links, ==, 1);
  g_assert_cmpuint (
      im_diagnostics_get_count (im_document_get_problems (fixture->document)), ==, 0);

  g_assert_true (im_document_set_argument (fixture->document, 1, "contextual_length_sec",
                                           "4", &error));
  assert_difference (
      fixture, "-<DoubleArgument param=\"contextual_length_sec\">2</DoubleArgument>\n"
               "+<DoubleArgument param=\"contextual_length_sec\">4</DoubleArgument>\n");
  im_document_undo (fixture->document);
  /* The option goes by another name in the file. */
  g_assert_true (im_document_set_argument (fixture->document, 0, "start", "2", &error));
  assert_difference (fixture, "-<Int32Argument param=\"index\">1</Int32Argument>\n"
                              "+<Int32Argument param=\"index\">2</Int32Argument>\n");
  unit = im_document_get_unit (fixture->document);
  g_assert_true (im_document_set_input_type (
      fixture->document, im_unit_find_parameter (unit, "Motion_Sensor"), "float32[6]@50",
      &error));
  unit = im_document_get_unit (fixture->document);
  g_assert_cmpstr (
      im_unit_find_parameter (unit, "Motion_Sensor")->socket->declared.shape.text, ==,
      "[6]");
  assert_restored (fixture);
}

/* A node with two ports that give something says of each what flows there. */
static void
test_ports (Fixture *fixture, gconstpointer data)
{
  const ImUnit *unit = im_document_get_unit (fixture->document);
  const ImParameter *second = im_unit_find_parameter (unit, "Board_second");
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (unit->display_name, ==, "board");
  g_assert_cmpstr (second->text, ==, "Board · second");
  g_assert_true (
      im_document_set_input_type (fixture->document, second, "int16[2]@100", &error));
  g_assert_no_error (error);
  assert_difference (fixture, "-im:type.first=\"Float32\" im:shape.first=\"[3]\" />\n"
                              "+im:type.first=\"Float32\" im:shape.first=\"[3]\" "
                              "im:type.second=\"Int16\" im:shape.second=\"[2]\""
                              " im:rate.second=\"100\" />\n");
  unit = im_document_get_unit (fixture->document);
  g_assert_cmpstr (
      im_unit_find_parameter (unit, "Board_first")->socket->declared.shape.text, ==,
      "[3]");
  g_assert_cmpuint (
      im_diagnostics_get_count (im_document_get_problems (fixture->document)), ==, 0);
  assert_restored (fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/document-project/open", Fixture, NULL, set_up, test_open, tear_down);
  g_test_add ("/document-project/set-argument", Fixture, NULL, set_up, test_set_argument,
              tear_down);
  g_test_add ("/document-project/value-text", Fixture, NULL, set_up, test_value_text,
              tear_down);
  g_test_add ("/document-project/layers", Fixture, NULL, set_up, test_layers, tear_down);
  g_test_add ("/document-project/input", Fixture, NULL, set_up, test_input, tear_down);
  g_test_add ("/document-project/told-wrong", Fixture, NULL, set_up, test_told_wrong,
              tear_down);
  g_test_add ("/document-project/told-output", Fixture, NULL, set_up, test_told_output,
              tear_down);
  g_test_add ("/document-project/model", Fixture, NULL, set_up, test_model, tear_down);
  g_test_add ("/document-project/graph", Fixture, "live.imunit", set_up, test_graph,
              tear_down);

  g_test_add ("/document-project/ports", Fixture, "board.imunit", set_up, test_ports,
              tear_down);

  return g_test_run ();
}
