/* SPDX-License-Identifier: MIT */
#include "plan/im-plan-builder.h"

#include <stdarg.h>

void
im_plan_builder_report (ImPlanBuilder *builder,
                        ImSeverity severity,
                        const ImInstance *instance,
                        const char *code,
                        ImSpan span,
                        ImSubject subject,
                        const char *message)
{
  ImSource *source = im_unit_file_get_source (instance->unit->file);
  ImDiagnostic problem = {
    .severity = severity,
    .code = code,
    .source = source,
    .name = im_source_get_name (source),
    .span = span,
    .subject = subject,
    .message = im_arena_printf (builder->arena, "%s: %s", instance->path, message),
  };

  problem.subject.node = instance->path;
  im_program_place_problem (builder->program, instance->path, builder->arena, &problem);
  im_diagnostics_add_copy (builder->diagnostics, &problem);
  builder->failed = builder->failed || severity == IM_SEVERITY_ERROR;
}

void
im_plan_builder_fail (ImPlanBuilder *builder,
                      const ImInstance *instance,
                      const char *code,
                      ImSpan span,
                      ImSubject subject,
                      const char *format,
                      ...)
{
  va_list args;

  va_start (args, format);
  const char *message = im_arena_vprintf (builder->arena, format, args);
  va_end (args);
  im_plan_builder_report (builder, IM_SEVERITY_ERROR, instance, code, span, subject,
                          message);
}
