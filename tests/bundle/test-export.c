/* SPDX-License-Identifier: MIT
 *
 * Exports of snapshots: what is told and written, and that nothing is left of those that
 * fail.
 */
#include <glib/gstdio.h>
#include <string.h>

#include "bundle/files/im-bundle-format.h"
#include "bundle/im-export.h"
#include "run/im-snapshot.h"
#include "unit/im-unit-roots.h"

#define MAX_NOTES 32

/* What an export told. */
typedef struct
{
  ImExportStage stages[MAX_NOTES];
  double fractions[MAX_NOTES];
  guint n;
  ImExportStage cancels_at; /* the stage whose beginning cancels the export */
  GCancellable *cancellable;
} Notes;

static void
note_cb (ImExportStage stage, const char *activity, double fraction, gpointer data)
{
  Notes *notes = data;

  g_assert_cmpuint (notes->n, <, MAX_NOTES);
  g_assert_cmpuint (strlen (activity), >, 0);
  notes->stages[notes->n] = stage;
  notes->fractions[notes->n++] = fraction;
  if (notes->cancellable != NULL && stage == notes->cancels_at)
    g_cancellable_cancel (notes->cancellable);
}

static char *
make_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("export-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

/* Removes a folder; it may hold others. */
static void
clean (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_unlink (path) != 0)
        clean (path);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static char *
dup_example (void)
{
  return g_test_build_filename (G_TEST_DIST, "..", "data", "examples",
                                "audio-window.imunit", NULL);
}

/* The example with one text of it replaced, which no file has. */
static ImSnapshot *
take_snapshot_of (const char *old, const char *new, const char *const *roots)
{
  g_autofree char *path = dup_example ();
  g_autofree char *content = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) ignored = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImUnitFile) file = NULL;
  g_autoptr (ImProgram) program = NULL;
  ImSnapshot *snapshot;

  g_file_get_contents (path, &content, NULL, &error);
  g_assert_no_error (error);
  text = g_string_new (content);
  if (old != NULL)
    g_assert_cmpuint (g_string_replace (text, old, new, 0), ==, 1);
  bytes = g_bytes_new (text->str, text->len);
  for (guint i = 0; roots != NULL && roots[i] != NULL; i++)
    im_unit_library_add_root (library, roots[i], ignored);
  if (roots == NULL)
    im_unit_roots_add_usual (library, ignored);
  file = im_unit_file_parse (bytes, path, problems);
  program = im_program_elaborate (im_unit_file_get_main_unit (file), library, NULL, 0,
                                  problems);
  snapshot = im_snapshot_new (program, problems, 0);
  im_snapshot_plan (snapshot);

  return snapshot;
}

static ImSnapshot *
take_snapshot (const char *old, const char *new)
{
  return take_snapshot_of (old, new, NULL);
}

static gboolean
has_file (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static gboolean
is_empty (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  return dir != NULL && g_dir_read_name (dir) == NULL;
}

static ImExport *
run (const ImSnapshot *snapshot, ImExportOptions *options, Notes *notes, GError **error)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();

  options->progress = note_cb;
  options->progress_data = notes;
  options->cancellable = notes->cancellable;

  return im_export_run (snapshot->plan, snapshot->library, options, problems, error);
}

/* What is in the snapshot is what was typed, not what is saved. */
static void
test_snapshot (void)
{
  g_autoptr (ImSnapshot) saved = take_snapshot (NULL, NULL);
  g_autoptr (ImSnapshot) edited = take_snapshot ("0.025 *", "0.05 *");

  g_assert_nonnull (saved->plan);
  g_assert_nonnull (edited->plan);
  g_assert_cmpstr (edited->program->unit->id.text, ==, "Examples.AudioWindow");
  g_assert_cmpuint (edited->plan->state_bytes, >, saved->plan->state_bytes);
}

/* Units are taken from the folders that are given, and from nowhere else. */
static void
test_roots (void)
{
  g_autofree char *units = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  g_autofree char *other = g_test_build_filename (G_TEST_DIST, "verify", NULL);
  g_autofree char *full = g_canonicalize_filename (units, NULL);
  const char *roots[] = { units, NULL };
  const char *others[] = { other, NULL };
  g_autoptr (ImSnapshot) snapshot = take_snapshot_of (NULL, NULL, roots);
  g_autoptr (ImSnapshot) without = take_snapshot_of (NULL, NULL, others);
  g_auto (GStrv) known = im_unit_library_dup_roots (snapshot->library);
  g_autofree char *path = dup_example ();
  g_autofree char *example = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = g_path_get_dirname (example);

  g_assert_nonnull (snapshot->plan);
  g_assert_null (without->plan);
  g_assert_cmpuint (g_strv_length (known), ==, 2);
  g_assert_cmpstr (known[0], ==, folder);
  g_assert_cmpstr (known[1], ==, full);
}

/* A contract does not hold. */
static void
test_broken (void)
{
  g_autoptr (ImSnapshot) snapshot = take_snapshot ("im:rate=\"16000\"", "im:rate=\"10\"");

  g_assert_null (snapshot->plan);
  g_assert_cmpuint (im_diagnostics_count (snapshot->diagnostics, IM_SEVERITY_ERROR), >,
                    0);
}

