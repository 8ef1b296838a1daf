/* SPDX-License-Identifier: MIT
 *
 * How much a code file or a fragment is missed that is not there. Implementations are
 * chosen as far as that needs no inputs: options have their defaults, and inputs and
 * options without one are not known. What is chosen then cannot do without its code. What
 * only tests need, Python beside C, keeps no firmware from being made.
 */
#include <string.h>

#include "check/im-unit-check-private.h"
#include "evaluation/im-unit-evaluation.h"

static ImUnitEvaluation *
new_assumption (ImUnitCheck *check)
{
  const ImUnit *unit = check->unit;
  ImUnitEvaluation *evaluation = im_unit_evaluation_new (unit, NULL, 0);

  for (guint i = unit->n_parameters; i-- > 0;)
    {
      const ImParameter *parameter = &unit->parameters[i];
      ImKinds kinds = IM_KINDS_ANY;

      if (parameter->kind == IM_PARAMETER_INPUT)
        kinds = IM_KIND (IM_VALUE_TENSOR) |
                (parameter->socket->is_optional ? IM_KIND (IM_VALUE_NULL) : 0);
      else if (parameter->option != NULL && parameter->option->initial.text == NULL)
        kinds = IM_KIND (im_unit_binding_kind (parameter));
      else if (parameter->kind != IM_PARAMETER_OUTPUT)
        continue;
      im_environment_set (im_unit_evaluation_get_environment (evaluation),
                          parameter->slot, IM_UNKNOWN_OF (kinds));
    }

  return evaluation;
}

static gboolean
is_in_c (const ImSection *section)
{
  for (guint i = 0; i < section->n_implementations; i++)
    if (section->implementations[i].language == IM_LANGUAGE_C)
      return TRUE;

  return FALSE;
}

static ImSeverity
get_need (ImUnitCheck *check, ImSectionKind kind, const ImImplementation *implementation)
{
  const ImSection *section = &check->unit->sections[kind];

  if (implementation->language != IM_LANGUAGE_C &&
      implementation->language != IM_LANGUAGE_PYTHON)
    return IM_SEVERITY_WARNING;
  if (check->assumption == NULL)
    check->assumption = new_assumption (check);

  ImSectionResult result = im_unit_evaluation_choose (check->assumption, kind,
                                                      implementation->language);
  if (result.chosen == implementation)
    return implementation->language == IM_LANGUAGE_PYTHON && is_in_c (section)
               ? IM_SEVERITY_WARNING
               : IM_SEVERITY_ERROR;
  if (result.chosen != NULL && result.chosen < implementation)
    return IM_SEVERITY_HINT;
  for (guint i = 0; i < result.n_results; i++)
    if (result.results[i].implementation == implementation &&
        im_implementation_result_is_ruled_out (&result.results[i]))
      return IM_SEVERITY_HINT;

  return IM_SEVERITY_WARNING;
}

/* What the implementations want of a file, or of one fragment, that is not there. */
typedef struct
{
  const ImFragmentReference *file;
  gboolean is_fragment; /* whether only the same fragment counts */
  gboolean is_named;    /* whether any implementation names it */
  ImSeverity need;      /* the greatest */
  ImSpan span;          /* of the first that has that need */
  GString *names;       /* of the fragments */
} Miss;

static void
count_miss (ImUnitCheck *check,
            Miss *miss,
            ImSectionKind kind,
            const ImImplementation *implementation)
{
  const char *text = implementation->fragment.text;
  ImFragmentReference other;

  if (text == NULL ||
      im_fragment_reference_parse (text, strlen (text), check->arena, &other) != NULL ||
      g_strcmp0 (other.file, miss->file->file) != 0 ||
      g_strcmp0 (other.unit_id, miss->file->unit_id) != 0 ||
      (miss->is_fragment && g_strcmp0 (other.name, miss->file->name) != 0))
    return;

  ImSeverity need = get_need (check, kind, implementation);
  if (!miss->is_named || need > miss->need)
    {
      miss->need = need;
      miss->span = implementation->fragment.raw;
    }
  miss->is_named = TRUE;
  g_string_append_printf (miss->names, "%s%s", miss->names->len > 0 ? ", " : "",
                          other.name);
}

static void
measure (ImUnitCheck *check, Miss *miss)
{
  for (ImSectionKind kind = 0; kind < IM_N_SECTIONS; kind++)
    for (guint i = 0; i < check->unit->sections[kind].n_implementations; i++)
      count_miss (check, miss, kind, &check->unit->sections[kind].implementations[i]);
}

gboolean
im_unit_check_report_missing (ImUnitCheck *check,
                              const ImFragmentReference *reference,
                              const ImDiagnostic *problem)
{
  gboolean is_file = strcmp (problem->code, "unknown-file") == 0;
  g_autoptr (GString) names = g_string_new (NULL);
  Miss miss = {
    .file = reference,
    .is_fragment = !is_file,
    .need = IM_SEVERITY_WARNING, /* of what only the documentation shows */
    .span = reference->span,
    .names = names,
  };
  const char *unit = reference->unit_id == NULL ? "" : reference->unit_id;

  if (!is_file && strcmp (problem->code, "unknown-fragment") != 0)
    return FALSE;
  if (!g_hash_table_add (check->missing,
                         (gpointer) im_arena_printf (check->arena, "[%s]%s:%s", unit,
                                                     reference->file,
                                                     is_file ? "" : reference->name)))
    return TRUE;

  measure (check, &miss);
  im_unit_check_report (check, miss.need, is_file ? "missing-fragment" : problem->code,
                        miss.span, "%s", problem->message);
  im_diagnostics_set_subject (check->diagnostics, problem->subject);
  if (!is_file && problem->note != NULL)
    im_diagnostics_note (check->diagnostics, "%s", problem->note);
  else if (is_file && miss.is_named)
    im_diagnostics_note (check->diagnostics, "the unit needs from it: %s", names->str);

  return TRUE;
}
