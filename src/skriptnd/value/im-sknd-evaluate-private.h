/* What the two files of the evaluator share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/value/im-sknd-evaluate.h"

G_BEGIN_DECLS

/* An error of code `value`; returns FALSE. */
gboolean im_sknd_evaluate_fail (ImSkndEvaluation *evaluation,
                                const ImSkndExpr *expr,
                                const char *message);

/* Whether something of @n items can still be computed; it is an error if not. */
gboolean im_sknd_evaluate_charge (ImSkndEvaluation *evaluation,
                                  const ImSkndExpr *expr,
                                  gsize n);

/* How many items both have, or what one has beside a single value. */
gboolean im_sknd_evaluate_length (ImSkndEvaluation *evaluation,
                                  const ImSkndExpr *expr,
                                  const ImSkndValue *a,
                                  const ImSkndValue *b,
                                  guint *n);

gboolean im_sknd_evaluate_list (ImSkndEvaluation *evaluation,
                                const ImSkndExpr *expr,
                                ImSkndValue *value);
gboolean im_sknd_evaluate_index (ImSkndEvaluation *evaluation,
                                 const ImSkndExpr *expr,
                                 ImSkndValue *value);

/* What stands in the brackets behind a pack of @n items: the numbers of items. */
gboolean im_sknd_evaluate_positions (ImSkndEvaluation *evaluation,
                                     const ImSkndExpr *index,
                                     guint n,
                                     ImSkndValue *value);
gboolean im_sknd_evaluate_substitution (ImSkndEvaluation *evaluation,
                                        const ImSkndExpr *expr,
                                        ImSkndValue *value);

G_END_DECLS
