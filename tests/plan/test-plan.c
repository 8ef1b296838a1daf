/* SPDX-License-Identifier: MIT
 *
 * Plans: each unit of a file of golden/ is planned; the text beside it holds domains,
 * calls, buffers and problems.
 */
#include "golden-text.h"
#include "plan/im-plan.h"

static void
append_plan (const ImUnit *unit, ImUnitLibrary *library, GString *out)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImProgram) program = im_program_elaborate (unit, library, NULL, 0,
                                                        diagnostics);
  g_autoptr (ImPlan) plan = NULL;

  if (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) == 0)
    plan = im_plan_new (program, IM_LANGUAGE_C, diagnostics);
  g_assert_true ((plan == NULL) ==
                 (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > 0));
  if (plan != NULL)
    im_plan_append_text (plan, out);
  else
    g_string_append_printf (out, "no plan of %s\n", unit->id.text);
  golden_append_diagnostics (diagnostics, out);
  g_string_append_c (out, '\n');
}

static void
test_golden (gconstpointer data)
{
  const char *name = data;
  g_autofree char *root = g_test_build_filename (G_TEST_DIST, "plan", "fixtures", NULL);
  g_autofree char *file_name = g_strconcat (name, ".imunit", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "plan", "golden", file_name,
                                                 NULL);
  g_autofree char *expected = g_strconcat ("plan/golden/", name, ".expected", NULL);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) reading = im_diagnostics_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  im_unit_library_add_root (library, root, reading);
  const ImUnitFile *file = im_unit_library_add_file (library, path, reading);
  g_assert_cmpuint (im_diagnostics_get_count (reading), ==, 0);
  for (guint i = 0; i < im_unit_file_get_count (file); i++)
    append_plan (im_unit_file_get_unit (file, i), library, text);
  golden_compare (expected, text->str);
}

/* No two buffers of the arena that are alive at once overlap, and all are aligned. */
static void
test_arena (void)
{
  g_autofree char *root = g_test_build_filename (G_TEST_DIST, "plan", "fixtures", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "plan", "golden",
                                                 "plans.imunit", NULL);
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();

  im_unit_library_add_root (library, root, diagnostics);
  im_unit_library_add_file (library, path, diagnostics);
  g_autoptr (ImProgram) program = im_program_elaborate (
      im_unit_library_find (library, "Case.SharedConstants"), library, NULL, 0,
      diagnostics);
  g_autoptr (ImPlan) plan = im_plan_new (program, IM_LANGUAGE_C, diagnostics);
  g_assert_nonnull (plan);
  g_assert_cmpuint (plan->arena_bytes, ==, plan->bound_bytes);

  for (guint i = 0; i < plan->n_buffers; i++)
    for (guint j = 0; j < plan->n_buffers; j++)
      {
        const ImPlanBuffer *a = &plan->buffers[i], *b = &plan->buffers[j];

        if (i == j || a->storage != IM_STORAGE_ARENA || b->storage != IM_STORAGE_ARENA)
          continue;
        g_assert_cmpuint (a->offset % a->align_bytes, ==, 0);
        g_assert_cmpuint (a->offset + a->size_bytes, <=, plan->arena_bytes);
        g_assert_true (a->last_call < b->first_call || b->last_call < a->first_call ||
                       a->offset + a->size_bytes <= b->offset ||
                       b->offset + b->size_bytes <= a->offset);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_data_func ("/plan/golden/plans", "plans", test_golden);
  g_test_add_func ("/plan/arena", test_arena);

  return g_test_run ();
}
