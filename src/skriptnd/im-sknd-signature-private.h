/* What the checks of a definition share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/im-sknd-signature.h"

G_BEGIN_DECLS

typedef struct
{
  ImSkndSignature *signature;
  ImDiagnostics *diagnostics;
} ImSkndChecker;

/* Checks `@using`, whose names it adds, `@assert`, shapes, and which blocks there are. */
gboolean im_sknd_check_blocks (ImSkndChecker *checker);

G_END_DECLS
