/* SPDX-License-Identifier: MIT
 *
 * The pictures of kernels: which pairs of indices are valid, and what stands beside them.
 */
#include "scene/formula/im-scene-formula.h"

#include "scene-geometry.h"
#include "scene/formula/im-formula-lattice.h"

/* O[i : @n_output] = max (I[factor * i + j]), and j < @bound unless that is 0. */
typedef struct
{
  const char *name;
  gint32 n_output;
  gint32 n_input;
  gint64 factor;
  gint64 bound;
  guint n_cells;
  const char *points; /* i,j of each */
} LatticeCase;

static const LatticeCase lattice_cases[] = {
  { "wrong-pool", 2, 4, 2, 0, 2, "0,0 0,1 0,2 0,3 1,-2 1,-1 1,0 1,1 " },
  { "pool", 2, 4, 2, 2, 2, "0,0 0,1 1,0 1,1 " },
  { "pool-up", 2, 3, 2, 2, 2, "0,0 0,1 1,0 " },
  { "dense", 64, 64, 1, 0, 0, NULL },
  { "long", 100000, 100000, 1, 2, 0, NULL },
};

typedef struct
{
  ImArena *arena;
  ImFormula *formula;
  GPtrArray *nests;
} Fixture;

static void
add_buffer (Fixture *fixture, const char *name, ImBufferKind kind, gint32 size)
{
  ImKernelBuffer *buffer = im_arena_new0 (fixture->arena, ImKernelBuffer, 1);

  *buffer = (ImKernelBuffer){ name, kind, IM_DTYPE_FLOAT32, { 1, { size } } };
  g_ptr_array_add (fixture->formula->buffers, buffer);
}

static void
set_up (Fixture *fixture, const LatticeCase *c)
{
  ImKernel *kernel = NULL;
  ImKernelNode *load = NULL;

  fixture->arena = im_arena_new ();
  fixture->formula = im_formula_new ("pool");
  fixture->nests = g_ptr_array_new ();
  kernel = im_arena_new0 (fixture->arena, ImKernel, 1);
  load = im_arena_new0 (fixture->arena, ImKernelNode, 1);
  load->kind = IM_KERNEL_NODE_LOAD;
  load->dtype = IM_DTYPE_FLOAT32;
  add_buffer (fixture, "I", IM_BUFFER_INPUT, c->n_input);
  add_buffer (fixture, "O", IM_BUFFER_OUTPUT, c->n_output);
  *kernel = (ImKernel){ .aggregation = IM_AGGREGATION_MAXIMUM,
                        .dtype = IM_DTYPE_FLOAT32,
                        .n_indices = 2,
                        .indices = { "i", "j" },
                        .n_loads = 1,
                        .value = load,
                        .default_buffer = -1 };
  kernel->output.buffer = 1;
  kernel->output.index[0] = im_affine_variable (0);
  kernel->loads[0].index[0] = im_affine_variable (1);
  kernel->loads[0].index[0].factor[0] = c->factor;
  if (c->bound > 0)
    kernel->constraints[kernel->n_constraints++] = (ImKernelConstraint){
      im_affine_variable (1), c->bound
    };
  g_ptr_array_add (fixture->formula->kernels, kernel);
  g_ptr_array_add (fixture->nests, (gpointer) im_loop_nest_new (kernel, fixture->formula,
                                                                fixture->arena, NULL));
  g_assert_nonnull (g_ptr_array_index (fixture->nests, 0));
}

static void
tear_down (Fixture *fixture)
{
  g_ptr_array_unref (fixture->nests);
  im_formula_free (fixture->formula);
  im_arena_free (fixture->arena);
}

static void
test_lattice (gconstpointer data)
{
  const LatticeCase *c = data;
  Fixture fixture;
  const ImFormulaLattice *lattice = NULL;
  guint pair[2] = { 9, 9 };
  g_autoptr (GString) points = g_string_new (NULL);

  set_up (&fixture, c);
  g_assert_true (im_formula_lattice_choose (
      fixture.formula, g_ptr_array_index (fixture.formula->kernels, 0), pair));
  g_assert_cmpuint (pair[0], ==, 0);
  g_assert_cmpuint (pair[1], ==, 1);
  lattice = im_formula_lattice_new (
      fixture.formula, g_ptr_array_index (fixture.formula->kernels, 0),
      g_ptr_array_index (fixture.nests, 0), pair, fixture.arena);
  g_assert_cmpuint (lattice->n_cells, ==, c->n_cells);
  g_assert_cmpuint (lattice->n_bounds, ==, c->bound > 0 ? 3 : 2);
  g_assert_cmpuint (lattice->n_points, >, 0);
  for (guint i = 0; i < lattice->n_points; i++)
    {
      const ImLatticePoint *point = &lattice->points[i];

      g_string_append_printf (points, "%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT " ",
                              point->x, point->y);
      g_assert_true (point->share > 0 && point->share < 1.000001);
    }
  if (c->points != NULL)
    g_assert_cmpstr (points->str, ==, c->points);
  else
    g_assert_cmpuint (lattice->n_points, <=, IM_LATTICE_MAX_SIDE * IM_LATTICE_MAX_SIDE);
  tear_down (&fixture);
}

static void
test_picture (gconstpointer data)
{
  const LatticeCase *c = data;
  Fixture fixture;
  g_autoptr (ImScene) scene = NULL;
  g_autoptr (GString) groups = g_string_new (NULL);

  set_up (&fixture, c);
  scene = im_scene_formula_new (fixture.formula, fixture.nests, 0, NULL, IM_SHOW_FORMULA);
  scene_geometry_check (scene);
  for (guint i = 0; i < scene->n_items; i++)
    if (scene->items[i].kind == IM_SCENE_OPEN_GROUP)
      g_string_append_printf (groups, "%s; ", scene->items[i].text);
  if (c == &lattice_cases[1])
    g_assert_cmpstr (
        groups->str, ==,
        "O[i : 2] = >(I[2*i + j]), j < 2; "
        "O axis 0: i, from 0 below 2; I axis 0: 2*i + j, from 0 below 4; "
        "constraint 1: j, from 0 below 2; "
        "4 valid pairs of i and j; they write 2 elements; "
        "O axis 0: 0 ≤ i < 2; I axis 0: 0 ≤ 2*i + j < 4; "
        "constraint 1: 0 ≤ j < 2; for i from 0 to 1; max for j from 0 to 1; ");
  tear_down (&fixture);
}

/* One index, or the other way round. */
static void
test_pair (void)
{
  static const guint pairs[][2] = { { 1, 0 }, { 0, 0 }, { 1, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      Fixture fixture;
      g_autoptr (ImScene) scene = NULL;

      set_up (&fixture, &lattice_cases[1]);
      scene = im_scene_formula_new (fixture.formula, fixture.nests, 0, pairs[i],
                                    IM_SHOW_LATTICE);
      scene_geometry_check (scene);
      tear_down (&fixture);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (lattice_cases); i++)
    {
      g_autofree char *lattice = g_strconcat ("/scene-formula/lattice/",
                                              lattice_cases[i].name, NULL);
      g_autofree char *picture = g_strconcat ("/scene-formula/picture/",
                                              lattice_cases[i].name, NULL);

      g_test_add_data_func (lattice, &lattice_cases[i], test_lattice);
      g_test_add_data_func (picture, &lattice_cases[i], test_picture);
    }
  g_test_add_func ("/scene-formula/pair", test_pair);

  return g_test_run ();
}
