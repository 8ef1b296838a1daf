/* SPDX-License-Identifier: MIT
 *
 * Runs the cases in the .test files, and checks that they and the examples of the
 * reference leave nothing of the language out.
 */
#include <string.h>

#include "coverage.h"
#include "language-case.h"

static void
test_case (gconstpointer data)
{
  const LanguageCase *c = data;
  g_autoptr (ImArena) arena = im_arena_new ();
  LanguageNames names;

  language_names_init (&names, arena, c->with);
  language_case_check (c, &names, arena);
  language_names_clear (&names);
}

static void
test_every_error_code (gconstpointer data)
{
  const GPtrArray *cases = data;
  /* These are not of evaluation but of checks, see test-kinds.c. */
  gboolean seen[IM_N_EXPR_ERRORS] = {
    [IM_EXPR_ERROR_NEVER_EQUAL] = TRUE,
    [IM_EXPR_ERROR_ROUNDING] = TRUE,
    [IM_EXPR_ERROR_SPACING] = TRUE,
  };

  for (guint i = 0; i < cases->len; i++)
    {
      const LanguageCase *c = g_ptr_array_index (cases, i);
      g_autoptr (ImArena) arena = im_arena_new ();
      const ImExprError *error = NULL;
      LanguageNames names;
      ImValue value;

      language_names_init (&names, arena, c->with);
      if (!language_evaluate (&names, c->expression, &value, &error))
        for (; error != NULL; error = error->cause)
          seen[error->code] = TRUE;
      language_names_clear (&names);
    }

  for (guint i = 0; i < IM_N_EXPR_ERRORS; i++)
    if (!seen[i])
      g_test_fail_printf ("no case provokes %s",
                          im_expr_error_code_get_name ((ImExprErrorCode) i));
}

static void
add_examples (Coverage *coverage, const ImBuiltin *builtin)
{
  for (guint i = 0; i < builtin->n_examples; i++)
    {
      g_autoptr (ImArena) arena = im_arena_new ();
      LanguageNames names;

      language_names_init_samples (&names, arena);
      coverage_add (coverage, &names, builtin->examples[i].expression);
      language_names_clear (&names);
    }
}

static void
test_every_name (gconstpointer data)
{
  const GPtrArray *cases = data;
  g_autoptr (GString) missing = g_string_new (NULL);
  guint n_builtins;
  const ImBuiltin *builtins = im_builtin_get_all (&n_builtins);
  Coverage coverage;

  coverage_init (&coverage);
  for (guint i = 0; i < n_builtins; i++)
    add_examples (&coverage, &builtins[i]);
  for (guint i = 0; i < cases->len; i++)
    {
      const LanguageCase *c = g_ptr_array_index (cases, i);
      g_autoptr (ImArena) arena = im_arena_new ();
      LanguageNames names;

      language_names_init (&names, arena, c->with);
      coverage_add (&coverage, &names, c->expression);
      language_names_clear (&names);
    }
  coverage_append_missing (&coverage, missing);
  coverage_clear (&coverage);

  if (missing->len > 0)
    g_test_fail_printf ("neither a case nor an example uses:\n%s", missing->str);
}

/* An empty table would leave nothing out: what it reports must be missing. */
static void
test_coverage_reports (void)
{
  g_autoptr (GString) missing = g_string_new (NULL);
  g_autoptr (ImArena) arena = im_arena_new ();
  LanguageNames names;
  Coverage coverage;

  coverage_init (&coverage);
  language_names_init (&names, arena, NULL);
  coverage_add (&coverage, &names, "Math.max(1, 2) + Math.PI");
  coverage_append_missing (&coverage, missing);

  g_assert_null (strstr (missing->str, "Math max static"));
  g_assert_null (strstr (missing->str, "Math max (a: int, b: int)"));
  g_assert_null (strstr (missing->str, "Math PI static"));
  g_assert_null (strstr (missing->str, "Operators + (a: double, b: double)"));
  g_assert_nonnull (strstr (missing->str, "Math max bare"));
  g_assert_nonnull (strstr (missing->str, "Math max method"));
  g_assert_nonnull (strstr (missing->str, "Math max (a: double, b: double)"));
  g_assert_nonnull (strstr (missing->str, "Math E static"));
  g_assert_nonnull (strstr (missing->str, "Operators + (a: int, b: int)"));

  language_names_clear (&names);
  coverage_clear (&coverage);
}

static int
compare_names_cb (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The .test files of the source folder, sorted. */
static GPtrArray *
list_files (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "lang", NULL);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".test"))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_names_cb);

  return paths;
}

static void
add_tests (GPtrArray *cases)
{
  for (guint i = 0; i < cases->len; i++)
    {
      const LanguageCase *c = g_ptr_array_index (cases, i);
      g_autofree char *path = g_strdup_printf ("/language/%s/%u", c->file, c->line);

      g_test_add_data_func (path, c, test_case);
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GPtrArray) all = g_ptr_array_new ();

  g_test_init (&argc, &argv, NULL);

  g_autoptr (GPtrArray) paths = list_files ();
  for (guint i = 0; i < paths->len; i++)
    {
      GPtrArray *cases = language_cases_load (arena, g_ptr_array_index (paths, i));

      g_assert_cmpuint (cases->len, >, 0);
      g_ptr_array_extend_and_steal (all, cases);
    }
  add_tests (all);
  g_test_add_data_func ("/language/every-error-code", all, test_every_error_code);
  g_test_add_data_func ("/language/every-name", all, test_every_name);
  g_test_add_func ("/language/coverage-reports", test_coverage_reports);

  return g_test_run ();
}
