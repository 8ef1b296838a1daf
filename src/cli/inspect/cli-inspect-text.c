/* SPDX-License-Identifier: MIT
 *
 * A unit for people: what the file declares, in groups of lines that line up.
 */
#include "cli/inspect/cli-inspect.h"
#include "cli/terminal/cli-text.h"
#include "unit/im-unit-facts.h"

static const struct
{
  const char *heading;
  ImParameterKind first, last;
} groups[] = {
  { "Inputs", IM_PARAMETER_INPUT, IM_PARAMETER_INPUT },
  { "Outputs", IM_PARAMETER_OUTPUT, IM_PARAMETER_RETURN },
  { "Options", IM_PARAMETER_INT, IM_PARAMETER_DIRECTORY },
  { "Expressions", IM_PARAMETER_HIDDEN, IM_PARAMETER_HIDDEN },
  { "State", IM_PARAMETER_HANDLE, IM_PARAMETER_HANDLE },
  { "Tables", IM_PARAMETER_EXTERNAL, IM_PARAMETER_EXTERNAL },
  { "Streams", IM_PARAMETER_STREAM, IM_PARAMETER_STREAM },
};

void
cli_inspect_append_heading (const CliContext *context, const char *heading)
{
  g_string_append_c (context->out, '\n');
  cli_text_append_styled (context->out, context->out_has_colour ? CLI_TEXT_BOLD : NULL,
                          heading);
  g_string_append_c (context->out, '\n');
}

static CliTable *
new_table (const CliContext *context, guint n_columns)
{
  CliTable *table = cli_table_new (2, n_columns);

  cli_table_set_style (table, 0, context->out_has_colour ? CLI_TEXT_CYAN : NULL);

  return table;
}

static void
append_facts (const CliContext *context, const ImUnit *unit)
{
  g_autoptr (CliTable) table = new_table (context, 2);
  g_autoptr (GString) tags = g_string_new (NULL);
  g_autofree char *kind = g_strconcat (
      im_unit_kind_get_name (unit->kind),
      im_unit_is_queue (unit) && unit->kind != IM_UNIT_QUEUE ? " (a queue)" : "", NULL);

  for (guint i = 0; i < unit->n_tags; i++)
    g_string_append_printf (tags, "%s%s", i > 0 ? ", " : "", unit->tags[i]);

  cli_text_append_styled (context->out, context->out_has_colour ? CLI_TEXT_BOLD : NULL,
                          unit->id.text);
  g_string_append_c (context->out, '\n');
  cli_table_add (table, "Name", unit->display_name);
  cli_table_add (table, "Path", unit->display_path);
  cli_table_add (table, "Kind", kind);
  if (tags->len > 0)
    cli_table_add (table, "Tags", tags->str);
  cli_table_add (table, "File", im_unit_file_get_path (unit->file));
  cli_table_append (table, context->out, context->width);
}

static void
append_description (const CliContext *context, const ImUnit *unit)
{
  g_autoptr (GString) text = g_string_new (NULL);

  im_unit_append_description (unit, text);
  if (text->len == 0)
    return;

  cli_inspect_append_heading (context, "Documentation");
  cli_text_append_wrapped (context->out, text->str, 2, context->width);
}

static void G_GNUC_PRINTF (2, 3) add_line (GString *out, const char *format, ...)
{
  va_list args;

  if (out->len > 0)
    g_string_append_c (out, '\n');
  va_start (args, format);
  g_string_append_vprintf (out, format, args);
  va_end (args);
}

static void
add_rule (GString *out, const char *name, const ImUnitExpr *expr)
{
  if (expr != NULL)
    add_line (out, "%s = %s", name, expr->text);
}

