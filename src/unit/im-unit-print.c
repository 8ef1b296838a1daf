/* SPDX-License-Identifier: MIT
 *
 * The stable text form of a unit: what the reader understood, for people and golden
 * tests.
 */
#include "base/im-escape.h"
#include "base/im-text.h"
#include "unit/im-unit-frame.h"
#include "unit/im-unit-text.h"
#include "unit/im-unit.h"

static void
append_quoted (GString *out, const char *name, const char *text)
{
  if (text == NULL)
    return;

  g_autofree char *shown = im_escape_dup (IM_ESCAPE_TEXT, text);

  g_string_append_printf (out, " %s=\"", name);
  for (const char *p = shown; *p != '\0'; p++)
    if (*p == '\n')
      g_string_append (out, "\\n");
    else
      g_string_append_c (out, *p);
  g_string_append_c (out, '"');
}

static void
append_expr (GString *out, const char *name, const ImUnitExpr *expr)
{
  append_quoted (out, name, expr == NULL ? NULL : expr->text);
}

static void
append_flag (GString *out, const char *name, gboolean is_set)
{
  if (is_set)
    g_string_append_printf (out, " %s", name);
}

static void
append_option (const ImOption *option, GString *out)
{
  append_flag (out, "global", option->is_global);
  append_quoted (out, "default", option->initial.text);
  append_expr (out, "fitting", option->fitting);
  append_quoted (out, "min", option->minimum.text);
  append_quoted (out, "max", option->maximum.text);
  append_quoted (out, "ui", option->ui.text);
}

static void
append_items (const ImOption *option, GString *out)
{
  for (guint i = 0; i < option->n_items; i++)
    {
      g_string_append (out, "    item");
      append_quoted (out, "value", option->items[i].value.text);
      append_quoted (out, "text", option->items[i].label);
      g_string_append_c (out, '\n');
    }
}

static void
append_parameter (const ImParameter *parameter, GString *out)
{
  static const ImSocket none = { 0 };
  const ImSocket *socket = parameter->socket != NULL ? parameter->socket : &none;

  g_string_append_printf (out, "  parameter %s %s",
                          im_parameter_kind_get_name (parameter->kind),
                          parameter->name.text);
  append_quoted (out, "text", parameter->text);
  append_quoted (out, "pipe", socket->pipe);
  append_flag (out, "optional", socket->is_optional);
  append_flag (out, "time", socket->is_time);
  if (parameter->option != NULL)
    append_option (parameter->option, out);
  append_expr (out, "value", im_parameter_get_value (parameter));
  append_expr (out, "type", im_parameter_get_type (parameter));
  append_expr (out, "shape", socket->shape);
  append_expr (out, "rate", socket->rate);
  append_flag (out, "rate-is-approximate", socket->rate_is_approximate);
  append_expr (out, "shift", socket->shift);
  append_expr (out, "scale", socket->scale);
  append_expr (out, "offset", socket->offset);
  append_expr (out, "conditional", parameter->conditional);
  if (parameter->external != NULL)
    {
      append_quoted (out, "class", parameter->external->class_name);
      append_expr (out, "call", parameter->external->call);
    }
  append_quoted (out, "follows", socket->follows_layers ? "layers" : NULL);
  append_quoted (out, "in-place-of", socket->in_place_of);
  append_expr (out, "window", socket->window);
  append_expr (out, "sample-rate", socket->sample_rate);
  append_quoted (out, "description", parameter->description);
  g_string_append_c (out, '\n');
  if (parameter->option != NULL)
    append_items (parameter->option, out);
}

static void
append_contract (const ImContract *contract, const char *indent, GString *out)
{
  g_string_append_printf (out, "%s%s", indent,
                          contract->is_advice    ? "advise"
                          : contract->fails_when ? "error-if"
                                                 : "require");
  append_expr (out, "test", contract->test);
  append_quoted (out, "message", contract->message.text);
  g_string_append_c (out, '\n');
}

