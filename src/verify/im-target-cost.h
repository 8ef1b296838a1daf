/* What layers took on an emulated core: instructions and stack, from the trace of a run.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "plan/im-plan.h"

G_BEGIN_DECLS

/**
 * ImTargetCost:
 * @n_frames: how many frames were counted; 0 if nothing was, since this machine does not
 * count
 * @n_calls: how often the layer computed something in them, its calls together
 * @instructions: of all of them
 * @most_instructions: of the longest of its calls; of the whole 0
 * @stack_bytes: how much stack it took, of the whole from where the pipeline is called
 */
typedef struct
{
  guint n_frames;
  guint64 n_calls;
  guint64 instructions;
  guint64 most_instructions;
  guint64 stack_bytes;
} ImTargetCost;

/**
 * im_target_cost_collect:
 * @plan: what C computed
 * @trace: its trace
 * @run: the number of a run in it
 * @costs: (inout) (array): one for each instance of the program, all zero at first
 * @whole: (inout): the same of all functions of the pipeline
 *
 * Adds up what the calls of each layer took in a run.
 */
void im_target_cost_collect (const ImPlan *plan,
                             GBytes *trace,
                             guint run,
                             ImTargetCost *costs,
                             ImTargetCost *whole);

G_END_DECLS
