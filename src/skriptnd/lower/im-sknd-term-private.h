/* What operators and functions of terms share.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/lower/im-sknd-term.h"

G_BEGIN_DECLS

/* Of an int of which nothing is known. */
#define IM_SKND_UNKNOWN_LOW  G_MININT64
#define IM_SKND_UNKNOWN_HIGH G_MAXINT64

/* A function of the kernel, which there is. */
const ImKernelNode *im_sknd_node_call (const ImSkndNumbers *numbers,
                                       const char *name,
                                       ImDType dtype,
                                       const ImKernelNode *a,
                                       const ImKernelNode *b);

/* `a ** b`; returns what is wrong, or NULL. */
const char *im_sknd_term_raise (const ImSkndNumbers *numbers,
                                ImSkndBase base,
                                const ImKernelNode *a,
                                const ImSkndTerm *b,
                                const ImKernelNode **result);

G_END_DECLS
