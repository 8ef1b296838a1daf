/* SPDX-License-Identifier: MIT
 *
 * From the results of an evaluation to messages. What follows from a cause that is
 * reported is not reported again: first what was given, then contracts that are false,
 * then values that cannot be computed, then the choice of implementations.
 */
#include <string.h>

#include "base/im-diagnostics.h"
#include "evaluation/im-unit-evaluation-private.h"
#include "unit/im-unit-place.h"
#include "unit/im-unit-text.h"

#define MAX_REASONS 3 /* why implementations were not chosen, in one message */

typedef struct
{
  ImUnitEvaluation *evaluation;
  const ImUnit *unit;
  ImSource *source;
  ImDiagnostics *diagnostics;
  GHashTable *reported; /* errors that have their message already */
  gboolean input_missing;
} Report;

/* Says what the problem that was just reported is about. */
static void
set_subject (Report *report, const char *parameter, const char *detail)
{
  im_diagnostics_set_subject (report->diagnostics,
                              (ImSubject){ .parameter = parameter, .detail = detail });
}

static void
set_contract (Report *report, const ImContract *contract, const char *detail)
{
  im_diagnostics_set_subject (
      report->diagnostics,
      (ImSubject){ .contract = (guint) (contract - report->unit->contracts) + 1,
                   .detail = detail });
}

static void
append_parts (GString *out, const char *text, const ImExplainPart *parts, guint n_parts)
{
  for (guint i = 0; i < n_parts; i++)
    {
      g_string_append_printf (out, "%s%.*s", i > 0 ? ", " : "",
                              (int) (parts[i].span.end - parts[i].span.start),
                              text + parts[i].span.start);
      g_string_append (out, " = ");
      if (parts[i].error != NULL)
        g_string_append_printf (out, "? (%s)", parts[i].error->message);
      else
        im_value_append_display (&parts[i].value, out);
    }
}

/* Reports an error of @expr at its root: the expression that failed first. */
static void
report_error (Report *report,
              const ImUnitExpr *expr,
              const ImParameter *parameter,
              const ImExprError *error)
{
  const ImExprError *root = error->cause != NULL ? error->cause : error;

  if (report->input_missing && root->code == IM_EXPR_ERROR_NOT_CONNECTED)
    return;
  if (!g_hash_table_add (report->reported, (gpointer) root))
    return;
  if (error->cause_slot >= 0)
    {
      parameter = report->evaluation->by_slot[error->cause_slot];
      expr = report->evaluation->failed[error->cause_slot];
    }

  im_diagnostics_add (report->diagnostics, IM_SEVERITY_ERROR,
                      im_expr_error_code_get_name (root->code), report->source,
                      expr != NULL
                          ? im_unit_expr_get_span (report->unit, expr, root->span)
                          : parameter->name.raw,
                      "%s", root->message);
  set_subject (report, parameter == NULL ? NULL : parameter->name.text, root->message);
}

static void
report_refused (Report *report, const ImUnitBinding *binding)
{
  const ImParameter *parameter = im_unit_find_parameter (report->unit, binding->name);

  if (parameter == NULL)
    {
      const char *nearest = im_symbols_nearest (report->unit->symbols, binding->name);

      im_diagnostics_add (report->diagnostics, IM_SEVERITY_ERROR, "unknown-parameter",
                          report->source, report->unit->id.raw,
                          "%s has no parameter “%s”%s%s%s", report->unit->id.text,
                          binding->name, nearest == NULL ? "" : "; did you mean “",
                          nearest == NULL ? "" : nearest, nearest == NULL ? "" : "”?");
      set_subject (report, binding->name, NULL);
      return;
    }

  ImValueKind kind = im_unit_binding_kind (parameter);
  if (kind == IM_VALUE_NULL)
    im_diagnostics_add (report->diagnostics, IM_SEVERITY_ERROR, "option-type",
                        report->source, parameter->name.raw,
                        "“%s” is computed and cannot be given", parameter->name.text);
  else
    im_diagnostics_add (report->diagnostics, IM_SEVERITY_ERROR, "option-type",
                        report->source, parameter->name.raw, "“%s” takes %s, found %s",
                        parameter->name.text, im_value_kind_get_phrase (kind),
                        im_value_kind_get_phrase (binding->value.kind));
  set_subject (report, parameter->name.text,
               im_value_kind_get_phrase (binding->value.kind));
}

