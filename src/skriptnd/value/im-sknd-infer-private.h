/* What the files of the inference of types share.
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
 * @has_elements: whether elements of tensors are there, as in `@lower`
 */
typedef struct
{
  const ImSkndScope *scope;
  ImSource *source;
  ImDiagnostics *diagnostics;
  GPtrArray *promoted;
  gboolean has_elements;
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

/* A part that something is computed with, so that it is no index in bars. */
gboolean im_sknd_infer_operand (ImSkndInference *inference,
                                const ImSkndExpr *expr,
                                ImSkndType *type);

/* Whether a part is several, or may be. */
gboolean im_sknd_infer_may_be_packed (const ImSkndType *type);

/* A whole is several where one of its parts is. */
void im_sknd_infer_spread (ImSkndType *whole, const ImSkndType *part);

gboolean im_sknd_infer_list (ImSkndInference *inference,
                             const ImSkndExpr *expr,
                             ImSkndType *type);
gboolean im_sknd_infer_index (ImSkndInference *inference,
                              const ImSkndExpr *expr,
                              ImSkndType *type);
gboolean im_sknd_infer_substitution (ImSkndInference *inference,
                                     const ImSkndExpr *expr,
                                     ImSkndType *type);

/* `a..`, `a ..(n)` and `b:e:s` as items. */
gboolean im_sknd_infer_expand (ImSkndInference *inference,
                               const ImSkndExpr *expr,
                               ImSkndType *type);
gboolean im_sknd_infer_range (ImSkndInference *inference,
                              const ImSkndExpr *expr,
                              ImSkndType *type);

/* Whether brackets stand behind a tensor, or behind one of a pack: `x[i,]`, `xs[k][i,]`.
 */
gboolean im_sknd_infer_is_element (const ImSkndInference *inference,
                                   const ImSkndExpr *expr);
gboolean im_sknd_infer_element (ImSkndInference *inference,
                                const ImSkndExpr *expr,
                                ImSkndType *type);

/* `|i|` and `|i <> lo : hi|` */
gboolean im_sknd_infer_guard (ImSkndInference *inference,
                              const ImSkndExpr *expr,
                              ImSkndType *type);

G_END_DECLS
