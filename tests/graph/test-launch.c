/* SPDX-License-Identifier: MIT
 *
 * Pipelines in one line: the file that they become, and every way to get one wrong.
 */
#include <string.h>

#include "golden-text.h"
#include "graph/im-graph.h"
#include "graph/im-launch.h"

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

typedef struct
{
  const char *name;
  const char *line;
  const char *layers; /* of the graph: name, its settings, name, .. */
} LaunchCase;

static const LaunchCase launch_cases[] = {
  { "one", "source float32[3]@50 ! Gain", "Gain" },
  { "id", "source float32[3] ! Test.Gain", "Gain" },
  { "blanks", " source\tfloat32[3,2]  !\n Gain   factor=2  ! Max ", "Gain factor=2 Max" },
  { "shape", "source float32[3] ! Window window_shape=[8,3] stride=4 ! Max axis=1",
    "Window window_shape=System.Shape(8, 3) stride=4 Max axis=1" },
  { "expression", "source float32[3]@50 ! Gain factor=input.rate*2",
    "Gain factor=input.rate*2" },
  { "blanks-inside", "source float32[3] ! Max axis=(1 - 1) ! Gain factor=Math.max(1, 2)",
    "Max axis=(1 - 1) Gain factor=Math.max(1, 2)" },
  { "not", "source float32[3] ! Max axis=(!true ? 1 : 0)", "Max axis=(!true ? 1 : 0)" },
  { "escaped", "source float32[3] ! Max axis=(1<2&&3>2?0:1)", "Max axis=(1<2&&3>2?0:1)" },
  { "text", "source float32[3] ! Max axis=('a ! b)' == \"(\" ? 1 : 0)",
    "Max axis=('a ! b)' == \"(\" ? 1 : 0)" },
  { "socket", "source float32[3] ! Gain ! Mix side=input rest=null", "Gain Mix" },
  { "nested", "source float32[3]@50 ! Peak length=4 boost=0.5",
    "Peak length=4 boost=0.5" },
};

/* The layers of a graph with their settings on one line. */
static char *
describe_layers (const ImGraph *graph)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < graph->n_nodes; i++)
    {
      const ImGraphNode *node = graph->nodes[i];

      if (node->kind != IM_NODE_UNIT)
        continue;
      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", node->name);
      for (guint j = 0; j < node->n_settings; j++)
        g_string_append_printf (text, " %s=%s", node->settings[j].parameter,
                                node->settings[j].expr->text);
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* What a line says is in the graph of the file that it becomes. */
static void
test_launch (gconstpointer data)
{
  const LaunchCase *c = data;
  g_autoptr (ImUnitLibrary) library = new_library ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSource) line = im_source_new_for_string ("<line>", c->line);
  g_autoptr (ImLaunch) launch = im_launch_parse (line, library, diagnostics);

  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 0);
  g_assert_nonnull (launch);
  g_autoptr (GBytes) bytes = im_launch_write (launch, "Launch.Test", NULL);
  g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, "x.imunit", diagnostics);
  g_assert_nonnull (file);
  g_autoptr (ImGraph) graph = im_graph_load (im_unit_file_get_unit (file, 0), library,
                                             diagnostics);
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 0);
  g_autofree char *layers = describe_layers (graph);
  g_assert_cmpstr (layers, ==, c->layers);
  g_assert_nonnull (
      im_graph_find_link (graph, (guint) im_graph_find_node (graph, "output"), "value"));
}

static void
test_text (void)
{
  g_autoptr (ImUnitLibrary) library = new_library ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSource) line = im_source_new_for_string (
      "<line>", "source q15[2,3]@12.5 ! Window window_shape=[] ! Gain factor=\"<&>\"");
  g_autoptr (ImLaunch) launch = im_launch_parse (line, library, diagnostics);
  ImTensorType output;

  g_assert_nonnull (launch);
  g_assert_true (im_tensor_type_parse ("q15[4,3]@6.25", &output, NULL));
  g_autoptr (GBytes) bytes = im_launch_write (launch, "Launch.Text", &output);
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL),
                                     g_bytes_get_size (bytes));
  golden_compare ("graph/golden/launch.expected", text);
}

typedef struct
{
  const char *name;
  const char *line;
  const char *code;
  guint column;
  const char *message; /* a part of it, or of its note */
} RefusedCase;

static const RefusedCase refused_cases[] = {
  { "empty", "", "launch-syntax", 1, "expected “source”" },
  { "no-source", "Gain ! Max", "launch-syntax", 1, "found “Gain”" },
  { "no-type", "source ! Gain", "launch-syntax", 8, "the type of the source" },
  { "bad-type", "source flaot32[3] ! Gain", "bad-value", 8, "flaot32" },
  { "scaled", "source q15[3];shift=2 ! Gain", "bad-value", 8, "no shift" },
  { "no-layer", "source float32[3]", "launch-syntax", 18, "found the end" },
  { "no-mark", "source float32[3] Gain", "launch-syntax", 19, "found “Gain”" },
  { "open-end", "source float32[3] ! Gain !", "launch-syntax", 27, "expected a unit" },
  { "two-marks", "source float32[3] ! ! Gain", "launch-syntax", 21, "expected a unit" },
  { "unit", "source float32[3] ! Gian", "unknown-unit", 21, "“Gain”" },
  { "no-pipe", "source float32[3] ! Unpiped", "not-stackable", 21,
    "<Function> is stacked if its sockets say pipe" },
  { "no-setting", "source float32[3] ! Gain Max", "launch-syntax", 26, "NAME=VALUE" },
  { "parameter", "source float32[3] ! Gain facter=1", "unknown-parameter", 26,
    "“factor”" },
  { "hidden", "source float32[3] ! Window state=1", "unknown-parameter", 28, "“state”" },
  { "twice", "source float32[3] ! Gain factor=1 factor=2", "duplicate-name", 35,
    "already" },
  { "shape", "source float32[3] ! Window window_shape=[x]", "bad-value", 41,
    "axis size" },
  { "syntax", "source float32[3] ! Gain factor=1+", "syntax", 35, "expected a value" },
  { "value", "source float32[3] ! Gain factor=", "syntax", 33, "empty" },
  { "name", "source float32[3] ! Gain factor=fast", "unknown-name", 33, "'fast'" },
  { "name-inside", "source float32[3] ! Gain factor=2*inptu.rate", "unknown-name", 35,
    "“input”" },
  { "open-bracket", "source float32[3] ! Gain factor=(1 + 2 ! Max", "launch-syntax", 26,
    "expected “)”" },
  { "open-quote", "source float32[3] ! Gain factor='a", "launch-syntax", 26,
    "expected “'”" },
  { "control", "source float32[3] ! Gain factor='\x01'", "launch-syntax", 34, "0x01" },
  { "not-utf-8", "source float32[3] ! Gain\xff", "launch-syntax", 25, "0xff" },
  { "gives-nothing", "source float32[3] ! Gain ! Features", "not-connected", 28,
    "gives nothing" },
};

