/* Kernels that are computed where their elements are read.
 *
 * A kernel that writes each element of a buffer once, and whose buffer only one other
 * kernel reads, becomes a part of that one's value, if no element is computed more often
 * than before; and what is computed of each element of a contraction alone becomes its
 * epilogue. Then there is a loop and a buffer less. What is computed for an element
 * does not change.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "kernel/im-loop-nest.h"

G_BEGIN_DECLS

/**
 * im_formula_fuse:
 * @formula: a formula
 * @nests: (element-type ImLoopNest): the loops of each kernel
 * @arena: for what is made; that of @formula must live as long
 * @fused_nests: (out) (transfer full) (element-type ImLoopNest): the loops of each kernel
 * of the result
 *
 * Returns: (transfer full): the formula with fewer kernels. Buffers keep their numbers;
 * those that are not there any more are IM_BUFFER_FUSED
 */
ImFormula *im_formula_fuse (const ImFormula *formula,
                            const GPtrArray *nests,
                            ImArena *arena,
                            GPtrArray **fused_nests);

G_END_DECLS
