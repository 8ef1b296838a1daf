/* The canvas: the layers of a pipeline from top to bottom, with what flows between them.
 *
 * Each layer and each pipe label is a widget, so that keyboard and screen readers reach
 * them; only the wires are painted. Units that are dragged over a wire are inserted
 * there.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "document/im-document.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_CANVAS (studio_canvas_get_type ())
G_DECLARE_FINAL_TYPE (StudioCanvas, studio_canvas, STUDIO, CANVAS, GtkWidget)

/* Shows a document, or what it has become. */
void studio_canvas_update (StudioCanvas *canvas, ImDocument *document);

/**
 * studio_canvas_get_selected:
 * @canvas: a canvas
 *
 * Returns: the selected layer, or -1
 */
gint studio_canvas_get_selected (StudioCanvas *canvas);
void studio_canvas_select (StudioCanvas *canvas, gint layer);

/* How much larger than at 100 % everything is, from 0.25 to 4. */
double studio_canvas_get_zoom (StudioCanvas *canvas);
void studio_canvas_set_zoom (StudioCanvas *canvas, double zoom);

G_END_DECLS
