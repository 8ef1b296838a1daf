/* SPDX-License-Identifier: MIT
 *
 * Pictures of memory and of shapes: those of files are kept as SVG beside this file; of
 * random plans only that no box and no text hides another.
 */
#include <string.h>

#include "golden-text.h"
#include "plan/im-packing.h"
#include "scene-fixture.h"
#include "scene-geometry.h"
#include "scene/memory/im-scene-memory.h"
#include "scene/output/im-scene-svg.h"
#include "scene/shape/im-scene-shapes.h"

#define N_RANDOM    20
#define MAX_BUFFERS 60

typedef struct
{
  const char *name;
  const char *unit;
  const char *file;     /* below the source folder, or NULL */
  const char *input;    /* type of the input, or NULL if the file says it */
  gboolean has_no_code; /* so there is no plan of it */
} Case;

static const Case cases[] = {
  { "mfcc", "Core.Spectral.Mfcc", NULL, "float32[1]@16000" },
  { "single", "Core.Math.Max", NULL, "float32[3,50]" },
  { "scalar", "Core.Math.Abs", NULL, "float32[]" },
  { "motion-peaks", "Examples.MotionPeaks", "data/examples/motion-features.imunit" },
  { "branches", "Scene.Branches", "tests/scene/branches.imunit", NULL, TRUE },
  { "side", "Case.Side", "tests/emit/pipelines.imunit" },
  { "timed", "Case.Timed", "tests/emit/pipelines.imunit" },
};

static void
check (const char *kind, const Case *c, const ImScene *scene)
{
  g_autofree char *expected = g_strdup_printf ("scene/golden/%s-%s.svg", kind, c->name);
  g_autoptr (GString) svg = g_string_new (NULL);

  im_scene_append_svg (scene, IM_THEME_AUTO, svg);
  scene_geometry_check (scene);
  golden_compare (expected, svg->str);
}

static void
test_memory (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (ImUnitLibrary) library = scene_fixture_new_library ();
  g_autoptr (ImProgram) program = scene_fixture_elaborate (library, c->unit, c->file,
                                                           c->input);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImPlan) plan = im_plan_new (program, IM_LANGUAGE_C, diagnostics);
  g_assert_nonnull (plan);

  g_autoptr (ImScene) scene = im_scene_memory_new (plan);
  check ("memory", c, scene);
}

static void
test_shapes (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (ImUnitLibrary) library = scene_fixture_new_library ();
  g_autoptr (ImProgram) program = scene_fixture_elaborate (library, c->unit, c->file,
                                                           c->input);
  g_autoptr (ImScene) scene = im_scene_shapes_new (program);

  check ("shapes", c, scene);
}

/* A chain in which each call reads what the one before has written, as long as @n, with
 * some buffers that live longer and sizes from a byte to 64 KiB. */
static void
fill_random (GRand *rand, ImPlan *plan, ImPlanBuffer *buffers, ImPackingBuffer *packed)
{
  ImPackingResult result;

  for (guint i = 0; i < plan->n_buffers; i++)
    {
      guint last = i + 1 + (guint) (g_rand_int_range (rand, 0, 4) / 3) * 3;

      packed[i] = (ImPackingBuffer){
        .first = i,
        .last = MIN (last, plan->n_buffers - 1),
        .size_bytes = 1u << g_rand_int_range (rand, 0, 17),
        .align_bytes = 1,
        .in_place_of = i > 0 && g_rand_boolean (rand) ? (gint) i - 1 : -1,
      };
    }
  g_assert_true (im_packing_run (packed, plan->n_buffers, &result, NULL));
  for (guint i = 0; i < plan->n_buffers; i++)
    buffers[i] = (ImPlanBuffer){
      .name = "some/long/path/unit.output",
      .storage = IM_STORAGE_ARENA,
      .dtype = IM_DTYPE_INT8,
      .size_bytes = packed[i].size_bytes,
      .offset = packed[i].offset,
      .first_call = packed[i].first,
      .last_call = packed[i].last,
      .tensor = g_rand_boolean (rand) ? 0 : -1,
    };
  plan->arena_bytes = result.arena_bytes;
  plan->bound_bytes = result.bound_bytes;
}

static void
test_random (void)
{
  ImUnit unit = { .id = { .text = "Test.Random" }, .display_name = "Random" };
  const ImInstance instance = { .path = "some/long/path/unit", .unit = &unit };
  const ImProgram program = { .unit = &unit, .instances = &instance, .n_instances = 1 };
  const ImPlanCall calls[MAX_BUFFERS] = { 0 };

  for (guint seed = 0; seed < N_RANDOM; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      ImPlanBuffer buffers[MAX_BUFFERS];
      ImPackingBuffer packed[MAX_BUFFERS];
      guint n = seed == 0 ? MAX_BUFFERS : (guint) g_rand_int_range (rand, 1, MAX_BUFFERS);
      const ImPlanDomain domain = { .queue = -1,
                                    .parent = -1,
                                    .calls = calls,
                                    .n_calls = n };
      ImPlan plan = { .program = &program,
                      .domains = &domain,
                      .n_domains = 1,
                      .buffers = buffers,
                      .n_buffers = n };

      g_test_message ("seed %u", seed);
      fill_random (rand, &plan, buffers, packed);

      g_autoptr (ImScene) scene = im_scene_memory_new (&plan);
      scene_geometry_check (scene);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *memory = g_strconcat ("/scene/memory/", cases[i].name, NULL);
      g_autofree char *shapes = g_strconcat ("/scene/shapes/", cases[i].name, NULL);

      if (!cases[i].has_no_code)
        g_test_add_data_func (memory, &cases[i], test_memory);
      g_test_add_data_func (shapes, &cases[i], test_shapes);
    }
  g_test_add_func ("/scene/memory/random", test_random);

  return g_test_run ();
}
