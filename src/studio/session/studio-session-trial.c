/* SPDX-License-Identifier: MIT */
#include "studio/session/studio-session-trial.h"

#include "studio/session/studio-session-private.h"

/* What is tried, as it is given to a program. */
static ImProgram *
elaborate (StudioSession *self, ImUnitLibrary *library, ImDiagnostics *problems)
{
  const ImUnit *unit = im_document_get_unit (self->document);
  g_autoptr (GArray) bindings = g_array_new (FALSE, FALSE, sizeof (ImUnitBinding));

  for (guint i = 0; i < unit->n_parameters; i++)
    {
      const ImParameter *parameter = &unit->parameters[i];
      ImUnitBinding binding = { .name = parameter->name.text };

      if ((parameter->kind == IM_PARAMETER_INPUT || im_parameter_is_option (parameter)) &&
          im_unit_evaluation_is_given (self->trial, parameter) &&
          im_unit_evaluation_get_value (self->trial, parameter, &binding.value, NULL))
        g_array_append_val (bindings, binding);
    }

  return im_program_elaborate (unit, library, (const ImUnitBinding *) bindings->data,
                               bindings->len, problems);
}

gboolean
studio_session_init_trial_program (StudioSession *self,
                                   StudioTrialProgram *trial,
                                   ImDiagnostics *problems)
{
  const ImUnit *unit;

  *trial = (StudioTrialProgram){ 0 };
  if (self->document == NULL || self->trial == NULL)
    return FALSE;
  unit = im_document_get_unit (self->document);
  if (im_unit_is_graph (unit) || im_unit_evaluation_get_unit (self->trial) != unit)
    return FALSE;

  trial->held = im_program_ref ((ImProgram *) im_document_get_program (self->document));
  trial->library = im_unit_library_new_over (im_document_get_library (self->document),
                                             im_document_get_file (self->document));
  trial->program = elaborate (self, trial->library, problems);

  return TRUE;
}

void
studio_trial_program_clear (StudioTrialProgram *trial)
{
  g_clear_pointer (&trial->program, im_program_unref);
  g_clear_pointer (&trial->held, im_program_unref);
  g_clear_pointer (&trial->library, im_unit_library_unref);
}