static void
add_socket_lines (GString *out, const ImSocket *socket)
{
  if (socket->parameter->kind == IM_PARAMETER_INPUT)
    add_line (out, "%s", socket->is_optional ? "optional" : "required");
  if (socket->pipe != NULL)
    add_line (out, "pipe %s", socket->pipe);
  if (socket->is_time)
    add_line (out, "carries time stamps");
  if (socket->rate_is_approximate)
    add_line (out, "its rate is approximate");
  if (socket->in_place_of != NULL)
    add_line (out, "may share the memory of %s", socket->in_place_of);
  if (socket->window != NULL)
    add_line (out, "inputs of a result: %s", socket->window->text);
}

static void
add_output_rules (GString *out, const ImSocket *output)
{
  add_rule (out, "shape", output->shape);
  add_rule (out, "rate", output->rate);
  add_rule (out, "shift", output->shift);
  add_rule (out, "scale", output->scale);
  add_rule (out, "offset", output->offset);
}

static void
add_external_lines (GString *out, const ImExternal *external)
{
  add_line (out, "class %s", external->class_name);
  if (external->call != NULL)
    add_line (out, "%s", external->call->text);
}

static void
add_rule_lines (GString *out, const ImParameter *parameter)
{
  const ImUnitExpr *value = im_parameter_get_value (parameter);

  add_rule (out, "type", im_parameter_get_type (parameter));
  if (parameter->socket != NULL)
    add_output_rules (out, parameter->socket);
  if (value != NULL)
    add_line (out, "%s%s", parameter->handle != NULL ? "bytes = " : "= ", value->text);
  if (parameter->external != NULL)
    add_external_lines (out, parameter->external);
  if (parameter->conditional != NULL)
    add_line (out, "if %s", parameter->conditional->text);
}

static void
add_option_lines (GString *out, const ImOption *option)
{
  const char *minimum = option->minimum.text, *maximum = option->maximum.text;

  if (minimum != NULL || maximum != NULL)
    add_line (out, "range %s … %s", minimum == NULL ? "" : minimum,
              maximum == NULL ? "" : maximum);
  if (option->initial.text != NULL)
    add_line (out, "default %s", option->initial.text);
  if (option->fitting != NULL)
    add_line (out, "default that fits %s", option->fitting->text);
  if (option->is_global)
    add_line (out, "one value for all units of a project");
  if (option->ui.text != NULL)
    add_line (out, "shown as %s", option->ui.text);
  for (guint i = 0; i < option->n_items; i++)
    add_line (out, "choice %s: %s", option->items[i].value.text, option->items[i].label);
}

static void
add_parameter (CliTable *table, const ImParameter *parameter, gboolean shows_kind)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  if (g_strcmp0 (parameter->text, parameter->name.text) != 0)
    add_line (lines, "%s", parameter->text);
  if (parameter->socket != NULL)
    add_socket_lines (lines, parameter->socket);
  add_rule_lines (lines, parameter);
  if (parameter->option != NULL)
    add_option_lines (lines, parameter->option);
  if (parameter->description != NULL && *parameter->description != '\0')
    add_line (lines, "%s", parameter->description);

  cli_table_add (table, parameter->name.text,
                 shows_kind ? im_parameter_kind_get_name (parameter->kind) : "",
                 lines->str);
}

/* An operator without inputs begins a pipeline. */
static void
append_no_inputs (const CliContext *context, const ImUnit *unit)
{
  g_autofree char *text = NULL;

  for (guint i = 0; i < unit->n_parameters; i++)
    if (unit->parameters[i].kind == IM_PARAMETER_INPUT)
      return;
  text = g_strdup_printf (
      "none: as a layer it begins the pipe “data” anew; layers behind "
      "it take an input of the pipeline by its name; imaginet sknd "
      "run %s computes it alone",
      unit->id.text);
  cli_inspect_append_heading (context, "Inputs");
  cli_text_append_wrapped (context->out, text, 2, context->width);
}

