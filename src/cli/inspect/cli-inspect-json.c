/* SPDX-License-Identifier: MIT
 *
 * A unit for scripts: what the file declares. Members that a file does not say are left
 * out.
 */
#include "cli/inspect/cli-inspect.h"

static void
write_expr (CliJson *json, const char *name, const ImUnitExpr *expr)
{
  cli_json_member_text (json, name, expr == NULL ? NULL : expr->text);
}

static void
write_flag (CliJson *json, const char *name, gboolean is_set)
{
  if (is_set)
    cli_json_member_bool (json, name, TRUE);
}

static void
write_option (CliJson *json, const ImParameter *parameter)
{
  cli_json_member_text (json, "default", parameter->initial.text);
  write_expr (json, "fitting", parameter->fitting);
  cli_json_member_text (json, "minimum", parameter->minimum.text);
  cli_json_member_text (json, "maximum", parameter->maximum.text);
  cli_json_member_text (json, "ui", parameter->ui.text);
  write_flag (json, "global", parameter->is_global);
  if (!parameter->has_items)
    return;

  cli_json_name (json, "choices");
  cli_json_open_array (json);
  for (guint i = 0; i < parameter->n_items; i++)
    {
      cli_json_open_object (json);
      cli_json_member_string (json, "value", parameter->items[i].value.text);
      cli_json_member_string (json, "label", parameter->items[i].label);
      cli_json_close_object (json);
    }
  cli_json_close_array (json);
}

static void
write_rules (CliJson *json, const ImParameter *parameter)
{
  write_expr (json, "value", parameter->value);
  write_expr (json, "type", parameter->type);
  write_expr (json, "shape", parameter->shape);
  write_expr (json, "rate", parameter->rate);
  write_expr (json, "shift", parameter->shift);
  write_expr (json, "scale", parameter->scale);
  write_expr (json, "offset", parameter->offset);
  write_expr (json, "conditional", parameter->conditional);
  cli_json_member_text (json, "class", parameter->class_name);
  write_expr (json, "call", parameter->call);
}

static void
write_parameter (CliJson *json, const ImParameter *parameter)
{
  cli_json_open_object (json);
  cli_json_member_string (json, "name", parameter->name.text);
  cli_json_member_string (json, "kind", im_parameter_kind_get_name (parameter->kind));
  cli_json_member_text (json, "text", parameter->text);
  cli_json_member_text (json, "description", parameter->description);
  cli_json_member_text (json, "pipe", parameter->pipe);
  if (parameter->kind == IM_PARAMETER_INPUT)
    cli_json_member_bool (json, "optional", parameter->is_optional);
  write_flag (json, "time", parameter->is_time);
  write_flag (json, "rate_is_approximate", parameter->rate_is_approximate);
  cli_json_member_text (json, "in_place_of", parameter->in_place_of);
  cli_json_member_text (json, "window",
                        parameter->window == NULL ? NULL : parameter->window->text);
  write_rules (json, parameter);
  write_option (json, parameter);
  cli_json_close_object (json);
}

static void
write_contract_list (CliJson *json,
                     const char *name,
                     const ImContract *contracts,
                     guint n_contracts)
{
  cli_json_name (json, name);
  cli_json_open_array (json);
  for (guint i = 0; i < n_contracts; i++)
    {
      cli_json_open_object (json);
      cli_json_member_string (json, "test", contracts[i].test->text);
      cli_json_member_bool (json, "fails_when", contracts[i].fails_when);
      write_flag (json, "advice", contracts[i].is_advice);
      cli_json_member_string (json, "message", contracts[i].message.text);
      cli_json_close_object (json);
    }
  cli_json_close_array (json);
}

static void
write_condition (CliJson *json, const ImCondition *condition)
{
  static const char *const names[] = {
    [IM_CONDITION_EXPRESSION] = "expression",
    [IM_CONDITION_TENSOR_TYPE] = "tensor-type",
    [IM_CONDITION_CONSTANT_TYPE] = "constant-type",
  };

  cli_json_open_object (json);
  cli_json_member_string (json, "kind", names[condition->kind]);
  write_expr (json, "expression", condition->expression);
  cli_json_member_text (json, "type", condition->type.text);
  cli_json_close_object (json);
}

static void
write_implementation (CliJson *json, const ImImplementation *implementation)
{
  cli_json_open_object (json);
  cli_json_member_string (json, "language",
                          im_language_get_name (implementation->language));
  cli_json_member_text (json, "fragment", implementation->fragment.text);
  cli_json_member_text (json, "class", implementation->class_name);
  write_expr (json, "call", implementation->call);
  cli_json_name (json, "conditions");
  cli_json_open_array (json);
  for (guint i = 0; i < implementation->n_conditions; i++)
    write_condition (json, &implementation->conditions[i]);
  cli_json_close_array (json);
  cli_json_close_object (json);
}

static void
write_section (CliJson *json, const ImSection *section, ImSectionKind kind)
{
  cli_json_open_object (json);
  cli_json_member_string (json, "name", im_section_get_name (kind));
  cli_json_member_bool (json, "returns_status", section->returns_status);
  cli_json_name (json, "implementations");
  cli_json_open_array (json);
  for (guint i = 0; i < section->n_implementations; i++)
    write_implementation (json, &section->implementations[i]);
  cli_json_close_array (json);
  cli_json_close_object (json);
}

static void
write_sections (CliJson *json, const ImUnit *unit)
{
  cli_json_name (json, "sections");
  cli_json_open_array (json);
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    if (unit->sections[i].element != NULL)
      write_section (json, &unit->sections[i], (ImSectionKind) i);
  cli_json_close_array (json);
}

