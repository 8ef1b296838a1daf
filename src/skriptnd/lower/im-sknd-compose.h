/* Operators made of calls of others, whose kernels follow each other in one formula.
 *
 * Source: NNEF 2.0, "Composition of operators".
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/lower/im-sknd-frame.h"

G_BEGIN_DECLS

#define IM_SKND_MAX_CALLS 64 /* of operators that call each other */

/**
 * im_sknd_frame_compute:
 * @frame: an operator whose inputs have their tensors
 *
 * Appends what it computes, by its `@lower` or its `@compose`; then its outputs have
 * their tensors, too.
 *
 * Returns: whether there is no error
 */
gboolean im_sknd_frame_compute (ImSkndFrame *frame);

G_END_DECLS
