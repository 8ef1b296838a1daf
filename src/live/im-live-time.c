/* SPDX-License-Identifier: MIT */
#include "live/im-live-time.h"

#include "program/im-queue-window.h"

/* A source that gets fewer frames than the fastest one. */
static ImLiveTime
get_source_time (const ImPlan *plan, guint source)
{
  guint64 num, den;

  im_plan_get_pace (plan, source, &num, &den);

  return (ImLiveTime){ (double) den / (double) num, (double) den / (double) num };
}

static ImLiveTime
get_queue_time (const ImPlan *plan, const ImPlanDomain *domain, const ImLiveTime *parent)
{
  const ImInstance *queue = &plan->program->instances[domain->queue];
  ImQueueWindow window = { 0 };
  ImLiveTime time;

  if (!im_queue_window_find (queue->evaluation, &window))
    return (ImLiveTime){ 0, parent->span };

  time.step = window.stride * parent->step;
  time.span = window.window > 0 ? parent->span + (window.window - 1) * parent->step
                                : MAX (time.step, parent->span);

  return time;
}

ImLiveTime *
im_live_times_new (const ImPlan *plan)
{
  ImLiveTime *times = g_new0 (ImLiveTime, plan->n_domains);

  for (guint i = 0; i < plan->n_domains; i++)
    {
      const ImPlanDomain *domain = &plan->domains[i];

      times[i] = domain->parent < 0
                     ? get_source_time (plan, i)
                     : get_queue_time (plan, domain, &times[domain->parent]);
    }

  return times;
}
