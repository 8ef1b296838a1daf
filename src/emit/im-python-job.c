/* SPDX-License-Identifier: MIT
 *
 * What every phase of emitting Python needs of the plan, and how it tells problems.
 */
#include <stdarg.h>

#include "emit/im-python-private.h"

void
im_python_fail (ImPythonEmitter *emitter,
                const char *code,
                const ImPlanCall *call,
                const char *format,
                ...)
{
  const ImProgram *program = emitter->plan->program;
  const ImUnit *unit = call == NULL ? program->unit
                                    : program->instances[call->instance].unit;
  ImSpan span = call == NULL ? unit->id.raw : call->implementation->fragment.raw;
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  im_diagnostics_add (emitter->diagnostics, IM_SEVERITY_ERROR, code,
                      im_unit_file_get_source (unit->file), span, "%s%s%s",
                      call == NULL ? "" : program->instances[call->instance].path,
                      call == NULL ? "" : ": ", message);
  emitter->failed = TRUE;
}

void
im_python_for_each_call (ImPythonEmitter *emitter,
                         void (*func) (ImPythonEmitter *emitter, const ImPlanCall *call))
{
  const ImPlan *plan = emitter->plan;

  for (guint i = 0; i < plan->n_init; i++)
    func (emitter, &plan->init[i]);
  for (guint i = 0; i < plan->n_domains; i++)
    {
      const ImPlanDomain *domain = &plan->domains[i];

      for (guint j = 0; j < domain->n_rooms; j++)
        func (emitter, &domain->rooms[j]);
      for (guint j = 0; j < domain->n_calls; j++)
        func (emitter, &domain->calls[j]);
    }
  for (guint i = 0; i < plan->n_soft_reset; i++)
    func (emitter, &plan->soft_reset[i]);
  for (guint i = 0; i < plan->n_finalize; i++)
    func (emitter, &plan->finalize[i]);
}
