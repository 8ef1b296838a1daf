/* SPDX-License-Identifier: MIT
 *
 * Random edits of graphs, one after the other. After each the program that is made of the
 * one before it is the one that a new file with the same layers gives; and all inverses,
 * last first, lead back to the graph of the beginning.
 */
#include <string.h>

#include "graph/im-graph-edit.h"
#include "program/im-program.h"

/* Sanitizers look at each of many allocations. */
#ifdef __SANITIZE_ADDRESS__
#define N_STARTS 30
#else
#define N_STARTS 100
#endif
#define N_EDITS 40

/* A layer of the model that the graph is compared with. */
typedef struct
{
  const char *name; /* of its node */
  guint unit;       /* row of `units` */
  gboolean is_enabled;
  const char *value; /* of its option, NULL for none */
  const char *bound; /* arguments of its sockets, NULL for none */
} Layer;

static const struct
{
  const char *id;
  const char *option;
  const char *values[4];
} units[] = {
  { "Test.Gain", "factor", { "2", "level", "level * 300", "1 / 0" } },
  { "Test.Window",
    "window_shape",
    { "System.Shape(4)", "System.Shape(2)", "System.Shape(1)", "System.Shape(level)" } },
  { "Test.Max", "axis", { "0", "1", "0", "9" } },
  { "Test.Peak", "length", { "4", "2", "level", "0" } },
  { "Test.Mix", NULL, { NULL } },
  { "Test.Features", NULL, { NULL } },
  { "Test.Join", NULL, { NULL } },
};

/* Arguments of Test.Mix. */
static const char *const bindings[] = {
  NULL,
  "<Argument param=\"side\">input</Argument>",
  "<Argument param=\"mixed\">second</Argument>",
  "<Argument param=\"side\">input</Argument><Argument param=\"rest\">null</Argument>"
  "<Argument param=\"mixed\">null</Argument>",
  "<Argument param=\"side\">nowhere</Argument>",
};

typedef struct
{
  GRand *random;
  ImUnitLibrary *library;
  GArray *layers; /* Layer */
  ImGraph *graph;
  ImProgram *program;
  GArray *inverses; /* ImGraphEdit */
  ImValue seconds;  /* given to the node graph */
} Session;

static void
append_layer (const Layer *layer, GString *text)
{
  g_string_append_printf (text, "<Unit id=\"%s\"%s>", units[layer->unit].id,
                          layer->is_enabled ? "" : " enabled=\"no\"");
  if (layer->bound != NULL)
    g_string_append (text, layer->bound);
  if (layer->value != NULL)
    g_string_append_printf (text, "<Argument param=\"%s\">%s</Argument>",
                            units[layer->unit].option, layer->value);
  g_string_append (text, "</Unit>");
}

static ImUnitFile *
write_file (const GArray *layers)
{
  g_autoptr (GString) text = g_string_new (
      "<Imaginet xmlns:im=\"urn:imaginet-studio:1\">\n<Composite unit=\"Edited\">\n"
      "<Parameters>\n<InputSocket name=\"input\" pipe=\"data\" im:type=\"Float32\" "
      "im:shape=\"[2]\" im:rate=\"50\"/>\n<InputSocket name=\"clock\" pipe=\"time\" "
      "im:type=\"Float32\" im:shape=\"[1]\" im:rate=\"50\"/>\n"
      "<Int32Option name=\"level\" default=\"2\"/>\n<OutputSocket name=\"output\" "
      "type=\"input.type\" shape=\"input.shape\" pipe=\"data\"/>\n"
      "<OutputSocket name=\"second\" type=\"input.type\" shape=\"input.shape\" "
      "pipe=\"features\"/>\n</Parameters>\n<Stacked>");

  for (guint i = 0; i < layers->len; i++)
    append_layer (&g_array_index (layers, Layer, i), text);
  g_string_append (text, "</Stacked>\n</Composite>\n</Imaginet>\n");

  g_autoptr (GBytes) bytes = g_bytes_new (text->str, text->len);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  ImUnitFile *file = im_unit_file_parse (bytes, "edited.imunit", diagnostics);

  g_assert_nonnull (file);
  return file;
}

