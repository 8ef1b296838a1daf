/* SPDX-License-Identifier: MIT
 *
 * What is cut, copied and pasted, as text.
 */
#include "example.h"

#include <string.h>

static void
test_copy_nodes (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  guint nodes[] = { find_node (document, "window"), find_node (document, "level"),
                    find_node (document, "edge") };
  guint first, n;
  g_autofree char *text = im_document_dup_nodes_text (document, nodes, 3, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (
      im_document_duplicate (document, nodes, 3, NULL, 80, 80, &first, &n, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 3);
  assert_links (document, "level_2", "window_2.output>input");
  assert_links (document, "window_2", "");
  g_assert_cmpfloat (im_document_get_node (document, first)->x, ==, 1280);
  g_assert_true (im_document_paste (document, text, 0, 7, 8, &n, &error));
  assert_links (document, "level_3", "window_3.output>input");
  g_assert_true (im_document_paste (
      document, "<Stacked><Unit id='Core.Math.Abs'/><Unit id='Core.Math.Rms'/></Stacked>",
      0, 7, 8, &n, &error));
  assert_links (document, "rms", "abs.output>input");
}

/* What stands in the file of a parameter, as the markup of its node has it. */
static char *
dup_node_text (ImDocument *document, const char *node)
{
  g_autoptr (GBytes) bytes = dup_bytes (document);
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL),
                                     g_bytes_get_size (bytes));
  g_autofree char *id = g_strdup_printf (" id=\"%s\"", node);
  char *at = strstr (text, id);

  g_assert_nonnull (at);
  return g_strndup (at, strcspn (at, "\n"));
}

/* Inputs, outputs, options and constants that are cut and pasted are what they were, and
 * copies of them beside them have names of their own; pipes among them come along. */
static void
test_cut_parameters (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  static const char *const names[] = { "microphone", "edge",  "low_pass", "level",
                                       "result",     "floor", "Upper" };
  guint nodes[G_N_ELEMENTS (names)];
  guint n;
  g_autofree char *text = NULL, *copy = NULL;
  g_autoptr (GError) error = NULL;
  const ImParameter *input;

  g_assert_true (apply (fixture,
                        "expression floor = 2\nrename level = Upper\n"
                        "add Core.Math.Rms\nrename rms = level",
                        NULL));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    nodes[i] = find_node (document, names[i]);
  text = im_document_dup_nodes_text (document, nodes, G_N_ELEMENTS (names), NULL);
  g_assert_true (
      im_document_remove_nodes (document, nodes, G_N_ELEMENTS (names), TRUE, &error));
  g_assert_null (im_unit_find_parameter (im_document_get_unit (document), "input"));

  g_assert_true (im_document_paste (document, text, 0, 40, 40, &n, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (names));
  input = im_unit_find_parameter (im_document_get_unit (document), "input");
  g_assert_nonnull (input);
  g_assert_cmpstr (input->text, ==, "Microphone");
  g_assert_cmpstr (input->description, ==, "One channel, sample by sample.");
  copy = dup_node_text (document, "microphone");
  g_assert_cmpstr (strstr (copy, " enabled"), ==,
                   " enabled=\"true\" name=\"Microphone\" param=\"input\" "
                   "im:type=\"Float32\" im:shape=\"[1]\" im:rate=\"16000\">");
  g_assert_nonnull (im_unit_find_parameter (im_document_get_unit (document), "edge"));
  g_assert_nonnull (im_unit_find_parameter (im_document_get_unit (document), "output"));
  assert_links (document, "low_pass", "microphone.value>input edge.value>cutoff");
  assert_links (document, "result", "Upper.output>value");

  g_assert_true (im_document_paste (document, text, 0, 40, 900, &n, &error));
  g_clear_pointer (&copy, g_free);
  copy = dup_node_text (document, "microphone_2");
  g_assert_cmpstr (strstr (copy, " enabled"), ==,
                   " enabled=\"true\" name=\"Microphone 2\" param=\"input_2\" "
                   "im:type=\"Float32\" im:shape=\"[1]\" im:rate=\"16000\">");
  assert_links (document, "low_pass_2", "microphone_2.value>input edge_2.value>cutoff");
  assert_links (document, "result_2", "Upper_2.output>value");
  find_node (document, "floor_2");
}

/* What others may have put on the clipboard. */
static void
test_paste_foreign (Fixture *fixture, gconstpointer example)
{
  g_autoptr (GError) error = NULL;
  guint n;

  g_assert_true (im_document_paste (
      fixture->document, "<Nodes><UnitNode id='A' unit='Core.Math.Abs'/></Nodes>", 0, 0,
      0, &n, &error));
  find_node (fixture->document, "A");
  g_assert_false (im_document_paste (
      fixture->document, "<Nodes><TensorInputNode id='b' param='no name'/></Nodes>", 0, 0,
      0, &n, &error));
  g_assert_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT);
  g_assert_nonnull (strstr (error->message, "no name: "));
}

static void
test_copy_layers (Fixture *fixture, gconstpointer example)
{
  ImDocument *document = fixture->document;
  guint nodes[] = { im_document_find_node (document, 0),
                    im_document_find_node (document, 1) };
  guint first, n;
  g_autofree char *text = im_document_dup_nodes_text (document, nodes, 2, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (strstr (text, "<Unit id=\"Core.Window.Hann\">\n"
                                  "\t\t<Argument param=\"axis\">1</Argument>\n"));
  g_assert_null (strstr (text, "param=\"input\""));
  g_assert_true (
      im_document_duplicate (document, nodes + 1, 1, NULL, 0, 0, &first, &n, &error));
  assert_layers (document, "SlidingWindow Hann Hann2 Rms");
  assert_problems (document, 0);
  g_assert_true (im_document_paste (document,
                                    "<Nodes><UnitNode id='a' "
                                    "unit='Core.Math.Abs'/></Nodes>",
                                    0, 0, 0, &n, &error));
  assert_layers (document, "Abs SlidingWindow Hann Hann2 Rms");
  assert_problems (document, 0);
  g_assert_true (im_document_paste (document,
                                    "<Stacked><Unit id='Core.Math.Abs'/>"
                                    "</Stacked>",
                                    5, 0, 0, &n, &error));
  assert_layers (document, "Abs SlidingWindow Hann Hann2 Rms Abs2");
  assert_problems (document, 0);
  g_assert_no_error (error);
  g_assert_false (im_document_paste (document, "no XML", 0, 0, 0, &n, &error));
  g_assert_error (error, IM_DOCUMENT_ERROR, IM_DOCUMENT_ERROR_EDIT);
}

int
main (int argc, char *argv[])
{
  const char *graph = "high-band-level.imunit", *stack = "audio-window.imunit";

  g_test_init (&argc, &argv, NULL);
  g_test_add ("/document/clip/nodes", Fixture, graph, set_up_example, test_copy_nodes,
              tear_down_example);
  g_test_add ("/document/clip/layers", Fixture, stack, set_up_example, test_copy_layers,
              tear_down_example);
  g_test_add ("/document/clip/parameters", Fixture, graph, set_up_example,
              test_cut_parameters, tear_down_example);
  g_test_add ("/document/clip/foreign", Fixture, graph, set_up_example,
              test_paste_foreign, tear_down_example);

  return g_test_run ();
}
