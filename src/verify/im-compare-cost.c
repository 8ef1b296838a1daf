/* SPDX-License-Identifier: MIT
 *
 * What layers took on an emulated core: its trace has a record for each call behind each
 * run, and a layer may have several calls.
 */
#include <string.h>

#include "emit/im-emit-c.h"
#include "verify/im-compare-private.h"

/* The first run of what the pipeline is made for. */
static guint
find_run (ImFrames *const *runs, guint n_runs)
{
  guint i = 0;

  while (i < n_runs && runs[i]->is_edge)
    i++;

  return i;
}

static gint
find_instance (const ImPlan *plan, guint number)
{
  for (guint i = 0; i < plan->n_domains; i++)
    for (guint j = 0; j < plan->domains[i].n_calls; j++)
      if (im_emit_get_call_number (plan, &plan->domains[i].calls[j]) == number)
        return (gint) plan->domains[i].calls[j].instance;

  return -1;
}

static ImCompareLayer *
find_layer (ImComparison *comparison, const ImPlan *plan, guint number)
{
  gint instance = number == IM_TRACE_COST_WHOLE ? -1 : find_instance (plan, number);

  if (number == IM_TRACE_COST_WHOLE)
    return &comparison->whole;
  for (guint i = 0; instance >= 0 && i < comparison->n_layers; i++)
    if (strcmp (comparison->layers[i].path, plan->program->instances[instance].path) == 0)
      return &comparison->layers[i];

  return NULL;
}

static void
add_cost (ImCompareCost *cost, const ImTraceCost *added, guint n_frames)
{
  cost->n_frames = n_frames;
  cost->n_calls += added->n_calls;
  cost->instructions += added->instructions;
  cost->most_instructions = MAX (cost->most_instructions, added->most_instructions);
  cost->stack_bytes = MAX (cost->stack_bytes, added->stack_bytes);
}

void
im_compare_take_costs (ImComparison *comparison,
                       const ImPlan *plan,
                       GBytes *c_trace,
                       ImFrames *const *runs,
                       guint n_runs)
{
  guint wanted = find_run (runs, n_runs), run = 0;
  ImTraceReader reader;
  ImTraceRecord record;

  im_trace_reader_init (&reader, c_trace);
  while (im_trace_reader_next (&reader, &record))
    {
      ImTraceCost cost;
      ImCompareLayer *layer;

      if (record.kind == IM_TRACE_RUN)
        run = record.number;
      if (record.kind != IM_TRACE_COST || run != wanted ||
          record.size_bytes != sizeof cost)
        continue;
      memcpy (&cost, record.data, sizeof cost);
      layer = find_layer (comparison, plan, record.number);
      if (layer != NULL)
        add_cost (&layer->cost, &cost, runs[wanted]->n_frames);
    }
}
