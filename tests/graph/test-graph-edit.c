/* SPDX-License-Identifier: MIT
 *
 * Edits of graphs one at a time: what a stack or a node graph becomes, that its inverse
 * leads back, and why an edit is refused.
 */
#include <string.h>

#include "graph/im-graph-edit.h"

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

static const char stack_text[] =
    "<Imaginet><Composite unit=\"Stack\"><Parameters>"
    "<InputSocket name=\"input\" pipe=\"data\" /><DoubleOption name=\"level\" />"
    "<OutputSocket name=\"output\" type=\"input.type\" shape=\"input.shape\" "
    "pipe=\"data\" /></Parameters><Stacked>"
    "<Unit id=\"Test.Gain\"><Argument param=\"factor\">level</Argument></Unit>"
    "<Unit id=\"Test.Features\" /><Unit id=\"Test.Gain\" /><Unit id=\"Test.Join\" />"
    "</Stacked></Composite></Imaginet>";

/* An edit and the lines of the text of the graph that are not as before. */
typedef struct
{
  const char *name;
  const char *unit; /* NULL for `stack_text` */
  ImGraphEdit edit;
  const char *code;    /* of what is reported, NULL for nothing */
  const char *message; /* a part of it */
  gboolean is_refused;
  const char *removed; /* lines that are gone */
  const char *added;   /* and that are new */
} EditCase;

#define SET(unit, parameter, value)                                                   \
  {                                                                                   \
    .kind = IM_GRAPH_EDIT_SET_OPTION, .node = unit, .option = { parameter, value, 0 } \
  }
#define CLEAR(unit, parameter)                                                         \
  {                                                                                    \
    .kind = IM_GRAPH_EDIT_CLEAR_OPTION, .node = unit, .option = { parameter, NULL, 0 } \
  }
#define ENABLE(unit, is)                                         \
  {                                                              \
    .kind = IM_GRAPH_EDIT_ENABLE, .node = unit, .is_enabled = is \
  }
#define INSERT(id, name, next)                                              \
  {                                                                         \
    .kind = IM_GRAPH_EDIT_INSERT, .node = name, .layer = { id, next, NULL } \
  }
#define REMOVE(unit)                           \
  {                                            \
    .kind = IM_GRAPH_EDIT_REMOVE, .node = unit \
  }
#define MOVE(unit, next)                                                    \
  {                                                                         \
    .kind = IM_GRAPH_EDIT_MOVE, .node = unit, .layer = { NULL, next, NULL } \
  }
#define CONNECT(from, from_port, to, to_port)                                          \
  {                                                                                    \
    .kind = IM_GRAPH_EDIT_CONNECT, .node = to, .link = { to_port, from, from_port, 0 } \
  }
#define DISCONNECT(to, to_port)                                                      \
  {                                                                                  \
    .kind = IM_GRAPH_EDIT_DISCONNECT, .node = to, .link = { to_port, NULL, NULL, 0 } \
  }

