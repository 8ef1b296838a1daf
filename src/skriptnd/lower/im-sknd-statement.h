/* The formulas of an operator, statement by statement.
 *
 * Source: NNEF 2.0, "Defining lower level computation".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/lower/im-sknd-frame.h"

G_BEGIN_DECLS

/* A statement without names of its own; without a kernel all of it must be known. */
void im_sknd_loops_init (ImSkndLoops *loops, ImSkndFrame *frame, ImKernel *kernel);
void im_sknd_loops_clear (ImSkndLoops *loops);

/* Appends the kernels of a `@lower` block. */
gboolean im_sknd_frame_lower (ImSkndFrame *frame, const ImSkndBlock *block);

/* The condition of a statement becomes one of its kernel; what follows from forms of the
 * indices alone are bounds of loops. */
gboolean im_sknd_loops_take_condition (ImSkndLoops *loops, ImSpan span);

/* Elements that are not read after all bound no loop. */
void im_sknd_kernel_drop_loads (ImKernel *kernel);

/* Appends a kernel; where it assigns an element more than once, the last time counts. */
gboolean im_sknd_frame_add_statement (ImSkndFrame *frame, ImKernel *kernel);

/* Appends kernels for tensors whose elements are known, and that are read elsewhere. */
gboolean im_sknd_frame_make_beginnings (ImSkndFrame *frame,
                                        const ImSkndOperands *operands);

/* Appends a kernel that makes all elements of a tensor the same. */
gboolean im_sknd_frame_fill (ImSkndFrame *frame,
                             const ImSkndOperand *operand,
                             ImSkndBase base,
                             ImSkndItem item,
                             ImSpan span);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ImSkndLoops, im_sknd_loops_clear)

G_END_DECLS
