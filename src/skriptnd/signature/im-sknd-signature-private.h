/* What the checks of a definition share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/signature/im-sknd-signature.h"

G_BEGIN_DECLS

/**
 * ImSkndChecker:
 * @signature: what is checked
 * @diagnostics: what is wrong
 * @bounds: (element-type utf8 utf8): names of extents that a run says, with how large
 * they can be, as it is written
 */
typedef struct
{
  ImSkndSignature *signature;
  ImDiagnostics *diagnostics;
  GHashTable *bounds;
} ImSkndChecker;

/* A name becomes one of the definition; one that is there already is an error. */
gboolean im_sknd_check_declare (ImSkndChecker *checker,
                                const char *name,
                                ImSpan span,
                                ImSkndType type);

/* The type of what is declared; one that there is not is an error. */
gboolean im_sknd_check_type (ImSkndChecker *checker,
                             const ImSkndParameter *parameter,
                             gboolean is_tensor,
                             ImSkndType *type);

/* A length declares a name, or is an int that is known. */
gboolean im_sknd_check_length (ImSkndChecker *checker,
                               const ImSkndExpr *length,
                               gboolean is_optional);

/* Declares the inputs, and the names of their shapes, in the order in which these become
 * known. @is_ordered tells whether there is one. */
gboolean im_sknd_check_inputs (ImSkndChecker *checker, gboolean *is_ordered);

/* `x.shape`, `x.rank` and `x.size`, which no shape of an input may use. */
void im_sknd_check_members (ImSkndChecker *checker);

/* Checks `@using`, whose names it adds, `@assert`, shapes, and which blocks there are. */
gboolean im_sknd_check_blocks (ImSkndChecker *checker);

G_END_DECLS
