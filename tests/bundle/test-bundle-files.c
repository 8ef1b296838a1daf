/* SPDX-License-Identifier: MIT
 *
 * The files around emitted code: the same each time, the manifest compared with golden
 * files, and build systems that take them as they are.
 */
#include "../emit/pipelines.h"
#include "bundle/files/im-bundle-format.h"
#include "bundle/files/im-emit-bundle.h"
#include "golden-text.h"
#include "program.h"

#define ROOT      "emit/fixtures"
#define PIPELINES "emit/pipelines.imunit"

/* The files of a pipeline without the formats that are left out. */
static ImArtifacts *
emit_bundle (const char *unit, const char *prefix, guint left_out)
{
  g_auto (EmitCase) c = { 0 };
  ImArtifacts *artifacts = im_artifacts_new ();

  emit_case_run (&c, ROOT, PIPELINES, unit, prefix);
  g_autoptr (ImEmission) emission = im_emit_bundle (c.plan, c.library, &c.options,
                                                    left_out, artifacts, c.diagnostics);
  g_assert_nonnull (emission);

  return artifacts;
}

static void
assert_manifest (const char *unit, const char *prefix, const char *golden)
{
  g_autoptr (ImArtifacts) artifacts = emit_bundle (unit, prefix, 0);
  gsize length;
  const char *text = g_bytes_get_data (im_artifacts_find (artifacts, "manifest.json"),
                                       &length);
  g_autofree char *copy = g_strndup (text, length);

  golden_compare (golden, copy);
}

static void
test_manifest (void)
{
  assert_manifest ("Case.Compute", NULL, "bundle/golden/compute.json.expected");
  assert_manifest ("Case.Chain", "P", "bundle/golden/chain.json.expected");
}

static void
test_same_bytes (void)
{
  g_autoptr (ImArtifacts) a = emit_bundle ("Case.Chain", NULL, 0);
  g_autoptr (ImArtifacts) b = emit_bundle ("Case.Chain", NULL, 0);

  g_assert_cmpuint (im_artifacts_get_count (a), >=, 10);
  g_assert_cmpuint (im_artifacts_get_count (a), ==, im_artifacts_get_count (b));
  for (guint i = 0; i < im_artifacts_get_count (a); i++)
    {
      g_assert_cmpstr (im_artifacts_get_path (a, i), ==, im_artifacts_get_path (b, i));
      g_assert_true (
          g_bytes_equal (im_artifacts_get_bytes (a, i), im_artifacts_get_bytes (b, i)));
    }
}

static void
test_left_out (void)
{
  g_autoptr (ImArtifacts) artifacts = emit_bundle ("Case.Chain", NULL,
                                                   1u << IM_BUNDLE_FORMAT_MAKE);

  g_assert_null (im_artifacts_find (artifacts, "Makefile"));
  g_assert_nonnull (im_artifacts_find (artifacts, "CMakeLists.txt"));
}

static char *
write_bundle (void)
{
  g_autoptr (ImArtifacts) artifacts = emit_bundle ("Case.Chain", NULL, 0);
  g_autoptr (GError) error = NULL;
  char *folder = program_make_folder ();

  g_assert_true (im_artifacts_write (artifacts, folder, &error));
  g_assert_no_error (error);

  return folder;
}

/* The bundle builds by itself with what is there. */
static void
test_make (void)
{
  static const char *const programs[] = { "gcc", "make", NULL };
  g_autofree char *folder = NULL;

  if (program_skip_without (programs))
    return;

  folder = write_bundle ();
  g_free (program_run (folder, "make -s CC=gcc"));
  g_autofree char *library = g_build_filename (folder, "libchain.a", NULL);
  g_assert_true (g_file_test (library, G_FILE_TEST_IS_REGULAR));
  g_free (program_run (folder, "make -s clean"));
  program_remove_folder (folder);
}

static void
test_cmake (void)
{
  static const char *const programs[] = { "gcc", "make", "cmake", NULL };
  g_autofree char *folder = NULL;

  if (program_skip_without (programs))
    return;

  folder = write_bundle ();
  g_free (program_run (folder, "cmake -S . -B build"));
  program_remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/bundle-files/manifest", test_manifest);
  g_test_add_func ("/bundle-files/same-bytes", test_same_bytes);
  g_test_add_func ("/bundle-files/left-out", test_left_out);
  g_test_add_func ("/bundle-files/make", test_make);
  g_test_add_func ("/bundle-files/cmake", test_cmake);

  return g_test_run ();
}
