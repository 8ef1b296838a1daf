/* The values of expressions.
 *
 * Source: NNEF 2.0, "Expressions" and "Null propagation".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "base/im-diagnostics.h"
#include "skriptnd/value/im-sknd-value.h"

G_BEGIN_DECLS

/**
 * ImSkndEvaluation:
 * @scope: the names with their values
 * @source: the text of the expressions
 * @arena: for values
 * @diagnostics: gets an error of code `value`
 * @work: how many items have been computed
 */
typedef struct
{
  const ImSkndScope *scope;
  ImSource *source;
  ImArena *arena;
  ImDiagnostics *diagnostics;
  gsize work;
} ImSkndEvaluation;

/**
 * im_sknd_evaluate:
 * @evaluation: where
 * @expr: an expression that im_sknd_infer() has found no error in
 * @value: (out): its value
 *
 * Returns: whether there is no error, such as an index that there is not
 */
gboolean im_sknd_evaluate (ImSkndEvaluation *evaluation,
                           const ImSkndExpr *expr,
                           ImSkndValue *value);

G_END_DECLS
