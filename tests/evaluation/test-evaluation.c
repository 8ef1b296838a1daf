/* SPDX-License-Identifier: MIT
 *
 * Evaluation of one unit with given inputs and options: values of all parameters,
 * contracts, choices and problems, compared with the text beside the cases.
 */
#include <string.h>

#include "evaluation/im-unit-evaluation.h"
#include "evaluation/im-unit-operation.h"
#include "golden-text.h"

typedef struct
{
  const char *name;     /* of the expected text */
  const char *file;     /* below tests/unit/ */
  guint unit;           /* number of the unit in the file */
  const char *bindings; /* NAME=VALUE, separated by blanks; a tensor, or an expression */
} EvaluationCase;

static const EvaluationCase cases[] = {
  { "values", "evaluation/golden/values.imunit", 0, "input=float32[3,50]@100" },
  { "values-int8", "evaluation/golden/values.imunit", 0,
    "input=int8[3,50] other=float32[7] axis=1 fast=false gain=2" },
  { "values-q15", "evaluation/golden/values.imunit", 0,
    "input=q15[2,2]@50;shift=1 gain=0.5" },
  { "fitting", "evaluation/golden/fitting.imunit", 0, "input=float32[3]" },
  { "fitting-unconnected", "evaluation/golden/fitting.imunit", 0, "" },
  { "fitting-given", "evaluation/golden/fitting.imunit", 0, "input=float32[3] count=9" },
  { "fitting-unknown", "evaluation/golden/fitting.imunit", 0, "input=float32[?]" },
  { "optimize", "evaluation/golden/optimize.imunit", 0, "input=float32[3] n=70000" },
  { "optimize-fits", "evaluation/golden/optimize.imunit", 0, "input=float32[3] n=7" },
  { "remedy-integer", "evaluation/golden/remedy.imunit", 0, "input=uint8[3]@50" },
  { "remedy-none", "evaluation/golden/remedy.imunit", 0, "input=float64[3]@50" },
  { "remedy-option", "evaluation/golden/remedy.imunit", 0, "input=q15[3]@50 scale=2" },
  { "remedy-rate", "evaluation/golden/remedy.imunit", 0, "input=float32[3]" },
  { "remedy-low-rate", "evaluation/golden/remedy.imunit", 0,
    "input=float32[3]@50 scale=25" },
  { "unconnected", "evaluation/golden/values.imunit", 0, "axis=7 kind='z'" },
  { "refused", "evaluation/golden/values.imunit", 0,
    "input=3 size=4 axes=1 gain='loud' shape=System.Shape(1)" },
  { "function", "check/golden/function.imunit", 0, "input=float32[3,50]@16000 axis=1" },
  { "function-contract", "check/golden/function.imunit", 0, "input=float32[3] axis=4" },
  { "function-type", "check/golden/function.imunit", 0, "input=int16[3,50]" },
  { "function-ambiguous", "check/golden/function.imunit", 0, "input=int8[3,50]" },
  { "queue", "check/golden/queue.imunit", 0, "input=float32[3]@48 stride=6" },
  { "queue-time", "check/golden/queue.imunit", 0,
    "input=float32[3]@48 time_input=float32[1]" },
  { "queue-contract", "check/golden/queue.imunit", 0, "input=float32[3]@48 stride=4" },
  { "legacy", "check/golden/legacy.imunit", 0, "input=float32[4];shift=1" },
  { "view", "check/golden/legacy.imunit", 1,
    "input=float32[6]@10 shape=System.Shape(2,3)" },
  { "view-mismatch", "check/golden/legacy.imunit", 1,
    "input=float32[6] shape=System.Shape(4)" },
  { "composite", "check/golden/composite.imunit", 0, "input=float32[3]@50" },
  { "compound", "check/golden/compound.imunit", 0, "input=float32[3]@50" },
  { "operator", "evaluation/golden/operators.sknd", 0, "x=float32[3,50]@50" },
  { "operator-double", "evaluation/golden/operators.sknd", 0,
    "x=float64[3,50]@50 factor=3 mode='down' is_exact=true" },
  { "operator-assert", "evaluation/golden/operators.sknd", 0, "x=float32[3] times=9" },
  { "operator-choice", "evaluation/golden/operators.sknd", 0, "x=float32[3] mode='z'" },
  { "operator-type", "evaluation/golden/operators.sknd", 0, "x=int16[3]" },
  { "operator-unknown", "evaluation/golden/operators.sknd", 0, "x=float32[3,?]" },
  { "operator-unconnected", "evaluation/golden/operators.sknd", 0, "" },
  { "written", "evaluation/golden/operators.sknd", 1,
    "x=float32[8,6] size=System.Shape(3,2) step='2' limits='[0.5,-1]'" },
  { "written-number", "evaluation/golden/operators.sknd", 1, "x=float32[8,6] size=2" },
  { "written-missing", "evaluation/golden/operators.sknd", 1, "x=float32[8,6]" },
  { "written-wrong", "evaluation/golden/operators.sknd", 1, "x=float32[8,6] size='[2,'" },
  { "written-length", "evaluation/golden/operators.sknd", 1,
    "x=float32[8,6] size='[1,2,3]'" },
  { "written-type", "evaluation/golden/operators.sknd", 1,
    "x=float32[8,6] size='[1.5,2.0]'" },
  { "optional", "evaluation/golden/operators.sknd", 1,
    "x=float32[8,6] mask=uint8[8,6] size=2" },
  { "optional-shape", "evaluation/golden/operators.sknd", 1,
    "x=float32[8,6] mask=uint8[8,5] size=2" },
  { "optional-type", "evaluation/golden/operators.sknd", 1,
    "x=float32[8,6] mask=int8[8,6] size=2" },
  { "pack", "evaluation/golden/operators.sknd", 2, "xs_1=int32[2] xs_2=int32[2] axis=0" },
  { "pack-mixed", "evaluation/golden/operators.sknd", 2,
    "xs_1=float32[2] xs_2=float64[2] axis=0" },
  { "pack-axis-from-the-end", "evaluation/golden/operators.sknd", 2,
    "xs_1=int32[2,3] xs_2=int32[2,3] axis=-1" },
  { "pack-axis", "evaluation/golden/operators.sknd", 2, "xs_1=uint8[2]" },
};

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