static gboolean
is_name_char (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Replaces names of layers by their positions: a new file gives other names. */
static char *
replace_names (const char *text, const ImGraph *graph)
{
  g_autoptr (GHashTable) positions = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < graph->n_ordered; i++)
    g_hash_table_insert (positions, (gpointer) graph->nodes[graph->order[i]]->name,
                         GUINT_TO_POINTER (i + 1));
  while (*text != '\0')
    {
      gsize length = 0;

      while (is_name_char (text[length]))
        length++;
      length = MAX (length, 1);

      g_autofree char *word = g_strndup (text, length);
      gpointer position = g_hash_table_lookup (positions, word);
      /* Behind a point stands the name of a unit or a socket, behind a slash a node that
       * is inside of a layer. */
      if (position == NULL || (out->len > 0 && strchr ("./", out->str[out->len - 1])))
        g_string_append (out, word);
      else
        g_string_append_printf (out, "#%u", GPOINTER_TO_UINT (position));
      text += length;
    }

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static char *
describe (const ImProgram *program, const ImGraph *graph, const ImDiagnostics *problems)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_graph_append_text (graph, text);
  im_program_append_text (program, text);
  for (guint i = 0; i < program->n_tensors; i++)
    g_string_append_printf (text, "tensor %u of %d, view of %d\n", i,
                            program->tensors[i].producer, program->tensors[i].view_of);
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    g_string_append_printf (text, "[%s] %s\n", im_diagnostics_get (problems, i)->code,
                            im_diagnostics_get (problems, i)->message);

  return replace_names (text->str, graph);
}

/* The program against the one that a new file gives. */
static void
check_program (Session *session, const ImDiagnostics *problems)
{
  g_autoptr (ImUnitFile) file = write_file (session->layers);
  const ImUnit *unit = im_unit_file_get_unit (file, 0);
  g_autoptr (ImDiagnostics) loading = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) fresh_problems = im_diagnostics_new ();
  g_autoptr (ImGraph) graph = im_graph_load (unit, session->library, loading);
  g_autoptr (ImProgram) program = im_program_elaborate_graph (
      NULL, graph, session->library, NULL, 0, fresh_problems);
  g_autofree char *expected = describe (program, graph, fresh_problems);
  g_autofree char *found = describe (session->program, session->graph, problems);

  g_assert_cmpstr (found, ==, expected);
}

/* Edits the graph and makes its program of the one before. Broken nodes are part of the
 * text of a graph, so what the edit reports is not looked at. */
static void
apply (Session *session, const ImGraphEdit *edit, ImGraphEdit *inverse)
{
  g_autoptr (ImDiagnostics) reported = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  ImGraph *graph = im_graph_edit_apply (session->graph, edit, session->library, inverse,
                                        reported);

  g_assert_nonnull (graph);
  ImProgram *program = im_program_elaborate_graph (session->program, graph,
                                                   session->library, NULL, 0, problems);
  im_graph_unref (session->graph);
  im_program_unref (session->program);
  session->graph = graph;
  session->program = program;
  if (session->layers != NULL)
    check_program (session, problems);
}

static Layer *
get_layer (Session *session, guint i)
{
  return &g_array_index (session->layers, Layer, i);
}

static const char *
get_name (Session *session, guint i)
{
  return i < session->layers->len ? get_layer (session, i)->name : NULL;
}

static ImGraphEdit
insert (Session *session)
{
  guint at = (guint) g_rand_int_range (session->random, 0,
                                       (gint32) session->layers->len + 1);
  Layer layer = { .unit = (guint) g_rand_int_range (session->random, 0,
                                                    G_N_ELEMENTS (units)),
                  .is_enabled = TRUE };
  ImGraphEdit edit = { .kind = IM_GRAPH_EDIT_INSERT,
                       .layer = { units[layer.unit].id, get_name (session, at), NULL } };

  g_array_insert_val (session->layers, at, layer);
  return edit;
}

static ImGraphEdit
remove_layer (Session *session, guint at)
{
  ImGraphEdit edit = { .kind = IM_GRAPH_EDIT_REMOVE, .node = get_name (session, at) };

  g_array_remove_index (session->layers, at);
  return edit;
}

static ImGraphEdit
move (Session *session, guint at)
{
  Layer layer = *get_layer (session, at);

  g_array_remove_index (session->layers, at);
  guint to = (guint) g_rand_int_range (session->random, 0,
                                       (gint32) session->layers->len + 1);
  ImGraphEdit edit = { .kind = IM_GRAPH_EDIT_MOVE,
                       .node = layer.name,
                       .layer.before = get_name (session, to) };
  g_array_insert_val (session->layers, to, layer);

  return edit;
}

