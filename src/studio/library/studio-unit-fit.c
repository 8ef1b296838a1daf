/* SPDX-License-Identifier: MIT */
#include "studio/library/studio-unit-fit.h"

#include <glib/gi18n.h>

#include "evaluation/im-unit-operation.h"

static gboolean
has_other_inputs (const ImUnit *unit, const ImParameter *main_input)
{
  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];

      if (parameter != main_input && parameter->kind == IM_PARAMETER_INPUT &&
          !parameter->socket->is_optional && !parameter->socket->is_time)
        return TRUE;
    }

  return FALSE;
}

/* An operator does not fit where its input is of another type, or where nothing but what
 * it is given keeps it from being bound. */
static char *
dup_operation_problem (ImUnitEvaluation *evaluation,
                       const ImParameter *main_input,
                       gboolean is_partial)
{
  const ImUnitOperation *operation = im_unit_evaluation_get_operation (evaluation);

  for (guint i = 0; i < im_diagnostics_get_count (operation->problems); i++)
    {
      const ImDiagnostic *problem = im_diagnostics_get (operation->problems, i);

      if (!is_partial ||
          g_strcmp0 (problem->subject.parameter, main_input->name.text) == 0)
        return g_strdup (problem->message);
    }

  return NULL;
}

char *
studio_unit_fit_dup_problem (const ImUnit *unit, const ImTensorType *source)
{
  const ImParameter *input = im_unit_find_main_input (unit);
  g_autoptr (ImUnitEvaluation) evaluation = NULL;
  ImUnitBinding binding;
  gboolean is_partial;

  g_return_val_if_fail (source != NULL, NULL);

  if (input == NULL)
    return g_strdup (_ ("This unit has no input"));
  binding = (ImUnitBinding){ input->name.text,
                             { .kind = IM_VALUE_TENSOR, .tensor = source } };
  evaluation = im_unit_evaluation_new (unit, &binding, 1);
  is_partial = has_other_inputs (unit, input);
  if (unit->operation != NULL)
    return dup_operation_problem (evaluation, input, is_partial);
  for (guint i = 0; i < unit->n_contracts; i++)
    {
      ImContractResult result = im_unit_evaluation_check_contract (evaluation,
                                                                   &unit->contracts[i]);

      if (result.holds || result.is_unknown || unit->contracts[i].is_advice ||
          (is_partial && result.error != NULL))
        continue;
      return g_strdup (result.message != NULL ? result.message
                                              : unit->contracts[i].test->text);
    }

  return NULL;
}
