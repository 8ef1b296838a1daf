/* SPDX-License-Identifier: MIT
 *
 * Pictures of pipelines: those of files are kept as SVG beside this file; random ones
 * only have to be drawn properly.
 */
#include <libxml/parser.h>
#include <string.h>

#include "golden-text.h"
#include "scene-fixture.h"
#include "scene-geometry.h"
#include "scene/output/im-scene-svg.h"
#include "scene/pipeline/im-scene-pipeline.h"

#define N_RANDOM   60
#define MAX_RANDOM 14 /* units of a random pipeline */

typedef struct
{
  const char *name;
  const char *unit;
  const char *file;  /* below the source folder, or NULL */
  const char *input; /* type of the input, or NULL if the file says it */
} Case;

static const Case cases[] = {
  { "audio-window", "Examples.AudioWindow", "data/examples/audio-window.imunit" },
  { "motion-peaks", "Examples.MotionPeaks", "data/examples/motion-features.imunit" },
  { "motion-level", "Examples.MotionLevel", "data/examples/motion-features.imunit" },
  { "speech-features", "Examples.SpeechFeatures",
    "data/examples/speech-features.imunit" },
  { "mfcc", "Core.Spectral.Mfcc", NULL, "float32[1]@16000" },
  { "single", "Core.Math.Max", NULL, "float32[3,50]" },
  { "unknown-size", "Core.Queues.BlockAverage", NULL, "float32[?]@100" },
  { "branches", "Scene.Branches", "tests/scene/branches.imunit" },
  { "timed", "Case.Timed", "tests/emit/pipelines.imunit" },
  { "side", "Case.Side", "tests/emit/pipelines.imunit" },
  { "fixed", "Case.Fixed", "tests/emit/pipelines.imunit" },
  { "frames", "Test.Frames", "tests/scene/frames.imunit" },
};

static char *
dup_svg (const ImScene *scene)
{
  GString *svg = g_string_new (NULL);

  im_scene_append_svg (scene, IM_THEME_AUTO, svg);

  return g_string_free (svg, FALSE);
}

static void
check_well_formed (const char *svg)
{
  xmlDoc *document = xmlReadMemory (svg, (int) strlen (svg), NULL, NULL,
                                    XML_PARSE_NONET | XML_PARSE_NOERROR);

  g_assert_nonnull (document);
  g_assert_cmpstr ((const char *) xmlDocGetRootElement (document)->name, ==, "svg");
  xmlFreeDoc (document);
}

static void
test_golden (gconstpointer data)
{
  const Case *c = (const Case *) data;
  g_autoptr (ImUnitLibrary) library = scene_fixture_new_library ();
  g_autofree char *expected = g_strconcat ("scene/golden/", c->name, ".svg", NULL);
  g_autoptr (ImProgram) program = scene_fixture_elaborate (library, c->unit, c->file,
                                                           c->input);
  g_autoptr (ImScene) scene = im_scene_pipeline_new (program);
  g_autofree char *svg = dup_svg (scene);
  scene_geometry_check (scene);
  check_well_formed (svg);
  golden_compare (expected, svg);
}

static void
append_link (GString *out, const char *source, guint target, const char *parameter)
{
  g_string_append_printf (out,
                          "<Connection><Source node=\"%s\" param=\"%s\"/>"
                          "<Target node=\"n%u\" param=\"%s\"/></Connection>",
                          source, strcmp (source, "in") == 0 ? "value" : "output", target,
                          parameter);
}

static void
append_random_link (GString *out, GRand *rand, guint target, const char *parameter)
{
  guint source = g_rand_int_range (rand, 0, (gint32) target + 1);
  g_autofree char *name = source == 0 ? g_strdup ("in")
                                      : g_strdup_printf ("n%u", source - 1);

  append_link (out, name, target, parameter);
}

static char *
dup_random (GRand *rand, guint n)
{
  static const char *const units[] = { "Test.Gain", "Test.Open", "Scene.Boxed" };
  static const char *const inputs[][2] = { { "input" },
                                           { "first", "second" },
                                           { "input" } };
  g_autoptr (GString) links = g_string_new (NULL);
  g_autoptr (GString) out = g_string_new (
      "<Imaginet xmlns:im=\"urn:imaginet-studio:1\"><Compound unit=\"Random.One\"><Nodes>"
      "<TensorInputNode id=\"in\" name=\"Input\" param=\"input\" im:type=\"Float32\" "
      "im:shape=\"[3]\" im:rate=\"5\"/>");

  for (guint i = 0; i < n; i++)
    {
      guint kind = (guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (units));

      g_string_append_printf (out, "<UnitNode id=\"n%u\" enabled=\"true\" unit=\"%s\"/>",
                              i, units[kind]);
      for (guint k = 0; k < 2 && inputs[kind][k] != NULL; k++)
        append_random_link (links, rand, i, inputs[kind][k]);
    }
  for (guint i = 0; i < 3; i++)
    {
      guint source = (guint) g_rand_int_range (rand, 0, (gint32) n);

      g_string_append_printf (
          out, "<TensorOutputNode id=\"out%u\" name=\"Output %u\" param=\"out%u\"/>", i,
          i, i);
      g_string_append_printf (links,
                              "<Connection><Source node=\"n%u\" param=\"output\"/>"
                              "<Target node=\"out%u\" param=\"value\"/></Connection>",
                              source, i);
    }
  g_string_append_printf (
      out, "</Nodes><Connections>%s</Connections></Compound></Imaginet>", links->str);

  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
test_random (void)
{
  g_autoptr (ImUnitLibrary) library = scene_fixture_new_library ();
  g_autofree char *boxed = scene_fixture_dup_path ("tests/scene/branches.imunit");
  g_autoptr (ImDiagnostics) reading = im_diagnostics_new ();

  im_unit_library_add_file (library, boxed, reading);
  for (guint seed = 0; seed < N_RANDOM; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autofree char *text = dup_random (rand, 1 + seed % MAX_RANDOM);
      g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
      g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
      g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, "random", diagnostics);
      g_autoptr (ImProgram) program = im_program_elaborate (
          im_unit_file_get_unit (file, 0), library, NULL, 0, diagnostics);

      g_assert_cmpuint (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR), ==, 0);
      g_test_message ("seed %u", seed);

      g_autoptr (ImScene) scene = im_scene_pipeline_new (program);
      g_autoptr (ImScene) again = im_scene_pipeline_new (program);
      g_autofree char *svg = dup_svg (scene);
      g_autofree char *same = dup_svg (again);
      scene_geometry_check (scene);
      g_assert_cmpstr (svg, ==, same);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/scene/pipeline/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_golden);
    }
  g_test_add_func ("/scene/pipeline/random", test_random);

  return g_test_run ();
}
