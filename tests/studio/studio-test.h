/* What tests of widgets need: a window with the example, and a way to find what is in it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "studio/studio-window.h"

G_BEGIN_DECLS

/* Begins the application, without a bus. */
GtkApplication *studio_test_start (void);

/* Shows a window with an example, and waits until it is there. */
GtkWidget *studio_test_open (GtkApplication *application, const char *example);

/* Lets the application do what it has to for a while. */
void studio_test_wait (void);

/**
 * studio_test_list:
 * @widget: a widget
 * @type: the name of a type
 *
 * Returns: (transfer full) (element-type GtkWidget): all widgets of that type in the
 *   widget and below it, in their order
 */
GPtrArray *studio_test_list (GtkWidget *widget, const char *type);

/* The first of them; there must be one. */
GtkWidget *studio_test_find (GtkWidget *widget, const char *type);

/**
 * studio_test_list_interfaces:
 *
 * Returns: (transfer full): the paths of all descriptions of widgets
 */
GPtrArray *studio_test_list_interfaces (void);

G_END_DECLS
