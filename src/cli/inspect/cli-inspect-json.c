/* SPDX-License-Identifier: MIT
 *
 * A unit for scripts: what the file declares. Members that a file does not say are left
 * out.
 */
#include "cli/inspect/cli-inspect.h"

#include "unit/im-unit-facts.h"

static void
write_expr (ImJson *json, const char *name, const ImUnitExpr *expr)
{
  im_json_member_text (json, name, expr == NULL ? NULL : expr->text);
}

static void
write_flag (ImJson *json, const char *name, gboolean is_set)
{
  if (is_set)
    im_json_member_bool (json, name, TRUE);
}

static void
write_option (ImJson *json, const ImOption *option)
{
  im_json_member_text (json, "default", option->initial.text);
  write_expr (json, "fitting", option->fitting);
  im_json_member_text (json, "minimum", option->minimum.text);
  im_json_member_text (json, "maximum", option->maximum.text);
  im_json_member_text (json, "ui", option->ui.text);
  write_flag (json, "global", option->is_global);
  if (!option->has_items)
    return;

  im_json_member_array (json, "choices");
  for (guint i = 0; i < option->n_items; i++)
    {
      im_json_open_object (json);
      im_json_member_string (json, "value", option->items[i].value.text);
      im_json_member_string (json, "label", option->items[i].label);
      im_json_close_object (json);
    }
  im_json_close_array (json);
}

static void
write_output_rules (ImJson *json, const ImSocket *output)
{
  write_expr (json, "shape", output->shape);
  write_expr (json, "rate", output->rate);
  write_expr (json, "shift", output->shift);
  write_expr (json, "scale", output->scale);
  write_expr (json, "offset", output->offset);
}

static void
write_socket (ImJson *json, const ImSocket *socket)
{
  im_json_member_text (json, "pipe", socket->pipe);
  if (socket->parameter->kind == IM_PARAMETER_INPUT)
    im_json_member_bool (json, "optional", socket->is_optional);
  write_flag (json, "time", socket->is_time);
  write_flag (json, "rate_is_approximate", socket->rate_is_approximate);
  im_json_member_text (json, "in_place_of", socket->in_place_of);
  write_expr (json, "window", socket->window);
}

static void
write_rules (ImJson *json, const ImParameter *parameter)
{
  write_expr (json, "value", im_parameter_get_value (parameter));
  write_expr (json, "type", im_parameter_get_type (parameter));
  if (parameter->socket != NULL)
    write_output_rules (json, parameter->socket);
  write_expr (json, "conditional", parameter->conditional);
  if (parameter->external == NULL)
    return;

  im_json_member_text (json, "class", parameter->external->class_name);
  write_expr (json, "call", parameter->external->call);
}

static void
write_parameter (ImJson *json, const ImParameter *parameter)
{
  im_json_open_object (json);
  im_json_member_string (json, "name", parameter->name.text);
  im_json_member_string (json, "kind", im_parameter_kind_get_name (parameter->kind));
  im_json_member_text (json, "text", parameter->text);
  im_json_member_text (json, "description", parameter->description);
  if (parameter->socket != NULL)
    write_socket (json, parameter->socket);
  write_rules (json, parameter);
  if (parameter->option != NULL)
    write_option (json, parameter->option);
  im_json_close_object (json);
}

static void
write_contract_list (ImJson *json,
                     const char *name,
                     const ImContract *contracts,
                     guint n_contracts)
{
  im_json_member_array (json, name);
  for (guint i = 0; i < n_contracts; i++)
    {
      im_json_open_object (json);
      im_json_member_string (json, "test", contracts[i].test->text);
      im_json_member_bool (json, "fails_when", contracts[i].fails_when);
      write_flag (json, "advice", contracts[i].is_advice);
      im_json_member_string (json, "message", contracts[i].message.text);
      im_json_close_object (json);
    }
  im_json_close_array (json);
}

