/* SPDX-License-Identifier: MIT
 *
 * Who makes the memory of a unit new when a pipeline forgets its data.
 */
#include "plan/im-plan.h"

gboolean
im_plan_has_soft_reset (const ImPlan *plan, guint instance)
{
  for (guint i = 0; i < plan->n_soft_reset; i++)
    if (plan->soft_reset[i].instance == instance)
      return TRUE;

  return FALSE;
}

static gboolean
uses (const ImPlan *plan, const ImPlanCall *calls, guint n_calls, guint buffer)
{
  for (guint i = 0; i < n_calls; i++)
    for (guint j = 0; j < calls[i].n_arguments; j++)
      if (calls[i].arguments[j].buffer == (gint) buffer &&
          im_plan_has_soft_reset (plan, calls[i].instance))
        return TRUE;

  return FALSE;
}

gboolean
im_plan_is_reset_by_unit (const ImPlan *plan, guint buffer)
{
  gboolean is_used = uses (plan, plan->init, plan->n_init, buffer) ||
                     uses (plan, plan->soft_reset, plan->n_soft_reset, buffer);

  for (guint i = 0; i < plan->n_domains && !is_used; i++)
    is_used = uses (plan, plan->domains[i].calls, plan->domains[i].n_calls, buffer);

  return is_used;
}