static gboolean
was_refused (Report *report, const ImParameter *parameter)
{
  const GArray *refused = report->evaluation->refused;

  for (guint i = 0; i < refused->len; i++)
    if (strcmp (g_array_index (refused, ImUnitBinding, i).name, parameter->name.text) ==
        0)
      return TRUE;

  return FALSE;
}

static gboolean
is_outside (double value, const ImUnitText *limit, gboolean is_upper)
{
  double number;

  if (limit->text == NULL || !im_unit_parse_number (limit->text, &number))
    return FALSE;

  return is_upper ? value > number : value < number;
}

static gboolean
is_choice (Report *report, const ImOption *option, const ImValue *value)
{
  for (guint i = 0; i < option->n_items; i++)
    {
      ImValue item;

      if (im_unit_parse_option (option->parameter, option->items[i].value.text,
                                report->evaluation->arena, &item) &&
          im_value_equal (&item, value))
        return TRUE;
    }

  return FALSE;
}

static void
report_option (Report *report, const ImOption *option)
{
  g_autoptr (GString) text = g_string_new (NULL);
  ImValue value;
  double number;

  if (!im_unit_evaluation_get_value (report->evaluation, option->parameter, &value,
                                     NULL) ||
      value.kind == IM_VALUE_UNKNOWN)
    return;

  number = value.kind == IM_VALUE_INT      ? value.integer
           : value.kind == IM_VALUE_DOUBLE ? value.real
                                           : 0;
  im_value_append_display (&value, text);
  if (is_outside (number, &option->minimum, FALSE) ||
      is_outside (number, &option->maximum, TRUE))
    {
      im_diagnostics_add (report->diagnostics, IM_SEVERITY_WARNING, "option-range",
                          report->source, option->parameter->name.raw,
                          "“%s” is %s; its range is %s to %s",
                          option->parameter->name.text, text->str,
                          option->minimum.text == NULL ? "…" : option->minimum.text,
                          option->maximum.text == NULL ? "…" : option->maximum.text);
      set_subject (report, option->parameter->name.text, text->str);
    }
  if (option->n_items > 0 && !is_choice (report, option, &value))
    {
      im_diagnostics_add (report->diagnostics, IM_SEVERITY_WARNING, "option-choice",
                          report->source, option->parameter->name.raw,
                          "“%s” is “%s”, which is not among its choices",
                          option->parameter->name.text, text->str);
      set_subject (report, option->parameter->name.text, text->str);
    }
}

static void
report_given (Report *report)
{
  ImUnitEvaluation *evaluation = report->evaluation;

  for (guint i = 0; i < evaluation->refused->len; i++)
    report_refused (report, &g_array_index (evaluation->refused, ImUnitBinding, i));
  for (guint i = 0; i < report->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &report->unit->parameters[i];
      const ImSlot *slot = &evaluation->environment.slots[parameter->slot];

      if (evaluation->is_bound[parameter->slot] && parameter->option != NULL)
        report_option (report, parameter->option);
      if (parameter->kind != IM_PARAMETER_INPUT || parameter->socket->is_optional ||
          slot->value.kind == IM_VALUE_TENSOR || slot->value.kind == IM_VALUE_UNKNOWN)
        continue;
      report->input_missing = TRUE;
      if (was_refused (report, parameter))
        continue;
      im_diagnostics_add (report->diagnostics, IM_SEVERITY_ERROR, "not-connected",
                          report->source, parameter->name.raw,
                          "the input “%s” is not connected", parameter->name.text);
      set_subject (report, parameter->name.text, NULL);
    }
}

static void
report_unknown_contract (Report *report, const ImContract *contract)
{
  const ImUnitExpr *test = contract->test;
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (ImExplainPart));
  g_autoptr (GString) note = g_string_new (NULL);

  im_diagnostics_add (report->diagnostics, IM_SEVERITY_HINT, "not-known", report->source,
                      im_unit_expr_get_span (report->unit, test, test->expr->span),
                      "the contract “%s” cannot be tested yet, because a size is not "
                      "known",
                      test->text);
  set_contract (report, contract, NULL);
  im_explain (test->expr, test->text, &report->evaluation->environment, parts);
  append_parts (note, test->text, (const ImExplainPart *) parts->data, parts->len);
  if (note->len > 0)
    im_diagnostics_note (report->diagnostics, "%s", note->str);
}

