/* What is behind a formula: its dims, accesses, valid indices, loops and counts.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-json.h"
#include "kernel/im-loop-nest.h"

G_BEGIN_DECLS

/**
 * cli_formula_explain_text:
 * @formula: a formula
 * @nests: (element-type ImLoopNest): its loops
 * @out: where to append
 *
 * Appends buffers, and for each kernel its access matrix, in which a row is an axis and a
 * column an index, the values of the indices, the loops, and what they count up to; then
 * the kernels and loops of the emitted C, where some are fused and several elements are
 * computed at a time.
 */
void cli_formula_explain_text (const ImFormula *formula,
                               const GPtrArray *nests,
                               GString *out);

/* The same as members of the object that is open. */
void cli_formula_explain_json (const ImFormula *formula,
                               const GPtrArray *nests,
                               ImJson *json);

/* Its emitted C, which keeps nothing between two kernels that one can compute. */
void cli_formula_append_c (const ImFormula *formula,
                           const GPtrArray *nests,
                           GString *out);

G_END_DECLS