static ImGraphEdit
enable (Session *session, guint at)
{
  Layer *layer = get_layer (session, at);

  layer->is_enabled = !layer->is_enabled;
  return (ImGraphEdit){ .kind = IM_GRAPH_EDIT_ENABLE,
                        .node = layer->name,
                        .is_enabled = layer->is_enabled };
}

static ImGraphEdit
set_option (Session *session, guint at)
{
  Layer *layer = get_layer (session, at);

  layer->value = units[layer->unit].values[g_rand_int_range (session->random, 0, 4)];
  return (ImGraphEdit){ .kind = IM_GRAPH_EDIT_SET_OPTION,
                        .node = layer->name,
                        .option = { units[layer->unit].option, layer->value, 0 } };
}

static ImGraphEdit
clear_option (Session *session, guint at)
{
  Layer *layer = get_layer (session, at);

  layer->value = NULL;
  return (ImGraphEdit){ .kind = IM_GRAPH_EDIT_CLEAR_OPTION,
                        .node = layer->name,
                        .option.parameter = units[layer->unit].option };
}

static gboolean
has_option (Session *session, guint at)
{
  return units[get_layer (session, at)->unit].option != NULL;
}

/* A random edit, done to the model already. */
static ImGraphEdit
choose_edit (Session *session)
{
  guint n = session->layers->len;
  guint at = n == 0 ? 0 : (guint) g_rand_int_range (session->random, 0, (gint32) n);

  switch (n == 0 ? 0 : g_rand_int_range (session->random, 0, 8))
    {
    case 0:
    case 1:
      return insert (session);
    case 2:
      return remove_layer (session, at);
    case 3:
      return move (session, at);
    case 4:
      return enable (session, at);
    case 5:
      return has_option (session, at) ? clear_option (session, at) : enable (session, at);
    default:
      return has_option (session, at) ? set_option (session, at) : enable (session, at);
    }
}

/* The new layer has the name that the graph gave it. */
static void
name_layers (Session *session)
{
  guint n = 0;

  for (guint i = 0; i < session->graph->n_ordered; i++)
    {
      const ImGraphNode *node = session->graph->nodes[session->graph->order[i]];

      if (node->kind == IM_NODE_UNIT)
        {
          Layer *layer = get_layer (session, n++);

          g_assert_true (layer->name == NULL || strcmp (layer->name, node->name) == 0);
          layer->name = node->name;
        }
    }
  g_assert_cmpuint (n, ==, session->layers->len);
}

