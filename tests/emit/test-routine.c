/* SPDX-License-Identifier: MIT
 *
 * What functions do, step by step: compared with golden files, and each kind of step
 * occurs.
 */
#include "base/im-arena.h"
#include "emit/im-emit-c.h"
#include "golden-text.h"

static guint n_steps[IM_N_STEP_KINDS];

static void
count_steps (const ImStep *steps, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      n_steps[steps[i].kind]++;
      count_steps (steps[i].steps, steps[i].n_steps);
    }
}

/* A routine is behind those that it runs, so that C needs no declarations. */
static void
check_order (const ImRoutines *routines)
{
  for (guint i = 0; i < routines->n; i++)
    for (guint j = 0; j < routines->list[i].n_steps; j++)
      if (routines->list[i].steps[j].routine != NULL)
        g_assert_true (routines->list[i].steps[j].routine < &routines->list[i]);
}

static void
test_golden (gconstpointer data)
{
  const char *name = data;
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "emit/fixtures", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "emit/routines.imunit",
                                                 NULL);
  g_autofree char *id = g_strconcat ("Case.", name, NULL);
  g_autofree char *golden = g_strdup_printf ("emit/golden/%s.routines.expected", name);
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  ImRoutines routines;

  im_unit_library_add_root (library, folder, diagnostics);
  im_unit_library_add_file (library, path, diagnostics);
  g_autoptr (ImProgram) program = im_program_elaborate (
      im_unit_library_find (library, id), library, NULL, 0, diagnostics);
  g_autoptr (ImPlan) plan = im_plan_new (program, IM_LANGUAGE_C, diagnostics);

  g_assert_nonnull (plan);
  routines = im_emit_c_list_routines (plan, library, arena, diagnostics);
  check_order (&routines);
  for (guint i = 0; i < routines.n; i++)
    count_steps (routines.list[i].steps, routines.list[i].n_steps);
  im_routines_append_text (&routines, "", text);
  golden_append_diagnostics (diagnostics, text);
  golden_compare (golden, text->str);
}

static void
test_kinds (void)
{
  for (guint i = 0; i < IM_N_STEP_KINDS; i++)
    g_assert_cmpuint (n_steps[i], >, 0);
}

int
main (int argc, char **argv)
{
  static const char *const names[] = { "Lockstep", "Sources", "Side", "Latches",
                                       "Sinks" };

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_strconcat ("/routine/", names[i], NULL);

      g_test_add_data_func (path, names[i], test_golden);
    }
  g_test_add_func ("/routine/kinds", test_kinds);

  return g_test_run ();
}
