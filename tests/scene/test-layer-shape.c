/* SPDX-License-Identifier: MIT
 *
 * Pictures of what layers do to axes: each is kept as SVG beside this file, and no box
 * and no text of it hides another. What it says is that of the relations, which have
 * tests of their own.
 */
#include <string.h>

#include "golden-text.h"
#include "scene-fixture.h"
#include "scene-geometry.h"
#include "scene/output/im-scene-svg.h"
#include "scene/shape/im-scene-layer-shape.h"

typedef struct
{
  const char *name;
  const char *unit;
  const char *file;  /* below the source folder, or NULL */
  const char *input; /* type of the input, or NULL if the file says it */
  const char *path;  /* of a layer, or NULL for all */
} Case;

static const Case cases[] = {
  { "transpose", "Core.Shape.Transpose", NULL, "float32[2,4,3]" },
  { "scalar", "Core.Math.Abs", NULL, "float32[]" },
  { "real-fft", "Core.Spectral.RealFft", NULL, "float32[4,512]" },
  { "sum", "Core.Math.Sum", NULL, "float32[4,3]" },
  { "flatten", "Core.Shape.Flatten", NULL, "float32[4,3]" },
  { "reshape", "Core.Shape.Reshape", NULL, "float32[4,3]" },
  { "window", "Core.Queues.SlidingWindow", NULL, "float32[2]@50" },
  { "expand-dims", "Core.Shape.ExpandDims", NULL, "float32[4]" },
  { "many-axes", "Core.Math.Mean", NULL, "float32[2,3,4,5,6,7,8,9]" },
  { "matmul", "Core.Math.MatMul", NULL, NULL },
  { "motion-peaks", "Examples.MotionPeaks", "data/examples/motion-features.imunit" },
  { "labels", "Scene.Labels", "tests/scene/labels.imunit" },
  { "composite", "Examples.SpeechFeatures", "data/examples/speech-features.imunit", NULL,
    "Mfcc" },
};

static void
test_picture (gconstpointer data)
{
  const Case *c = data;
  g_autofree char *expected = g_strdup_printf ("scene/golden/layer-shape-%s.svg",
                                               c->name);
  g_autoptr (ImUnitLibrary) library = scene_fixture_new_library ();
  g_autoptr (ImProgram) program = scene_fixture_elaborate (library, c->unit, c->file,
                                                           c->input);
  g_autoptr (ImScene) scene = im_scene_layer_shape_new (program, c->path);
  g_autoptr (GString) svg = g_string_new (NULL);

  g_assert_nonnull (scene);
  scene_geometry_check (scene);
  im_scene_append_svg (scene, IM_THEME_AUTO, svg);
  golden_compare (expected, svg->str);
}

/* Several inputs, of which the file of a unit says nothing. */
static void
test_joined (void)
{
  g_autoptr (ImUnitLibrary) library = scene_fixture_new_library ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  ImTensorType a, b;
  const ImUnitBinding bindings[] = { { "a", IM_TENSOR (&a) }, { "b", IM_TENSOR (&b) } };

  g_assert_true (im_tensor_type_parse ("float32[4,3]", &a, NULL));
  g_assert_true (im_tensor_type_parse ("float32[4,2]", &b, NULL));

  g_autoptr (ImProgram) program = im_program_elaborate (
      im_unit_library_find (library, "Core.Math.Concat"), library, bindings,
      G_N_ELEMENTS (bindings), diagnostics);
  g_autoptr (ImScene) scene = im_scene_layer_shape_new (program, NULL);
  g_autoptr (GString) svg = g_string_new (NULL);

  scene_geometry_check (scene);
  im_scene_append_svg (scene, IM_THEME_AUTO, svg);
  golden_compare ("scene/golden/layer-shape-concat.svg", svg->str);
}

static void
test_no_layer (void)
{
  g_autoptr (ImUnitLibrary) library = scene_fixture_new_library ();
  g_autoptr (ImProgram) program = scene_fixture_elaborate (library, "Core.Math.Abs", NULL,
                                                           "float32[3]");

  g_assert_null (im_scene_layer_shape_new (program, "nowhere"));
}

/* The words beside the boxes are those of the description. */
static void
test_words (void)
{
  static const char *const words[] = { "257 → 40", "filters · axis = 0", "kept",
                                       "step 257 · slot 1" };
  g_autoptr (ImUnitLibrary) library = scene_fixture_new_library ();
  g_autoptr (ImProgram) program = scene_fixture_elaborate (
      library, "Core.Spectral.MelFilterbank", NULL, "float32[4,257];samples=[0,16000]");
  g_autoptr (ImScene) scene = im_scene_layer_shape_new (program, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    {
      gboolean is_there = FALSE;

      for (guint k = 0; k < scene->n_items; k++)
        is_there = is_there || (scene->items[k].kind == IM_SCENE_TEXT &&
                                strcmp (scene->items[k].text, words[i]) == 0);
      g_assert_true (is_there);
    }
  g_assert_nonnull (strstr (
      scene->description,
      "axis 0 of output, 40: replaces axis 0 of input, 257 (axis = 0, filters)."));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/scene/layer-shape/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_picture);
    }
  g_test_add_func ("/scene/layer-shape/joined", test_joined);
  g_test_add_func ("/scene/layer-shape/no-layer", test_no_layer);
  g_test_add_func ("/scene/layer-shape/words", test_words);

  return g_test_run ();
}
