/* SPDX-License-Identifier: MIT */
#include "formula/im-unit-formula-private.h"
#include "skriptnd/lower/im-sknd-lower.h"

void
im_unit_formula_lower (ImUnitFormula *self,
                       const ImUnit *unit,
                       const ImUnitOperation *operation,
                       ImDiagnostics *problems)
{
  g_auto (ImSkndLowered) lowered = { NULL };

  if (!im_sknd_lower (unit->operation->package, operation->signature, operation->instance,
                      operation->arguments->len,
                      (const ImSkndArgument *) (gpointer) operation->arguments->data,
                      operation->real, operation->integer, self->arena, problems,
                      &lowered))
    return;
  self->formula = g_steal_pointer (&lowered.formula);
  self->nests = g_steal_pointer (&lowered.nests);
  self->formula->name = unit->operation->definition->name.text;
}

void
im_unit_formula_name_operation (ImUnitEvaluation *evaluation, GString *name)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);
  g_autoptr (GString) values = g_string_new (NULL);
  g_autofree char *id = g_strdelimit (g_strdup (unit->id.text), ".", '_');
  g_autofree char *sum = NULL;

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      ImValue value;

      if (!im_parameter_is_option (parameter) ||
          !im_unit_evaluation_is_given (evaluation, parameter) ||
          !im_unit_evaluation_get_value (evaluation, parameter, &value, NULL))
        continue;
      g_string_append_printf (values, "%s=", parameter->name.text);
      im_value_append_text (&value, values);
      g_string_append_c (values, ';');
    }
  g_string_append (name, id);
  if (values->len == 0)
    return;
  sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, values->str, -1);
  g_string_append_printf (name, "_%.8s", sum);
}