static void
append_parameters (const CliContext *context, const ImUnit *unit)
{
  if (unit->operation != NULL)
    append_no_inputs (context, unit);
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      g_autoptr (CliTable) table = new_table (context, 3);
      guint n = 0;

      for (guint j = 0; j < unit->n_parameters; j++)
        if (unit->parameters[j].kind >= groups[i].first &&
            unit->parameters[j].kind <= groups[i].last)
          {
            add_parameter (table, &unit->parameters[j],
                           groups[i].first != groups[i].last);
            n++;
          }
      if (n == 0)
        continue;

      cli_inspect_append_heading (context, groups[i].heading);
      cli_table_append (table, context->out, context->width);
    }
}

static void
append_contracts (const CliContext *context, const ImUnit *unit)
{
  g_autoptr (CliTable) table = new_table (context, 2);

  if (unit->n_contracts == 0)
    return;

  for (guint i = 0; i < unit->n_contracts; i++)
    {
      const ImContract *contract = &unit->contracts[i];
      g_autofree char *lines = g_strdup_printf (
          "%s\n%s", contract->test->text,
          contract->message.text == NULL ? "" : contract->message.text);

      cli_table_add (table,
                     contract->is_advice    ? "advises"
                     : contract->fails_when ? "forbids"
                                            : "requires",
                     lines);
    }
  cli_inspect_append_heading (context, "Contracts");
  cli_table_append (table, context->out, context->width);
}

static void
add_condition (GString *lines, const ImCondition *condition)
{
  static const char *const formats[] = {
    [IM_CONDITION_EXPRESSION] = "",
    [IM_CONDITION_TENSOR_TYPE] = " is a tensor",
    [IM_CONDITION_CONSTANT_TYPE] = " is a constant",
  };

  add_line (lines, "if %s%s%s%s", condition->expression->text, formats[condition->kind],
            condition->type.text == NULL ? "" : " of type ",
            condition->type.text == NULL ? "" : condition->type.text);
}

static void
add_implementation (CliTable *table, const ImImplementation *implementation)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  if (implementation->fragment.text != NULL)
    add_line (lines, "%s", implementation->fragment.text);
  if (implementation->class_name != NULL)
    add_line (lines, "class %s", implementation->class_name);
  if (implementation->call != NULL)
    add_line (lines, "%s", implementation->call->text);
  for (guint i = 0; i < implementation->n_conditions; i++)
    add_condition (lines, &implementation->conditions[i]);

  cli_table_add (table, im_language_get_name (implementation->language), lines->str);
}

static void
append_sections (const CliContext *context, const ImUnit *unit)
{
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    {
      const ImSection *section = &unit->sections[i];
      g_autoptr (CliTable) table = new_table (context, 2);
      g_autofree char *heading = g_strconcat (
          im_section_get_name ((ImSectionKind) i),
          section->returns_status ? " (returns a status)" : "", NULL);

      if (section->element == NULL)
        continue;
      for (guint j = 0; j < section->n_implementations; j++)
        add_implementation (table, &section->implementations[j]);
      cli_inspect_append_heading (context, heading);
      cli_table_append (table, context->out, context->width);
    }
}

static void
add_node (CliTable *table, const ImUnitNode *node)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  if (node->unit_id.text != NULL)
    add_line (lines, "%s", node->unit_id.text);
  if (node->parameter != NULL)
    add_line (lines, "%s", node->parameter->text);
  if (node->expression != NULL)
    add_line (lines, "%s", node->expression->text);
  if (!node->is_enabled)
    add_line (lines, "disabled");
  for (guint i = 0; i < node->n_arguments; i++)
    add_line (lines, "%s = %s", node->arguments[i].parameter.text,
              node->arguments[i].value != NULL          ? node->arguments[i].value->text
              : node->arguments[i].literal.text != NULL ? node->arguments[i].literal.text
                                                        : "");
  for (guint i = 0; i < node->n_tests; i++)
    add_line (lines, "%s %s", node->tests[i].fails_when ? "forbids" : "requires",
              node->tests[i].test->text);

  cli_table_add (table, node->id.text, im_node_kind_get_name (node->kind), lines->str);
}

