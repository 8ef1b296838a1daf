/* The layers of a document as a list model with a selection: what the views that list
 * layers have in common.
 *
 * While its view is not seen the list is not brought up to date. What is selected in it
 * is what is selected in the session.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

#include "studio/session/studio-session.h"
#include "studio/stack/studio-layer-item.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_LAYER_LIST (studio_layer_list_get_type ())
G_DECLARE_FINAL_TYPE (StudioLayerList, studio_layer_list, STUDIO, LAYER_LIST, GObject)

/**
 * studio_layer_list_new:
 * @view: (transfer none): the widget that shows the list; it owns the list
 *
 * Returns: a new list
 */
StudioLayerList *studio_layer_list_new (GtkWidget *view);

/* The model for a list widget. */
GtkSelectionModel *studio_layer_list_get_model (StudioLayerList *list);

/* The document, or NULL. */
ImDocument *studio_layer_list_get_document (StudioLayerList *list);

/* Shows the layers of the document, as soon as the view is seen. */
void studio_layer_list_bind (StudioLayerList *list, StudioSession *session);

/* Selects one layer as if the user had done it. */
void studio_layer_list_choose (StudioLayerList *list, guint layer);

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
