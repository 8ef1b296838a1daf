/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "formula/im-unit-formula-private.h"
#include "skriptnd/lower/im-sknd-lower.h"

static const ImParameter *
find_variable (const ImUnit *unit, const char *name)
{
  for (guint i = 0; i < unit->n_parameters; i++)
    if (unit->operation->parts[i].role == IM_OPERATOR_VARIABLE &&
        strcmp (unit->operation->parts[i].name.text, name) == 0)
      return &unit->parameters[i];

  return NULL;
}

/* A variable is a socket that gets the tensor which is declared. */
static void
take_variable (ImUnitEvaluation *evaluation,
               const ImUnitOperation *operation,
               const ImSkndVariable *variable,
               GPtrArray *inputs,
               ImDiagnostics *problems)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);
  const ImParameter *parameter = find_variable (unit, variable->path);
  ImDType dtype = variable->base == IM_SKND_BASE_REAL  ? operation->real
                  : variable->base == IM_SKND_BASE_INT ? operation->integer
                                                       : IM_DTYPE_UINT8;
  g_autoptr (GString) wanted = g_string_new (im_dtype_get_info (dtype)->system_name);
  g_autoptr (GString) found = g_string_new ("nothing");
  ImValue value = IM_NULL;
  ImShape shape;
  gboolean fits = im_sknd_tensor_get_shape (&variable->tensor, &shape);

  im_shape_append_text (&shape, wanted);
  if (parameter != NULL)
    im_unit_evaluation_get_value (evaluation, parameter, &value, NULL);
  if (value.kind == IM_VALUE_TENSOR)
    {
      if (fits && value.tensor->dtype == dtype &&
          im_shape_equal (&value.tensor->shape, &shape))
        {
          g_ptr_array_add (inputs, (gpointer) parameter->name.text);
          return;
        }
      g_string_assign (found, im_dtype_get_info (value.tensor->dtype)->system_name);
      im_shape_append_text (&value.tensor->shape, found);
    }
  im_diagnostics_add (
      problems, IM_SEVERITY_ERROR, "variable", variable->source, variable->span,
      parameter == NULL ? "“%s”, %s, is a variable of an operator that is called; only "
                          "those of the operator itself have sockets: declare it "
                          "there, and hand it over as an input"
                        : "the variable “%s” is %s, found %s",
      variable->path, wanted->str, found->str);
}

void
im_unit_formula_lower (ImUnitFormula *self,
                       ImUnitEvaluation *evaluation,
                       const ImUnitOperation *operation,
                       GPtrArray *inputs,
                       ImDiagnostics *problems)
{
  const ImUnit *unit = im_unit_evaluation_get_unit (evaluation);
  g_auto (ImSkndLowered) lowered = { NULL };

  if (!im_sknd_lower (unit->operation->package, operation->signature, operation->instance,
                      operation->arguments->len,
                      (const ImSkndArgument *) (gpointer) operation->arguments->data,
                      operation->real, operation->integer, self->arena, problems,
                      &lowered))
    return;
  for (guint i = 0; i < lowered.variables->len; i++)
    take_variable (evaluation, operation, g_ptr_array_index (lowered.variables, i),
                   inputs, problems);
  if (lowered.has_update)
    im_sknd_signature_fail (operation->signature, problems, "update",
                            operation->signature->definition->name.span,
                            "the operator gives variables new values in @update, which a "
                            "layer does not compute");
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
