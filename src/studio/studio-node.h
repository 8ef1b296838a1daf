/* A layer on the canvas, or an end of the pipeline.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "document/im-document.h"

G_BEGIN_DECLS

/**
 * studio_node_new_layer:
 * @document: a document
 * @layer: a layer
 *
 * Returns: a widget that takes the focus
 */
GtkWidget *studio_node_new_layer (ImDocument *document, guint layer);

/* An input or output of the pipeline. */
GtkWidget *studio_node_new_terminal (const char *name);

/* The type of what flows. */
GtkWidget *studio_node_new_pill (ImUnitEvaluation *evaluation, const ImParameter *socket);

G_END_DECLS