/* Reports a contract that is false, with what would make it hold if that is known. */
static void
report_failure (Report *report, const ImContractResult *result)
{
  const ImContract *contract = result->contract;
  g_autofree char *remedy = im_unit_evaluation_dup_remedy (report->evaluation, contract);
  const char *end = remedy == NULL                            ? ""
                    : g_str_has_suffix (result->message, ".") ? " "
                                                              : ". ";

  im_diagnostics_add (
      report->diagnostics, contract->is_advice ? IM_SEVERITY_WARNING : IM_SEVERITY_ERROR,
      "contract", report->source,
      im_unit_expr_get_span (report->unit, contract->test, contract->test->expr->span),
      "%s%s%s", result->message, end, remedy == NULL ? "" : remedy);
  set_contract (report, contract, result->message);
}

/* Reports a contract that cannot be tested: what its author says of it, and the cause. */
static void
report_untestable (Report *report, const ImContractResult *result)
{
  const ImContract *contract = result->contract;
  const ImExprError *root = result->error->cause != NULL ? result->error->cause
                                                         : result->error;

  if (report->input_missing && root->code == IM_EXPR_ERROR_NOT_CONNECTED)
    return;
  if (contract->test->expr == NULL || result->message == NULL || *result->message == '\0')
    {
      report_error (report, contract->test, NULL, result->error);
      return;
    }
  if (!g_hash_table_add (report->reported, (gpointer) root))
    return;

  im_diagnostics_add (
      report->diagnostics, IM_SEVERITY_ERROR, "contract", report->source,
      im_unit_expr_get_span (report->unit, contract->test, contract->test->expr->span),
      "%s (%s)", result->message, root->message);
  set_contract (report, contract, result->message);
  im_diagnostics_note (report->diagnostics, "“%s” cannot be tested",
                       contract->test->text);
}

/* Returns whether no contract fails. */
static gboolean
report_contracts (Report *report)
{
  const ImUnit *unit = report->unit;
  g_autofree ImContractResult *results = g_new0 (ImContractResult,
                                                 MAX (unit->n_contracts, 1));
  gboolean none_fails = TRUE, any_false = FALSE;

  for (guint i = 0; i < unit->n_contracts; i++)
    {
      const ImUnitExpr *test = unit->contracts[i].test;
      g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (ImExplainPart));
      g_autoptr (GString) note = g_string_new (NULL);

      results[i] = im_unit_evaluation_check_contract (report->evaluation,
                                                      &unit->contracts[i]);
      none_fails = none_fails &&
                   (results[i].holds || results[i].is_unknown ||
                    (unit->contracts[i].is_advice && results[i].error == NULL));
      if (results[i].is_unknown && !unit->contracts[i].is_advice)
        report_unknown_contract (report, &unit->contracts[i]);
      if (results[i].holds || results[i].is_unknown || results[i].error != NULL)
        continue;

      any_false = any_false || !unit->contracts[i].is_advice;
      report_failure (report, &results[i]);
      im_explain (test->expr, test->text, &report->evaluation->environment, parts);
      append_parts (note, test->text, (const ImExplainPart *) parts->data, parts->len);
      if (note->len > 0)
        im_diagnostics_note (report->diagnostics, "%s", note->str);
    }
  for (guint i = 0; i < unit->n_contracts && !any_false; i++)
    if (results[i].error != NULL)
      report_untestable (report, &results[i]);

  return none_fails;
}

static void
report_values (Report *report)
{
  /* The outputs of a compound come from its nodes, which one unit alone does not have. */
  if (report->unit->kind == IM_UNIT_COMPOUND || report->unit->is_preprocessor)
    return;

  for (guint i = 0; i < report->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &report->unit->parameters[i];
      const ImExprError *error;
      ImValue value;

      if (parameter->kind != IM_PARAMETER_OUTPUT &&
          parameter->kind != IM_PARAMETER_HANDLE &&
          parameter->kind != IM_PARAMETER_RETURN)
        continue;
      if (!im_unit_evaluation_get_value (report->evaluation, parameter, &value, &error))
        report_error (report, report->evaluation->failed[parameter->slot], parameter,
                      error);
      else if (value.kind == IM_VALUE_UNKNOWN)
        {
          im_diagnostics_add (report->diagnostics, IM_SEVERITY_HINT, "not-known",
                              report->source, parameter->name.raw,
                              "the type and shape of “%s” are not known yet, because a "
                              "size is not",
                              parameter->name.text);
          set_subject (report, parameter->name.text, NULL);
        }
    }
}

