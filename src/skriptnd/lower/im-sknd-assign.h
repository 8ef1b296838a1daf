/* What a composition says of results: their names, types, shapes and numbers.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/lower/im-sknd-frame.h"

G_BEGIN_DECLS

/* Whether elements are of the type that is written. */
gboolean im_sknd_frame_check_base (ImSkndFrame *frame, ImSkndWord type, ImSkndBase base);

/* A shape whose names are known. */
gboolean im_sknd_frame_find_shape (ImSkndFrame *frame,
                                   const ImSkndShape *shape,
                                   ImSkndTensor *tensor);

/* A name gets a value that is known. */
gboolean im_sknd_frame_set_value (ImSkndFrame *frame,
                                  const char *name,
                                  const ImSkndTerms *value);

/* The operator that is called; the reason is told if there is none. */
const ImSkndSignature *im_sknd_frame_find_callee (ImSkndFrame *frame,
                                                  const ImSkndCallable *callable);

G_END_DECLS
