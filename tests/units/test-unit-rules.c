/* SPDX-License-Identifier: MIT
 *
 * usage: test-unit-rules [UNITS RULES]
 *
 * What the shipped units allow and what follows from it. Each contract and each C
 * implementation must be reached by a case, and the files must be without a problem.
 *
 * The cases are in the text files of the folder RULES. A line names a unit, without
 * `Core.`; each indented one below is a case of it:
 *
 *   input=float32[3,50] axis=1 => output=float32[3] max_f32
 *
 * In front of the arrow stands what is bound, tensors or expressions; behind it the
 * outputs, the handles and the C fragments, or a part of the message of a contract;
 * behind `warning:` of one that only warns. Without that word there must not be such a
 * warning.
 */
#include <string.h>

#include "check/im-unit-check.h"
#include "rule-case.h"

#define WARNING "warning: "

static ImUnitLibrary *library;
static ImDiagnostics *library_problems;
static GHashTable *reached; /* contracts that failed, implementations that were chosen */

static void
append_values (ImUnitEvaluation *evaluation, GString *out)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      g_autoptr (GString) text = g_string_new (NULL);
      ImValue value;

      if (parameter->kind != IM_PARAMETER_OUTPUT &&
          parameter->kind != IM_PARAMETER_HANDLE)
        continue;
      g_assert_true (im_unit_evaluation_get_value (evaluation, parameter, &value, NULL));
      im_value_append_text (&value, text);
      g_string_replace (text, " ", "~", 0);
      g_string_append_printf (out, "%s%s=%s", out->len > 0 ? " " : "",
                              parameter->name.text, text->str);
    }
}

static void
append_choices (ImUnitEvaluation *evaluation, GString *out)
{
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    {
      ImSectionResult result = im_unit_evaluation_choose (evaluation, (ImSectionKind) i,
                                                          IM_LANGUAGE_C);

      if (result.chosen == NULL)
        continue;
      g_assert_cmpuint (result.n_matches, ==, 1);
      g_hash_table_add (reached, (gpointer) result.chosen);
      g_string_append_printf (out, " %.*s",
                              (int) strcspn (result.chosen->call->text, "("),
                              result.chosen->call->text);
    }
}

static void
mark_failed_contracts (ImUnitEvaluation *evaluation)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);

  for (guint i = 0; i < unit->n_contracts; i++)
    {
      ImContractResult result = im_unit_evaluation_check_contract (evaluation,
                                                                   &unit->contracts[i]);

      if (!result.holds && result.error == NULL)
        g_hash_table_add (reached, (gpointer) result.contract);
    }
}

static gboolean
is_warning_expected (const RuleCase *c)
{
  return g_str_has_prefix (c->expected, WARNING);
}

/* Messages of contracts that only warn, a line each. */
static char *
dup_warnings (const ImDiagnostics *diagnostics)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (diagnostics, i);

      if (problem->severity == IM_SEVERITY_WARNING &&
          strcmp (problem->code, "contract") == 0)
        g_string_append_printf (text, "%s\n", problem->message);
    }

  return g_string_free (text, FALSE);
}

static void
assert_warning (const RuleCase *c,
                ImUnitEvaluation *evaluation,
                const ImDiagnostics *diagnostics)
{
  g_autofree char *warnings = dup_warnings (diagnostics);

  g_assert_cmpuint (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR), ==, 0);
  mark_failed_contracts (evaluation);
  g_test_message ("%s", warnings);
  g_assert_nonnull (strstr (warnings, c->expected + strlen (WARNING)));
}

