/* The canvas: the nodes of a pipeline, with what flows between them.
 *
 * A stack stands from top to bottom, a node graph reads from left to right. Each node,
 * port and pipe label is a widget, so that keyboard and screen readers reach them; only
 * the wires are painted. Everything that is edited here is an edit of the document.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/session/studio-session.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_CANVAS (studio_canvas_get_type ())
G_DECLARE_FINAL_TYPE (StudioCanvas, studio_canvas, STUDIO, CANVAS, GtkWidget)

typedef enum
{
  STUDIO_ALIGN_LEFT,
  STUDIO_ALIGN_CENTER,
  STUDIO_ALIGN_RIGHT,
  STUDIO_ALIGN_TOP,
  STUDIO_ALIGN_MIDDLE,
  STUDIO_ALIGN_BOTTOM,
  STUDIO_DISTRIBUTE_ACROSS, /* the same gaps from left to right */
  STUDIO_DISTRIBUTE_DOWN,
} StudioAlignment;

/* Shows the pipeline of the document, and what is selected of it. */
void studio_canvas_bind (StudioCanvas *canvas, StudioSession *session);

/**
 * studio_canvas_prepare:
 * @canvas: a canvas that shows nothing yet
 * @document: what it is going to show
 * @end_us: when to stop, see g_get_monotonic_time()
 *
 * Makes the nodes of a large pipeline, so that little is left to do when the session gets
 * the document.
 *
 * Returns: FALSE if time was over before all of them were made; ask again
 */
gboolean studio_canvas_prepare (StudioCanvas *canvas,
                                ImDocument *document,
                                gint64 end_us);

/* The canvas is not going to show that. */
void studio_canvas_forget_prepared (StudioCanvas *canvas);

/**
 * studio_canvas_is_built:
 *
 * Returns: FALSE as long as nodes of a pipeline that was opened are still to come where
 *   somebody looks; a frame follows when they are there
 */
gboolean studio_canvas_is_built (StudioCanvas *canvas);
void studio_canvas_select_all (StudioCanvas *canvas);

/* Zooms and scrolls to all nodes, or to those that are selected, if there are any. */
void studio_canvas_fit (StudioCanvas *canvas, gboolean only_selected);

/* Moves the place of nodes that are pasted to where nothing stands; @text is what is
 * pasted. */
void studio_canvas_find_room (StudioCanvas *canvas,
                              const char *text,
                              graphene_point_t *at);

/* Where copies of the selected nodes cover nothing: below them, or further down. */
void studio_canvas_find_room_below (StudioCanvas *canvas, graphene_point_t *at);

/* Shows what shapes and colours mean. */
void studio_canvas_show_legend (StudioCanvas *canvas);

/* Aligns the selected nodes with each other. */
void studio_canvas_align (StudioCanvas *canvas, StudioAlignment alignment);

/* Gives a graph a frame at a place, or around the selected nodes if @at is NULL, and
 * selects it. */
gboolean studio_canvas_add_frame (StudioCanvas *canvas,
                                  const graphene_point_t *at,
                                  GError **error);

/* Puts all nodes where a layout puts them; frames follow what stands in them. */
void studio_canvas_lay_out_nodes (StudioCanvas *canvas);

/**
 * studio_canvas_insert:
 * @canvas: a canvas
 * @unit_id: a unit
 * @error: return location for an [error@Im.DocumentError]
 *
 * Inserts a unit where it was wanted last: on a pipe, at the end of a pipe that was
 * dropped, at a place; or else behind the selected layer. It is selected then.
 *
 * Returns: whether the document has changed
 */
gboolean studio_canvas_insert (StudioCanvas *canvas, const char *unit_id, GError **error);

/* Forgets where a unit was wanted: nobody chose one. */
void studio_canvas_forget_wanted (StudioCanvas *canvas);

/* The tensor type at the port that a pipe was dragged from, NULL if there is none. */
const ImTensorType *studio_canvas_get_wanted_type (StudioCanvas *canvas);

/* Links two selected nodes by their main ports. */
void studio_canvas_connect_selected (StudioCanvas *canvas);

/* Takes out the pipe that the menu was opened at, or those between the selected nodes. */
void studio_canvas_disconnect (StudioCanvas *canvas);

/**
 * studio_canvas_get_pipe:
 * @canvas: a canvas
 * @node: (out): the name of a node
 * @port: (out): an output of it
 *
 * Tells at which pipe the menu was opened, or else which one leaves the node that was
 * selected last.
 *
 * Returns: FALSE if there is none; nothing is set then
 */
gboolean studio_canvas_get_pipe (StudioCanvas *canvas, char **node, char **port);

/* The input of the pipeline whose node is at a place of the widget, NULL if none is. */
const char *studio_canvas_find_input (StudioCanvas *canvas, double x, double y);

/**
 * studio_canvas_get_section:
 * @canvas: a canvas
 * @from: (out) (nullable) (transfer full): the pipe that the menu was opened at, or else
 *   the one out of the selected node; of two nodes, out of the first
 * @to: (out) (nullable) (transfer full): of two nodes, the pipe out of the second; of
 * what is not read by others, the pipe itself
 *
 * Tells which part of the pipeline is meant, in the words of im_section_write().
 */
void studio_canvas_get_section (StudioCanvas *canvas, char **from, char **to);

/* What the minimap shows: all frames and nodes, and what is seen of them. */
void studio_canvas_get_extents (StudioCanvas *canvas, graphene_rect_t *extents);
void studio_canvas_get_view (StudioCanvas *canvas, graphene_rect_t *view);
guint studio_canvas_get_n_nodes (StudioCanvas *canvas);
const graphene_rect_t *studio_canvas_get_node_area (StudioCanvas *canvas,
                                                    guint number,
                                                    gboolean *is_selected);

guint studio_canvas_get_n_frames (StudioCanvas *canvas);
const graphene_rect_t *studio_canvas_get_frame_area (StudioCanvas *canvas, guint number);

/* Where the pointer is on the canvas, or was last. */
void studio_canvas_get_pointer (StudioCanvas *canvas, graphene_point_t *at);

/* Scrolls so that a place of the canvas is in the middle. */
void studio_canvas_center_on (StudioCanvas *canvas, double x, double y);

G_END_DECLS
