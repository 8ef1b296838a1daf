/* Units that are shipped, and their examples.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "evaluation/im-unit-evaluation.h"
#include "unit/im-unit-library.h"

G_BEGIN_DECLS

ImUnitLibrary *shipped_units_new_library (void);

/* A unit with the inputs and options of one of its examples. */
ImUnitEvaluation *shipped_units_evaluate (const ImUnit *unit,
                                          const ImUnitExample *example,
                                          ImArena *arena);

G_END_DECLS