static const EditCase edit_cases[] = {
  { "set", NULL, SET ("Gain2", "factor", "level * 2"),
    .added = "  factor = level * 2\n" },
  { "set-again", NULL, SET ("Gain", "factor", "3"), .removed = "  factor = level\n",
    .added = "  factor = 3\n" },
  { "set-nothing", NULL, SET ("Gain9", "factor", "3"), "dangling", "no node “Gain9”",
    TRUE },
  { "set-wrong", NULL, SET ("Gain", "facter", "3"), "dangling", "no option “facter”",
    TRUE },
  { "set-socket", NULL, SET ("Gain", "input", "3"), "link-kind", "the socket Gain.input",
    TRUE },
  { "set-input", NULL, SET ("input", "factor", "3"), "unknown-node",
    "“input” is an input node", TRUE },
  { "clear", NULL, CLEAR ("Gain", "factor"), .removed = "  factor = level\n" },
  { "clear-default", NULL, CLEAR ("Gain2", "factor") },
  { "disable", NULL, ENABLE ("Gain2", FALSE), .removed = "unit Gain2 Test.Gain\n",
    .added = "unit Gain2 Test.Gain disabled\n" },
  { "enable-again", NULL, ENABLE ("Gain2", TRUE) },
  { "disable-output", NULL, ENABLE ("output", FALSE), "unknown-node",
    "a unit or an assert", TRUE },
  { "insert", NULL, INSERT ("Test.Gain", NULL, "Gain2"),
    .removed = "Gain.output → Gain2.input\n",
    .added = "unit Gain3 Test.Gain\nGain.output → Gain3.input\n"
             "Gain3.output → Gain2.input\n" },
  { "insert-last", NULL, INSERT ("Test.Max", "peak", NULL),
    .removed = "Join.output → output.value\n",
    .added =
        "unit peak Test.Max\nJoin.output → peak.input\npeak.output → output.value\n" },
  { "insert-name", NULL, INSERT ("Test.Max", "Gain2", NULL), "duplicate-node",
    "a node “Gain2” already", TRUE },
  { "insert-missing", NULL, INSERT ("Test.Gian", NULL, NULL), "unknown-unit",
    "“Test.Gian”", TRUE },
  { "insert-nowhere", NULL, INSERT ("Test.Gain", NULL, "Gain9"), "dangling",
    "no node “Gain9”", TRUE },
  { "insert-behind", NULL, INSERT ("Test.Gain", NULL, "output"), "unknown-node",
    "“output” is an output node", TRUE },
  { "insert-broken", NULL, INSERT ("Test.Open", NULL, "Gain"), "not-connected",
    "Open.second is on no pipe", FALSE, "input.value → Gain.input\n",
    "unit Open Test.Open broken\ninput.value → Open.first\nOpen.output → Gain.input\n" },
  { "remove", NULL, REMOVE ("Gain2"),
    .removed = "unit Gain2 Test.Gain\nGain.output → Gain2.input\nGain2.output → Join.a\n",
    .added = "Gain.output → Join.a\n" },
  { "remove-writer", NULL, REMOVE ("Features"), "not-connected",
    "Join.b is on the pipe “features”, which nothing before it writes", FALSE,
    "unit Features Test.Features\nunit Join Test.Join\nGain.output → Features.input\n"
    "Features.output → Join.b\n",
    "unit Join Test.Join broken\n" },
  { "remove-nothing", NULL, REMOVE ("Gain9"), "dangling", "no node “Gain9”", TRUE },
  { "move", NULL, MOVE ("Gain", NULL),
    .removed = "input.value → Gain.input\nGain.output → Features.input\n"
               "Gain.output → Gain2.input\nJoin.output → output.value\n",
    .added = "input.value → Features.input\ninput.value → Gain2.input\n"
             "Join.output → Gain.input\nGain.output → output.value\n" },
  { "move-nowhere", NULL, MOVE ("Gain", "Features") },
  { "move-behind-reader", NULL, MOVE ("Features", NULL), "not-connected", "Join.b", FALSE,
    "unit Join Test.Join\nGain.output → Features.input\nFeatures.output → Join.b\n",
    "unit Join Test.Join broken\nJoin.output → Features.input\n" },
  { "literal", "Test.Level", SET ("max", "axis", "0"), .removed = "  axis = 1\n",
    .added = "  axis = 0\n" },
  { "assert", "Test.Level", ENABLE ("check", FALSE), .removed = "assert check\n",
    .added = "assert check disabled\n" },
  { "disconnect", "Test.Level", DISCONNECT ("window", "stride"),
    .removed = "stride.output → window.stride\n" },
  { "disconnect-output", "Test.Level", DISCONNECT ("out", "value"), "not-connected",
    "the output “output”", FALSE, "max.output → out.value\n" },
  { "disconnect-nothing", "Test.Level", DISCONNECT ("window", "time_input"), "dangling",
    "no link leads to window.time_input", TRUE },
  { "connect", "Test.Level", CONNECT ("in", "value", "window", "time_input"),
    .added = "in.value → window.time_input\n" },
  { "connect-twice", "Test.Level", CONNECT ("in", "value", "max", "input"),
    "duplicate-link", "connected already", TRUE },
  { "connect-kinds", "Test.Level", CONNECT ("in", "value", "max", "axis"), "link-kind",
    "a tensor cannot be", TRUE },
  { "connect-nothing", "Test.Level", CONNECT ("in", "value", "max", "axes"), "dangling",
    "no input “axes”", TRUE },
  { "connect-nobody", "Test.Level", CONNECT ("inn", "value", "max", "axis"), "dangling",
    "no node “inn”", TRUE },
  { "connect-cycle", "Test.Level", CONNECT ("max", "output", "window", "time_input"),
    "cycle", "window", TRUE },
};

static char *
describe (const ImGraph *graph)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_graph_append_text (graph, text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static ImUnitFile *
parse_stack (void)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (stack_text, sizeof stack_text - 1);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  ImUnitFile *file = im_unit_file_parse (bytes, "stack.imunit", diagnostics);

  g_assert_nonnull (file);
  return file;
}

