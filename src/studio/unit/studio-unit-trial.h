/* A trial of a unit: texts for its inputs and options, and what they make of it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "evaluation/im-unit-evaluation.h"

G_BEGIN_DECLS

typedef struct _StudioUnitTrial StudioUnitTrial;

StudioUnitTrial *studio_unit_trial_new (void);
void studio_unit_trial_free (StudioUnitTrial *trial);

/**
 * studio_unit_trial_suggest:
 * @trial: a trial
 * @unit: a unit
 *
 * Gives the inputs that must be connected and have no text yet the types that the unit
 * says of them, or else the first of some usual types with which all contracts hold and
 * there is code in C.
 */
void studio_unit_trial_suggest (StudioUnitTrial *trial, const ImUnit *unit);

/* Returns: the text of an input or option, "" if there is none. */
const char *studio_unit_trial_get (StudioUnitTrial *trial, const char *name);
void studio_unit_trial_set (StudioUnitTrial *trial, const char *name, const char *text);

/**
 * studio_unit_trial_check:
 * @parameter: an input or option
 * @text: a type such as `float32[3,50]@16000`, or a value as in a file
 *
 * Returns: (nullable) (transfer full): what is wrong with a text, or NULL
 */
char *studio_unit_trial_check (const ImParameter *parameter, const char *text);

/**
 * studio_unit_trial_evaluate:
 * @trial: a trial
 * @unit: a unit; it must outlive the evaluation
 *
 * Evaluates a unit. Texts that cannot be read count as missing.
 *
 * Returns: the evaluation
 */
ImUnitEvaluation *studio_unit_trial_evaluate (StudioUnitTrial *trial, const ImUnit *unit);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioUnitTrial, studio_unit_trial_free)

G_END_DECLS
