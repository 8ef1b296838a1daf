/* SPDX-License-Identifier: MIT
 *
 * A unit with values for its inputs: what they make of it, and why.
 */
#include "cli/inspect/cli-inspect.h"
#include "cli/terminal/cli-json-value.h"
#include "cli/terminal/cli-text.h"
#include "program/im-axis-samples.h"

static const char *
style (const CliContext *context, gboolean is_good)
{
  if (!context->out_has_colour)
    return NULL;

  return is_good ? CLI_TEXT_GREEN : CLI_TEXT_RED;
}

/* An error, or the one that it comes from. */
static const char *
get_message (const ImExprError *error)
{
  return error->cause != NULL ? error->cause->message : error->message;
}

/* Appends sample rates; those of outputs are not among the values of a unit. */
static void
append_samples (ImUnitEvaluation *evaluation,
                const ImParameter *parameter,
                const ImTensorType *tensor,
                GString *out)
{
  g_autoptr (GString) samples = g_string_new (NULL);
  ImTensorType type = *tensor;

  if (parameter->kind != IM_PARAMETER_INPUT)
    im_axis_samples_find (evaluation, parameter, &type);
  im_tensor_type_append_samples (&type, samples);
  if (samples->len > 0)
    g_string_append_printf (out, " (%s)", samples->str);
}

static void
append_values (const CliContext *context, ImUnitEvaluation *evaluation)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);
  g_autoptr (CliTable) table = cli_table_new (2, 2);

  cli_table_set_style (table, 0, context->out_has_colour ? CLI_TEXT_CYAN : NULL);
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      g_autoptr (GString) text = g_string_new (NULL);
      const ImExprError *error = NULL;
      ImValue value;

      if (!im_unit_evaluation_get_value (evaluation, parameter, &value, &error))
        g_string_append_printf (text, "error: %s", get_message (error));
      else if (value.kind == IM_VALUE_ARRAY || value.kind == IM_VALUE_BUFFER)
        im_value_append_display (&value, text);
      else
        im_value_append_text (&value, text);
      if (error == NULL && value.kind == IM_VALUE_TENSOR)
        append_samples (evaluation, parameter, value.tensor, text);
      cli_table_add (table, parameter->name.text, text->str);
    }
  if (unit->n_parameters == 0)
    return;

  cli_inspect_append_heading (context, "Values");
  cli_table_append (table, context->out, context->width);
}

static void
append_contract (const CliContext *context, const ImContractResult *result)
{
  g_autoptr (CliTable) table = cli_table_new (2, 2);
  g_autoptr (GString) text = g_string_new (result->contract->test->text);

  if (result->message != NULL)
    g_string_append_printf (text, "\n%s", result->message);
  if (result->error != NULL)
    g_string_append_printf (text, "\n%s", get_message (result->error));

  if (!result->is_unknown)
    cli_table_set_style (table, 0, style (context, result->holds));
  cli_table_add (table,
                 result->is_unknown            ? "not known yet"
                 : result->holds               ? "holds"
                 : result->contract->is_advice ? "warns"
                                               : "fails",
                 text->str);
  cli_table_append (table, context->out, context->width);
}

static void
append_contracts (const CliContext *context, ImUnitEvaluation *evaluation)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);

  if (unit->n_contracts == 0)
    return;

  cli_inspect_append_heading (context, "Contract results");
  for (guint i = 0; i < unit->n_contracts; i++)
    {
      ImContractResult result = im_unit_evaluation_check_contract (evaluation,
                                                                   &unit->contracts[i]);

      append_contract (context, &result);
    }
}

static char *
dup_part (const ImConditionResult *condition, const ImExplainPart *part)
{
  return g_strndup (condition->condition->expression->text + part->span.start,
                    part->span.end - part->span.start);
}

/* Appends ` (input.type is Float32, axis is 2)`. */
static void
append_reason (const ImConditionResult *condition, GString *out)
{
  if (condition->error != NULL)
    {
      g_string_append_printf (out, " (%s)", get_message (condition->error));
      return;
    }

  for (guint i = 0; i < condition->n_parts; i++)
    {
      const ImExplainPart *part = &condition->parts[i];
      g_autofree char *name = dup_part (condition, part);

      g_string_append_printf (out, "%s%s is ", i == 0 ? " (" : ", ", name);
      if (part->error != NULL)
        g_string_append (out, "unknown");
      else
        im_value_append_text (&part->value, out);
    }
  g_string_append (out, condition->n_parts > 0 ? ")" : "");
}

static const char *
get_implementation_name (const ImImplementation *implementation)
{
  if (implementation->fragment.text != NULL)
    return implementation->fragment.text;

  return implementation->class_name != NULL ? implementation->class_name : "(unnamed)";
}

/* Adds an implementation and why it was not chosen. */
static void
add_candidate (CliTable *table,
               const ImSectionResult *section,
               const ImImplementationResult *candidate)
{
  gboolean is_chosen = candidate->implementation == section->chosen;
  g_autoptr (GString) text = g_string_new (
      get_implementation_name (candidate->implementation));
  gboolean is_open = section->is_unknown && (candidate->matches || candidate->is_unknown);

  if (!is_chosen && !is_open && candidate->matches)
    g_string_append (text, "\nfits too, but comes behind the one that is used");
  for (guint i = 0; i < candidate->n_conditions && !candidate->matches; i++)
    if (!candidate->conditions[i].holds)
      {
        g_string_append_printf (text, "\nneeds %s", candidate->conditions[i].text);
        append_reason (&candidate->conditions[i], text);
      }

  cli_table_add (table, im_language_get_name (section->language),
                 is_chosen ? "used"
                 : is_open ? "not known yet"
                           : "not used",
                 text->str);
}