/* The lines of @a that are not in @b. */
static char *
subtract_lines (const char *a, const char *b)
{
  g_auto (GStrv) lines = g_strsplit (a, "\n", -1), others = g_strsplit (b, "\n", -1);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    if (!g_strv_contains ((const char *const *) others, lines[i]))
      g_string_append_printf (out, "%s\n", lines[i]);

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
assert_reported (const EditCase *c, const ImDiagnostics *diagnostics)
{
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, c->code != NULL);
  if (c->code == NULL)
    return;

  const ImDiagnostic *problem = im_diagnostics_get (diagnostics, 0);
  g_assert_cmpstr (problem->code, ==, c->code);
  if (strstr (problem->message, c->message) == NULL)
    g_error ("“%s” does not say “%s”", problem->message, c->message);
}

/* Nodes that have the same text are the same object. */
static void
assert_shared (const ImGraph *before, const ImGraph *after)
{
  guint n_shared = 0;

  for (guint i = 0; i < before->n_nodes; i++)
    n_shared += before->nodes[i] == after->nodes[i];
  g_assert_cmpuint (n_shared + 4, >=, before->n_nodes);
}

static void
check_applied (const EditCase *c, const ImGraph *graph, ImUnitLibrary *library)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) ignored = im_diagnostics_new ();
  ImGraphEdit inverse;
  g_autoptr (ImGraph) after = im_graph_edit_apply (graph, &c->edit, library, &inverse,
                                                   diagnostics);

  assert_reported (c, diagnostics);
  g_assert_cmpint (after == NULL, ==, c->is_refused);
  if (after == NULL)
    return;

  g_autoptr (ImGraph) back = im_graph_edit_apply (after, &inverse, library, NULL,
                                                  ignored);
  g_autofree char *before_text = describe (graph);
  g_autofree char *after_text = describe (after);
  g_autofree char *back_text = describe (back);
  g_autofree char *removed = subtract_lines (before_text, after_text);
  g_autofree char *added = subtract_lines (after_text, before_text);
  g_assert_cmpstr (removed, ==, c->removed == NULL ? "" : c->removed);
  g_assert_cmpstr (added, ==, c->added == NULL ? "" : c->added);
  g_assert_cmpstr (back_text, ==, before_text);
  assert_shared (graph, after);
}

static void
test_edit (gconstpointer data)
{
  const EditCase *c = data;
  g_autoptr (ImUnitLibrary) library = new_library ();
  g_autoptr (ImUnitFile) file = parse_stack ();
  g_autoptr (ImDiagnostics) loading = im_diagnostics_new ();
  const ImUnit *unit = c->unit == NULL ? im_unit_file_get_unit (file, 0)
                                       : im_unit_library_find (library, c->unit);
  g_autoptr (ImGraph) graph = im_graph_load (unit, library, loading);

  g_assert_cmpuint (im_diagnostics_get_count (loading), ==, 0);
  check_applied (c, graph, library);
}

/* A graph goes on without those that it was made of. A node that is put back gets the
 * number and the name that it had, unless another one has the name by now. */
static void
test_history (void)
{
  g_autoptr (ImUnitLibrary) library = new_library ();
  g_autoptr (ImUnitFile) file = parse_stack ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  ImGraphEdit remove = REMOVE ("Gain2"), insert = INSERT ("Test.Gain", NULL, "Features");
  ImGraphEdit put_back, ignored;
  ImGraph *first = im_graph_load (im_unit_file_get_unit (file, 0), library, diagnostics);
  gint number = im_graph_find_node (first, "Gain2");
  ImGraph *second = im_graph_edit_apply (first, &remove, library, &put_back, diagnostics);
  im_graph_unref (first);
  ImGraph *third = im_graph_edit_apply (second, &insert, library, &ignored, diagnostics);
  im_graph_unref (second);

  /* Gain2 is free when the new layer comes, so the removed one cannot have it. */
  g_assert_cmpint (im_graph_find_node (third, "Gain2"), ==, number + 2);
  g_assert_null (im_graph_edit_apply (third, &put_back, library, NULL, diagnostics));
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 1);
  g_assert_cmpstr (im_diagnostics_get (diagnostics, 0)->code, ==, "duplicate-node");

  ImGraph *fourth = im_graph_edit_apply (third, &ignored, library, NULL, diagnostics);
  g_autoptr (ImGraph) fifth = im_graph_edit_apply (fourth, &put_back, library, NULL,
                                                   diagnostics);
  im_graph_unref (third);
  im_graph_unref (fourth);
  g_assert_cmpint (im_graph_find_node (fifth, "Gain2"), ==, number);
  g_assert_cmpuint (im_diagnostics_get_count (diagnostics), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (edit_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/graph-edit/", edit_cases[i].name, NULL);

      g_test_add_data_func (path, &edit_cases[i], test_edit);
    }
  g_test_add_func ("/graph-edit/history", test_history);

  return g_test_run ();
}
