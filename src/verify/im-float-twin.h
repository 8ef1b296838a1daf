/* The float twin of a pipeline in fixed point: the same layers on floats, run beside it.
 *
 * That C and Python compute the same integers does not say how good these are. The twin
 * tells what each layer has lost so far, and how much of its range is never used. Inputs
 * are the numbers that the stored integers stand for, so that only what layers lose
 * counts; where a unit only stores numbers in another way, as its attribute `float-twin`
 * says, the twin passes them on.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "plan/im-plan.h"
#include "run/im-trace-index.h"
#include "verify/im-compare.h"

G_BEGIN_DECLS

typedef struct _ImFloatTwin ImFloatTwin;

/**
 * im_float_twin_new:
 * @program: a program without errors
 * @library: where its units are
 *
 * Elaborates the program with Float32 in the place of inputs of Q and D types, and
 * without units that declare `float-twin` at the top of the pipeline.
 *
 * Returns: (nullable): the twin, or NULL if nothing is in fixed point, or a layer does
 *   not take floats
 */
ImFloatTwin *im_float_twin_new (const ImProgram *program, ImUnitLibrary *library);

const ImPlan *im_float_twin_get_plan (const ImFloatTwin *twin);

/**
 * im_float_twin_new_frames:
 * @twin: a twin
 * @inputs: (array length=n_inputs): the inputs of the program in fixed point
 * @n_inputs: their number
 * @frames: what that one runs on
 *
 * Returns: the same numbers as the twin takes them
 */
ImFrames *im_float_twin_new_frames (const ImFloatTwin *twin,
                                    const ImInput *inputs,
                                    guint n_inputs,
                                    const ImFrames *frames);

/**
 * im_float_twin_measure:
 * @twin: (nullable): a twin; without one there is the headroom only
 * @plan: the plan of the program in fixed point
 * @trace: what that one computed
 * @twin_trace: (nullable): what the twin computed on the same frames
 * @runs: (array length=n_runs): these frames; edge values do not count
 * @n_runs: their number
 * @comparison: (inout): gets the figures of all outputs of layers in fixed point
 */
void im_float_twin_measure (const ImFloatTwin *twin,
                            const ImPlan *plan,
                            const ImTraceIndex *trace,
                            const ImTraceIndex *twin_trace,
                            ImFrames *const *runs,
                            guint n_runs,
                            ImComparison *comparison);

void im_float_twin_free (ImFloatTwin *twin);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImFloatTwin, im_float_twin_free)

G_END_DECLS
