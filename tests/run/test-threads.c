/* Threads that share a library, programs and plans.
 *
 * All of them begin at once with a library that nobody has asked for anything yet. What
 * each of them elaborates, plans, emits and draws must be what one thread alone gets. The
 * same program is built with the thread sanitizer, see test-threads-sanitized.py.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "emit/im-emit-c.h"
#include "run/im-snapshot.h"
#include "scene/memory/im-scene-memory.h"
#include "scene/output/im-scene-svg.h"
#include "scene/pipeline/im-scene-pipeline.h"
#include "scene/shape/im-scene-shapes.h"
#include "scene/timeline/im-scene-timeline.h"

#define N_THREADS 4
#define N_ROUNDS  2

static const char *const examples[] = {
  "audio-window.imunit",
  "motion-features.imunit",
  "speech-features.imunit",
  "sound-operators.imunit",
};

#define N_EXAMPLES G_N_ELEMENTS (examples)

/* What is shared. */
typedef struct
{
  ImUnitLibrary *library;
  ImUnitFile *files[N_EXAMPLES];
  ImProgram *programs[N_EXAMPLES];
  char *wanted[N_EXAMPLES]; /* what one thread alone gets */
  gint n_waiting;           /* threads that have not begun */
} Fixture;

static char *
dup_source_path (const char *folder, const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "..", folder, name, NULL);
}

static void
fixture_init (Fixture *self)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autofree char *units = dup_source_path ("units", NULL);
  g_autofree char *operators = dup_source_path ("stdlib", "skriptnd");

  *self = (Fixture){ .library = im_unit_library_new (), .n_waiting = N_THREADS };
  im_unit_library_add_root (self->library, units, problems);
  im_unit_library_add_operators (self->library, operators);
  for (guint i = 0; i < N_EXAMPLES; i++)
    {
      g_autofree char *folder = dup_source_path ("data", "examples");
      g_autofree char *path = g_build_filename (folder, examples[i], NULL);

      self->files[i] = im_unit_file_read (path, problems);
      g_assert_nonnull (self->files[i]);
    }
}

static void
fixture_clear (Fixture *self)
{
  for (guint i = 0; i < N_EXAMPLES; i++)
    {
      g_clear_pointer (&self->programs[i], im_program_unref);
      g_clear_pointer (&self->files[i], im_unit_file_unref);
      g_free (self->wanted[i]);
    }
  g_clear_pointer (&self->library, im_unit_library_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static ImProgram *
elaborate (const Fixture *self, guint example)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  ImProgram *program = im_program_elaborate (
      im_unit_file_get_main_unit (self->files[example]), self->library, NULL, 0,
      problems);

  g_assert_cmpuint (im_diagnostics_count (problems, IM_SEVERITY_ERROR), ==, 0);

  return program;
}

static void
append_scene (ImScene *scene, GString *out)
{
  im_scene_append_svg (scene, IM_THEME_LIGHT, out);
  im_scene_free (scene);
}

/* Everything that is made of a program, as one text. */
static char *
make_all (const ImProgram *program)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImSnapshot) snapshot = im_snapshot_new (program, problems, 0);
  g_autoptr (ImArtifacts) artifacts = im_artifacts_new ();
  g_autoptr (ImEmission) emission = NULL;
  ImEmitOptions options = { NULL, NULL, FALSE };
  GString *out = g_string_new (NULL);

  im_program_append_text (program, out);
  for (guint i = 0; i < program->n_instances; i++)
    g_assert_true (im_program_find_evaluation (program, program->instances[i].path) ==
                   program->instances[i].evaluation);
  im_snapshot_plan (snapshot);
  g_assert_nonnull (snapshot->plan);
  emission = im_emit_c (snapshot->plan, program->library, &options, artifacts, problems);
  g_assert_nonnull (emission);
  for (guint i = 0; i < im_artifacts_get_count (artifacts); i++)
    {
      GBytes *bytes = im_artifacts_find (artifacts, im_artifacts_get_path (artifacts, i));

      g_string_append_len (out, g_bytes_get_data (bytes, NULL),
                           (gssize) g_bytes_get_size (bytes));
    }
  append_scene (im_scene_pipeline_new (program), out);
  append_scene (im_scene_shapes_new (program), out);
  append_scene (im_scene_timeline_new (program, NULL), out);
  append_scene (im_scene_memory_new (snapshot->plan), out);

  return g_string_free (out, FALSE);
}

