/* The plane of the canvas: a widget whose children lie where its owner puts them. It is
 * moved and zoomed as a whole, so its children keep their sizes and what was drawn of
 * them.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define STUDIO_TYPE_PLANE (studio_plane_get_type ())
G_DECLARE_FINAL_TYPE (StudioPlane, studio_plane, STUDIO, PLANE, GtkWidget)

typedef void (*StudioPlaneAllocate) (gpointer owner);

/* Makes a plane whose children @allocate gives their places. */
GtkWidget *studio_plane_new (StudioPlaneAllocate allocate, gpointer owner);

/**
 * studio_plane_set_view:
 * @plane: a plane
 * @view: what is seen of it
 *
 * Draws only children that are seen; those of a large pipeline are too many to draw each
 * time.
 */
void studio_plane_set_view (StudioPlane *plane, const graphene_rect_t *view);

/* Lets a widget of the plane, and all in it, be laid out from left to right as the places
 * of the plane are, whatever the language, and lets its texts keep their spacing at every
 * zoom. */
void studio_plane_settle (GtkWidget *widget);

G_END_DECLS
