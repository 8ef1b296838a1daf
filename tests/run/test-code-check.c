/* SPDX-License-Identifier: MIT
 *
 * What compilers say of code that is being edited, at its places.
 */
#include "run/im-code-check.h"

#include <string.h>

#include "emit/im-problems.h"

typedef struct
{
  const char *name;
  const char *old;
  const char *new;
  const char *code;    /* of the first problem, NULL for none */
  guint line;          /* of it */
  const char *about;   /* the text that it is placed at */
  const char *message; /* a part of it */
} CheckCase;

static const CheckCase c_cases[] = {
  { "as-it-is", "int j = 0", "int j = 0", NULL, 0, NULL, NULL },
  { "name", "int j = 0", "int j = zero", "compiler-error", 23, "zero", "undeclared" },
  { "type", "int j = 0", "int j = \"0\"", "compiler-warning", 23, NULL, "pointer" },
  { "conversion", "int j = 0", "int j = 0.5F", "compiler-warning", 23, NULL, "float" },
  { "function", "sqrtf (", "square_root (", "compiler-warning", 29, "square_root",
    "implicit" },
};

static const CheckCase python_cases[] = {
  { "as-it-is", "squares =", "squares =", NULL, 0, NULL, NULL },
  { "syntax", "squares =", "squares = =", "compiler-error", 9, "=", "invalid syntax" },
  { "indentation", "    output", "      output", "compiler-error", 10, NULL, "indent" },
};

/* With the defaults of the unit another implementation is chosen. */
static const CheckCase other_cases[] = {
  { "as-it-is", "(peak)", "(peak)", NULL, 0, NULL, NULL },
  { "branch", "(peak)", "(highest)", "compiler-error", 91, "highest", "undeclared" },
  { "shared", "(input[i] < l", "(inputs[i] < l", "compiler-error", 34, "inputs",
    "undeclared" },
};

typedef struct
{
  ImUnitLibrary *shipped;
  ImUnitLibrary *library;
  char *folder;
} Fixture;

static void
set_up (Fixture *fixture, const CheckCase *c, const char *unit, const char *name)
{
  g_autofree char *units = g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GString) changed = NULL;
  g_autoptr (GHashTable) code = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                       (GDestroyNotify) g_bytes_unref);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autofree char *root = g_canonicalize_filename (units, NULL);
  char *path = g_build_filename (root, "Core", "Math", unit, name, NULL);

  fixture->folder = g_path_get_dirname (path);
  fixture->shipped = im_unit_library_new ();
  im_unit_library_add_root (fixture->shipped, units, problems);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  changed = g_string_new (text);
  g_assert_cmpuint (g_string_replace (changed, c->old, c->new, 1), ==, 1);
  g_hash_table_insert (code, path, g_bytes_new (changed->str, changed->len));
  fixture->library = im_unit_library_new_with_code (fixture->shipped, code);
}

static void
tear_down (Fixture *fixture)
{
  im_unit_library_unref (fixture->library);
  im_unit_library_unref (fixture->shipped);
  g_free (fixture->folder);
}

static void
assert_found (const CheckCase *c, const ImDiagnostics *problems)
{
  const ImDiagnostic *first;
  guint line, column;

  if (c->code == NULL)
    {
      g_assert_cmpuint (im_diagnostics_get_count (problems), ==, 0);
      return;
    }
  g_assert_cmpuint (im_diagnostics_get_count (problems), >, 0);
  first = im_diagnostics_get (problems, 0);
  g_assert_cmpstr (first->code, ==, c->code);
  g_assert_nonnull (strstr (first->message, c->message));
  im_diagnostic_locate (first, &line, &column);
  g_assert_cmpuint (line, ==, c->line);
  if (c->about != NULL)
    {
      g_autofree char *about = g_strndup (im_source_get_text (first->source, NULL) +
                                              first->span.start,
                                          first->span.end - first->span.start);

      g_assert_cmpstr (about, ==, c->about);
    }
}

