/* SPDX-License-Identifier: MIT */
#include "studio/common/studio-colour.h"

void
studio_colour_get (GtkWidget *widget, const char *name, GdkRGBA *colour)
{
  GtkStyleContext *style = gtk_widget_get_style_context (widget);

  if (name == NULL || !gtk_style_context_lookup_color (style, name, colour))
    gtk_style_context_get_color (style, colour);
}

void
studio_colour_set (GtkWidget *widget, const char *name, double alpha, cairo_t *cr)
{
  GdkRGBA colour;

  studio_colour_get (widget, name, &colour);
  colour.alpha *= (float) alpha;
  gdk_cairo_set_source_rgba (cr, &colour);
}
