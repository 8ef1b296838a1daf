/* Of which type an expression is, whatever the values of its names are.
 *
 * Nothing converts by itself: both sides of an operator have the same type. What has an
 * operand that may be null may be null, except `??` and `?x`.
 *
 * Source: NNEF 2.0, "Expressions" and "Null propagation".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "skriptnd/value/im-sknd-type.h"

G_BEGIN_DECLS

/**
 * im_sknd_infer:
 * @expr: an expression
 * @scope: the names that may be in it
 * @source: its text
 * @diagnostics: gets an error of code `type`, or `name` for one that there is not
 * @type: (out): its type
 *
 * Returns: whether there is no error
 */
gboolean im_sknd_infer (const ImSkndExpr *expr,
                        const ImSkndScope *scope,
                        ImSource *source,
                        ImDiagnostics *diagnostics,
                        ImSkndType *type);

/* The same of an expression of `@lower`, where tensors have elements: `x[i,]`. */
gboolean im_sknd_infer_scalar (const ImSkndExpr *expr,
                               const ImSkndScope *scope,
                               ImSource *source,
                               ImDiagnostics *diagnostics,
                               ImSkndType *type);

G_END_DECLS
