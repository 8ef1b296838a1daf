/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "formula/im-unit-formula-private.h"
#include "skriptnd/lower/im-sknd-lower.h"

/* The number of the socket; the tensors of a pack have their numbers behind its path. */
static gboolean
find_variable (const ImUnit *unit, const char *path, guint *number)
{
  for (*number = 0; *number < unit->n_parameters; (*number)++)
    {
      const ImUnitOperatorPart *part = &unit->operation->parts[*number];
      g_autofree char *numbered = NULL;

      if (part->role != IM_OPERATOR_VARIABLE)
        continue;
      if (part->declaration->is_packed)
        numbered = g_strdup_printf ("%s.%u", part->name.text, part->number);
      if (strcmp (numbered != NULL ? numbered : part->name.text, path) == 0)
        return TRUE;
    }

  return FALSE;
}

static ImDType
get_dtype (const ImUnitOperation *operation, ImSkndBase base)
{
  return base == IM_SKND_BASE_REAL  ? operation->real
         : base == IM_SKND_BASE_INT ? operation->integer
                                    : IM_DTYPE_UINT8;
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
  ImDType dtype = get_dtype (operation, variable->base);
  g_autoptr (GString) wanted = g_string_new (im_dtype_get_info (dtype)->system_name);
  g_autoptr (GString) found = g_string_new (NULL);
  ImValue value = IM_NULL;
  ImShape shape;
  gboolean fits = im_sknd_tensor_get_shape (&variable->tensor, &shape);
  guint number = 0;
  const char *socket = NULL;

  im_shape_append_text (&shape, wanted);
  if (!find_variable (unit, variable->path, &number))
    {
      im_sknd_signature_fail (
          operation->signature, problems, "variable",
          operation->signature->definition->name.span,
          "the variable “%s”, %s, has no socket: only the first " G_STRINGIFY (
              IM_UNIT_OPERATOR_MAX_VARIABLES) " variables have, and " G_STRINGIFY (IM_UNIT_OPERATOR_MAX_PACK) " tensors of a pack of them",
          variable->path, wanted->str);
      return;
    }
  socket = unit->parameters[number].name.text;
  im_unit_evaluation_get_value (evaluation, &unit->parameters[number], &value, NULL);
  if (value.kind == IM_VALUE_TENSOR && fits && value.tensor->dtype == dtype &&
      im_shape_equal (&value.tensor->shape, &shape))
    {
      g_ptr_array_add (inputs, (gpointer) socket);
      return;
    }
  if (value.kind == IM_VALUE_TENSOR)
    {
      g_string_append_printf (found, ", found %s",
                              im_dtype_get_info (value.tensor->dtype)->system_name);
      im_shape_append_text (&value.tensor->shape, found);
    }
  else
    g_string_append_printf (found, " and is not given; the input “%s” takes it", socket);
  im_sknd_signature_fail (operation->signature, problems, "variable",
                          unit->operation->parts[number].name.span,
                          "the variable “%s” is %s%s", variable->path, wanted->str,
                          found->str);
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
