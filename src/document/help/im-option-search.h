/* The nearest value of an option that contracts allow.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "document/help/im-option-trial.h"

G_BEGIN_DECLS

/**
 * im_option_search:
 * @evaluation: a unit
 * @option: an option of it: a number, a truth value, one with choices, or a shape with a
 * default that fits what else is given
 * @contract: (nullable): what must hold, see im_option_trial_holds()
 * @arena: where the value lives
 * @value: (out): the value
 * @distance: (out): how far it is from the value there is: 0 the same, 1 nothing in
 *   common
 *
 * Tries about 200 values of a whole number and about 300 of a real one at most. The value
 * is in the range that the option declares, and a real one has as few digits as lie
 * within 1 % of the nearest.
 *
 * Returns: whether there is one
 */
gboolean im_option_search (ImUnitEvaluation *evaluation,
                           const ImParameter *option,
                           const ImContract *contract,
                           ImArena *arena,
                           ImValue *value,
                           double *distance);

G_END_DECLS