static void
test_folder (void)
{
  g_autoptr (ImSnapshot) snapshot = take_snapshot (NULL, NULL);
  g_autofree char *parent = make_folder ();
  g_autofree char *folder = g_build_filename (parent, "out", NULL);
  ImExportOptions options = {
    .names = { .prefix = "LEVEL", .name = "level" },
    .left_out = 1u << IM_BUNDLE_FORMAT_ZEPHYR,
    .path = folder,
  };
  Notes notes = { .n = 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (ImExport) export = run (snapshot, &options, &notes, &error);
  g_autofree char *readme = g_build_filename (folder, "README.md", NULL);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (export->path, ==, folder);
  g_assert_cmpuint (export->targets->len, ==, 0);
  g_assert_null (export->test.comparison);
  g_assert_true (has_file (folder, "src/level.c"));
  g_assert_true (has_file (folder, "docs/report.html"));
  g_assert_true (has_file (folder, "docs/pipeline.svg"));
  g_assert_true (has_file (folder, "CMakeLists.txt"));
  g_assert_false (has_file (folder, "zephyr"));
  g_assert_true (g_file_get_contents (readme, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "| CMake | "));
  g_assert_null (strstr (text, "Zephyr"));
  g_assert_cmpuint (notes.n, ==, 2);
  g_assert_cmpuint (notes.stages[0], ==, IM_EXPORT_STAGE_EMIT);
  g_assert_cmpuint (notes.stages[1], ==, IM_EXPORT_STAGE_WRITE);
  g_assert_cmpfloat (notes.fractions[1], ==, 0.5);
  clean (parent);
}

/* The suffix is added where it is missing. */
static void
test_zip (void)
{
  g_autoptr (ImSnapshot) snapshot = take_snapshot (NULL, NULL);
  g_autofree char *parent = make_folder ();
  g_autofree char *path = g_build_filename (parent, "out", NULL);
  ImExportOptions options = { .path = path, .is_zip = TRUE };
  Notes notes = { .n = 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (ImExport) export = run (snapshot, &options, &notes, &error);

  g_assert_no_error (error);
  g_assert_true (g_str_has_suffix (export->path, "/out.zip"));
  g_assert_true (has_file (parent, "out.zip"));
  g_assert_false (has_file (parent, "out"));
  clean (parent);
}

/* An export can be cancelled in each of its stages, and then there is nothing of it. */
static void
test_cancelled (void)
{
  static const ImExportStage stages[] = { IM_EXPORT_STAGE_TEST, IM_EXPORT_STAGE_BUILD,
                                          IM_EXPORT_STAGE_WRITE };
  g_autoptr (ImSnapshot) snapshot = take_snapshot (NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (stages); i++)
    {
      g_autofree char *parent = make_folder ();
      g_autofree char *folder = g_build_filename (parent, "new", "out", NULL);
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      ImExportOptions options = {
        .path = folder,
        .has_test = stages[i] == IM_EXPORT_STAGE_TEST,
        .targets = stages[i] == IM_EXPORT_STAGE_BUILD ? 1u << IM_TARGET_HOST : 0,
      };
      Notes notes = { .cancels_at = stages[i], .cancellable = cancellable };
      g_autoptr (GError) error = NULL;

      g_assert_null (run (snapshot, &options, &notes, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpuint (notes.stages[notes.n - 1], ==, stages[i]);
      g_assert_true (is_empty (parent));
      clean (parent);
    }
}

/* A place that will be refused is refused before anything is run. */
static void
test_foreign (void)
{
  g_autoptr (ImSnapshot) snapshot = take_snapshot (NULL, NULL);
  g_autofree char *parent = make_folder ();
  g_autofree char *file = g_build_filename (parent, "notes.txt", NULL);
  g_autofree char *below = g_build_filename (file, "out", NULL);
  static const ImArtifactsError codes[] = { IM_ARTIFACTS_ERROR_FOREIGN,
                                            IM_ARTIFACTS_ERROR_FAILED };
  const char *paths[] = { parent, below };

  g_assert_true (g_file_set_contents (file, "mine", -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      ImExportOptions options = { .path = paths[i], .has_test = TRUE };
      Notes notes = { .n = 0 };
      g_autoptr (GError) error = NULL;

      g_assert_null (run (snapshot, &options, &notes, &error));
      g_assert_error (error, IM_ARTIFACTS_ERROR, (gint) codes[i]);
      g_assert_cmpuint (notes.n, ==, 1);
    }
  clean (parent);
}

static void
test_bad_prefix (void)
{
  g_autoptr (ImSnapshot) snapshot = take_snapshot (NULL, NULL);
  g_autofree char *parent = make_folder ();
  g_autofree char *folder = g_build_filename (parent, "out", NULL);
  ImExportOptions options = { .names = { .prefix = "9 lives" }, .path = folder };
  Notes notes = { .n = 0 };
  g_autoptr (GError) error = NULL;

  g_assert_null (run (snapshot, &options, &notes, &error));
  g_assert_error (error, IM_EXPORT_ERROR, IM_EXPORT_ERROR_EMIT);
  g_assert_true (is_empty (parent));
  clean (parent);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/export/snapshot", test_snapshot);
  g_test_add_func ("/export/roots", test_roots);
  g_test_add_func ("/export/broken", test_broken);
  g_test_add_func ("/export/folder", test_folder);
  g_test_add_func ("/export/zip", test_zip);
  g_test_add_func ("/export/cancelled", test_cancelled);
  g_test_add_func ("/export/foreign", test_foreign);
  g_test_add_func ("/export/bad-prefix", test_bad_prefix);

  return g_test_run ();
}
