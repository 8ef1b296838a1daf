/* The types of inputs in the file of a pipeline, with sizes that are not known.
 *
 * SPDX-License-Identifier: MIT
 */
#include "document/change/im-document-input.h"

#include <glib/gstdio.h>
#include <string.h>

#include "document/change/im-document-text.h"
#include "document/state/im-document-graph.h"

#define GRAPH                                                                           \
  "<Imaginet xmlns:im=\"urn:imaginet-studio:1\">\n  <Compound unit=\"Test.Graph\">\n"   \
  "    <Nodes>\n      <TensorInputNode id=\"in\" x=\"0\" y=\"0\" enabled=\"true\" "     \
  "name=\"Input\" param=\"input\" im:type=\"Int8\" im:shape=\"[2]\" im:rate=\"5\" />\n" \
  "      <TensorOutputNode id=\"out\" x=\"9\" y=\"0\" enabled=\"true\" "                \
  "name=\"Output\" param=\"output\" />\n    </Nodes>\n    <Connections>\n"              \
  "      <Connection><Source node=\"in\" param=\"value\" /><Target node=\"out\" "       \
  "param=\"value\" /></Connection>\n    </Connections>\n  </Compound>\n</Imaginet>\n"

#define STACK                                                                        \
  "<Imaginet>\n  <Composite unit=\"Test.Stack\">\n    <Parameters>\n"                \
  "      <InputSocket name=\"input\" pipe=\"data\" />\n"                             \
  "      <OutputSocket name=\"output\" type=\"input.type\" shape=\"input.shape\" "   \
  "pipe=\"data\" />\n    </Parameters>\n    <Stacked>\n"                             \
  "      <Unit id=\"Core.Math.Negate\"><Argument param=\"output\">output</Argument>" \
  "</Unit>\n    </Stacked>\n  </Composite>\n</Imaginet>\n"

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
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GError) error = NULL;

  fixture->library = im_unit_library_new ();
  im_unit_library_add_root (fixture->library, units, problems);
  fixture->folder = g_dir_make_tmp ("input-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->path = g_build_filename (fixture->folder, "stack.imunit", NULL);
  g_assert_true (
      g_file_set_contents (fixture->path, data == NULL ? STACK : data, -1, NULL));
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

static const ImParameter *
get_input (Fixture *fixture)
{
  return im_unit_find_main_input (im_document_get_unit (fixture->document));
}

static void
assert_type (Fixture *fixture, const char *expected, guint n_errors)
{
  const ImTensorType *type = im_document_get_input_type (fixture->document,
                                                         get_input (fixture));
  g_autoptr (GString) text = g_string_new (NULL);

  if (type != NULL)
    im_tensor_type_append_text (type, text);
  g_assert_cmpstr (text->str, ==, expected);
  g_assert_cmpuint (im_diagnostics_count (im_document_get_problems (fixture->document),
                                          IM_SEVERITY_ERROR),
                    ==, n_errors);
}

static void
set_type (Fixture *fixture, const char *text)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (
      im_document_set_input_type (fixture->document, get_input (fixture), text, &error));
  g_assert_no_error (error);
}

/* A file without our namespace gets it; undoing all gives back its bytes. */
static void
test_set (Fixture *fixture, gconstpointer data)
{
  g_autofree char *text = NULL;
  g_autofree char *undone = NULL;

  assert_type (fixture, "", 1);
  set_type (fixture, "float32[?,3]@50");
  assert_type (fixture, "float32[?,3]@50", 0);
  text = im_document_dup_text (fixture->document);
  g_assert_nonnull (
      strstr (text, "im:type=\"Float32\" im:shape=\"[?,3]\" im:rate=\"50\""));
  g_assert_nonnull (strstr (text, "xmlns:im=\"urn:imaginet-studio:1\""));

  g_assert_cmpstr (im_document_get_undo_name (fixture->document), ==,
                   "Set type of “input”");
  im_document_undo (fixture->document);
  undone = im_document_dup_text (fixture->document);
  g_assert_cmpstr (undone, ==, STACK);
}

/* A node graph says it at the node of the input. */
static void
test_graph (Fixture *fixture, gconstpointer data)
{
  const ImProgram *program;

  assert_type (fixture, "int8[2]@5", 0);
  set_type (fixture, "float32[?]@16000");
  assert_type (fixture, "float32[?]@16000", 0);
  program = im_document_get_program (fixture->document);
  g_assert_cmpint (program->outputs[0].tensor, ==, program->inputs[0].tensor);
}

/* Without a rate there is no attribute for it. */
static void
test_rate (Fixture *fixture, gconstpointer data)
{
  g_autofree char *text = NULL;

  set_type (fixture, "int8[4]@2.5");
  set_type (fixture, "int8[4]");
  assert_type (fixture, "int8[4]", 0);
  text = im_document_dup_text (fixture->document);
  g_assert_null (strstr (text, "im:rate"));
}

static void
test_refused (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *text, *message;
  } rows[] = {
    { "float33[3]", "“float33” is no element type; did you mean" },
    { "float32", "expected a tensor such as float32[3,50]@16000" },
    { "float32[3,-1]", "found -1 at character 4" },
    { "float32[?", "expected a tensor" },
    { "q15[3];shift=2", "no shift" },
    { "float32[\357\274\237]", "which only looks like “?”, at character 2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", rows[i].text);
      g_assert_false (im_document_set_input_type (fixture->document, get_input (fixture),
                                                  rows[i].text, &error));
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, rows[i].message));
      assert_type (fixture, "", 1);
    }
}

/* A composite says what flows out of it, so its sizes must be known. */
static void
test_group (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  set_type (fixture, "float32[?,3]@50");
  g_assert_false (im_document_group (fixture->document, 0, 1, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "sizes of the input are not known"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/document-input/set", Fixture, NULL, set_up, test_set, tear_down);
  g_test_add ("/document-input/graph", Fixture, GRAPH, set_up, test_graph, tear_down);
  g_test_add ("/document-input/rate", Fixture, NULL, set_up, test_rate, tear_down);
  g_test_add ("/document-input/refused", Fixture, NULL, set_up, test_refused, tear_down);
  g_test_add ("/document-input/group", Fixture, NULL, set_up, test_group, tear_down);

  return g_test_run ();
}
