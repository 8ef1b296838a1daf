/* How far the results of a pipeline may be off, by what its units promise.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "plan/im-plan.h"
#include "verify/im-tolerance.h"

G_BEGIN_DECLS

/**
 * im_unit_tolerance_get:
 * @plan: a plan of IM_LANGUAGE_C
 * @reference: (nullable): its program with references, which promise something, too
 * @usual: (nullable): what was chosen for what no unit promises
 * @instance: number of a layer
 * @buffer: one that it writes
 * @dtype: the element type of that
 *
 * Returns: how far what a layer computes may be off
 */
ImTolerance im_unit_tolerance_get (const ImPlan *plan,
                                   const ImProgram *reference,
                                   const ImUsualTolerance *usual,
                                   guint instance,
                                   gint buffer,
                                   ImDType dtype);

/**
 * im_unit_tolerance_get_whole:
 * @plan: a plan of IM_LANGUAGE_C
 * @reference: (nullable): its program with references, which promise something, too
 * @usual: (nullable): what was chosen for what no unit promises
 * @dtype: element type of an output
 *
 * Returns: how far an output of the whole pipeline may be off: the sum of what its layers
 *   may
 */
ImTolerance im_unit_tolerance_get_whole (const ImPlan *plan,
                                         const ImProgram *reference,
                                         const ImUsualTolerance *usual,
                                         ImDType dtype);

G_END_DECLS
