/* SPDX-License-Identifier: MIT */
#include "program/im-program.h"

#define MAX_ELEMENTS 8 /* of a constant array */

static void
append_tensor (const ImProgram *program, gint number, GString *out)
{
  g_autoptr (GString) samples = g_string_new (NULL);

  if (number < 0)
    {
      g_string_append (out, "null");
      return;
    }

  g_string_append_printf (out, "%s%s ",
                          program->tensors[number].constant == NULL ? "" : "constant ",
                          program->tensors[number].name);
  if (program->tensors[number].constant != NULL)
    im_array_append_text (program->tensors[number].constant, MAX_ELEMENTS, out);
  else
    im_tensor_type_append_text (&program->tensors[number].type, out);
  im_tensor_type_append_samples (&program->tensors[number].type, samples);
  if (samples->len > 0)
    g_string_append_printf (out, " (%s)", samples->str);
}

static void
append_parameter (const ImProgram *program,
                  const ImInstance *instance,
                  const ImParameter *parameter,
                  GString *out)
{
  ImValue value;

  g_string_append_printf (out, "  %s %s = ", im_parameter_kind_get_name (parameter->kind),
                          parameter->name.text);
  if (parameter->kind <= IM_PARAMETER_RETURN)
    append_tensor (program, instance->tensors[parameter->slot], out);
  else if (im_unit_evaluation_get_value (instance->evaluation, parameter, &value, NULL))
    im_value_append_text (&value, out);
  g_string_append_c (out, '\n');
}

static void
append_instance (const ImProgram *program, const ImInstance *instance, GString *out)
{
  const ImUnit *unit = instance->unit;

  g_string_append_printf (out, "instance %s %s\n", instance->path, unit->id.text);
  for (guint i = 0; i < unit->n_parameters; i++)
    if (unit->parameters[i].kind <= IM_PARAMETER_RETURN ||
        im_parameter_is_option (&unit->parameters[i]))
      append_parameter (program, instance, &unit->parameters[i], out);
  for (guint i = 0; i < IM_N_SECTIONS; i++)
    {
      ImSectionResult result = im_unit_evaluation_choose (
          instance->evaluation, (ImSectionKind) i, IM_LANGUAGE_C);

      if (result.chosen != NULL)
        g_string_append_printf (out, "  %s: %s\n",
                                im_section_get_name ((ImSectionKind) i),
                                result.chosen->fragment.text);
    }
}

static void
append_ports (const ImProgram *program,
              const char *what,
              const ImProgramPort *ports,
              guint n,
              GString *out)
{
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (out, "%s %s = ", what, ports[i].name);
      append_tensor (program, ports[i].tensor, out);
      g_string_append_c (out, '\n');
    }
}

void
im_program_append_text (const ImProgram *program, GString *out)
{
  g_string_append_printf (out, "program %s\n", program->unit->id.text);
  append_ports (program, "input", program->inputs, program->n_inputs, out);
  for (guint i = 0; i < program->n_instances; i++)
    append_instance (program, &program->instances[i], out);
  append_ports (program, "output", program->outputs, program->n_outputs, out);
}
