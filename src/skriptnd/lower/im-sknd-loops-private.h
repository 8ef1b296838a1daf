/* What the expressions of a statement share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/lower/im-sknd-frame.h"
#include "skriptnd/value/im-sknd-pack.h"

G_BEGIN_DECLS

/* An error of code `value`; returns FALSE. */
gboolean im_sknd_loops_fail (ImSkndLoops *loops,
                             const ImSkndExpr *expr,
                             const char *message);

/* The tensors that a name stands for, where no index has that name. */
const ImSkndOperands *im_sknd_loops_find_name (const ImSkndLoops *loops,
                                               const ImSkndExpr *expr);

/* `p[i]` and `p[i] <- v` of packs. */
gboolean im_sknd_loops_index (ImSkndLoops *loops,
                              const ImSkndExpr *expr,
                              ImSkndTerms *terms);
gboolean im_sknd_loops_substitute (ImSkndLoops *loops,
                                   const ImSkndExpr *expr,
                                   ImSkndTerms *terms);

G_END_DECLS