static void
write_condition (ImJson *json, const ImCondition *condition)
{
  static const char *const names[] = {
    [IM_CONDITION_EXPRESSION] = "expression",
    [IM_CONDITION_TENSOR_TYPE] = "tensor-type",
    [IM_CONDITION_CONSTANT_TYPE] = "constant-type",
  };

  im_json_open_object (json);
  im_json_member_string (json, "kind", names[condition->kind]);
  write_expr (json, "expression", condition->expression);
  im_json_member_text (json, "type", condition->type.text);
  im_json_close_object (json);
}

static void
write_implementation (ImJson *json, const ImImplementation *implementation)
{
  im_json_open_object (json);
  im_json_member_string (json, "language",
                         im_language_get_name (implementation->language));
  im_json_member_text (json, "fragment", implementation->fragment.text);
  im_json_member_text (json, "class", implementation->class_name);
  write_expr (json, "call", implementation->call);
  im_json_member_array (json, "conditions");
  for (guint i = 0; i < implementation->n_conditions; i++)
    write_condition (json, &implementation->conditions[i]);
  im_json_close_array (json);
  im_json_close_object (json);
}

static void
write_section (ImJson *json, const ImSection *section, ImSectionKind kind)
{
  im_json_open_object (json);
  im_json_member_string (json, "name", im_section_get_name (kind));
  im_json_member_bool (json, "returns_status", section->returns_status);
  im_json_member_array (json, "implementations");
  for (guint i = 0; i < section->n_implementations; i++)
    write_implementation (json, &section->implementations[i]);
  im_json_close_array (json);
  im_json_close_object (json);
}

static void
write_sections (ImJson *json, const ImUnit *unit)
{
  im_json_member_array (json, "sections");
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    if (unit->sections[i].element != NULL)
      write_section (json, &unit->sections[i], (ImSectionKind) i);
  im_json_close_array (json);
}

static void
write_argument (ImJson *json, const ImUnitArgument *argument)
{
  im_json_open_object (json);
  im_json_member_string (json, "parameter", argument->parameter.text);
  write_expr (json, "value", argument->value);
  im_json_member_text (json, "literal", argument->literal.text);
  im_json_close_object (json);
}

static void
write_node (ImJson *json, const ImUnitNode *node)
{
  im_json_open_object (json);
  im_json_member_text (json, "id", node->id.text);
  im_json_member_string (json, "kind", im_node_kind_get_name (node->kind));
  im_json_member_bool (json, "enabled", node->is_enabled);
  im_json_member_text (json, "unit", node->unit_id.text);
  if (node->parameter != NULL)
    im_json_member_string (json, "parameter", node->parameter->name.text);
  write_expr (json, "expression", node->expression);
  im_json_member_array (json, "arguments");
  for (guint i = 0; i < node->n_arguments; i++)
    write_argument (json, &node->arguments[i]);
  im_json_close_array (json);
  write_contract_list (json, "tests", node->tests, node->n_tests);
  im_json_close_object (json);
}

static void
write_graph (ImJson *json, const ImUnit *unit)
{
  if (unit->n_nodes == 0)
    return;

  im_json_member_array (json, "nodes");
  for (guint i = 0; i < unit->n_nodes; i++)
    write_node (json, &unit->nodes[i]);
  im_json_close_array (json);

  im_json_member_array (json, "connections");
  for (guint i = 0; i < unit->n_connections; i++)
    {
      const ImUnitConnection *connection = &unit->connections[i];

      im_json_open_object (json);
      im_json_member_string (json, "source_node", connection->source_node.text);
      im_json_member_string (json, "source", connection->source_parameter.text);
      im_json_member_string (json, "target_node", connection->target_node.text);
      im_json_member_string (json, "target", connection->target_parameter.text);
      im_json_close_object (json);
    }
  im_json_close_array (json);
}

static void
write_identity (ImJson *json, const ImUnit *unit)
{
  g_autoptr (GString) description = g_string_new (NULL);

  im_unit_append_description (unit, description);
  im_json_member_string (json, "id", unit->id.text);
  im_json_member_string (json, "name", unit->display_name);
  im_json_member_string (json, "path", unit->display_path);
  im_json_member_string (json, "kind", im_unit_kind_get_name (unit->kind));
  im_json_member_bool (json, "queue", im_unit_is_queue (unit));
  im_json_member_strings (json, "tags", unit->tags, unit->n_tags);
  im_json_member_string (json, "description", description->str);
  im_json_member_string (json, "file", im_unit_file_get_path (unit->file));
}