static GArray *
parse_bindings (const char *text, ImArena *arena)
{
  GArray *bindings = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      char *equals = strchr (words[i], '=');
      ImUnitBinding binding = {
        .name = im_arena_strndup (arena, words[i], (gsize) (equals - words[i])),
        .value = parse_value (equals + 1, arena),
      };

      g_array_append_val (bindings, binding);
    }

  return bindings;
}

static void
append_values (ImUnitEvaluation *evaluation, GString *out)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImExprError *error;
      ImValue value;

      g_string_append_printf (out, "%s = ", unit->parameters[i].name.text);
      if (im_unit_evaluation_get_value (evaluation, &unit->parameters[i], &value, &error))
        im_value_append_text (&value, out);
      else
        g_string_append_printf (out, "error %s: %s",
                                im_expr_error_code_get_name (error->code),
                                error->message);
      g_string_append_c (out, '\n');
    }
}

static void
append_contracts (ImUnitEvaluation *evaluation, GString *out)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);

  for (guint i = 0; i < unit->n_contracts; i++)
    {
      ImContractResult result = im_unit_evaluation_check_contract (evaluation,
                                                                   &unit->contracts[i]);

      g_string_append_printf (out, "contract %s: %s\n", unit->contracts[i].test->text,
                              result.holds        ? "holds"
                              : result.is_unknown ? "not known yet"
                                                  : result.message);
    }
}

/* What an operator says of its names, and of options that are axes. */
static void
append_operation (ImUnitEvaluation *evaluation, GString *out)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);
  const ImUnitOperation *operation = unit->operation == NULL
                                         ? NULL
                                         : im_unit_evaluation_get_operation (evaluation);
  g_autoptr (GString) symbols = g_string_new (NULL);

  if (operation == NULL)
    return;
  im_unit_operation_append_symbols (operation, unit, symbols);
  if (symbols->len > 0)
    g_string_append_printf (out, "symbols: %s\n", symbols->str);
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      guint rank = 0;
      g_autoptr (GArray) axes = im_unit_operation_list_axes (operation,
                                                             &unit->parameters[i], &rank);

      if (axes->len == 0)
        continue;
      g_string_append_printf (out, "%s of %u axes:", unit->parameters[i].name.text, rank);
      for (guint j = 0; j < axes->len; j++)
        g_string_append_printf (out, " %" G_GINT64_FORMAT,
                                g_array_index (axes, gint64, j));
      g_string_append_c (out, '\n');
    }
}

static void
append_choice (ImUnitEvaluation *evaluation,
               ImSectionKind kind,
               ImLanguage language,
               GString *out)
{
  ImSectionResult result = im_unit_evaluation_choose (evaluation, kind, language);

  if (result.n_results == 0)
    return;
  g_string_append_printf (out, "%s %s: %s of %u\n", im_section_get_name (kind),
                          im_language_get_name (language),
                          result.chosen == NULL ? "none" : result.chosen->fragment.text,
                          result.n_results);
  for (guint i = 0; i < result.n_results; i++)
    for (guint j = 0; j < result.results[i].n_conditions; j++)
      {
        const ImConditionResult *condition = &result.results[i].conditions[j];

        g_string_append_printf (out, "  %s: %s %s",
                                result.results[i].implementation->fragment.text,
                                condition->text,
                                condition->error != NULL ? condition->error->message
                                : condition->holds       ? "holds"
                                                         : "does not hold");
        for (guint k = 0; k < condition->n_parts; k++)
          if (condition->parts[k].error == NULL)
            {
              g_string_append (out, k == 0 ? " with " : ", ");
              im_value_append_display (&condition->parts[k].value, out);
            }
        g_string_append_c (out, '\n');
      }
}

static void
test_evaluation (gconstpointer data)
{
  const EvaluationCase *c = data;
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, c->file, NULL);
  g_autofree char *expected = g_strconcat ("evaluation/golden/", c->name, ".expected",
                                           NULL);
  g_autoptr (ImArena) arena = im_arena_new ();
  g_autoptr (GArray) bindings = parse_bindings (c->bindings, arena);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (ImUnitFile) file = im_unit_file_read (path, diagnostics);

  g_assert_nonnull (file);
  g_autoptr (ImUnitEvaluation) evaluation = im_unit_evaluation_new (
      im_unit_file_get_unit (file, c->unit), (const ImUnitBinding *) bindings->data,
      bindings->len);
  append_values (evaluation, text);
  append_contracts (evaluation, text);
  append_operation (evaluation, text);
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    {
      append_choice (evaluation, (ImSectionKind) i, IM_LANGUAGE_C, text);
      append_choice (evaluation, (ImSectionKind) i, IM_LANGUAGE_PYTHON, text);
    }
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  im_unit_evaluation_report (evaluation, problems);
  golden_append_diagnostics (problems, text);
  golden_compare (expected, text->str);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/evaluation/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_evaluation);
    }

  return g_test_run ();
}
