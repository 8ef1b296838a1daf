/* Whether a unit can take what comes out of a port, and if not, which contract forbids
 * it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "evaluation/im-unit-evaluation.h"

G_BEGIN_DECLS

/**
 * studio_unit_fit_dup_problem:
 * @unit: a unit
 * @source: what its main input would get
 *
 * Evaluates the contracts of the unit, its options at their defaults. Other inputs that
 * are required are not known yet: a contract that cannot be evaluated without them counts
 * as one that holds.
 *
 * Returns: (nullable): the message of the first contract that does not hold, NULL if all
 *   hold
 */
char *studio_unit_fit_dup_problem (const ImUnit *unit, const ImTensorType *source);

G_END_DECLS
