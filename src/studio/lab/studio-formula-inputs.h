/* The inputs of a formula: a row for each parameter of the function, in which its shape
 * or its values are typed. What nobody typed follows the formula.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <adwaita.h>

#include "lab/im-formula-lab.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_FORMULA_INPUTS (studio_formula_inputs_get_type ())
G_DECLARE_FINAL_TYPE (StudioFormulaInputs,
                      studio_formula_inputs,
                      STUDIO,
                      FORMULA_INPUTS,
                      AdwPreferencesGroup)

/**
 * studio_formula_inputs_get_texts:
 * @inputs: the inputs
 *
 * The signal `changed` says that somebody typed something else.
 *
 * Returns: texts that were typed or set, by name of a parameter
 */
GHashTable *studio_formula_inputs_get_texts (StudioFormulaInputs *inputs);

void studio_formula_inputs_set (StudioFormulaInputs *inputs,
                                const char *name,
                                const char *text);
void studio_formula_inputs_clear (StudioFormulaInputs *inputs);

/* Shows what the parameters are, and what cannot be read. */
void studio_formula_inputs_show (StudioFormulaInputs *inputs, const ImFormulaLab *lab);

G_END_DECLS