static void
append_choices (const CliContext *context, ImUnitEvaluation *evaluation)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);

  for (guint i = 0; i < IM_N_SECTIONS; i++)
    {
      g_autoptr (CliTable) table = cli_table_new (2, 3);
      g_autofree char *heading = g_strdup_printf (
          "Choice of %s", im_section_get_name ((ImSectionKind) i));

      if (unit->sections[i].n_implementations == 0)
        continue;
      for (guint j = 0; j < cli_inspect_n_languages; j++)
        {
          ImSectionResult result = im_unit_evaluation_choose (
              evaluation, (ImSectionKind) i, cli_inspect_languages[j]);

          for (guint k = 0; k < result.n_results; k++)
            add_candidate (table, &result, &result.results[k]);
        }
      cli_inspect_append_heading (context, heading);
      cli_table_append (table, context->out, context->width);
    }
}

void
cli_inspect_append_evaluation (const CliContext *context, ImUnitEvaluation *evaluation)
{
  append_values (context, evaluation);
  append_contracts (context, evaluation);
  append_choices (context, evaluation);
}

static void
write_result (ImJson *json, const ImValue *value, const ImExprError *error)
{
  if (error == NULL)
    {
      cli_json_value (json, value);
      return;
    }

  im_json_open_object (json);
  im_json_member_object (json, "error");
  im_json_member_string (json, "message", get_message (error));
  im_json_close_object (json);
  im_json_close_object (json);
}

static void
write_values (ImJson *json, ImUnitEvaluation *evaluation)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);

  im_json_member_object (json, "values");
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImExprError *error = NULL;
      ImValue value;

      im_unit_evaluation_get_value (evaluation, &unit->parameters[i], &value, &error);
      im_json_name (json, unit->parameters[i].name.text);
      write_result (json, &value, error);
    }
  im_json_close_object (json);
}

/* null if it is not known yet. */
static void
write_holds (ImJson *json, gboolean holds, gboolean is_unknown)
{
  if (is_unknown)
    im_json_member_null (json, "holds");
  else
    im_json_member_bool (json, "holds", holds);
}

static void
write_contracts (ImJson *json, ImUnitEvaluation *evaluation)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);

  im_json_member_array (json, "contracts");
  for (guint i = 0; i < unit->n_contracts; i++)
    {
      ImContractResult result = im_unit_evaluation_check_contract (evaluation,
                                                                   &unit->contracts[i]);

      im_json_open_object (json);
      im_json_member_string (json, "test", result.contract->test->text);
      write_holds (json, result.holds, result.is_unknown);
      im_json_member_text (json, "message", result.message);
      if (result.error != NULL)
        im_json_member_string (json, "error", get_message (result.error));
      im_json_close_object (json);
    }
  im_json_close_array (json);
}

static void
write_condition (ImJson *json, const ImConditionResult *condition)
{
  im_json_open_object (json);
  im_json_member_string (json, "text", condition->text);
  write_holds (json, condition->holds, condition->is_unknown);
  if (condition->error != NULL)
    im_json_member_string (json, "error", get_message (condition->error));
  im_json_member_array (json, "parts");
  for (guint i = 0; i < condition->n_parts; i++)
    {
      g_autofree char *name = dup_part (condition, &condition->parts[i]);

      im_json_open_object (json);
      im_json_member_string (json, "text", name);
      im_json_name (json, "value");
      write_result (json, &condition->parts[i].value, condition->parts[i].error);
      im_json_close_object (json);
    }
  im_json_close_array (json);
  im_json_close_object (json);
}

static void
write_candidate (ImJson *json, const ImImplementationResult *candidate)
{
  im_json_open_object (json);
  im_json_member_string (json, "fragment", candidate->implementation->fragment.text);
  im_json_member_text (json, "class", candidate->implementation->class_name);
  im_json_member_bool (json, "matches", candidate->matches);
  im_json_member_array (json, "conditions");
  for (guint i = 0; i < candidate->n_conditions; i++)
    write_condition (json, &candidate->conditions[i]);
  im_json_close_array (json);
  im_json_close_object (json);
}

static void
write_choice (ImJson *json, ImUnitEvaluation *evaluation, ImSectionKind section)
{
  for (guint i = 0; i < cli_inspect_n_languages; i++)
    {
      ImSectionResult result = im_unit_evaluation_choose (evaluation, section,
                                                          cli_inspect_languages[i]);
      const ImImplementation *chosen = result.chosen;

      if (result.n_results == 0)
        continue;
      im_json_open_object (json);
      im_json_member_string (json, "section", im_section_get_name (section));
      im_json_member_string (json, "language", im_language_get_name (result.language));
      im_json_member_string (json, "chosen",
                             chosen == NULL ? NULL : get_implementation_name (chosen));
      im_json_member_array (json, "candidates");
      for (guint j = 0; j < result.n_results; j++)
        write_candidate (json, &result.results[j]);
      im_json_close_array (json);
      im_json_close_object (json);
    }
}

void
cli_inspect_write_evaluation (ImJson *json, ImUnitEvaluation *evaluation)
{
  im_json_open_object (json);
  write_values (json, evaluation);
  write_contracts (json, evaluation);
  im_json_member_array (json, "choices");
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    write_choice (json, evaluation, (ImSectionKind) i);
  im_json_close_array (json);
  im_json_close_object (json);
}