static void
test_c (gconstpointer data)
{
  const CheckCase *c = data;
  Fixture fixture;
  g_autoptr (ImDiagnostics) told = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImProgram) program = NULL;
  g_autoptr (ImPlan) plan = NULL;
  g_autoptr (GError) error = NULL;
  ImTensorType type;

  set_up (&fixture, c, "Rms", "rms.h");
  g_assert_true (im_tensor_type_parse ("float32[3,50]@100", &type, &error));
  {
    const ImUnitBinding input = { "input", IM_TENSOR (&type) };

    program = im_program_elaborate (
        im_unit_library_find (fixture.library, "Core.Math.Rms"), fixture.library, &input,
        1, told);
  }
  plan = im_problems_plan (program, fixture.library, told);
  g_assert_nonnull (plan);
  g_assert_true (im_code_check_c (plan, fixture.library, NULL, problems, &error));
  g_assert_no_error (error);
  assert_found (c, problems);
  g_clear_pointer (&plan, im_plan_unref);
  g_clear_pointer (&program, im_program_unref);
  tear_down (&fixture);
}

/* What is found with the inputs that are tried stands once; what only another
 * implementation has tells which one. */
static void
test_others (gconstpointer data)
{
  const CheckCase *c = data;
  Fixture fixture;
  g_autoptr (ImDiagnostics) told = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImProgram) program = NULL;
  g_autoptr (ImPlan) plan = NULL;
  g_autoptr (GError) error = NULL;
  ImTensorType type;
  guint n_tried;

  set_up (&fixture, c, "PowerToDb", "power_to_db.h");
  g_assert_true (im_tensor_type_parse ("float32[8]", &type, &error));
  {
    const ImUnitBinding input = { "input", IM_TENSOR (&type) };

    program = im_program_elaborate (
        im_unit_library_find (fixture.library, "Core.Math.PowerToDb"), fixture.library,
        &input, 1, told);
  }
  plan = im_problems_plan (program, fixture.library, told);
  g_assert_true (im_code_check_c (plan, fixture.library, NULL, problems, &error));
  g_assert_no_error (error);
  n_tried = im_diagnostics_get_count (problems);
  g_assert_cmpuint (n_tried, ==, strcmp (c->name, "shared") == 0);
  g_assert_true (im_code_check_others (program, fixture.library, NULL, problems, &error));
  g_assert_no_error (error);
  assert_found (c, problems);
  g_assert_cmpuint (im_diagnostics_get_count (problems), ==, c->code != NULL);
  if (c->code != NULL)
    g_assert_cmpstr (im_diagnostics_get (problems, 0)->note, ==,
                     n_tried > 0 ? NULL : "where power_to_db_peak_f32 is chosen");
  g_clear_pointer (&plan, im_plan_unref);
  g_clear_pointer (&program, im_program_unref);
  tear_down (&fixture);
}

static void
test_python (gconstpointer data)
{
  const CheckCase *c = data;
  Fixture fixture;
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImSource) source = NULL;
  g_autofree char *from = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&fixture, c, "Rms", "rms.py");
  from = g_build_filename (fixture.folder, "Rms.imunit", NULL);
  source = im_unit_library_load_code (fixture.library, from, "rms.py", &error);
  g_assert_no_error (error);
  g_assert_true (im_code_check_python (source, fixture.library, NULL, problems, &error));
  g_assert_no_error (error);
  assert_found (c, problems);
  tear_down (&fixture);
}

static void
add_cases (const char *folder, const CheckCase *cases, guint n, GTestDataFunc run)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("/code-check/%s/%s", folder,
                                               cases[i].name);

      g_test_add_data_func (name, &cases[i], run);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_cases ("c", c_cases, G_N_ELEMENTS (c_cases), test_c);
  add_cases ("others", other_cases, G_N_ELEMENTS (other_cases), test_others);
  add_cases ("python", python_cases, G_N_ELEMENTS (python_cases), test_python);

  return g_test_run ();
}
