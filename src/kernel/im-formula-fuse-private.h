/* What both kinds of fusion need: of a producer with its consumer, and the other way
 * round.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-arena.h"
#include "kernel/im-loop-nest.h"

G_BEGIN_DECLS

/* Whether no index of an access is divided or computed. */
gboolean im_formula_access_is_whole (const ImFormula *formula,
                                     const ImKernelAccess *access);

/* The number of the only kernel that reads a buffer, or that of no kernel. */
guint im_formula_find_reader (const ImFormula *formula, guint buffer);

/* Whether nothing that kernel @number reads or writes is written until the reader is
 * through. */
gboolean im_formula_stays (const ImFormula *formula,
                           const ImKernel *inner,
                           guint number,
                           guint reader);

/* Puts a kernel in the place of two: of @reader and of @gone, whose buffer disappears. */
void im_formula_replace_kernels (ImFormula *formula,
                                 GPtrArray *nests,
                                 guint gone,
                                 guint reader,
                                 const ImKernel *kernel,
                                 const ImLoopNest *nest,
                                 ImArena *arena);

/**
 * im_formula_fuse_epilogue:
 * @formula: a formula
 * @nests: (element-type ImLoopNest): the loops of each kernel
 * @number: which kernel
 * @arena: for what is made
 *
 * Lets a contraction store what its only reader computes of each element of it alone,
 * such as `O = relu (S + B)`. What is added for one element keeps its order.
 *
 * Returns: whether it could
 */
gboolean im_formula_fuse_epilogue (ImFormula *formula,
                                   GPtrArray *nests,
                                   guint number,
                                   ImArena *arena);

G_END_DECLS
