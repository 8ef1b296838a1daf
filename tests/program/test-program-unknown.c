/* Which sizes a program lacks, and how it asks for them.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "program/im-program.h"

#define PIPELINE(more, shape)                                                       \
  "<Imaginet xmlns:im=\"urn:imaginet-studio:1\"><Composite unit=\"Test.Pipeline\">" \
  "<Parameters>" more                                                               \
  "<InputSocket name=\"input\" pipe=\"data\" im:type=\"Float32\" im:shape=\"" shape \
  "\" im:rate=\"50\" />"                                                            \
  "<OutputSocket name=\"output\" type=\"input.type\" shape=\"input.shape\" "        \
  "pipe=\"data\" /></Parameters><Stacked><Unit id=\"Test.Gain\"><Argument param="   \
  "\"output\">output</Argument></Unit></Stacked></Composite></Imaginet>"

#define SECOND \
  "<InputSocket name=\"other\" pipe=\"side\" im:type=\"Int8\" im:shape=\"[?,2]\" />"

typedef struct
{
  const char *name;
  const char *text;
  const char *message; /* NULL if all is known */
  const char *note;
} UnknownCase;

static const UnknownCase cases[] = {
  { "known", PIPELINE ("", "[3]"), NULL, NULL },
  { "one", PIPELINE ("", "[?,3]"),
    "this needs the size of axis 1 of “input”, which is float32[?,3]@50",
    "--with input=float32[4,3]@50," },
  { "two-axes", PIPELINE ("", "[?,3,?]"),
    "this needs the size of axis 2, axis 0 of “input”, which is float32[?,3,?]@50",
    "--with input=float32[4,3,4]@50," },
  { "two-inputs", PIPELINE (SECOND, "[?]"),
    "this needs the size of axis 1 of “other”, which is int8[?,2]; axis 0 of “input”, "
    "which is float32[?]@50",
    "--with other=int8[4,2] --with input=float32[4]@50," },
};

static ImUnitLibrary *
new_library (void)
{
  g_autofree char *root = g_test_build_filename (G_TEST_DIST, "graph", "fixtures", NULL);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  ImUnitLibrary *library = im_unit_library_new ();

  im_unit_library_add_root (library, root, diagnostics);

  return library;
}

static void
test_report (gconstpointer data)
{
  const UnknownCase *c = data;
  g_autoptr (ImUnitLibrary) library = new_library ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) asked = im_diagnostics_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static (c->text, strlen (c->text));
  g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, "<case>", problems);
  g_autoptr (ImProgram) program = im_program_elaborate (im_unit_file_get_unit (file, 0),
                                                        library, NULL, 0, problems);
  gboolean is_known = im_program_report_unknown (program, asked);

  g_assert_cmpuint (im_diagnostics_count (problems, IM_SEVERITY_ERROR), ==, 0);
  g_assert_true (im_program_is_known (program) == (c->message == NULL));
  g_assert_true (is_known == (c->message == NULL));
  if (c->message == NULL)
    {
      g_assert_cmpuint (im_diagnostics_get_count (asked), ==, 0);
      return;
    }

  g_assert_cmpuint (im_diagnostics_get_count (asked), ==, 1);
  g_assert_cmpstr (im_diagnostics_get (asked, 0)->code, ==, "unknown-size");
  g_assert_cmpstr (im_diagnostics_get (asked, 0)->message, ==, c->message);
  g_assert_nonnull (strstr (im_diagnostics_get (asked, 0)->note, c->note));
}

/* A program in which a size became known is the same as one made anew, and back. */
static void
test_again (void)
{
  g_autoptr (ImUnitLibrary) library = new_library ();
  const ImUnit *unit = im_unit_library_find (library, "Test.Peak");
  static const char *const types[] = { "float32[?]@50", "float32[3]@50",
                                       "float32[?]@50" };
  g_autoptr (ImProgram) previous = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
      g_autoptr (GString) again = g_string_new (NULL), anew = g_string_new (NULL);
      ImTensorType type;

      g_assert_true (im_tensor_type_parse (types[i], &type, NULL));
      ImUnitBinding binding = { "input", IM_TENSOR (&type) };
      g_autoptr (ImProgram) first = im_program_elaborate (unit, library, &binding, 1,
                                                          problems);
      ImProgram *next = im_program_elaborate_again (previous, unit, library, &binding, 1,
                                                    problems);

      im_program_append_text (first, anew);
      im_program_append_text (next, again);
      g_assert_cmpstr (again->str, ==, anew->str);
      g_assert_true ((strchr (again->str, '?') == NULL) == (i == 1));
      im_program_unref (previous);
      previous = next;
    }
}

