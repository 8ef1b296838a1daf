/* The stack: the layers of a composite as cards, with what flows between them.
 *
 * Cards are reordered by their handles and by keys, and units of the library are dropped
 * between them. While something hovers over a place, the cards show which types would
 * result there and what would break. It is narrow enough for a window of 360 pixels.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "document/im-document-graph.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_STACK_VIEW (studio_stack_view_get_type ())
G_DECLARE_FINAL_TYPE (StudioStackView, studio_stack_view, STUDIO, STACK_VIEW, GtkWidget)

/* Shows the layers of a document as they are now; as soon as the stack is seen. */
void studio_stack_view_update (StudioStackView *view, ImDocument *document);

/**
 * studio_stack_view_select:
 * @view: a stack
 * @nodes: (array length=n_nodes): numbers of nodes; those of layers become selected
 * @n_nodes: their number
 *
 * Shows what is selected elsewhere. No signal is emitted.
 */
void studio_stack_view_select (StudioStackView *view, const guint *nodes, guint n_nodes);

/**
 * studio_stack_view_dup_selected:
 * @view: a stack
 * @n: (out): their number
 *
 * Returns: (transfer full) (array length=n): the numbers of the selected nodes
 */
guint *studio_stack_view_dup_selected (StudioStackView *view, guint *n);

G_END_DECLS
