/* SPDX-License-Identifier: MIT
 *
 * The Python back end: modules beside this file hold what is emitted for some pipelines.
 * That they compute the right numbers is tested by comparisons.
 */
#include "emit/im-emit-python.h"
#include "golden-text.h"
#include "unit/im-unit-library.h"

typedef struct
{
  const char *name;
  const char *unit;
  const char *input; /* NULL for what the unit says */
  const char *time;  /* NULL for none */
} PythonCase;

static const PythonCase cases[] = {
  { "function", "Core.Math.Rms", "float32[4,3]", NULL },
  { "constants", "Core.Spectral.MelFilterbank", "float32[33]@62.5;samples=[16000]",
    NULL },
  { "queues", "Case.Windows", NULL, NULL },
  { "times", "Core.Queues.SlidingWindow", "q15[2]@50", "float32[1]@50" },
  { "same-names", "Case.SameNames", NULL, NULL },
  { "state", "Case.Equal", NULL, NULL },
  { "soft-reset", "Case.SoftReset", NULL, NULL },
  { "soft-reset-in-one", "Case.SoftResetInOne", NULL, NULL },
};

static ImUnitLibrary *
open_library (void)
{
  g_autofree char *own = g_test_build_filename (G_TEST_DIST, "verify", "units", NULL);
  g_autofree char *shipped = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "verify", "cases.imunit",
                                                 NULL);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  ImUnitLibrary *library = im_unit_library_new ();

  im_unit_library_add_root (library, own, problems);
  im_unit_library_add_root (library, shipped, problems);
  im_unit_library_add_file (library, path, problems);
  g_assert_cmpuint (im_diagnostics_count (problems, IM_SEVERITY_ERROR), ==, 0);

  return library;
}

static ImProgram *
elaborate (const PythonCase *c, ImUnitLibrary *library, ImDiagnostics *problems)
{
  ImUnitBinding bindings[2];
  ImTensorType input, time;
  guint n = 0;

  if (c->input != NULL)
    {
      g_assert_true (im_tensor_type_parse (c->input, &input, NULL));
      bindings[n++] = (ImUnitBinding){ "input", IM_TENSOR (&input) };
    }
  if (c->time != NULL)
    {
      g_assert_true (im_tensor_type_parse (c->time, &time, NULL));
      bindings[n++] = (ImUnitBinding){ "time_input", IM_TENSOR (&time) };
    }

  return im_program_elaborate (im_unit_library_find (library, c->unit), library, bindings,
                               n, problems);
}

static void
test_module (gconstpointer data)
{
  const PythonCase *c = data;
  g_autoptr (ImUnitLibrary) library = open_library ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImProgram) program = elaborate (c, library, problems);
  g_autoptr (ImPlan) plan = im_plan_new (program, IM_LANGUAGE_PYTHON, problems);
  g_autoptr (GString) first = g_string_new (NULL);
  g_autoptr (GString) second = g_string_new (NULL);
  g_autofree char *expected = g_strdup_printf ("verify/golden/%s.py", c->name);

  g_assert_nonnull (plan);
  g_assert_true (im_emit_python (plan, library, first, problems));
  g_assert_cmpuint (im_diagnostics_get_count (problems), ==, 0);
  g_assert_true (im_emit_python (plan, library, second, problems));
  g_assert_cmpstr (first->str, ==, second->str);
  golden_compare (expected, first->str);
}

/* Without Python there is no plan, and the problem says which layer. */
static void
test_no_twin (void)
{
  const PythonCase c = { "no-twin", "Case.NoTwin", NULL, NULL };
  g_autoptr (ImUnitLibrary) library = open_library ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImProgram) program = elaborate (&c, library, problems);

  g_assert_null (im_plan_new (program, IM_LANGUAGE_PYTHON, problems));
  g_assert_cmpuint (im_diagnostics_get_count (problems), ==, 1);
  g_assert_cmpstr (im_diagnostics_get (problems, 0)->code, ==, "no-implementation");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/python/module/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_module);
    }
  g_test_add_func ("/python/no-twin", test_no_twin);

  return g_test_run ();
}