static void
test_rule (gconstpointer data)
{
  const RuleCase *c = data;
  g_autofree char *id = g_strconcat ("Core.", c->unit, NULL);
  const ImUnit *unit = im_unit_library_find (library, id);
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_nonnull (unit);
  if (unit == NULL)
    return;

  g_autoptr (GArray) bindings = rule_case_bind (c, arena);
  g_autoptr (ImUnitEvaluation) evaluation = im_unit_evaluation_new (
      unit, (const ImUnitBinding *) bindings->data, bindings->len);
  im_unit_evaluation_report (evaluation, diagnostics);
  if (is_warning_expected (c))
    {
      assert_warning (c, evaluation, diagnostics);
      return;
    }
  if (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) == 0)
    {
      g_autofree char *warnings = dup_warnings (diagnostics);

      g_assert_cmpstr (warnings, ==, "");
      append_values (evaluation, text);
      append_choices (evaluation, text);
      g_assert_cmpstr (text->str, ==, c->expected);
      return;
    }

  mark_failed_contracts (evaluation);
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (diagnostics, i);

      /* "value": a function of the language refuses the text of an option. */
      if (problem->severity == IM_SEVERITY_ERROR && strcmp (problem->code, "value") != 0)
        g_assert_cmpstr (problem->code, ==, "contract");
      g_string_append_printf (text, "%s\n", problem->message);
    }
  g_test_message ("%s", text->str);
  g_assert_nonnull (strstr (text->str, c->expected));
}

/* Shipped units and examples are without hints and warnings. */
static void
test_files (void)
{
  GPtrArray *units = im_unit_library_get_units (library);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < units->len; i++)
    im_unit_check (g_ptr_array_index (units, i), library, library_problems);
  for (guint i = 0; i < im_diagnostics_get_count (library_problems); i++)
    im_diagnostic_print (im_diagnostics_get (library_problems, i), FALSE, text);
  g_assert_cmpstr (text->str, ==, "");
  g_assert_cmpuint (units->len, >=, 10);
}

/* Appends what no case reaches. */
static void
append_unreached (const ImUnit *unit, GString *out)
{
  for (guint i = 0; i < unit->n_contracts; i++)
    if (!g_hash_table_contains (reached, &unit->contracts[i]))
      g_string_append_printf (out, "%s: no case breaks %s\n", unit->id.text,
                              unit->contracts[i].test->text);
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    for (guint j = 0; j < unit->sections[i].n_implementations; j++)
      {
        const ImImplementation *implementation = &unit->sections[i].implementations[j];

        if (implementation->language == IM_LANGUAGE_C &&
            !g_hash_table_contains (reached, implementation))
          g_string_append_printf (out, "%s: no case uses %s\n", unit->id.text,
                                  implementation->fragment.text);
      }
}

static void
test_all_reached (void)
{
  GPtrArray *units = im_unit_library_get_units (library);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < units->len; i++)
    {
      const ImUnit *unit = g_ptr_array_index (units, i);

      if (g_str_has_prefix (unit->id.text, "Core."))
        append_unreached (unit, text);
    }
  g_assert_cmpstr (text->str, ==, "");
}

static void
add_cases (const GPtrArray *cases)
{
  for (guint i = 0; i < cases->len; i++)
    {
      const RuleCase *c = g_ptr_array_index (cases, i);
      g_autofree char *name = g_strdup_printf ("/unit-rules/%s-%u-%s", c->file, c->line,
                                               c->unit);

      g_test_add_data_func (name, c, test_rule);
    }
}

int
main (int argc, char **argv)
{
  g_autofree char *units = NULL;
  g_autofree char *examples = NULL;
  g_autofree char *operators = NULL;
  g_autofree char *rules = NULL;
  g_autoptr (GPtrArray) cases = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_set_nonfatal_assertions ();
  units = argc > 2 ? g_strdup (argv[1])
                   : g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  rules = argc > 2 ? g_strdup (argv[2])
                   : g_test_build_filename (G_TEST_DIST, "units", "rules", NULL);
  examples = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", NULL);
  operators = g_test_build_filename (G_TEST_DIST, "..", "stdlib", "skriptnd", NULL);
  library = im_unit_library_new ();
  library_problems = im_diagnostics_new ();
  reached = g_hash_table_new (NULL, NULL);
  im_unit_library_add_root (library, units, library_problems);
  if (argc <= 2)
    {
      im_unit_library_add_root (library, operators, library_problems);
      im_unit_library_add_root (library, examples, library_problems);
    }

  g_test_add_func ("/unit-rules/files", test_files);
  cases = rule_cases_load (rules);
  add_cases (cases);
  g_test_add_func ("/unit-rules/all-reached", test_all_reached);
  status = g_test_run ();

  g_hash_table_unref (reached);
  im_diagnostics_free (library_problems);
  im_unit_library_unref (library);

  return status;
}
