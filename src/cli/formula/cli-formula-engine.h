/* Formulas computed: by the interpreter, or by programs of their own, which are compiled
 * C, or Python with numpy.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-json.h"
#include "kernel/im-loop-nest.h"

G_BEGIN_DECLS

/**
 * CliFormulaEngine:
 * @formula: a formula
 * @nests: (element-type ImLoopNest): its loops
 * @arrays: the elements of each buffer; those of the outputs are written
 * @error: return location for an [error@Im.ToolchainError] or an error of a process
 *
 * Returns: whether all was computed
 */
typedef gboolean (*CliFormulaEngine) (const ImFormula *formula,
                                      const GPtrArray *nests,
                                      ImArray *const *arrays,
                                      GError **error);

/* `interpreter`, which NULL is, too, `c` or `python`; or NULL for another name. */
CliFormulaEngine cli_formula_find_engine (const char *name);

/**
 * cli_formula_compute:
 * @engine: what computes
 * @formula: a formula
 * @nests: (element-type ImLoopNest): its loops
 * @inputs: the elements of each input, in order
 * @arena: for all other elements
 * @error: return location for an error of @engine, or a sentence about too much of it
 *
 * Returns: (nullable): the elements of each buffer
 */
ImArray **cli_formula_compute (CliFormulaEngine engine,
                               const ImFormula *formula,
                               const GPtrArray *nests,
                               const ImArray *const *inputs,
                               ImArena *arena,
                               GError **error);

/* Writes the member `data`: all elements in a list. */
void cli_formula_write_data (const ImArray *array, ImJson *json);

G_END_DECLS
