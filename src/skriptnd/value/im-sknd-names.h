/* Which names an expression has, and what it says of one that is not known yet.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/value/im-sknd-type.h"

G_BEGIN_DECLS

/**
 * ImSkndAffine:
 * @name: the expression that is the one unknown name in it
 * @factor: what it is multiplied by, not 0
 * @offset: what is added
 *
 * `2 * d + 1` for a `d` that is not known yet declares it: from 5 follows that it is 2.
 */
typedef struct
{
  const ImSkndExpr *name;
  gint64 factor;
  gint64 offset;
} ImSkndAffine;

/**
 * im_sknd_affine_find:
 * @expr: an extent or a length
 * @scope: the names that are known
 * @affine: (out): what it says
 *
 * Returns: whether @expr is made of integers and one name that is not in @scope, by
 * `+ - *` so that it is affine
 */
gboolean im_sknd_affine_find (const ImSkndExpr *expr,
                              const ImSkndScope *scope,
                              ImSkndAffine *affine);

/**
 * im_sknd_affine_solve:
 * @affine: what is said of a name
 * @found: what the whole is
 * @value: (out): what the name is
 *
 * Returns: (nullable): what is wrong: no integer, or a negative one
 */
const char *im_sknd_affine_solve (const ImSkndAffine *affine,
                                  gint64 found,
                                  gint64 *value);

/* The first name in @expr that is not in @scope, or NULL; `x.shape` is one. */
const ImSkndExpr *im_sknd_find_unknown (const ImSkndExpr *expr, const ImSkndScope *scope);

/* Whether there is no name in an expression. */
gboolean im_sknd_is_constant (const ImSkndExpr *expr);

G_END_DECLS
