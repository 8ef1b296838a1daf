/* SPDX-License-Identifier: MIT
 *
 * Choosing an implementation is overload resolution by conditions: all of them must hold,
 * and the first implementation of the language wins. A formula computes in C and in
 * Python, where nothing that was written in the language itself fits.
 */
#include <string.h>

#include "evaluation/im-unit-evaluation-private.h"

/* Whether a value is of an element type: tensors, buffers and arrays by theirs, numbers
 * if they can be stored in it without loss. */
static gboolean
value_has_type (const ImValue *value, ImDType dtype)
{
  const ImDTypeInfo *info = im_dtype_get_info (dtype);

  switch (value->kind)
    {
    case IM_VALUE_TENSOR:
      return value->tensor->dtype == dtype;
    case IM_VALUE_BUFFER:
      return value->buffer->dtype == dtype;
    case IM_VALUE_ARRAY:
      return value->array->dtype == dtype;
    case IM_VALUE_INT:
      return value->integer >= info->minimum && value->integer <= info->maximum;
    case IM_VALUE_DOUBLE:
      return info->family == IM_DTYPE_FAMILY_FLOAT;
    case IM_VALUE_BOOL:
      return TRUE;
    case IM_VALUE_NULL:
    case IM_VALUE_STRING:
    case IM_VALUE_DTYPE:
    case IM_VALUE_SHAPE:
    case IM_VALUE_BROADCAST:
    case IM_VALUE_UNKNOWN:
    case IM_N_VALUE_KINDS:
    default:
      return FALSE;
    }
}

static gboolean
is_tensor (const ImValue *value)
{
  return value->kind == IM_VALUE_TENSOR || value->kind == IM_VALUE_BUFFER ||
         value->kind == IM_VALUE_ARRAY;
}

static gboolean
type_condition_holds (const ImCondition *condition, const ImValue *value)
{
  ImDType dtype;
  const char *type = condition->type.text;

  if (condition->kind == IM_CONDITION_TENSOR_TYPE && !is_tensor (value))
    return FALSE;
  if (type == NULL)
    return value->kind != IM_VALUE_NULL;

  return im_dtype_parse (type, strlen (type), &dtype) && value_has_type (value, dtype);
}

static const char *
describe_condition (ImUnitEvaluation *evaluation, const ImCondition *condition)
{
  if (condition->kind == IM_CONDITION_EXPRESSION)
    return condition->expression->text;

  return im_arena_printf (evaluation->arena, "%s is %s%s%s", condition->expression->text,
                          condition->kind == IM_CONDITION_TENSOR_TYPE ? "a tensor"
                                                                      : "a constant",
                          condition->type.text == NULL ? "" : " of type ",
                          condition->type.text == NULL ? "" : condition->type.text);
}

static ImConditionResult
check_condition (ImUnitEvaluation *evaluation, const ImCondition *condition)
{
  ImConditionResult result = { .condition = condition };
  const ImUnitExpr *expression = condition->expression;
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (ImExplainPart));
  ImValue value;

  result.text = describe_condition (evaluation, condition);
  if (expression->expr == NULL)
    {
      result.error = expression->error;
      return result;
    }
  if (im_eval (expression->expr, &evaluation->environment, &value, &result.error))
    {
      if (value.kind == IM_VALUE_UNKNOWN)
        result.is_unknown = TRUE;
      else if (condition->kind != IM_CONDITION_EXPRESSION)
        result.holds = type_condition_holds (condition, &value);
      else if (value.kind == IM_VALUE_BOOL)
        result.holds = value.boolean;
      else
        result.error = im_unit_evaluation_not_bool (evaluation, expression, &value);
    }

  im_explain (expression->expr, expression->text, &evaluation->environment, parts);
  result.n_parts = parts->len;
  result.parts = im_arena_new0 (evaluation->arena, ImExplainPart, parts->len);
  if (parts->len > 0)
    memcpy ((ImExplainPart *) result.parts, parts->data,
            parts->len * sizeof (ImExplainPart));

  return result;
}