/* How many conditions hold. */
static guint
count_holding (const ImImplementationResult *candidate)
{
  guint n = 0;

  for (guint i = 0; i < candidate->n_conditions; i++)
    n += candidate->conditions[i].holds;

  return n;
}

/* The first condition that does not hold. */
static const ImConditionResult *
find_failed (const ImImplementationResult *candidate)
{
  for (guint i = 0; i < candidate->n_conditions; i++)
    if (!candidate->conditions[i].holds && !candidate->conditions[i].is_unknown)
      return &candidate->conditions[i];

  return NULL;
}

static void
append_reason (const ImImplementationResult *candidate, GString *out)
{
  const ImConditionResult *condition = find_failed (candidate);

  g_string_append (out, candidate->implementation->fragment.text);
  if (condition == NULL)
    return;
  g_string_append_printf (out, " needs %s (", condition->text);
  if (condition->error != NULL)
    g_string_append (out, condition->error->message);
  else
    append_parts (out, condition->condition->expression->text, condition->parts,
                  condition->n_parts);
  g_string_append_c (out, ')');
}

static gint
compare_nearness (gconstpointer a, gconstpointer b)
{
  const ImImplementationResult *const *first = a, *const *second = b;

  return (gint) count_holding (*second) - (gint) count_holding (*first);
}

/* Why none was chosen: those that come nearest say it. */
static void
append_reasons (const ImSectionResult *result, GString *out)
{
  g_autoptr (GPtrArray) candidates = g_ptr_array_new ();
  guint n = MIN (result->n_results, MAX_REASONS);

  for (guint i = 0; i < result->n_results; i++)
    g_ptr_array_add (candidates, (gpointer) &result->results[i]);
  g_ptr_array_sort (candidates, compare_nearness); /* stable: a merge sort */
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append (out, "; ");
      append_reason (g_ptr_array_index (candidates, i), out);
    }
  if (n < result->n_results)
    g_string_append_printf (out, "; and %u more", result->n_results - n);
}

/* Whether nothing but the type of a constant keeps an implementation from being used, and
 * its author wants that told. Sets @condition to the first one that does. */
static gboolean
wants_warning (const ImImplementationResult *result, const ImConditionResult **condition)
{
  *condition = NULL;
  for (guint i = 0; i < result->n_conditions; i++)
    {
      const ImConditionResult *it = &result->conditions[i];

      if (it->holds)
        continue;
      if (it->is_unknown || it->condition->kind != IM_CONDITION_CONSTANT_TYPE ||
          !it->condition->warns)
        return FALSE;
      if (*condition == NULL)
        *condition = it;
    }

  return *condition != NULL;
}

static void
warn_of_constants (Report *report, const ImSectionResult *result)
{
  for (guint i = 0; i < result->n_results; i++)
    {
      const ImConditionResult *condition;
      g_autoptr (GString) note = g_string_new (NULL);

      if (!wants_warning (&result->results[i], &condition))
        continue;

      const ImUnitExpr *text = condition->condition->expression;
      im_diagnostics_add (
          report->diagnostics, IM_SEVERITY_WARNING, "optimize", report->source,
          im_unit_expr_get_span (report->unit, text, text->expr->span),
          "%s would be used, but “%s” is no constant of type %s",
          result->results[i].implementation->fragment.text, text->text,
          condition->condition->type.text == NULL ? "a number"
                                                  : condition->condition->type.text);
      set_subject (report, text->text, result->results[i].implementation->fragment.text);
      append_parts (note, text->text, condition->parts, condition->n_parts);
      if (note->len > 0)
        im_diagnostics_note (report->diagnostics, "%s", note->str);
    }
}

char *
im_unit_evaluation_dup_misfit (ImUnitEvaluation *evaluation, ImLanguage language)
{
  for (ImSectionKind kind = 0; kind < IM_N_SECTIONS; kind++)
    {
      g_autoptr (GString) reasons = g_string_new (NULL);
      ImSectionResult result;

      if (evaluation->unit->sections[kind].element == NULL)
        continue;
      result = im_unit_evaluation_choose (evaluation, kind, language);
      if (result.n_results == 0 || result.chosen != NULL ||
          im_section_result_is_omitted (&result, kind))
        continue;
      append_reasons (&result, reasons);
      return g_string_free (g_steal_pointer (&reasons), FALSE);
    }

  return NULL;
}

