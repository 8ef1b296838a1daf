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

typedef void (*StudioPlaneFunc) (gpointer owner);

/**
 * studio_plane_new:
 * @measure: measures children; is called when one of them can have got another size
 * @allocate: gives children their places, by studio_plane_place()
 * @owner: what both are called with
 *
 * Returns: (transfer floating): a plane
 */
GtkWidget *studio_plane_new (StudioPlaneFunc measure,
                             StudioPlaneFunc allocate,
                             gpointer owner);

/* Gives a child, which was measured, its area on the plane. */
void studio_plane_place (GtkWidget *child, const graphene_rect_t *area);

/**
 * studio_plane_set_view:
 * @plane: a plane
 * @view: what is seen of it
 *
 * Draws no children from now on but those that studio_plane_see() is called with; those
 * of a large pipeline are too many to look at each of them each time.
 */
void studio_plane_set_view (StudioPlane *plane, const graphene_rect_t *view);

/* Places a child, and draws it, if it is in the view. */
void studio_plane_see (StudioPlane *plane, GtkWidget *child, const graphene_rect_t *area);

/* Lets a widget of the plane, and all in it, be laid out from left to right as the places
 * of the plane are, whatever the language, and lets its texts keep their spacing at every
 * zoom. */
void studio_plane_settle (GtkWidget *widget);

G_END_DECLS
