/* The plan of a pipeline as a report for people and for scripts.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "plan/im-plan.h"

G_BEGIN_DECLS

/* The layer whose windows start a domain, NULL for the first domain. */
const char *cli_plan_get_queue (const ImPlan *plan, const ImPlanDomain *domain);

/* Element type and shape of a buffer. */
char *cli_plan_dup_type (const ImPlanBuffer *buffer);

/**
 * cli_plan_get_efficiency:
 * @plan: a plan
 *
 * Returns: how near the arena is to what is alive at once, from 0 to 1
 */
double cli_plan_get_efficiency (const ImPlan *plan);

/**
 * cli_plan_write:
 * @out: where to append
 * @plan: a plan
 * @diagnostics: its problems, which are warnings
 *
 * Appends all of a plan as a JSON object.
 */
void cli_plan_write (GString *out, const ImPlan *plan, const ImDiagnostics *diagnostics);

G_END_DECLS
