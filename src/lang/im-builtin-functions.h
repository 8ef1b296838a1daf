/* The C functions behind the signatures of `stdlib/reference/`.
 *
 * Their prototypes are generated with the table, so that a signature without a function,
 * or a function without a signature, does not link or warns.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "lang/im-eval.h"

G_BEGIN_DECLS

#include "lang/im-builtin-prototypes.h"

G_END_DECLS
