/* Facts of a formula: its outputs, how much it computes, and what was taken for granted.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lab/im-formula-lab.h"
#include "studio/common/studio-facts.h"

G_BEGIN_DECLS

/* (transfer full) (element-type StudioFact): what follows from a formula without errors
 */
GPtrArray *studio_facts_of_formula (const ImFormulaLab *lab);

G_END_DECLS
