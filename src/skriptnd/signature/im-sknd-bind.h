/* What binding attributes, shapes and derived values to names shares.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/signature/im-sknd-instance.h"
#include "skriptnd/value/im-sknd-evaluate.h"
#include "skriptnd/value/im-sknd-names.h"

G_BEGIN_DECLS

typedef struct
{
  const ImSkndSignature *signature;
  ImSkndInstance *instance;
  ImDiagnostics *diagnostics;
  ImSkndEvaluation evaluation;
  guint n_types;
  const ImSkndBase *types;
  guint n_attributes;
  const ImSkndAttribute *attributes;
  guint n_arguments;
  const ImSkndArgument *arguments;
} ImSkndBinding;

/* The block of a kind, or an empty one. */
const ImSkndBlock *im_sknd_bind_get_block (const ImSkndBinding *binding,
                                           ImSkndBlockKind kind);

/* A name gets its value. */
void im_sknd_bind_set (ImSkndBinding *binding,
                       const char *name,
                       const ImSkndValue *value);

/* The same for an int, and for null. */
void im_sknd_bind_set_int (ImSkndBinding *binding, const char *name, gint64 value);
void im_sknd_bind_set_null (ImSkndBinding *binding, const char *name);

/* The value of an expression; FALSE is an error. */
gboolean im_sknd_bind_evaluate (ImSkndBinding *binding,
                                const ImSkndExpr *expr,
                                ImSkndValue *value);

/* What @expr says where it is found to be @found: it binds its name, or is checked. */
gboolean im_sknd_bind_int (ImSkndBinding *binding,
                           const ImSkndExpr *expr,
                           gint64 found,
                           const char *what);

/* One input, or what is declared like one; its shape says what its names are. */
gboolean im_sknd_bind_input (ImSkndBinding *binding,
                             const ImSkndParameter *input,
                             const ImSkndArgument *argument);

/* The extents of a shape whose names are known. */
gboolean im_sknd_bind_shape (ImSkndBinding *binding,
                             const ImSkndShape *shape,
                             ImSkndTensor *tensor);

/* The shapes of inputs, in their order. */
gboolean im_sknd_bind_inputs (ImSkndBinding *binding);

/* The names of `@using`, in their order, and all asserts. */
gboolean im_sknd_bind_using (ImSkndBinding *binding);

/* The shapes of outputs, constants and variables. */
gboolean im_sknd_bind_outputs (ImSkndBinding *binding);

G_END_DECLS