static void
test_refused (gconstpointer data)
{
  const RefusedCase *c = data;
  g_autoptr (ImUnitLibrary) library = new_library ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSource) line = im_source_new_for_string ("<line>", c->line);
  guint row, column;

  g_assert_null (im_launch_parse (line, library, diagnostics));
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 1);

  const ImDiagnostic *problem = im_diagnostics_get (diagnostics, 0);
  g_autofree char *text = g_strconcat (problem->message, "; ",
                                       problem->note == NULL ? "" : problem->note, NULL);
  im_diagnostic_locate (problem, &row, &column);
  g_test_message ("%u: %s", column, text);
  g_assert_cmpstr (problem->code, ==, c->code);
  g_assert_cmpuint (column, ==, c->column);
  g_assert_nonnull (strstr (text, c->message));
}

/* Two units whose ids end the same need their ids in full. */
static void
test_ambiguous (void)
{
  g_autoptr (ImUnitLibrary) library = new_library ();
  g_autoptr (ImDiagnostics) reading = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "graph", "golden",
                                                 "launch-other.imunit", NULL);
  g_autoptr (ImSource) line = im_source_new_for_string ("<line>",
                                                        "source float32[3] ! Gain");
  g_autoptr (ImSource) full = im_source_new_for_string ("<line>",
                                                        "source float32[3] ! Other.Gain");

  g_assert_nonnull (im_unit_library_add_file (library, path, reading));
  g_assert_null (im_launch_parse (line, library, diagnostics));
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 1);
  g_assert_cmpstr (im_diagnostics_get (diagnostics, 0)->code, ==, "ambiguous-unit");
  g_assert_cmpstr (im_diagnostics_get (diagnostics, 0)->note, ==,
                   "use one of them in full: Other.Gain, Test.Gain");
  g_autoptr (ImLaunch) launch = im_launch_parse (full, library, diagnostics);
  g_assert_nonnull (launch);
}

/* What is wrong with the file is told of the words of the line. */
typedef struct
{
  const char *name;
  const char *line;
  const char *code;
  guint start;
  guint end;
} PlaceCase;

static const PlaceCase place_cases[] = {
  { "argument", "source float32[3] ! Gain ! Mix side=rate", "unknown-name", 36, 40 },
  { "socket", "source float32[3] ! Gain ! Mix side=3", "link-kind", 31, 35 },
  { "no-pipe", "source float32[3] ! Gain ! Join", "not-connected", 27, 31 },
  { "output", "source float32[3] ! Gain output=1 ! Gain", "link-kind", 25, 31 },
};

static void
test_place (gconstpointer data)
{
  const PlaceCase *c = data;
  g_autoptr (ImUnitLibrary) library = new_library ();
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSource) line = im_source_new_for_string ("<line>", c->line);
  g_autoptr (ImLaunch) launch = im_launch_parse (line, library, diagnostics);

  if (launch != NULL)
    {
      g_autoptr (GBytes) bytes = im_launch_write (launch, "Launch.Test", NULL);
      g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, "x.imunit", found);
      g_autoptr (ImGraph) graph = im_graph_load (im_unit_file_get_unit (file, 0), library,
                                                 found);

      g_assert_true (graph->has_errors);
      im_launch_add_problems (launch, file, found, diagnostics);
    }

  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 1);
  g_assert_cmpstr (im_diagnostics_get (diagnostics, 0)->code, ==, c->code);
  g_assert_cmpstr (im_diagnostics_get (diagnostics, 0)->name, ==, "<line>");
  g_assert_cmpuint (im_diagnostics_get (diagnostics, 0)->span.start, ==, c->start);
  g_assert_cmpuint (im_diagnostics_get (diagnostics, 0)->span.end, ==, c->end);
}

#define ADD_ROWS(rows, prefix, function)                                  \
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)                         \
    {                                                                     \
      g_autofree char *path = g_strconcat (prefix, (rows)[i].name, NULL); \
                                                                          \
      g_test_add_data_func (path, &(rows)[i], function);                  \
    }

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD_ROWS (launch_cases, "/launch/line/", test_launch)
  ADD_ROWS (refused_cases, "/launch/refused/", test_refused)
  ADD_ROWS (place_cases, "/launch/place/", test_place)
  g_test_add_func ("/launch/text", test_text);
  g_test_add_func ("/launch/ambiguous", test_ambiguous);

  return g_test_run ();
}
