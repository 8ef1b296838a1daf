/* What the parts of im-compare share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "plan/im-plan.h"
#include "verify/im-compare.h"
#include "verify/im-reference.h"
#include "verify/im-trace-index.h"

G_BEGIN_DECLS

/**
 * im_compare_set_up_layer:
 * @layer: (out): the layer, or the whole pipeline, with its outputs and tolerances
 * @reference: all tasks
 * @task: its task
 *
 * Prepares the result of a task.
 */
void im_compare_set_up_layer (ImCompareLayer *layer,
                              const ImReference *reference,
                              const ImReferenceTask *task);

/**
 * im_compare_get_whole_tolerance:
 * @plan: a plan of IM_LANGUAGE_C
 * @dtype: element type of an output
 *
 * Returns: how far an output of the whole pipeline may be off: the sum of what its layers
 *   may
 */
ImTolerance im_compare_get_whole_tolerance (const ImPlan *plan, ImDType dtype);

/**
 * im_compare_match:
 * @comparison: (inout): gets its layers
 * @reference: the reference, which has run
 * @folder: where its traces are
 * @c_trace: what C computed
 * @runs: (array length=n_runs): what both ran on
 * @n_runs: their number
 *
 * Compares what both languages computed.
 */
void im_compare_match (ImComparison *comparison,
                       const ImReference *reference,
                       const ImWorkFolder *folder,
                       GBytes *c_trace,
                       ImFrames *const *runs,
                       guint n_runs);

/**
 * im_compare_match_layer:
 * @layer: a layer that was set up
 * @reference: the reference
 * @task: its task
 * @index: what C computed
 * @python_trace: (nullable): what its task computed
 * @runs: (array length=n_runs): what both ran on
 * @n_runs: their number
 *
 * Compares what both computed and decides about the state.
 */
void im_compare_match_layer (ImCompareLayer *layer,
                             const ImReference *reference,
                             const ImReferenceTask *task,
                             const ImTraceIndex *index,
                             GBytes *python_trace,
                             ImFrames *const *runs,
                             guint n_runs);

G_END_DECLS