/* Waits for all threads. Returns the number of this one. */
static guint
begin_together (Fixture *self)
{
  gint number = g_atomic_int_add (&self->n_waiting, -1) - 1;

  while (g_atomic_int_get (&self->n_waiting) > 0)
    g_thread_yield ();

  return (guint) number;
}

/* Modules of operators are read when the first thread asks for one. */
static void
look_up (ImUnitLibrary *library)
{
  static const char *const ids[] = { "nn.conv", "math.exp", "Core.Math.Max" };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_assert_nonnull (im_unit_library_find (library, ids[i]));
  g_assert_null (im_unit_library_find (library, "Core.Math.Maxx"));
  g_assert_cmpstr (im_unit_library_nearest (library, "Core.Math.Maxx", NULL), ==,
                   "Core.Math.Max");
}

/* One thread begins with the first example, the next with the second one. */
static gpointer
use_shared (gpointer data)
{
  Fixture *self = data;
  guint first = begin_together (self);

  look_up (self->library);
  for (guint i = 0; i < N_ROUNDS * N_EXAMPLES; i++)
    {
      guint example = (first + i) % N_EXAMPLES;
      g_autofree char *of_shared = make_all (self->programs[example]);
      g_autoptr (ImProgram) own = elaborate (self, example);
      g_autofree char *of_own = make_all (own);

      g_assert_cmpstr (of_shared, ==, self->wanted[example]);
      g_assert_cmpstr (of_own, ==, self->wanted[example]);
    }

  return NULL;
}

/* Programs are elaborated with a library of their own, so that the one that is shared has
 * read nothing yet. */
static void
find_wanted (Fixture *self)
{
  g_auto (Fixture) alone;

  fixture_init (&alone);
  for (guint i = 0; i < N_EXAMPLES; i++)
    {
      g_autoptr (ImProgram) program = elaborate (&alone, i);

      self->wanted[i] = make_all (program);
    }
}

static void
run_threads (GThreadFunc func, gpointer data)
{
  GThread *threads[N_THREADS];

  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("user", func, data);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
}

static void
test_shared (void)
{
  g_auto (Fixture) fixture;

  fixture_init (&fixture);
  find_wanted (&fixture);
  for (guint i = 0; i < N_EXAMPLES; i++)
    fixture.programs[i] = elaborate (&fixture, i);
  run_threads (use_shared, &fixture);
}

/* What a thread gets that nobody else holds. */
static gpointer
use_last (gpointer data)
{
  ImProgram *program = data;
  g_autofree char *text = make_all (program);

  im_program_unref (program);

  return g_steal_pointer (&text);
}

/* The library, the files and the first program go while a thread works with a part of
 * them: what it holds stays. */
static void
test_last (void)
{
  g_autofree char *wanted = NULL, *found = NULL;
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImProgram) again = NULL;
  GThread *thread;

  {
    g_auto (Fixture) fixture;

    fixture_init (&fixture);
    fixture.programs[0] = elaborate (&fixture, 0);
    wanted = make_all (fixture.programs[0]);
    again = im_program_elaborate_again (fixture.programs[0], fixture.programs[0]->unit,
                                        fixture.library, NULL, 0, problems);
    thread = g_thread_new ("last", use_last, g_steal_pointer (&again));
  }
  found = g_thread_join (thread);
  g_assert_cmpstr (found, ==, wanted);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/threads/shared", test_shared);
  g_test_add_func ("/threads/last", test_last);

  return g_test_run ();
}
