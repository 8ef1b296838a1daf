/* SPDX-License-Identifier: MIT
 *
 * The trace has a record for each call behind each run, and a layer may have several
 * calls. The record of the whole is the last one, and has the number of frames.
 */
#include "verify/im-target-cost.h"

#include <string.h>

#include "emit/im-emit-c.h"
#include "run/im-trace.h"

static gint
find_instance (const ImPlan *plan, guint number)
{
  for (guint i = 0; i < plan->n_domains; i++)
    for (guint j = 0; j < plan->domains[i].n_calls; j++)
      if (im_emit_get_call_number (plan, &plan->domains[i].calls[j]) == number)
        return (gint) plan->domains[i].calls[j].instance;

  return -1;
}

static void
add (ImTargetCost *cost, const ImTraceCost *added)
{
  cost->n_calls += added->n_calls;
  cost->instructions += added->instructions;
  cost->most_instructions = MAX (cost->most_instructions, added->most_instructions);
  cost->stack_bytes = MAX (cost->stack_bytes, added->stack_bytes);
}

void
im_target_cost_collect (const ImPlan *plan,
                        GBytes *trace,
                        guint run,
                        ImTargetCost *costs,
                        ImTargetCost *whole)
{
  ImTraceReader reader;
  ImTraceRecord record;
  guint number = 0;

  im_trace_reader_init (&reader, trace);
  while (im_trace_reader_next (&reader, &record))
    {
      ImTraceCost cost;
      gint instance;

      if (record.kind == IM_TRACE_RUN)
        number = record.number;
      if (record.kind != IM_TRACE_COST || number != run ||
          record.size_bytes != sizeof cost)
        continue;
      memcpy (&cost, record.data, sizeof cost);
      instance = find_instance (plan, record.number);
      if (record.number == IM_TRACE_COST_WHOLE)
        add (whole, &cost);
      else if (instance >= 0)
        add (&costs[instance], &cost);
    }
  whole->n_frames = (guint) whole->n_calls;
  for (guint i = 0; i < plan->program->n_instances; i++)
    costs[i].n_frames = whole->n_frames;
}