static void
append_condition (const ImCondition *condition, GString *out)
{
  static const char *const names[] = { "condition", "tensor-type", "constant-type" };

  g_string_append_printf (out, "      %s", names[condition->kind]);
  append_expr (out, "value", condition->expression);
  append_quoted (out, "type", condition->type.text);
  append_flag (out, "warns", condition->warns);
  g_string_append_c (out, '\n');
}

static void
append_section (const ImSection *section, ImSectionKind kind, GString *out)
{
  if (section->element == NULL)
    return;

  g_string_append_printf (out, "  section %s%s\n", im_section_get_name (kind),
                          section->returns_status ? " returns-status" : "");
  for (guint i = 0; i < section->n_implementations; i++)
    {
      const ImImplementation *implementation = &section->implementations[i];

      g_string_append_printf (out, "    implementation %s",
                              im_language_get_name (implementation->language));
      append_quoted (out, "fragment", implementation->fragment.text);
      append_quoted (out, "class", implementation->class_name);
      append_expr (out, "call", implementation->call);
      g_string_append_c (out, '\n');
      for (guint j = 0; j < implementation->n_conditions; j++)
        append_condition (&implementation->conditions[j], out);
    }
}

static void
append_node (const ImUnitNode *node, GString *out)
{
  g_string_append_printf (out, "  node %s", im_node_kind_get_name (node->kind));
  append_quoted (out, "id", node->id.text);
  append_quoted (out, "unit", node->unit_id.text);
  if (node->parameter != NULL)
    append_quoted (out, "parameter", node->parameter->name.text);
  if (node->id.text != NULL)
    g_string_append_printf (out, " at %.6g %.6g", node->x, node->y);
  append_flag (out, "disabled", !node->is_enabled);
  append_expr (out, "expression", node->expression);
  append_quoted (out, "result", node->result_type.text);
  g_string_append_c (out, '\n');
  for (guint i = 0; i < node->n_inputs; i++)
    g_string_append_printf (out, "    input %s\n", node->inputs[i].name.text);
  for (guint i = 0; i < node->n_ports; i++)
    g_string_append_printf (
        out, "    port %s %s%s%s\n", node->ports[i].is_output ? "out" : "in",
        node->ports[i].name.text, node->ports[i].parameter == NULL ? "" : " is ",
        node->ports[i].parameter == NULL ? "" : node->ports[i].parameter->name.text);
  for (guint i = 0; i < node->n_arguments; i++)
    {
      g_string_append_printf (out, "    argument %s", node->arguments[i].parameter.text);
      append_expr (out, "value", node->arguments[i].value);
      append_quoted (out, im_parameter_kind_get_name (node->arguments[i].literal_kind),
                     node->arguments[i].literal.text);
      g_string_append_c (out, '\n');
    }
  for (guint i = 0; i < node->n_tests; i++)
    append_contract (&node->tests[i], "    ", out);
}

/* More numbers than that say no more to people. */
#define MAX_SHOWN_NUMBERS 24

static void
append_numbers (const ImUnitExampleTensor *tensor, guint max, GString *out)
{
  for (guint i = 0; i < MIN (tensor->n_numbers, max); i++)
    {
      if (i > 0)
        g_string_append_c (out, ' ');
      im_text_append_double (out, tensor->numbers[i]);
    }
  if (tensor->n_numbers > max)
    g_string_append_printf (out, " … (%u numbers)", tensor->n_numbers);
}

