/* The layers of a document as a list model with a selection: what the views that list
 * layers have in common.
 *
 * While its view is not seen the list is not brought up to date. The selection of the
 * window is that of the canvas, numbers of nodes; the list shows it, and tells when its
 * user wants another one.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/stack/studio-layer-item.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_LAYER_LIST (studio_layer_list_get_type ())
G_DECLARE_FINAL_TYPE (StudioLayerList, studio_layer_list, STUDIO, LAYER_LIST, GObject)

/**
 * studio_layer_list_new:
 * @view: (transfer none): the widget that shows the list; it owns the list
 *
 * Returns: a new list, which emits `selected` when the user has selected other layers
 */
StudioLayerList *studio_layer_list_new (GtkWidget *view);

/* The model for a list widget. */
GtkSelectionModel *studio_layer_list_get_model (StudioLayerList *list);

/* The document that was shown last, or NULL. */
ImDocument *studio_layer_list_get_document (StudioLayerList *list);

/* Shows the layers of a document as they are now; as soon as the view is seen. */
void studio_layer_list_update (StudioLayerList *list, ImDocument *document);

/**
 * studio_layer_list_select:
 * @list: a list
 * @nodes: (array length=n_nodes): numbers of nodes; those of layers become selected
 * @n_nodes: their number
 *
 * Shows what is selected elsewhere. No signal is emitted.
 */
void studio_layer_list_select (StudioLayerList *list, const guint *nodes, guint n_nodes);

/* Selects one layer as if the user had done it. */
void studio_layer_list_choose (StudioLayerList *list, guint layer);

/**
 * studio_layer_list_dup_selected:
 * @list: a list
 * @n: (out): their number
 *
 * Returns: (transfer full) (array length=n): the numbers of the selected nodes
 */
guint *studio_layer_list_dup_selected (StudioLayerList *list, guint *n);

/**
 * studio_layer_list_add_menu:
 * @list: a list
 *
 * Gives the view a menu of what can be done to layers, on a click with the second
 * button. Widgets that stand for a row carry their #GtkListItem as data `list-item`. The
 * menu is a child of the view.
 */
void studio_layer_list_add_menu (StudioLayerList *list);

/* Shows the menu at the row that has the focus. */
void studio_layer_list_show_menu (StudioLayerList *list);

G_END_DECLS
