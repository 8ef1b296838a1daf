/* The tensors that an operator has beside its inputs: outputs, constants, and what stands
 * for an input that is not given.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/lower/im-sknd-frame.h"

G_BEGIN_DECLS

/* A name gets a buffer for each tensor of @argument. */
gboolean im_sknd_frame_add_tensors (ImSkndFrame *frame,
                                    const ImSkndParameter *parameter,
                                    const ImSkndArgument *argument,
                                    ImBufferKind kind);

/* An input that is not given: null, or the same number everywhere. */
gboolean im_sknd_frame_set_default (ImSkndFrame *frame, const ImSkndParameter *input);

/* A name gets an input of the formula for each tensor of a variable. */
gboolean im_sknd_frame_set_variable (ImSkndFrame *frame,
                                     const ImSkndParameter *parameter,
                                     const ImSkndArgument *argument);

/* The constants and variables. */
gboolean im_sknd_frame_set_constants (ImSkndFrame *frame);

/* Buffers for outputs that statements write, which are 0 where none has. */
gboolean im_sknd_frame_add_outputs (ImSkndFrame *frame);
gboolean im_sknd_frame_finish_outputs (ImSkndFrame *frame);

/* Whether outputs that are composed are there, in the shapes that are declared. */
gboolean im_sknd_frame_check_outputs (ImSkndFrame *frame);

/* No other buffers than the outputs will have their names. */
void im_sknd_frame_reserve_outputs (ImSkndFrame *frame);

/* Tensors of outputs become those of the formula, in order, with the names of these. */
gboolean im_sknd_frame_return_outputs (ImSkndFrame *frame);

G_END_DECLS
