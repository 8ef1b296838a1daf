/* What tests of widgets need: a window with the example, and a way to find what is in it.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include "studio/window/studio-window.h"

G_BEGIN_DECLS

/* Begins the application, without a bus. */
GtkApplication *studio_test_start (void);

/* Shows a window with an example, or with the file of a full path, and waits until it is
 * open there. */
GtkWidget *studio_test_open (GtkApplication *application, const char *example);

typedef gboolean (*StudioTestFunc) (GtkWidget *widget, gconstpointer data);

/**
 * studio_test_wait_until:
 * @widget: a widget
 * @holds: a condition
 * @data: for @holds
 *
 * Lets the application do what it has to until the condition holds, but not for longer
 * than what hangs.
 *
 * Returns: whether it holds
 */
gboolean studio_test_wait_until (GtkWidget *widget,
                                 StudioTestFunc holds,
                                 gconstpointer data);

/**
 * studio_test_wait_for:
 * @widget: a widget
 * @type: the name of a type
 * @n: how many there must be
 *
 * Waits until there are so many widgets of that type in the widget.
 *
 * Returns: (transfer full) (element-type GtkWidget): the widgets, in their order
 */
GPtrArray *studio_test_wait_for (GtkWidget *widget, const char *type, guint n);

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
