/* A running evaluation, for the walk over the tree and for what tells that it fails.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lang/im-eval.h"

G_BEGIN_DECLS

/* A slot that is being computed, and the one that asked for it. */
typedef struct _Frame Frame;

struct _Frame
{
  guint slot;
  const Frame *outer;
};

struct _ImEval
{
  ImEnvironment *environment;
  const ImExpr *node;       /* the call or operator being computed */
  const ImExprError *error; /* of the failure, once there is one */
  const Frame *innermost;   /* of the slots being computed */
  guint depth;
  gboolean misses_size; /* why a call failed: it needs a size that is not known yet */
  gboolean is_check;    /* goes on after errors, and into operands that may be left out */
  GPtrArray *errors;    /* of a check: those that were found; NULL in slots */
  guint n_doubtful;     /* of a check: operands around the node that may be left out */
};

/* A failure at a place, without its message yet. */
ImExprError *im_eval_new_error (ImEval *eval, ImExprErrorCode code, ImSpan span);

G_END_DECLS
