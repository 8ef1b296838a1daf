/* What outputs begin with that no statement has assigned.
 *
 * Source: NNEF 2.0, "Defining lower level computation".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/lower/im-sknd-frame.h"

G_BEGIN_DECLS

/* What changes nothing when it is accumulated. */
ImSkndItem im_sknd_get_identity (ImSkndAssign assign, ImSkndBase base);

/* The same as a node; NULL for 0. */
const ImKernelNode *im_sknd_get_initial (const ImSkndProgram *program,
                                         ImSkndAssign assign,
                                         ImSkndBase base);

G_END_DECLS