static void
append_nodes (const CliContext *context, const ImUnit *unit)
{
  g_autoptr (CliTable) nodes = new_table (context, 3);
  g_autoptr (CliTable) connections = new_table (context, 3);

  for (guint i = 0; i < unit->n_nodes; i++)
    add_node (nodes, &unit->nodes[i]);
  for (guint i = 0; i < unit->n_connections; i++)
    {
      const ImUnitConnection *connection = &unit->connections[i];
      g_autofree char *source = g_strdup_printf ("%s.%s", connection->source_node.text,
                                                 connection->source_parameter.text);
      g_autofree char *target = g_strdup_printf ("%s.%s", connection->target_node.text,
                                                 connection->target_parameter.text);

      cli_table_add (connections, source, "→", target);
    }

  if (unit->n_nodes > 0)
    {
      cli_inspect_append_heading (context, "Nodes");
      cli_table_append (nodes, context->out, context->width);
    }
  if (unit->n_connections > 0)
    {
      cli_inspect_append_heading (context, "Connections");
      cli_table_append (connections, context->out, context->width);
    }
}

static void
append_examples (const CliContext *context, const ImUnit *unit)
{
  g_autoptr (CliTable) table = new_table (context, 2);

  if (unit->n_examples == 0)
    return;
  for (guint i = 0; i < unit->n_examples; i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", i + 1);
      g_autoptr (GString) lines = g_string_new (NULL);

      if (unit->examples[i].text != NULL)
        g_string_append_printf (lines, "%s\n", unit->examples[i].text);
      im_unit_append_example (&unit->examples[i], lines);
      cli_table_add (table, number, lines->str);
    }
  cli_inspect_append_heading (context, "Examples");
  cli_table_append (table, context->out, context->width);
}

static void
append_cost (const CliContext *context, const ImUnitFacts *facts)
{
  const struct
  {
    const char *name;
    guint number;
    const char *of;
  } rows[] = {
    { "instructions", facts->instructions, "for a frame" },
    { "code", facts->code_bytes, "bytes of flash" },
    { "constants", facts->constant_bytes, "bytes of flash" },
    { "scratch", facts->scratch_bytes, "bytes of RAM" },
    { "state", facts->state_bytes, "bytes of RAM" },
  };
  g_autoptr (CliTable) table = new_table (context, 2);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf ("%u %s", rows[i].number, rows[i].of);

      cli_table_add (table, rows[i].name, text);
    }
  cli_table_add (table, "on", im_unit_facts_get_target ());
  cli_table_add (table, "for", facts->example);
  cli_inspect_append_heading (context, "Cost of example 1");
  cli_table_append (table, context->out, context->width);
}

static void
append_equivalents (const CliContext *context, const ImUnitFacts *facts)
{
  g_autoptr (CliTable) table = new_table (context, 2);

  for (guint i = 0; i < facts->n_equivalents; i++)
    {
      const ImUnitEquivalent *equivalent = &facts->equivalents[i];
      g_autofree char *lines = g_strconcat (
          equivalent->expression, equivalent->is_checked ? "" : "\nby name only", NULL);

      cli_table_add (table, equivalent->library, lines);
    }
  if (facts->note != NULL)
    cli_table_add (table, facts->n_equivalents > 0 ? "note" : "none", facts->note);
  cli_inspect_append_heading (context, "Equivalents");
  cli_table_append (table, context->out, context->width);
}

void
cli_inspect_append_unit (const CliContext *context, const ImUnit *unit)
{
  append_facts (context, unit);
  append_description (context, unit);
  append_parameters (context, unit);
  append_contracts (context, unit);
  append_sections (context, unit);
  append_nodes (context, unit);
  append_examples (context, unit);

  const ImUnitFacts *facts = im_unit_facts_get (unit);
  if (facts == NULL)
    return;
  append_cost (context, facts);
  append_equivalents (context, facts);
}
