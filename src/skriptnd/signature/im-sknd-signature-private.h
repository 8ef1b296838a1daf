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

/* Checks `@using`, whose names it adds, `@assert`, shapes, and which blocks there are. */
gboolean im_sknd_check_blocks (ImSkndChecker *checker);

G_END_DECLS
