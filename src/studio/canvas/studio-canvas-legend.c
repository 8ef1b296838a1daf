/* SPDX-License-Identifier: MIT
 *
 * What shapes and colours of the canvas mean.
 */
#include <glib/gi18n.h>

#include "studio/canvas/studio-canvas-private.h"
#include "studio/units/studio-family.h"

#define N_COLUMNS 3

/* A port, with its classes in CSS, and what it means. */
static const struct
{
  const char *css_class;
  const char *text;
} ports[] = {
  { "data", N_ ("Tensors") },
  { "time", N_ ("Times") },
  { "value", N_ ("Values of options") },
  { "type-float", N_ ("Floating point") },
  { "type-int", N_ ("Integers") },
  { "type-fixed", N_ ("Fixed point") },
};

static void
append (GtkGrid *grid, GtkWidget *mark, const char *text, guint index, int row)
{
  GtkWidget *label = gtk_label_new (text);
  int column = 2 * (int) (index % N_COLUMNS);

  row += (int) (index / N_COLUMNS);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_margin_end (label, 12);
  gtk_grid_attach (grid, mark, column, row, 1, 1);
  gtk_grid_attach (grid, label, column + 1, row, 1, 1);
}

static GtkWidget *
new_port (const char *css_class)
{
  GtkWidget *port = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (port, "pipeline-port");
  gtk_widget_add_css_class (port, "linked");
  gtk_widget_add_css_class (port, css_class);
  gtk_widget_set_size_request (port, 12, 12);
  gtk_widget_set_halign (port, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (port, GTK_ALIGN_CENTER);

  return port;
}

static GtkWidget *
new_icon (const StudioFamily *family)
{
  GtkWidget *icon = gtk_image_new_from_icon_name (family->icon);

  studio_family_colour (icon, family);

  return icon;
}

void
studio_canvas_show_legend (StudioCanvas *self)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkGrid *grid = GTK_GRID (gtk_grid_new ());
  guint n;
  const StudioFamily *families = studio_family_list (&n);

  g_return_if_fail (STUDIO_IS_CANVAS (self));

  gtk_grid_set_column_spacing (grid, 8);
  gtk_grid_set_row_spacing (grid, 8);
  for (guint i = 0; i < G_N_ELEMENTS (ports); i++)
    append (grid, new_port (ports[i].css_class), _ (ports[i].text), i, 0);
  gtk_grid_attach (grid, gtk_separator_new (GTK_ORIENTATION_HORIZONTAL), 0,
                   G_N_ELEMENTS (ports) / N_COLUMNS, 2 * N_COLUMNS, 1);
  for (guint i = 0; i < n; i++)
    append (grid, new_icon (&families[i]), families[i].folder, i,
            G_N_ELEMENTS (ports) / N_COLUMNS + 1);
  gtk_popover_set_child (GTK_POPOVER (popover), GTK_WIDGET (grid));
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &(GdkRectangle){ 12, 12, 1, 1 });
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  gtk_widget_set_parent (popover, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (popover), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Legend"), -1);
  g_signal_connect (popover, "closed", G_CALLBACK (gtk_widget_unparent), NULL);
  gtk_popover_popup (GTK_POPOVER (popover));
}
