/* What the contracts of a unit would say to another value of one option.
 *
 * All other options and the inputs stay as they are. A trial evaluates the unit alone, so
 * it costs microseconds and changes nothing.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "evaluation/im-unit-evaluation.h"

G_BEGIN_DECLS

typedef struct _ImOptionTrial ImOptionTrial;

/**
 * im_option_trial_new:
 * @evaluation: the unit as it is; must outlive the trial
 * @option: an option of it
 *
 * Returns: a new trial
 */
ImOptionTrial *im_option_trial_new (ImUnitEvaluation *evaluation,
                                    const ImParameter *option);
void im_option_trial_free (ImOptionTrial *trial);

/**
 * im_option_trial_holds:
 * @trial: a trial
 * @value: a value of the kind of the option
 * @contract: (nullable): a contract that fails now, or NULL for all
 *
 * Tries a value. It must make @contract hold; of the other contracts, those that are
 * false now may stay so, and none may become so. If @contract is NULL, all must hold.
 *
 * Returns: whether the value does that
 */
gboolean im_option_trial_holds (ImOptionTrial *trial,
                                const ImValue *value,
                                const ImContract *contract);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ImOptionTrial, im_option_trial_free)

G_END_DECLS