/* Two branches that meet: a layer that needs no input without a type is evaluated. */
static const char untyped[] =
    "<Imaginet xmlns:im=\"urn:imaginet-studio:1\"><Compound unit=\"Test.Branches\">"
    "<Nodes><TensorInputNode id=\"in\" param=\"input\" im:type=\"Float32\" "
    "im:shape=\"[3]\" im:rate=\"50\" /><TensorInputNode id=\"none\" param=\"missing\" />"
    "<TensorInputNode id=\"bad\" param=\"wrong\" im:type=\"Float32\" im:shape=\"[x]\" />"
    "<UnitNode id=\"a\" unit=\"Test.Gain\" /><UnitNode id=\"b\" unit=\"Test.Gain\" />"
    "<UnitNode id=\"c\" unit=\"Test.Gain\" /><UnitNode id=\"d\" unit=\"Test.Gain\" />"
    "<UnitNode id=\"e\" unit=\"Test.Gain\" /></Nodes><Connections>"
    "<Connection><Source node=\"in\" param=\"value\" /><Target node=\"a\" "
    "param=\"input\" /></Connection><Connection><Source node=\"a\" param=\"output\" />"
    "<Target node=\"b\" param=\"input\" /></Connection><Connection><Source "
    "node=\"none\" param=\"value\" /><Target node=\"c\" param=\"input\" /></Connection>"
    "<Connection><Source node=\"c\" param=\"output\" /><Target node=\"d\" "
    "param=\"input\" /></Connection><Connection><Source node=\"bad\" param=\"value\" />"
    "<Target node=\"e\" param=\"input\" /></Connection></Connections></Compound>"
    "</Imaginet>";

static void
test_untyped (void)
{
  static const char *const needs[][2] = {
    { "a", NULL }, { "b", NULL }, { "c", "none" }, { "d", "none" }, { "e", "bad" },
  };
  g_autoptr (ImUnitLibrary) library = new_library ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static (untyped, strlen (untyped));
  g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, "<case>", problems);
  g_autoptr (ImProgram) program = im_program_elaborate (im_unit_file_get_unit (file, 0),
                                                        library, NULL, 0, problems);
  const ImGraph *graph = im_program_get_graph (program);
  g_autofree gint *causes = im_program_list_causes (program);

  g_assert_cmpuint (im_diagnostics_get_count (problems), ==, 2);
  g_assert_cmpuint (im_diagnostics_count (problems, IM_SEVERITY_ERROR), ==, 2);
  g_assert_cmpuint (program->n_instances, ==, 2);
  g_assert_cmpstr (program->tensors[program->n_tensors - 1].name, ==, "b.output");
  g_assert_cmpint (program->tensors[program->n_tensors - 1].type.shape.size[0], ==, 3);
  for (guint i = 0; i < G_N_ELEMENTS (needs); i++)
    {
      gint cause = causes[im_graph_find_node (graph, needs[i][0])];

      g_assert_cmpstr (cause < 0 ? NULL : graph->nodes[cause]->name, ==, needs[i][1]);
      g_assert_true ((im_program_find_evaluation (program, needs[i][0]) == NULL) ==
                     (cause >= 0));
    }
}

/* `gain` fails by itself, `off` passes that on, `after` and the output follow; `other`
 * needs the input alone. */
static const char behind[] =
    "<Imaginet xmlns:im=\"urn:imaginet-studio:1\"><Compound unit=\"Test.Graph\"><Nodes>"
    "<TensorInputNode id=\"in\" param=\"in\" im:type=\"Float32\" im:shape=\"[3]\" />"
    "<UnitNode id=\"gain\" unit=\"Test.Gain\"><Int32Argument param=\"gain\">x"
    "</Int32Argument></UnitNode>"
    "<UnitNode id=\"off\" unit=\"Test.Gain\" enabled=\"false\" />"
    "<UnitNode id=\"after\" unit=\"Test.Gain\" /><UnitNode id=\"other\" "
    "unit=\"Test.Gain\" /><TensorOutputNode id=\"out\" param=\"out\" /></Nodes>"
    "<Connections><Connection><Source node=\"in\" param=\"value\" /><Target "
    "node=\"gain\" param=\"input\" /></Connection><Connection><Source node=\"gain\" "
    "param=\"output\" /><Target node=\"off\" param=\"input\" /></Connection>"
    "<Connection><Source node=\"off\" param=\"output\" /><Target node=\"after\" "
    "param=\"input\" /></Connection><Connection><Source node=\"after\" "
    "param=\"output\" /><Target node=\"out\" param=\"value\" /></Connection>"
    "<Connection><Source node=\"in\" param=\"value\" /><Target node=\"other\" "
    "param=\"input\" /></Connection></Connections></Compound></Imaginet>";

static void
test_causes (void)
{
  static const char *const expected[][2] = {
    { "in", NULL },      { "gain", "gain" }, { "off", "gain" },
    { "after", "gain" }, { "other", NULL },  { "out", "gain" },
  };
  g_autoptr (ImUnitLibrary) library = new_library ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (GBytes) bytes = g_bytes_new_static (behind, strlen (behind));
  g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, "<case>", problems);
  g_autoptr (ImProgram) program = im_program_elaborate (im_unit_file_get_unit (file, 0),
                                                        library, NULL, 0, problems);
  const ImGraph *graph = im_program_get_graph (program);
  g_autofree gint *causes = im_program_list_causes (program);
  guint off = (guint) im_graph_find_node (graph, "off");
  const char *port = "output";

  g_assert_cmpuint (im_diagnostics_get_count (problems), ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      gint cause = causes[im_graph_find_node (graph, expected[i][0])];

      g_test_message ("%s", expected[i][0]);
      g_assert_cmpstr (cause < 0 ? NULL : graph->nodes[cause]->name, ==, expected[i][1]);
    }
  g_assert_true (im_graph_follow_bypass (graph, &off, &port));
  g_assert_cmpstr (graph->nodes[off]->name, ==, "gain");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/program/unknown/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_report);
    }
  g_test_add_func ("/program/unknown/again", test_again);
  g_test_add_func ("/program/unknown/untyped", test_untyped);
  g_test_add_func ("/program/unknown/causes", test_causes);

  return g_test_run ();
}