void
im_unit_append_example (const ImUnitExample *example, GString *out)
{
  for (guint i = 0; i < example->n_inputs; i++)
    {
      g_string_append_printf (out, "%s = ", example->inputs[i].name.text);
      im_tensor_type_append_text (&example->inputs[i].type, out);
      g_string_append (out, ": ");
      append_numbers (&example->inputs[i], MAX_SHOWN_NUMBERS, out);
      g_string_append_c (out, '\n');
    }
  for (guint i = 0; i < example->n_arguments; i++)
    g_string_append_printf (out, "%s = %s\n", example->arguments[i].parameter.text,
                            example->arguments[i].literal.text);
  for (guint i = 0; i < example->n_outputs; i++)
    {
      g_string_append_printf (out, "%s%s: ", i > 0 ? "\n" : "",
                              example->outputs[i].name.text);
      append_numbers (&example->outputs[i], MAX_SHOWN_NUMBERS, out);
      if (example->outputs[i].tolerance >= 0)
        g_string_append_printf (out, " ± %.9g", example->outputs[i].tolerance);
    }
}

static void
append_example_tensor (const ImUnitExampleTensor *tensor,
                       gboolean is_expected,
                       GString *out)
{
  g_string_append_printf (out, "    %s %s ", is_expected ? "expect" : "input",
                          tensor->name.text);
  if (!is_expected)
    im_tensor_type_append_text (&tensor->type, out);
  else if (tensor->tolerance >= 0)
    g_string_append_printf (out, "within %.9g", tensor->tolerance);
  g_string_append (out, " { ");
  append_numbers (tensor, G_MAXUINT, out);
  g_string_append (out, " }\n");
}

static void
append_example (const ImUnitExample *example, GString *out)
{
  g_string_append (out, "  example");
  append_quoted (out, "text", example->text);
  g_string_append_c (out, '\n');
  for (guint i = 0; i < example->n_inputs; i++)
    append_example_tensor (&example->inputs[i], FALSE, out);
  for (guint i = 0; i < example->n_arguments; i++)
    g_string_append_printf (out, "    argument %s \"%s\"\n",
                            example->arguments[i].parameter.text,
                            example->arguments[i].literal.text);
  for (guint i = 0; i < example->n_outputs; i++)
    append_example_tensor (&example->outputs[i], TRUE, out);
}

static void
append_frame (const ImUnitFrame *frame, GString *out)
{
  g_string_append (out, "  frame");
  append_quoted (out, "id", frame->id);
  append_quoted (out, "title", frame->title);
  g_string_append_printf (out, " at %.9g %.9g size %.9g %.9g %s", frame->x, frame->y,
                          frame->width, frame->height,
                          im_frame_color_names[frame->color]);
  append_quoted (out, "text", frame->text);
  g_string_append_c (out, '\n');
}

void
im_unit_append_text (const ImUnit *unit, GString *out)
{
  g_autoptr (GString) description = g_string_new (NULL);

  g_string_append_printf (out, "%s %s", im_unit_kind_get_name (unit->kind),
                          unit->id.text);
  append_quoted (out, "name", unit->display_name);
  append_quoted (out, "path", unit->display_path);
  for (guint i = 0; i < unit->n_tags; i++)
    g_string_append_printf (out, " #%s", unit->tags[i]);
  im_unit_append_description (unit, description);
  if (description->len > 0)
    append_quoted (out, "description", description->str);
  g_string_append_c (out, '\n');

  for (guint i = 0; i < unit->n_parameters; i++)
    append_parameter (&unit->parameters[i], out);
  for (guint i = 0; i < unit->n_contracts; i++)
    append_contract (&unit->contracts[i], "  ", out);
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    append_section (&unit->sections[i], (ImSectionKind) i, out);
  for (guint i = 0; i < unit->n_nodes; i++)
    append_node (&unit->nodes[i], out);
  for (guint i = 0; i < unit->n_connections; i++)
    g_string_append_printf (
        out, "  connection %s.%s -> %s.%s\n", unit->connections[i].source_node.text,
        unit->connections[i].source_parameter.text, unit->connections[i].target_node.text,
        unit->connections[i].target_parameter.text);
  for (guint i = 0; i < unit->n_frames; i++)
    append_frame (&unit->frames[i], out);
  for (guint i = 0; i < unit->n_examples; i++)
    append_example (&unit->examples[i], out);
}
