/* A frame of a graph: a tinted rectangle with a title and a note at its upper edge. What
 * it frames stands on it, but is no child of it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "unit/im-unit-frame.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_GRAPH_FRAME (studio_graph_frame_get_type ())
G_DECLARE_FINAL_TYPE (StudioGraphFrame,
                      studio_graph_frame,
                      STUDIO,
                      GRAPH_FRAME,
                      GtkWidget)

GtkWidget *studio_graph_frame_new (void);

/* Shows a frame as it is now, with so many nodes in it, which a screen reader tells. */
void studio_graph_frame_update (StudioGraphFrame *self,
                                const ImUnitFrame *frame,
                                guint n_nodes);
void studio_graph_frame_set_selected (StudioGraphFrame *self, gboolean is_selected);

/* How much of a height its title and note take, by which the frame is dragged. */
double studio_graph_frame_get_handle (StudioGraphFrame *self,
                                      double width,
                                      double height);

G_END_DECLS
