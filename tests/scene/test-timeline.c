/* SPDX-License-Identifier: MIT
 *
 * Timelines of queues: the times of stacked ones, and pictures, each kept as SVG beside
 * this file, in which no box and no text hides another.
 */
#include <string.h>

#include "golden-text.h"
#include "scene-fixture.h"
#include "scene-geometry.h"
#include "scene/output/im-scene-svg.h"
#include "scene/timeline/im-scene-timeline.h"
#include "scene/timeline/im-timeline.h"

#define EPSILON 1e-9

typedef struct
{
  const char *name;
  const char *unit;
  const char *file;  /* below the source folder, or NULL */
  const char *input; /* type of the input, or NULL if the file says it */
  const char *path;  /* of a layer, or NULL for all */
} Case;

static const Case cases[] = {
  { "window", "Core.Queues.SlidingWindow", NULL, "float32[1]@16000" },
  { "no-rate", "Core.Queues.SlidingWindow", NULL, "float32[1]" },
  { "parts", "Core.Queues.SlidingWindow", NULL, "float32[4,1]@7" },
  { "decimate", "Core.Queues.Decimate", NULL, "float32[3]@50" },
  { "no-overlap", "Core.Queues.BlockAverage", NULL, "float32[3]@50" },
  { "no-window", "Core.Queues.Resample", NULL, "float32[3]@64" },
  { "unknown-size", "Core.Spectral.MelSpectrogram", NULL, "float32[?]@16000" },
  { "no-queue", "Core.Math.Abs", NULL, "float32[3]@50" },
  { "stacked", "Scene.Stacked", "tests/scene/timeline.imunit" },
  { "inside", "Examples.SpeechFeatures", "data/examples/speech-features.imunit", NULL,
    "Mfcc" },
};

static void
test_picture (gconstpointer data)
{
  const Case *c = data;
  g_autofree char *expected = g_strdup_printf ("scene/golden/timeline-%s.svg", c->name);
  g_autoptr (ImUnitLibrary) library = scene_fixture_new_library ();
  g_autoptr (ImProgram) program = scene_fixture_elaborate (library, c->unit, c->file,
                                                           c->input);
  g_autoptr (ImScene) scene = im_scene_timeline_new (program, c->path);
  g_autoptr (GString) svg = g_string_new (NULL);

  scene_geometry_check (scene);
  im_scene_append_svg (scene, IM_THEME_AUTO, svg);
  golden_compare (expected, svg->str);
}

/* Times add up from queue to queue. */
static void
test_stacked (void)
{
  g_autoptr (ImUnitLibrary) library = scene_fixture_new_library ();
  g_autoptr (ImProgram) program = scene_fixture_elaborate (
      library, "Scene.Stacked", "tests/scene/timeline.imunit", NULL);
  g_autoptr (ImArena) arena = im_arena_new ();
  const ImTimeline *timeline = im_timeline_new (program, arena);
  const double sample = 1 / 16000.0;

  g_assert_cmpuint (timeline->n_queues, ==, 3);

  const ImTimelineQueue *decimate = &timeline->queues[0];
  g_assert_cmpint (decimate->parent, ==, -1);
  g_assert_cmpfloat_with_epsilon (decimate->first, sample, EPSILON);
  g_assert_cmpfloat_with_epsilon (decimate->every, 2 * sample, EPSILON);

  const ImTimelineQueue *mel = &timeline->queues[1];
  g_assert_cmpint (mel->parent, ==, 0);
  g_assert_cmpfloat (mel->window.window, ==, 512);
  g_assert_cmpfloat_with_epsilon (mel->first, (1 + 511 * 2) * sample, EPSILON);
  g_assert_cmpfloat_with_epsilon (mel->every, 80 * 2 * sample, EPSILON);

  const ImTimelineQueue *window = &timeline->queues[2];
  g_assert_cmpint (window->parent, ==, 1);
  g_assert_cmpfloat (window->window.window, ==, 50);
  g_assert_cmpfloat (window->window.stride, ==, 25);
  g_assert_cmpfloat_with_epsilon (window->first, mel->first + 49 * 0.01, EPSILON);
  g_assert_cmpfloat_with_epsilon (window->every, 0.25, EPSILON);
}

/* What a reader of the screen hears is what the picture says. */
static void
test_description (void)
{
  g_autoptr (ImUnitLibrary) library = scene_fixture_new_library ();
  g_autoptr (ImProgram) program = scene_fixture_elaborate (
      library, "Scene.Stacked", "tests/scene/timeline.imunit", NULL);
  g_autoptr (ImScene) scene = im_scene_timeline_new (program, "SlidingWindow");

  g_assert_cmpstr (
      scene->description, ==,
      "SlidingWindow (Core.Queues.SlidingWindow) collects MelSpectrogram.output: window "
      "50 inputs, 500 ms · stride 25 inputs, 250 ms; overlap 25 of 50 inputs, 50 %; "
      "first "
      "output after 553.9 ms, then every 250 ms (4 Hz).");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/scene/timeline/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_picture);
    }
  g_test_add_func ("/scene/timeline/times", test_stacked);
  g_test_add_func ("/scene/timeline/description", test_description);

  return g_test_run ();
}
