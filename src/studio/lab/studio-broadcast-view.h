/* How the inputs of a unit are stretched: a diagram for each call of `broadcast` in its
 * expressions, with the shapes that it has now, and a way into the Broadcast Lab.
 *
 * It is renewed in place, and hidden if the unit does not call `broadcast` or the shapes
 * are not known.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "evaluation/im-unit-evaluation.h"
#include "scene/display/im-scene.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_BROADCAST_VIEW (studio_broadcast_view_get_type ())
G_DECLARE_FINAL_TYPE (StudioBroadcastView,
                      studio_broadcast_view,
                      STUDIO,
                      BROADCAST_VIEW,
                      GtkWidget)

GtkWidget *studio_broadcast_view_new (void);

/**
 * studio_broadcast_view_update:
 * @view: a view
 * @evaluation: (nullable): a unit with its inputs and options
 */
void studio_broadcast_view_update (StudioBroadcastView *view,
                                   ImUnitEvaluation *evaluation);

/**
 * studio_broadcast_view_draw:
 * @evaluation: a unit with its inputs and options
 * @number: which of the calls of `broadcast`, from 0
 *
 * Returns: (transfer full) (nullable): the table of columns, or NULL if there is no such
 *   call or its shapes are not known
 */
ImScene *studio_broadcast_view_draw (ImUnitEvaluation *evaluation, guint number);

G_END_DECLS
