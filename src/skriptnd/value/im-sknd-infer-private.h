/* What the two files of the inference of types share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/value/im-sknd-infer.h"

G_BEGIN_DECLS

/**
 * ImSkndInference:
 * @scope: the names that there are
 * @source: the text
 * @diagnostics: what is wrong
 * @promoted: names that `?x` has found not to be null
 */
typedef struct
{
  const ImSkndScope *scope;
  ImSource *source;
  ImDiagnostics *diagnostics;
  GPtrArray *promoted;
} ImSkndInference;

/* An error; returns FALSE. */
gboolean im_sknd_infer_fail (ImSkndInference *inference,
                             const char *code,
                             const ImSkndExpr *expr,
                             const char *format,
                             ...) G_GNUC_PRINTF (4, 5);

/* An error that says what is expected of an operand; returns FALSE. */
gboolean im_sknd_infer_expect (ImSkndInference *inference,
                               const ImSkndExpr *expr,
                               const ImSkndType *type,
                               const char *what);

/* An error of two types that are not the same; returns FALSE. */
gboolean im_sknd_infer_fail_different (ImSkndInference *inference,
                                       const ImSkndExpr *expr,
                                       const ImSkndType *a,
                                       const ImSkndType *b,
                                       const char *where);

gboolean im_sknd_infer_any (ImSkndInference *inference,
                            const ImSkndExpr *expr,
                            ImSkndType *type);

/* A part that is no tensor. */
gboolean im_sknd_infer_part (ImSkndInference *inference,
                             const ImSkndExpr *expr,
                             ImSkndType *type);

gboolean im_sknd_infer_list (ImSkndInference *inference,
                             const ImSkndExpr *expr,
                             ImSkndType *type);
gboolean im_sknd_infer_index (ImSkndInference *inference,
                              const ImSkndExpr *expr,
                              ImSkndType *type);
gboolean im_sknd_infer_substitution (ImSkndInference *inference,
                                     const ImSkndExpr *expr,
                                     ImSkndType *type);

G_END_DECLS
