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
 * outputs, the handles and the C fragments, or a part of the message of a contract.
 */
#include <string.h>

#include "unit/im-unit-check.h"
#include "unit/im-unit-evaluation.h"

typedef struct
{
  const char *unit;     /* without `Core.` */
  const char *bindings; /* NAME=VALUE, separated by blanks */
  const char *expected;
} RuleCase;

static ImUnitLibrary *library;
static ImDiagnostics *library_problems;
static GHashTable *reached; /* contracts that failed, implementations that were chosen */

static ImValue
parse_value (const char *text, ImArena *arena)
{
  ImTensorType *type = im_arena_new0 (arena, ImTensorType, 1);
  ImEnvironment environment;
  ImValue value = IM_NULL;

  if (im_tensor_type_parse (text, type, NULL))
    return IM_TENSOR (type);

  im_environment_init (&environment, arena, NULL);
  const ImExpr *expr = im_expr_parse (arena, text, -1, NULL, NULL);
  g_assert_nonnull (expr);
  g_assert_true (im_eval (expr, &environment, &value, NULL));

  return value;
}

/* Splits at blanks that are not in a string. */
static GPtrArray *
split_words (const char *text)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  gboolean is_string = FALSE;
  const char *start = text;

  for (const char *c = text;; c++)
    {
      if (*c == '"')
        is_string = !is_string;
      if (*c != '\0' && (*c != ' ' || is_string))
        continue;
      if (c > start)
        g_ptr_array_add (words, g_strndup (start, (gsize) (c - start)));
      if (*c == '\0')
        return words;
      start = c + 1;
    }
}

static ImUnitEvaluation *
evaluate (const ImUnit *unit, const char *text, ImArena *arena)
{
  g_autoptr (GPtrArray) words = split_words (text);
  guint n = words->len;
  g_autofree ImUnitBinding *bindings = g_new0 (ImUnitBinding, n);

  for (guint i = 0; i < n; i++)
    {
      char *word = g_ptr_array_index (words, i);
      char *equals = strchr (word, '=');

      *equals = '\0';
      bindings[i].name = word;
      bindings[i].value = parse_value (equals + 1, arena);
    }

  return im_unit_evaluation_new (unit, bindings, n);
}

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
      g_string_append_printf (out, " %s", strchr (result.chosen->fragment.text, ':') + 1);
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

  g_autoptr (ImUnitEvaluation) evaluation = evaluate (unit, c->bindings, arena);
  im_unit_evaluation_report (evaluation, diagnostics);
  if (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) == 0)
    {
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

/* Adds the cases of a file; its text stays. */
static void
add_cases (const char *path, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  const char *unit = NULL;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *arrow = strstr (lines[i], " => ");
      RuleCase *c;

      if (lines[i][0] == '\0' || lines[i][0] == '#')
        continue;
      if (lines[i][0] != ' ')
        {
          unit = g_intern_string (lines[i]);
          continue;
        }
      if (unit == NULL || arrow == NULL)
        g_error ("%s:%u: expected “NAME=VALUE… => RESULT” below the name of a unit", path,
                 i + 1);

      g_autofree char *bindings = g_strndup (lines[i], (gsize) (arrow - lines[i]));
      g_autofree char *base = g_path_get_basename (path);
      g_autofree char *name = g_strdup_printf ("/unit-rules/%s-%u-%s", base, i + 1, unit);

      c = g_new0 (RuleCase, 1);
      c->unit = unit;
      c->bindings = g_intern_string (bindings);
      c->expected = g_intern_string (arrow + strlen (" => "));
      g_test_add_data_func_full (name, c, test_rule, g_free);
    }
}

static void
add_files (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;

      if (!g_str_has_suffix (name, ".txt"))
        continue;
      g_file_get_contents (path, &text, NULL, &error);
      g_assert_no_error (error);
      add_cases (path, text);
    }
}

int
main (int argc, char **argv)
{
  g_autofree char *units = NULL;
  g_autofree char *examples = NULL;
  g_autofree char *rules = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_set_nonfatal_assertions ();
  units = argc > 2 ? g_strdup (argv[1])
                   : g_test_build_filename (G_TEST_DIST, "..", "units", NULL);
  rules = argc > 2 ? g_strdup (argv[2])
                   : g_test_build_filename (G_TEST_DIST, "units", "rules", NULL);
  examples = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", NULL);
  library = im_unit_library_new ();
  library_problems = im_diagnostics_new ();
  reached = g_hash_table_new (NULL, NULL);
  im_unit_library_add_root (library, units, library_problems);
  if (argc <= 2)
    im_unit_library_add_root (library, examples, library_problems);

  g_test_add_func ("/unit-rules/files", test_files);
  add_files (rules);
  g_test_add_func ("/unit-rules/all-reached", test_all_reached);
  status = g_test_run ();

  g_hash_table_unref (reached);
  im_diagnostics_free (library_problems);
  im_unit_library_free (library);

  return status;
}
