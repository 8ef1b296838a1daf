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

/**
 * studio_plane_place:
 * @plane: a plane
 * @child: a child, which was measured
 * @area: its area on the plane
 * @is_new: whether its content is another one, so that it is to be laid out anew
 *
 * Allocates a child, unless that is known to change nothing that is seen.
 */
void studio_plane_place (StudioPlane *plane,
                         GtkWidget *child,
                         const graphene_rect_t *area,
                         gboolean is_new);

/**
 * studio_plane_set_view:
 * @plane: a plane
 * @view: what is seen of it
 *
 * Draws only children that are seen; those of a large pipeline are too many to draw each
 * time.
 */
void studio_plane_set_view (StudioPlane *plane, const graphene_rect_t *view);

/* Allocates the children that are seen, at the places they have: for those that have come
 * into sight. */
void studio_plane_allocate_seen (StudioPlane *plane);

/* Lets a widget of the plane, and all in it, be laid out from left to right as the places
 * of the plane are, whatever the language, and lets its texts keep their spacing at every
 * zoom. */
void studio_plane_settle (GtkWidget *widget);

G_END_DECLS
