/* The code of a unit in one language: the fragments that it calls with these inputs and
 * options, and what those need.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "evaluation/im-unit-evaluation.h"
#include "unit/im-unit-library.h"

G_BEGIN_DECLS

/**
 * studio_unit_code_dup:
 * @units: where fragments are
 * @unit: a unit
 * @evaluation: (nullable): what chooses among its implementations; without it, or where
 *   none is chosen, all are shown
 * @language: IM_LANGUAGE_C or IM_LANGUAGE_PYTHON
 *
 * Puts the code of a unit together; comments say which file and lines each part is from.
 *
 * Returns: (nullable): the text, or NULL if the unit has no code in this language
 */
char *studio_unit_code_dup (ImUnitLibrary *units,
                            const ImUnit *unit,
                            ImUnitEvaluation *evaluation,
                            ImLanguage language);

G_END_DECLS
