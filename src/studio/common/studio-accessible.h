/* Names for screen readers that GTK does not give by itself.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * studio_accessible_name_menu_buttons:
 * @root: a widget
 *
 * Names all menu buttons in a widget by their label, or else by their tooltip; and the
 * button that each of them is made of, which has the focus.
 */
void studio_accessible_name_menu_buttons (GtkWidget *root);

G_END_DECLS
