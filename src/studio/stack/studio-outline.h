/* The outline: a table of all layers, for keyboard and screen readers.
 *
 * Its rows can be given everything that the nodes of the canvas can: the actions are
 * those of the window, and the selection is shared.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "document/im-document-graph.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_OUTLINE (studio_outline_get_type ())
G_DECLARE_FINAL_TYPE (StudioOutline, studio_outline, STUDIO, OUTLINE, GtkWidget)

/* Shows the layers of a document as they are now; as soon as the table is seen. */
void studio_outline_update (StudioOutline *outline, ImDocument *document);

/**
 * studio_outline_select:
 * @outline: an outline
 * @nodes: (array length=n_nodes): numbers of nodes; those of layers become selected
 * @n_nodes: their number
 *
 * Shows what is selected elsewhere. No signal is emitted.
 */
void studio_outline_select (StudioOutline *outline, const guint *nodes, guint n_nodes);

/**
 * studio_outline_dup_selected:
 * @outline: an outline
 * @n: (out): their number
 *
 * Returns: (transfer full) (array length=n): the numbers of the selected nodes
 */
guint *studio_outline_dup_selected (StudioOutline *outline, guint *n);

G_END_DECLS