static char *
describe_graph (const ImGraph *graph)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_graph_append_text (graph, text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
run_session (Session *session)
{
  g_autofree char *start = describe_graph (session->graph);

  name_layers (session);
  for (guint i = 0; i < N_EDITS; i++)
    {
      ImGraphEdit edit = choose_edit (session), inverse;

      apply (session, &edit, &inverse);
      name_layers (session);
      g_array_append_val (session->inverses, inverse);
    }

  /* The model does not go back. */
  g_clear_pointer (&session->layers, g_array_unref);
  for (guint i = N_EDITS; i > 0; i--)
    apply (session, &g_array_index (session->inverses, ImGraphEdit, i - 1), NULL);

  g_autofree char *end = describe_graph (session->graph);
  g_assert_cmpstr (end, ==, start);
}

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

/* Gives layers that the file has, and no edit makes, arguments of their sockets. */
static void
bind_layers (Session *session)
{
  for (guint i = 0; i < session->layers->len; i++)
    if (strcmp (units[get_layer (session, i)->unit].id, "Test.Mix") == 0)
      get_layer (session, i)->bound = bindings[i % G_N_ELEMENTS (bindings)];
}

static void
test_stack (void)
{
  g_autoptr (ImUnitLibrary) library = new_library ();
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (guint i = 0; i < N_STARTS; i++)
    {
      g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
      g_autoptr (GArray) inverses = g_array_new (FALSE, FALSE, sizeof (ImGraphEdit));
      Session session = { .random = random,
                          .library = library,
                          .layers = g_array_new (FALSE, FALSE, sizeof (Layer)),
                          .inverses = inverses };

      for (guint j = 0; j < i % 8; j++)
        {
          insert (&session);
          bind_layers (&session);
        }
      g_autoptr (ImUnitFile) file = write_file (session.layers);
      session.graph = im_graph_load (im_unit_file_get_unit (file, 0), library,
                                     diagnostics);
      session.program = im_program_elaborate_graph (NULL, session.graph, library, NULL, 0,
                                                    diagnostics);
      run_session (&session);
      im_graph_unref (session.graph);
      im_program_unref (session.program);
    }
}

/* Edits of the node graph Test.Level; those that do not fit at the time are refused. */
static const ImGraphEdit level_edits[] = {
  { IM_GRAPH_EDIT_SET_OPTION, "max", .option = { "axis", "0" } },
  { IM_GRAPH_EDIT_SET_OPTION, "max", .option = { "axis", "two" } },
  { IM_GRAPH_EDIT_CLEAR_OPTION, "max", .option = { "axis" } },
  { IM_GRAPH_EDIT_SET_OPTION, "window", .option = { "stride", "7" } },
  { IM_GRAPH_EDIT_ENABLE, "check", .is_enabled = FALSE },
  { IM_GRAPH_EDIT_ENABLE, "check", .is_enabled = TRUE },
  { IM_GRAPH_EDIT_ENABLE, "window", .is_enabled = FALSE },
  { IM_GRAPH_EDIT_ENABLE, "window", .is_enabled = TRUE },
  { IM_GRAPH_EDIT_DISCONNECT, "window", .link = { "stride" } },
  { IM_GRAPH_EDIT_CONNECT, "window", .link = { "stride", "stride", "output" } },
  { IM_GRAPH_EDIT_DISCONNECT, "max", .link = { "input" } },
  { IM_GRAPH_EDIT_CONNECT, "max", .link = { "input", "window", "output" } },
  { IM_GRAPH_EDIT_CONNECT, "max", .link = { "input", "in", "value" } },
  { IM_GRAPH_EDIT_DISCONNECT, "shape", .link = { "Seconds" } },
  { IM_GRAPH_EDIT_CONNECT, "shape", .link = { "Seconds", "seconds", "value" } },
};

static char *
elaborate_level (Session *session, const ImProgram *previous, ImProgram **program)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  ImTensorType type;
  /* Zero seconds are refused by an assert. */
  ImUnitBinding given[] = { { "input", IM_TENSOR (&type) },
                            { "seconds",
                              IM_INT (g_rand_int_range (session->random, 0, 3)) } };

  if (previous == NULL)
    given[1].value = session->seconds;
  session->seconds = given[1].value;
  g_assert_true (im_tensor_type_parse ("float32[3]@100", &type, NULL));
  *program = im_program_elaborate_graph (previous, session->graph, session->library,
                                         given, G_N_ELEMENTS (given), problems);

  return describe (*program, session->graph, problems);
}

static void
test_node_graph (void)
{
  g_autoptr (ImUnitLibrary) library = new_library ();
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  g_autoptr (ImDiagnostics) reported = im_diagnostics_new ();
  const ImUnit *unit = im_unit_library_find (library, "Test.Level");
  Session session = { .random = random,
                      .library = library,
                      .graph = im_graph_load (unit, library, reported),
                      .seconds = IM_INT (1) };
  guint n_edits = 0;

  g_free (elaborate_level (&session, NULL, &session.program));
  for (guint i = 0; i < N_STARTS * N_EDITS; i++)
    {
      guint n = G_N_ELEMENTS (level_edits);
      const ImGraphEdit *edit = &level_edits[g_rand_int_range (random, 0, (gint32) n)];
      ImGraph *graph = im_graph_edit_apply (session.graph, edit, library, NULL, reported);
      g_autoptr (ImProgram) fresh = NULL;
      ImProgram *program;

      if (graph == NULL)
        continue;
      im_graph_unref (session.graph);
      session.graph = graph;
      g_autofree char *found = elaborate_level (&session, session.program, &program);
      im_program_unref (session.program);
      session.program = program;
      g_autofree char *expected = elaborate_level (&session, NULL, &fresh);
      g_assert_cmpstr (found, ==, expected);
      n_edits++;
    }
  g_assert_cmpuint (n_edits, >, N_STARTS * N_EDITS / 3);
  im_program_unref (session.program);
  im_graph_unref (session.graph);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/program-edit/stack", test_stack);
  g_test_add_func ("/program-edit/free-graph", test_node_graph);

  return g_test_run ();
}