static void
write_argument (CliJson *json, const ImUnitArgument *argument)
{
  cli_json_open_object (json);
  cli_json_member_string (json, "parameter", argument->parameter.text);
  write_expr (json, "value", argument->value);
  cli_json_member_text (json, "literal", argument->literal.text);
  cli_json_close_object (json);
}

static void
write_node (CliJson *json, const ImUnitNode *node)
{
  cli_json_open_object (json);
  cli_json_member_text (json, "id", node->id.text);
  cli_json_member_string (json, "kind", im_node_kind_get_name (node->kind));
  cli_json_member_bool (json, "enabled", node->is_enabled);
  cli_json_member_text (json, "unit", node->unit_id.text);
  if (node->parameter != NULL)
    cli_json_member_string (json, "parameter", node->parameter->name.text);
  write_expr (json, "expression", node->expression);
  cli_json_name (json, "arguments");
  cli_json_open_array (json);
  for (guint i = 0; i < node->n_arguments; i++)
    write_argument (json, &node->arguments[i]);
  cli_json_close_array (json);
  write_contract_list (json, "tests", node->tests, node->n_tests);
  cli_json_close_object (json);
}

static void
write_graph (CliJson *json, const ImUnit *unit)
{
  if (unit->n_nodes == 0)
    return;

  cli_json_name (json, "nodes");
  cli_json_open_array (json);
  for (guint i = 0; i < unit->n_nodes; i++)
    write_node (json, &unit->nodes[i]);
  cli_json_close_array (json);

  cli_json_name (json, "connections");
  cli_json_open_array (json);
  for (guint i = 0; i < unit->n_connections; i++)
    {
      const ImUnitConnection *connection = &unit->connections[i];

      cli_json_open_object (json);
      cli_json_member_string (json, "source_node", connection->source_node.text);
      cli_json_member_string (json, "source", connection->source_parameter.text);
      cli_json_member_string (json, "target_node", connection->target_node.text);
      cli_json_member_string (json, "target", connection->target_parameter.text);
      cli_json_close_object (json);
    }
  cli_json_close_array (json);
}

static void
write_identity (CliJson *json, const ImUnit *unit)
{
  g_autoptr (GString) description = g_string_new (NULL);

  im_unit_append_description (unit, description);
  cli_json_member_string (json, "id", unit->id.text);
  cli_json_member_string (json, "name", unit->display_name);
  cli_json_member_string (json, "path", unit->display_path);
  cli_json_member_string (json, "kind", im_unit_kind_get_name (unit->kind));
  cli_json_member_bool (json, "queue", im_unit_is_queue (unit));
  cli_json_member_strings (json, "tags", unit->tags, unit->n_tags);
  cli_json_member_string (json, "description", description->str);
  cli_json_member_string (json, "file", im_unit_file_get_path (unit->file));
}

static void
write_example_tensor (CliJson *json, const ImUnitExampleTensor *tensor, gboolean has_type)
{
  g_autoptr (GString) type = g_string_new (NULL);

  cli_json_open_object (json);
  cli_json_member_string (json, "name", tensor->name.text);
  if (has_type)
    {
      im_tensor_type_append_text (&tensor->type, type);
      cli_json_member_string (json, "type", type->str);
    }
  else if (tensor->tolerance >= 0)
    cli_json_member_double (json, "tolerance", tensor->tolerance);
  cli_json_name (json, "numbers");
  cli_json_open_array (json);
  for (guint i = 0; i < tensor->n_numbers; i++)
    cli_json_double (json, tensor->numbers[i]);
  cli_json_close_array (json);
  cli_json_close_object (json);
}

static void
write_example (CliJson *json, const ImUnitExample *example)
{
  cli_json_open_object (json);
  cli_json_member_text (json, "text", example->text);
  cli_json_name (json, "inputs");
  cli_json_open_array (json);
  for (guint i = 0; i < example->n_inputs; i++)
    write_example_tensor (json, &example->inputs[i], TRUE);
  cli_json_close_array (json);
  cli_json_name (json, "arguments");
  cli_json_open_object (json);
  for (guint i = 0; i < example->n_arguments; i++)
    cli_json_member_string (json, example->arguments[i].parameter.text,
                            example->arguments[i].literal.text);
  cli_json_close_object (json);
  cli_json_name (json, "outputs");
  cli_json_open_array (json);
  for (guint i = 0; i < example->n_outputs; i++)
    write_example_tensor (json, &example->outputs[i], FALSE);
  cli_json_close_array (json);
  cli_json_close_object (json);
}

static void
write_examples (CliJson *json, const ImUnit *unit)
{
  if (unit->n_examples == 0)
    return;
  cli_json_name (json, "examples");
  cli_json_open_array (json);
  for (guint i = 0; i < unit->n_examples; i++)
    write_example (json, &unit->examples[i]);
  cli_json_close_array (json);
}

void
cli_inspect_write (CliJson *json, const CliInspection *inspection)
{
  const ImUnit *unit = inspection->unit;

  cli_json_open_object (json);
  write_identity (json, unit);
  cli_json_name (json, "parameters");
  cli_json_open_array (json);
  for (guint i = 0; i < unit->n_parameters; i++)
    write_parameter (json, &unit->parameters[i]);
  cli_json_close_array (json);
  write_contract_list (json, "contracts", unit->contracts, unit->n_contracts);
  write_sections (json, unit);
  write_graph (json, unit);
  write_examples (json, unit);
  if (inspection->evaluation != NULL)
    {
      cli_json_name (json, "evaluation");
      cli_inspect_write_evaluation (json, inspection);
    }
  cli_json_close_object (json);
}
