/* SPDX-License-Identifier: MIT
 *
 * What every phase of emitting C needs of the plan, and how it tells problems.
 */
#include <stdarg.h>

#include "emit/im-emit-c-private.h"

const ImInstance *
im_c_get_instance (const ImPlan *plan, const ImPlanCall *call)
{
  return &plan->program->instances[call->instance];
}

void
im_c_report (ImCJob *job,
             ImSeverity severity,
             const char *code,
             const ImPlanCall *call,
             ImSubject subject,
             const char *format,
             ...)
{
  const ImProgram *program = job->plan->program;
  const ImInstance *instance = call == NULL ? NULL : &program->instances[call->instance];
  const ImUnit *unit = call == NULL ? program->unit : instance->unit;
  ImSource *source = im_unit_file_get_source (unit->file);
  ImDiagnostic problem = {
    .severity = severity,
    .code = code,
    .source = source,
    .name = im_source_get_name (source),
    .span = call == NULL                         ? program->unit->id.raw
            : call->implementation->call != NULL ? call->implementation->call->raw
                                                 : unit->id.raw,
    .subject = subject,
  };
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *full = g_strconcat (instance == NULL ? "" : instance->path,
                                       instance == NULL ? "" : ": ", message, NULL);
  problem.message = full;
  if (instance != NULL)
    {
      problem.subject.node = instance->path;
      im_program_place_problem (program, instance->path, job->arena, &problem);
    }
  if (!im_diagnostics_has (job->diagnostics, &problem))
    im_diagnostics_add_copy (job->diagnostics, &problem);
  job->failed = job->failed || severity == IM_SEVERITY_ERROR;
}

static void
walk_calls (const ImPlanCall *calls,
            guint n_calls,
            void (*func) (const ImPlanCall *call, gpointer data),
            gpointer data)
{
  for (guint i = 0; i < n_calls; i++)
    func (&calls[i], data);
}

void
im_c_for_each_call (const ImPlan *plan,
                    void (*func) (const ImPlanCall *call, gpointer data),
                    gpointer data)
{
  for (guint i = 0; i < plan->n_domains; i++)
    {
      guint number = (i + plan->n_sources) % plan->n_domains;
      const ImPlanDomain *domain = &plan->domains[number];

      walk_calls (domain->rooms, domain->n_rooms, func, data);
      walk_calls (domain->calls, domain->n_calls, func, data);
    }
  walk_calls (plan->finalize, plan->n_finalize, func, data);
  walk_calls (plan->soft_reset, plan->n_soft_reset, func, data);
  walk_calls (plan->init, plan->n_init, func, data);
}
