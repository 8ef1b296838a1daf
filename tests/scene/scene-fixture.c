/* SPDX-License-Identifier: MIT */
#include "scene-fixture.h"

char *
scene_fixture_dup_path (const char *path)
{
  return g_test_build_filename (G_TEST_DIST, "..", path, NULL);
}

ImUnitLibrary *
scene_fixture_new_library (void)
{
  static const char *const roots[] = { "units", "tests/emit/fixtures",
                                       "tests/graph/fixtures" };
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  ImUnitLibrary *library = im_unit_library_new ();

  for (guint i = 0; i < G_N_ELEMENTS (roots); i++)
    {
      g_autofree char *path = scene_fixture_dup_path (roots[i]);

      im_unit_library_add_root (library, path, diagnostics);
    }

  return library;
}

ImProgram *
scene_fixture_elaborate (ImUnitLibrary *library,
                         const char *unit_id,
                         const char *file,
                         const char *input)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autofree char *path = file == NULL ? NULL : scene_fixture_dup_path (file);
  ImTensorType type;
  const ImUnitBinding binding = { "input", IM_TENSOR (&type) };

  if (path != NULL)
    im_unit_library_add_file (library, path, diagnostics);
  if (input != NULL)
    g_assert_true (im_tensor_type_parse (input, &type, NULL));

  const ImUnit *unit = im_unit_library_find (library, unit_id);
  g_assert_nonnull (unit);

  ImProgram *program = im_program_elaborate (unit, library, &binding, input != NULL,
                                             diagnostics);
  g_assert_cmpuint (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR), ==, 0);

  return program;
}
