/* SPDX-License-Identifier: MIT */
#include "document/help/im-option-trial.h"

struct _ImOptionTrial
{
  const ImUnit *unit;
  GArray *bindings; /* ImUnitBinding; the option is the first one */
  gboolean *fails;  /* of each contract: whether its test is false now */
  guint count;
};

static void
add_binding (ImOptionTrial *trial,
             ImUnitEvaluation *evaluation,
             const ImParameter *parameter)
{
  ImUnitBinding binding = { .name = parameter->name.text };

  if (im_unit_evaluation_is_given (evaluation, parameter) &&
      im_unit_evaluation_get_value (evaluation, parameter, &binding.value, NULL))
    g_array_append_val (trial->bindings, binding);
}

ImOptionTrial *
im_option_trial_new (ImUnitEvaluation *evaluation, const ImParameter *option)
{
  ImOptionTrial *trial = g_new0 (ImOptionTrial, 1);
  ImUnitBinding first = { .name = option->name.text };

  trial->unit = im_unit_evaluation_get_unit (evaluation);
  trial->bindings = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));
  trial->fails = g_new0 (gboolean, MAX (trial->unit->n_contracts, 1));
  g_array_append_val (trial->bindings, first);
  for (guint i = 0; i < trial->unit->n_parameters; i++)
    {
      const ImParameter *parameter = &trial->unit->parameters[i];

      if (parameter != option &&
          (parameter->kind == IM_PARAMETER_INPUT || im_parameter_is_option (parameter)))
        add_binding (trial, evaluation, parameter);
    }
  for (guint i = 0; i < trial->unit->n_contracts; i++)
    {
      ImContractResult result = im_unit_evaluation_check_contract (
          evaluation, &trial->unit->contracts[i]);

      trial->fails[i] = !result.holds && !result.is_unknown && result.error == NULL;
    }

  return trial;
}

void
im_option_trial_free (ImOptionTrial *trial)
{
  if (trial == NULL)
    return;

  g_array_unref (trial->bindings);
  g_free (trial->fails);
  g_free (trial);
}

gboolean
im_option_trial_holds (ImOptionTrial *trial,
                       const ImValue *value,
                       const ImContract *contract)
{
  g_autoptr (ImUnitEvaluation) evaluation = NULL;

  g_array_index (trial->bindings, ImUnitBinding, 0).value = *value;
  evaluation = im_unit_evaluation_new (
      trial->unit, (const ImUnitBinding *) trial->bindings->data, trial->bindings->len);
  trial->count++;
  for (guint i = 0; i < trial->unit->n_contracts; i++)
    {
      const ImContract *other = &trial->unit->contracts[i];
      gboolean may_fail = contract != NULL && other != contract && trial->fails[i];
      ImContractResult result;

      if (may_fail)
        continue;
      result = im_unit_evaluation_check_contract (evaluation, other);
      if (!result.holds && !result.is_unknown)
        return FALSE;
    }

  return TRUE;
}
