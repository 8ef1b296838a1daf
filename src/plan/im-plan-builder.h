/* A plan while it is being made: domains first, then calls with their buffers, then
 * memory.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "plan/im-plan.h"

G_BEGIN_DECLS

/**
 * ImPlanBuilder:
 * @plan: the plan
 * @arena: where it lives
 * @program: what is planned
 * @diagnostics: where problems go
 * @failed: whether there is an error
 * @domains: (element-type ImPlanDomain): so far
 * @domain_of: of each instance: the domain of its outputs
 * @input_domain_of: of each instance: the domain that it reads from; another one for
 * queues only
 * @source_of: of each input of the program: its source
 * @sink_of: of each output of the program: its domain, or -1
 * @buffers: (element-type ImPlanBuffer): so far
 * @buffer_of_tensor: of each tensor: its buffer, or -1
 * @slot_buffers: of each instance: of each slot its buffer, or -1
 * @n_calls: calls that are numbered so far
 */
typedef struct
{
  ImPlan *plan;
  ImArena *arena;
  const ImProgram *program;
  ImDiagnostics *diagnostics;
  gboolean failed;
  GArray *domains;
  gint *domain_of;
  gint *input_domain_of;
  guint *source_of;
  gint *sink_of;
  GArray *buffers;
  gint *buffer_of_tensor;
  gint **slot_buffers;
  guint n_calls;
} ImPlanBuilder;

/* Reports a problem of an instance: at its node, or of a unit that is no graph at @span
 * of the unit. The node of the subject is filled in. */
void im_plan_builder_report (ImPlanBuilder *builder,
                             ImSeverity severity,
                             const ImInstance *instance,
                             const char *code,
                             ImSpan span,
                             ImSubject subject,
                             const char *message);

/* The same for an error. */
void im_plan_builder_fail (ImPlanBuilder *builder,
                           const ImInstance *instance,
                           const char *code,
                           ImSpan span,
                           ImSubject subject,
                           const char *format,
                           ...) G_GNUC_PRINTF (6, 7);

/* The tensor whose memory a tensor is: itself unless it is a view. */
gint im_plan_builder_find_root (const ImPlanBuilder *builder, gint tensor);

/* Finds out which instance runs how often. */
void im_plan_find_domains (ImPlanBuilder *builder);

/* Makes the calls of all domains and of the life cycle, and the buffers that they name.
 */
void im_plan_make_calls (ImPlanBuilder *builder);

/* Places the buffers. */
void im_plan_place_buffers (ImPlanBuilder *builder);

G_END_DECLS
