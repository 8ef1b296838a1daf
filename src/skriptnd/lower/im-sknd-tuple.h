/* Several outputs that one statement updates together, so that its condition never sees
 * some of the new values beside some of the old ones.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/lower/im-sknd-frame.h"

G_BEGIN_DECLS

/**
 * im_sknd_tuple_write:
 * @loops: a statement with `:=`
 * @expr: what it writes
 * @outputs: a pack of tensors of one shape
 * @index: which element of each of them
 * @value: a value for each of them, an affine form of the indices that is not negative
 * @span: the statement
 *
 * All values become digits of one number, which is updated; then each output gets its
 * digit of what is there.
 *
 * Returns: whether there is no error
 */
gboolean im_sknd_tuple_write (ImSkndLoops *loops,
                              const ImSkndExpr *expr,
                              const ImSkndOperands *outputs,
                              const ImSkndTerms *index,
                              const ImSkndTerms *value,
                              ImSpan span);

G_END_DECLS