static void
write_example_tensor (ImJson *json, const ImUnitExampleTensor *tensor, gboolean has_type)
{
  g_autoptr (GString) type = g_string_new (NULL);

  im_json_open_object (json);
  im_json_member_string (json, "name", tensor->name.text);
  if (has_type)
    {
      im_tensor_type_append_text (&tensor->type, type);
      im_json_member_string (json, "type", type->str);
    }
  else if (tensor->tolerance >= 0)
    im_json_member_double (json, "tolerance", tensor->tolerance);
  im_json_member_array (json, "numbers");
  for (guint i = 0; i < tensor->n_numbers; i++)
    im_json_double (json, tensor->numbers[i]);
  im_json_close_array (json);
  im_json_close_object (json);
}

static void
write_example (ImJson *json, const ImUnitExample *example)
{
  im_json_open_object (json);
  im_json_member_text (json, "text", example->text);
  im_json_member_array (json, "inputs");
  for (guint i = 0; i < example->n_inputs; i++)
    write_example_tensor (json, &example->inputs[i], TRUE);
  im_json_close_array (json);
  im_json_member_object (json, "arguments");
  for (guint i = 0; i < example->n_arguments; i++)
    im_json_member_string (json, example->arguments[i].parameter.text,
                           example->arguments[i].literal.text);
  im_json_close_object (json);
  im_json_member_array (json, "outputs");
  for (guint i = 0; i < example->n_outputs; i++)
    write_example_tensor (json, &example->outputs[i], FALSE);
  im_json_close_array (json);
  im_json_close_object (json);
}

static void
write_examples (ImJson *json, const ImUnit *unit)
{
  if (unit->n_examples == 0)
    return;
  im_json_member_array (json, "examples");
  for (guint i = 0; i < unit->n_examples; i++)
    write_example (json, &unit->examples[i]);
  im_json_close_array (json);
}

static void
write_facts (ImJson *json, const ImUnitFacts *facts)
{
  if (facts == NULL)
    return;
  im_json_member_object (json, "cost");
  im_json_member_string (json, "target", im_unit_facts_get_target ());
  im_json_member_int (json, "example", 1);
  im_json_member_int (json, "instructions", facts->instructions);
  im_json_member_int (json, "code_bytes", facts->code_bytes);
  im_json_member_int (json, "constant_bytes", facts->constant_bytes);
  im_json_member_int (json, "scratch_bytes", facts->scratch_bytes);
  im_json_member_int (json, "state_bytes", facts->state_bytes);
  im_json_close_object (json);

  im_json_member_array (json, "equivalents");
  for (guint i = 0; i < facts->n_equivalents; i++)
    {
      im_json_open_object (json);
      im_json_member_string (json, "library", facts->equivalents[i].library);
      im_json_member_string (json, "expression", facts->equivalents[i].expression);
      im_json_member_bool (json, "computed", facts->equivalents[i].is_checked);
      im_json_close_object (json);
    }
  im_json_close_array (json);
  im_json_member_text (json, "equivalents_note", facts->note);
}

void
cli_inspect_write (ImJson *json, const ImUnit *unit, ImUnitEvaluation *evaluation)
{
  im_json_open_object (json);
  write_identity (json, unit);
  im_json_member_array (json, "parameters");
  for (guint i = 0; i < unit->n_parameters; i++)
    write_parameter (json, &unit->parameters[i]);
  im_json_close_array (json);
  write_contract_list (json, "contracts", unit->contracts, unit->n_contracts);
  write_sections (json, unit);
  write_graph (json, unit);
  write_examples (json, unit);
  write_facts (json, im_unit_facts_get (unit));
  if (evaluation != NULL)
    {
      im_json_name (json, "evaluation");
      cli_inspect_write_evaluation (json, evaluation);
    }
  im_json_close_object (json);
}