static void
report_choice (Report *report, ImSectionKind kind)
{
  ImSectionResult result = im_unit_evaluation_choose (report->evaluation, kind,
                                                      IM_LANGUAGE_C);
  const ImSection *section = result.section;

  if (section->element == NULL || result.n_results == 0 || result.is_unknown ||
      im_section_result_is_omitted (&result, kind))
    return;
  warn_of_constants (report, &result);
  if (result.chosen == NULL &&
      im_unit_evaluation_has_code (report->evaluation, IM_LANGUAGE_PYTHON))
    return; /* it runs, and the plan of an export tells */
  if (result.chosen == NULL)
    {
      g_autoptr (GString) reasons = g_string_new (NULL);

      im_diagnostics_add (report->diagnostics, IM_SEVERITY_ERROR, "no-implementation",
                          report->source, im_unit_place_get_tag (section->element),
                          "no C implementation in <%s> fits these inputs and options",
                          im_section_get_name (kind));
      set_subject (report, NULL, im_section_get_name (kind));
      append_reasons (&result, reasons);
      im_diagnostics_note (report->diagnostics, "%s", reasons->str);
    }
  else if (result.n_matches > 1)
    {
      gboolean is_strict = report->unit->kind != IM_UNIT_UNIT;

      im_diagnostics_add (
          report->diagnostics, is_strict ? IM_SEVERITY_ERROR : IM_SEVERITY_HINT,
          "ambiguous-implementation", report->source,
          im_unit_place_get_tag (section->element),
          "%u C implementations in <%s> fit; the first one, %s, is used",
          result.n_matches, im_section_get_name (kind), result.chosen->fragment.text);
      set_subject (report, NULL, im_section_get_name (kind));
    }
}

/* The contract that an assert of the operator is, from 1; 0 for other problems. */
static guint
find_contract (const ImUnit *unit, const ImDiagnostic *problem)
{
  for (guint i = 0; i < unit->n_contracts; i++)
    if (problem->source == unit->operation->module->source &&
        problem->span.start == unit->contracts[i].test->raw.start &&
        problem->span.end == unit->contracts[i].test->raw.end)
      return i + 1;

  return 0;
}

/* The option that a problem is about: of an assert the only one that it names. */
static const char *
find_option (const ImUnit *unit, const ImDiagnostic *problem, guint contract)
{
  return contract == 0 ? problem->subject.parameter
                       : im_unit_operation_find_asserted (unit, contract - 1);
}

/* What keeps an operator from being bound: what its author asserts, and what inputs and
 * attributes must be for its shapes. */
static void
report_operation (Report *report)
{
  const ImUnitOperation *operation = im_unit_evaluation_get_operation (
      report->evaluation);

  for (guint i = 0; i < im_diagnostics_get_count (operation->problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (operation->problems, i);
      guint contract = find_contract (report->unit, problem);

      im_diagnostics_add (report->diagnostics, problem->severity, "contract",
                          problem->source, problem->span, "%s", problem->message);
      im_diagnostics_set_subject (
          report->diagnostics,
          (ImSubject){ .parameter = find_option (report->unit, problem, contract),
                       .contract = contract,
                       .detail = problem->message });
      if (problem->note != NULL)
        im_diagnostics_note (report->diagnostics, "%s", problem->note);
    }
  if (operation->instance != NULL || operation->is_unknown)
    report_values (report);
}

void
im_unit_evaluation_report (ImUnitEvaluation *evaluation, ImDiagnostics *diagnostics)
{
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&evaluation->lock);
  g_autoptr (GHashTable) reported = g_hash_table_new (NULL, NULL);
  Report report = {
    .evaluation = evaluation,
    .unit = evaluation->unit,
    .source = im_unit_file_get_source (evaluation->unit->file),
    .diagnostics = diagnostics,
    .reported = reported,
  };

  report_given (&report);
  if (!report.input_missing && report.unit->operation != NULL)
    report_operation (&report);
  if (report.input_missing || report.unit->operation != NULL ||
      !report_contracts (&report))
    return;

  report_values (&report);
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    report_choice (&report, (ImSectionKind) i);
}
