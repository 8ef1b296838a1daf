/* SPDX-License-Identifier: MIT
 *
 * Edits of a document with 1,000 layers, as the window makes them: from the call to the
 * new program. `bench-edit UNITS FILE KIND N` makes N edits of a kind, so that what one
 * takes is what N + 1 take more than one.
 */
#include <stdlib.h>
#include <string.h>

#include "bench-measure.h"

#include "document/change/im-document-text.h"
#include "document/disk/im-document-new.h"
#include "document/state/im-document-graph.h"

#define N_LAYERS     1000
#define EDITED_LAYER 500

static void
append_layer (guint i, GString *text)
{
  if (i == 0)
    g_string_append (text, "      <Unit id=\"Core.Queues.SlidingWindow\">\n"
                           "        <Argument param=\"window_shape\">"
                           "System.Shape(50,3)</Argument>\n"
                           "        <Argument param=\"stride\">75</Argument>\n"
                           "      </Unit>\n");
  else if (i % 3 == 0)
    g_string_append (text, "      <Unit id=\"Core.Math.Abs\" />\n");
  else if (i % 3 == 1)
    g_string_append (text, "      <Unit id=\"Core.Window.Hann\">\n"
                           "        <Argument param=\"axis\">1</Argument>\n"
                           "      </Unit>\n");
  else
    g_string_append (text, "      <Unit id=\"Core.Math.AddConstant\">\n"
                           "        <Argument param=\"constant\">0.5</Argument>\n"
                           "      </Unit>\n");
}

static void
write_pipeline (const char *path)
{
  g_autoptr (GString) text = g_string_new (
      "<Imaginet xmlns:im=\"urn:imaginet-studio:1\">\n  <Composite unit=\"Bench.Edit\">\n"
      "    <Parameters>\n      <InputSocket name=\"input\" pipe=\"data\" "
      "im:type=\"Float32\" im:shape=\"[3]\" im:rate=\"100\" />\n"
      "      <OutputSocket name=\"output\" type=\"input.type\" "
      "shape=\"System.Shape(50,3)\" rate=\"input.rate / 75\" pipe=\"data\" />\n"
      "    </Parameters>\n"
      "    <Stacked>\n");

  for (guint i = 0; i < N_LAYERS; i++)
    append_layer (i, text);
  g_string_append (text, "    </Stacked>\n  </Composite>\n</Imaginet>\n");
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
}

static void
set_option (ImDocument *document, guint i)
{
  g_assert_true (im_document_set_argument (document, EDITED_LAYER, "constant",
                                           i % 2 == 0 ? "0.25" : "0.125", NULL));
}

static void
enable (ImDocument *document, guint i)
{
  guint node = im_document_find_node (document, EDITED_LAYER);

  g_assert_true (im_document_enable_nodes (document, &node, 1, i % 2 != 0, NULL));
}

static void
place (ImDocument *document, guint i)
{
  ImDocumentPlace to = { im_document_find_node (document, EDITED_LAYER), 10 + i, 20 };

  g_assert_true (im_document_place_nodes (document, &to, 1, NULL));
}

static void
insert (ImDocument *document, guint i)
{
  g_assert_true (
      im_document_insert_layer (document, EDITED_LAYER, "Core.Math.Abs", NULL));
}

static void
move (ImDocument *document, guint i)
{
  g_assert_true (im_document_move_layer (document, EDITED_LAYER, EDITED_LAYER + 2, NULL));
}

/* The first edit makes something to undo. */
static void
undo (ImDocument *document, guint i)
{
  if (i == 0)
    set_option (document, i);
  else if (i % 2 == 1)
    im_document_undo (document);
  else
    im_document_redo (document);
}

static void
type (ImDocument *document, guint i)
{
  g_autofree char *text = im_document_dup_text (document);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  char *middle = strstr (text + strlen (text) / 2, "0.5</");

  middle[2] = (char) ('1' + i % 8);
  if (middle[2] == '5')
    middle[2] = '9';
  g_assert_true (im_document_set_text (document, text, NULL, problems));
}

static const struct
{
  const char *name;
  void (*edit) (ImDocument *document, guint i);
} kinds[] = {
  { "option", set_option }, { "enable", enable }, { "place", place },
  { "insert", insert },     { "move", move },     { "undo", undo },
  { "type", type },
};

int
main (int argc, char **argv)
{
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImDocument) document = NULL;
  double start_ms, times[64];
  guint n_edits = argc == 5 ? (guint) MIN (atoi (argv[4]), (int) G_N_ELEMENTS (times))
                            : 0;

  if (argc != 5)
    {
      g_printerr ("usage: bench-edit UNITS FILE KIND N\n");
      return 2;
    }
  im_unit_library_add_root (library, argv[1], problems);
  write_pipeline (argv[2]);
  document = im_document_open (argv[2], library, NULL);
  g_assert_cmpuint (im_document_get_n_layers (document), ==, N_LAYERS);
  for (gsize k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (guint i = 0; strcmp (kinds[k].name, argv[3]) == 0 && i < n_edits; i++)
      {
        start_ms = bench_get_time_ms ();
        kinds[k].edit (document, i);
        times[i] = bench_get_time_ms () - start_ms;
      }
  g_print ("%.3f %.3f\n", n_edits == 0 ? 0 : bench_get_median (times, n_edits),
           bench_measure_peer_ms ());

  return 0;
}
