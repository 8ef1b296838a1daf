/* SPDX-License-Identifier: MIT */
#include "studio/library/studio-palette-row.h"

#include "studio/units/studio-family.h"

struct _StudioPaletteRow
{
  GtkWidget parent_instance;

  GtkImage *icon;
  GtkLabel *name;
  GtkLabel *path;
  GtkLabel *problem;
};

G_DEFINE_FINAL_TYPE (StudioPaletteRow, studio_palette_row, GTK_TYPE_WIDGET)

void
studio_palette_row_set_unit (StudioPaletteRow *self,
                             const ImUnit *unit,
                             const char *problem)
{
  const char *path = unit->display_path == NULL ? "" : unit->display_path;

  g_return_if_fail (STUDIO_IS_PALETTE_ROW (self));

  gtk_image_set_from_icon_name (self->icon, studio_family_find (unit)->icon);
  studio_family_colour (GTK_WIDGET (self->icon), studio_family_find (unit));
  gtk_label_set_label (self->name, unit->display_name);
  gtk_label_set_label (self->path, *path == '/' ? path + 1 : path);
  gtk_label_set_label (self->problem, problem == NULL ? "" : problem);
  gtk_widget_set_visible (GTK_WIDGET (self->problem), problem != NULL);
  if (problem == NULL)
    gtk_widget_remove_css_class (GTK_WIDGET (self), "unfit");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self), "unfit");
}

static void
studio_palette_row_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (studio_palette_row_parent_class)->dispose (object);
}

static void
studio_palette_row_class_init (StudioPaletteRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_palette_row_dispose;
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-palette-row.ui");
  gtk_widget_class_set_css_name (widget_class, "palette-row");
  gtk_widget_class_bind_template_child (widget_class, StudioPaletteRow, icon);
  gtk_widget_class_bind_template_child (widget_class, StudioPaletteRow, name);
  gtk_widget_class_bind_template_child (widget_class, StudioPaletteRow, path);
  gtk_widget_class_bind_template_child (widget_class, StudioPaletteRow, problem);
}

static void
studio_palette_row_init (StudioPaletteRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
studio_palette_row_new (void)
{
  return g_object_new (STUDIO_TYPE_PALETTE_ROW, NULL);
}
