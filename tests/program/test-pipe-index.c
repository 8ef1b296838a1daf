/* Which tensors flow along the pipes of the examples, and of what is inside of them: each
 * has the type that the program says of the output that the pipe leaves.
 *
 * SPDX-License-Identifier: MIT
 */
#include "program/im-pipe-index.h"

typedef struct
{
  const ImProgram *program;
  const ImPipeIndex *index;
  guint n_pipes;
  guint n_inner;  /* of composites */
  guint n_inputs; /* of graphs */
} Look;

static void
check_pipe (Look *look, const char *path, const ImGraphNode *node, const char *port)
{
  const ImParameter *output = im_unit_find_parameter (node->unit, port);
  const ImTensorType *type;
  gint tensor;

  if (output->kind != IM_PARAMETER_OUTPUT || !node->is_enabled)
    return;
  type = im_program_find_output_type (look->program, path, output);
  tensor = im_pipe_index_find (look->index, path, port);
  look->n_pipes++;
  look->n_inner += g_hash_table_contains (look->program->graphs, node->unit);
  g_test_message ("%s.%s: %d", path, port, tensor);
  if (type == NULL)
    {
      g_assert_cmpint (tensor, ==, -1);
      return;
    }
  g_assert_cmpint (tensor, >=, 0);
  g_assert_cmpint (look->program->tensors[tensor].type.dtype, ==, type->dtype);
  g_assert_true (
      im_shape_equal (&look->program->tensors[tensor].type.shape, &type->shape));
}

static void
check_graph (Look *look, const ImGraph *graph, const char *path)
{
  for (guint i = 0; i < graph->n_nodes; i++)
    for (guint k = 0; k < graph->nodes[i]->n_links; k++)
      {
        const ImGraphLink *link = &graph->nodes[i]->links[k];
        const ImGraphNode *source = graph->nodes[link->source];
        g_autofree char *name = *path == '\0'
                                    ? g_strdup (source->name)
                                    : g_strconcat (path, "/", source->name, NULL);
        const ImGraph *inner;

        if (source->unit == NULL)
          {
            look->n_inputs += im_pipe_index_find (look->index, name, link->source_port) >=
                              0;
            continue;
          }
        check_pipe (look, name, source, link->source_port);
        inner = g_hash_table_lookup (look->program->graphs, source->unit);
        if (inner != NULL)
          check_graph (look, inner, name);
      }
}

static void
test_examples (void)
{
  g_autofree char *units = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  g_autofree char *examples = g_test_build_filename (G_TEST_DIST, "..", "data",
                                                     "examples", NULL);
  g_autofree char *operators = g_test_build_filename (G_TEST_DIST, "..", "stdlib",
                                                      "skriptnd", NULL);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  Look look = { NULL };
  GPtrArray *all;

  im_unit_library_add_root (library, units, diagnostics);
  im_unit_library_add_root (library, operators, diagnostics);
  im_unit_library_add_root (library, examples, diagnostics);
  all = im_unit_library_get_units (library);
  for (guint i = 0; i < all->len; i++)
    {
      const ImUnit *unit = g_ptr_array_index (all, i);
      g_autoptr (ImProgram) program = NULL;
      g_autoptr (ImPipeIndex) index = NULL;

      if (!g_str_has_prefix (unit->id.text, "Examples."))
        continue;
      program = im_program_elaborate (unit, library, NULL, 0, diagnostics);
      if (program->n_instances == 0)
        continue;
      index = im_pipe_index_new (program);
      look.program = program;
      look.index = index;
      check_graph (&look, program->graph, "");
      g_assert_cmpint (im_pipe_index_find (index, "none", "output"), ==, -1);
      g_assert_cmpint (im_pipe_index_find (index, "", "output"), ==, -1);
    }
  g_assert_cmpuint (look.n_pipes, >=, 15);
  g_assert_cmpuint (look.n_inner, >=, 2);
  g_assert_cmpuint (look.n_inputs, >=, 10);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/program/pipe-index/examples", test_examples);

  return g_test_run ();
}