static ImImplementationResult
check_implementation (ImUnitEvaluation *evaluation,
                      const ImImplementation *implementation)
{
  ImConditionResult *conditions = im_arena_new0 (evaluation->arena, ImConditionResult,
                                                 implementation->n_conditions);
  ImImplementationResult result = {
    .implementation = implementation,
    .matches = TRUE,
    .conditions = conditions,
    .n_conditions = implementation->n_conditions,
  };

  gboolean any_fails = FALSE;
  for (guint i = 0; i < implementation->n_conditions; i++)
    {
      conditions[i] = check_condition (evaluation, &implementation->conditions[i]);
      if (!conditions[i].holds)
        result.matches = FALSE;
      if (!conditions[i].holds && !conditions[i].is_unknown)
        any_fails = TRUE;
    }
  result.is_unknown = !result.matches && !any_fails;

  return result;
}

/* Takes the implementations in a language; formulas are no rivals of those before. */
static void
take_language (ImUnitEvaluation *evaluation,
               ImLanguage language,
               ImImplementationResult *results,
               ImSectionResult *result)
{
  const ImSection *section = result->section;
  gboolean is_beside = result->chosen != NULL;

  for (guint i = 0; i < section->n_implementations; i++)
    {
      const ImImplementation *implementation = &section->implementations[i];
      ImImplementationResult *candidate = &results[result->n_results];

      if (implementation->language != language)
        continue;
      *candidate = check_implementation (evaluation, implementation);
      result->n_results++;
      if (candidate->is_unknown && result->chosen == NULL)
        result->is_unknown = TRUE;
      if (candidate->matches && !is_beside && result->n_matches++ == 0 &&
          !result->is_unknown)
        result->chosen = implementation;
    }
}

ImSectionResult
im_unit_evaluation_choose (ImUnitEvaluation *evaluation,
                           ImSectionKind kind,
                           ImLanguage language)
{
  g_autoptr (GRecMutexLocker) locker = g_rec_mutex_locker_new (&evaluation->lock);
  const ImSection *section = &evaluation->unit->sections[kind];
  ImImplementationResult *results = im_arena_new0 (
      evaluation->arena, ImImplementationResult, section->n_implementations);
  ImSectionResult result = { .section = section,
                             .language = language,
                             .results = results };

  take_language (evaluation, language, results, &result);
  if (language == IM_LANGUAGE_C || language == IM_LANGUAGE_PYTHON)
    for (ImLanguage formula = IM_LANGUAGE_TILE; formula <= IM_LANGUAGE_SKRIPTND;
         formula++)
      take_language (evaluation, formula, results, &result);

  return result;
}

gboolean
im_implementation_result_is_ruled_out (const ImImplementationResult *candidate)
{
  for (guint i = 0; i < candidate->n_conditions; i++)
    {
      const ImConditionResult *condition = &candidate->conditions[i];

      if (!condition->holds && !condition->is_unknown && condition->error == NULL)
        return TRUE;
    }

  return FALSE;
}

gboolean
im_section_result_is_omitted (const ImSectionResult *result, ImSectionKind section)
{
  if (section == IM_SECTION_BODY || section == IM_SECTION_ENQUEUE ||
      section == IM_SECTION_DEQUEUE)
    return FALSE;
  for (guint i = 0; i < result->n_results; i++)
    if (!im_implementation_result_is_ruled_out (&result->results[i]))
      return FALSE;

  return TRUE;
}

/* A section that only names functions of the original tool computes nothing. */
static gboolean
is_factory (const ImSection *section)
{
  for (guint i = 0; i < section->n_implementations; i++)
    if (section->implementations[i].language != IM_LANGUAGE_FACTORY)
      return FALSE;

  return section->n_implementations > 0;
}

gboolean
im_unit_evaluation_has_code (ImUnitEvaluation *evaluation, ImLanguage language)
{
  for (ImSectionKind kind = 0; kind < IM_N_SECTIONS; kind++)
    {
      const ImSection *section = &evaluation->unit->sections[kind];
      ImSectionResult result;

      if (section->element == NULL || is_factory (section))
        continue;
      result = im_unit_evaluation_choose (evaluation, kind, language);
      if (result.chosen == NULL && !im_section_result_is_omitted (&result, kind))
        return FALSE;
    }

  return TRUE;
}
