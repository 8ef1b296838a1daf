/* What the checks of what an operator computes share, whatever it is called with.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/package/im-sknd-package.h"

G_BEGIN_DECLS

#define IM_SKND_MAX_TYPES 64 /* of results of one call */

/**
 * ImSkndBody:
 * @package: where operators are that are called
 * @signature: the operator
 * @arena: for names
 * @diagnostics: what is wrong
 * @scope: the names that there are
 * @labels: (element-type utf8): those of calls in this block
 * @is_update: whether it is `@update`, which assigns variables
 * @updated: (element-type utf8): those that it has assigned
 */
typedef struct
{
  ImSkndPackage *package;
  const ImSkndSignature *signature;
  ImArena *arena;
  ImDiagnostics *diagnostics;
  ImSkndScope *scope;
  GHashTable *labels;
  gboolean is_update;
  GHashTable *updated;
} ImSkndBody;

/* What stands on the right of an assignment. */
typedef struct
{
  guint n;
  ImSkndType items[IM_SKND_MAX_TYPES];
} ImSkndTypes;

/* A tensor gets a name, with `.shape`, `.rank` or `.size`. */
void im_sknd_body_declare (ImSkndBody *body, const char *name, ImSkndType type);

/* Whether an expression names a tensor, other than to ask for its shape. */
gboolean im_sknd_body_has_tensors (const ImSkndBody *body, const ImSkndExpr *expr);

/* The type of tensors, or of a value that is known before a run. */
gboolean im_sknd_body_infer (ImSkndBody *body, const ImSkndExpr *expr, ImSkndType *type);

/* The type of a value that is known before a run. */
gboolean im_sknd_body_infer_value (ImSkndBody *body,
                                   const ImSkndExpr *expr,
                                   ImSkndType *type);

/* The types of the outputs of an operator that is called. */
gboolean im_sknd_body_invoke (ImSkndBody *body,
                              const ImSkndCallable *callable,
                              gboolean takes_graph,
                              ImSkndTypes *results);

/* Results get their names; those of the outermost block may be outputs. */
gboolean im_sknd_body_assign (ImSkndBody *body,
                              const ImSkndComponent *component,
                              const ImSkndTypes *types,
                              gboolean is_outermost);

/* Results that are wrong get their names, so that what is made of them tells nothing. */
void im_sknd_body_break (ImSkndBody *body, guint n, const ImSkndTarget *const *targets);

/* Checks what is said of tensors, whose names are all there. */
gboolean im_sknd_body_check_quantize (ImSkndBody *body, const ImSkndBlock *block);

/* Checks the types in `@lower`, and which outputs it writes. */
gboolean im_sknd_body_check_lower (ImSkndBody *body, const ImSkndBlock *block);

G_END_DECLS
