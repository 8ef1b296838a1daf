/* Colours of the style, for what is drawn by hand.
 *
 * SPDX-License-Identifier: MIT
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * studio_colour_get:
 * @widget: the widget that is drawn
 * @name: (nullable): a colour of the style, such as `accent_color`; NULL, or one that the
 *   style has not, stands for that of text
 * @colour: (out): the colour
 */
void studio_colour_get (GtkWidget *widget, const char *name, GdkRGBA *colour);

/**
 * studio_colour_set:
 * @widget: the widget that is drawn
 * @name: (nullable): a colour, as studio_colour_get() takes it
 * @alpha: 0 is transparent, 1 as opaque as the colour is
 * @cr: what it is drawn on
 *
 * Lets what is drawn next have a colour.
 */
void studio_colour_set (GtkWidget *widget, const char *name, double alpha, cairo_t *cr);

G_END_DECLS
