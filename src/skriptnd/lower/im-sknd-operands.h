/* The tensors that an expression of `@compose` stands for.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/lower/im-sknd-frame.h"

G_BEGIN_DECLS

/* The value of what is known before a run. */
gboolean im_sknd_frame_evaluate (ImSkndFrame *frame,
                                 const ImSkndExpr *expr,
                                 ImSkndTerms *terms);

/* Whether an expression names tensors, other than to ask whether they are there. */
gboolean im_sknd_frame_has_tensors (const ImSkndFrame *frame, const ImSkndExpr *expr);

/* Tensors by their names, in lists, of packs, or chosen by what is known; numbers are
 * tensors of rank 0. */
gboolean im_sknd_frame_find_operands (ImSkndFrame *frame,
                                      const ImSkndExpr *expr,
                                      ImSkndOperands *operands);

G_END_DECLS
