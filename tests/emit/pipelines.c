/* SPDX-License-Identifier: MIT */
#include "pipelines.h"

static void
assert_fine (const ImDiagnostics *diagnostics)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    im_diagnostic_print (im_diagnostics_get (diagnostics, i), FALSE, text);
  g_assert_cmpstr (text->str, ==, "");
}

void
emit_case_run (EmitCase *c,
               const char *root,
               const char *file,
               const char *unit,
               const char *prefix)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, root, NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, file, NULL);

  *c = (EmitCase){
    .options = { .prefix = prefix },
    .library = im_unit_library_new (),
    .artifacts = im_artifacts_new (),
    .diagnostics = im_diagnostics_new (),
  };
  im_unit_library_add_root (c->library, folder, c->diagnostics);
  im_unit_library_add_file (c->library, path, c->diagnostics);
  c->unit = im_unit_library_find (c->library, unit);
  g_assert_nonnull (c->unit);
  c->program = im_program_elaborate (c->unit, c->library, NULL, 0, c->diagnostics);
  assert_fine (c->diagnostics);
  c->plan = im_plan_new (c->program, IM_LANGUAGE_C, c->diagnostics);
  assert_fine (c->diagnostics);
  c->emission = im_emit_c (c->plan, c->library, &c->options, c->artifacts,
                           c->diagnostics);
}

void
emit_case_clear (EmitCase *c)
{
  im_emission_free (c->emission);
  im_plan_unref (c->plan);
  im_program_unref (c->program);
  im_artifacts_free (c->artifacts);
  im_diagnostics_free (c->diagnostics);
  im_unit_library_unref (c->library);
}

char *
emit_case_dup_text (const EmitCase *c, const char *path)
{
  GBytes *bytes = im_artifacts_find (c->artifacts, path);
  gsize length;
  const char *text;

  g_assert_nonnull (bytes);
  text = g_bytes_get_data (bytes, &length);
  return g_strndup (text, length);
}
