/* What the parts of a composition share: what stands on the right of an assignment.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "skriptnd/lower/im-sknd-frame.h"

G_BEGIN_DECLS

#define IM_SKND_MAX_RESULTS 64

/* What stands on the right of an assignment. */
typedef struct
{
  guint n;
  ImSkndOperands items[IM_SKND_MAX_RESULTS];
} ImSkndResults;

/* An operator with its attributes and inputs. */
gboolean im_sknd_frame_invoke (ImSkndFrame *frame,
                               const ImSkndCallable *callable,
                               ImSkndResults *results);

/* A loop whose turns are counted before a run. */
gboolean im_sknd_frame_repeat (ImSkndFrame *frame,
                               const ImSkndCallable *callable,
                               ImSkndResults *results);

/* Whatever stands on the right of an assignment. */
gboolean im_sknd_frame_call (ImSkndFrame *frame,
                             const ImSkndCallable *callable,
                             ImSkndResults *results);

/* Results get their names. */
gboolean im_sknd_frame_assign (ImSkndFrame *frame,
                               const ImSkndComponent *component,
                               const ImSkndResults *results);

G_END_DECLS
