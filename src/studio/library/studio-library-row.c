/* SPDX-License-Identifier: MIT */
#include "studio/library/studio-library-row.h"

#include <glib/gi18n.h>

#include "studio/units/studio-family.h"
#include "studio/units/studio-parts.h"

struct _StudioLibraryRow
{
  GtkWidget parent_instance;

  GtkTreeExpander *expander;
  GtkImage *icon;
  GtkLabel *name;
  GtkLabel *path;
  GtkWidget *menu; /* made when it is shown first */

  StudioUnitItem *item; /* NULL before it shows one */
};

G_DEFINE_FINAL_TYPE (StudioLibraryRow, studio_library_row, GTK_TYPE_WIDGET)

void
studio_library_row_set_item (StudioLibraryRow *self,
                             StudioUnitItem *item,
                             GtkTreeListRow *tree_row)
{
  const ImUnit *unit = studio_unit_item_get_unit (item);
  const char *path;

  g_return_if_fail (STUDIO_IS_LIBRARY_ROW (self));

  g_set_object (&self->item, item);
  gtk_tree_expander_set_list_row (self->expander, tree_row);
  gtk_widget_set_visible (GTK_WIDGET (self->icon), unit != NULL);
  gtk_image_set_from_icon_name (self->icon, studio_family_find (unit)->icon);
  studio_family_colour (GTK_WIDGET (self->icon), studio_family_find (unit));
  gtk_label_set_label (self->name, studio_unit_item_get_name (item));
  path = tree_row != NULL || unit == NULL || unit->display_path == NULL
             ? ""
             : unit->display_path;
  gtk_label_set_label (self->path, *path == '/' ? path + 1 : path);
  gtk_widget_set_visible (GTK_WIDGET (self->path), *path != '\0');
}

static GMenuModel *
new_menu (const ImUnit *unit)
{
  const char *id = unit->id.text;
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenuItem) insert = g_menu_item_new (_ ("_Insert"), NULL);
  g_autoptr (GMenuItem) open = g_menu_item_new (_ ("_Open Unit"), NULL);
  g_autoptr (GMenuItem) copy = g_menu_item_new (_ ("Edit a _Copy…"), NULL);

  g_menu_item_set_action_and_target (insert, "library.insert", "s", id);
  g_menu_item_set_action_and_target (open, "library.open-unit", "s", id);
  g_menu_append_item (menu, insert);
  if (studio_parts_find (id) == STUDIO_N_PARTS)
    g_menu_append_item (menu, open);
  g_menu_item_set_action_and_target (copy, "library.copy-unit", "s", id);
  g_menu_append_item (menu, copy);

  return G_MENU_MODEL (menu);
}

void
studio_library_row_show_menu (StudioLibraryRow *self, const GdkRectangle *at)
{
  g_autoptr (GMenuModel) menu = NULL;
  const ImUnit *unit;

  g_return_if_fail (STUDIO_IS_LIBRARY_ROW (self));

  unit = studio_unit_item_get_unit (self->item);
  if (unit == NULL)
    return;
  menu = new_menu (unit);
  if (self->menu == NULL)
    {
      self->menu = gtk_popover_menu_new_from_model (menu);
      gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
      gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
      gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
    }
  else
    gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (self->menu), menu);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), at);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
pressed_cb (GtkGestureClick *click,
            gint n_press,
            double x,
            double y,
            StudioLibraryRow *self)
{
  gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
  studio_library_row_show_menu (self, &(GdkRectangle){ (int) x, (int) y, 1, 1 });
}

static GdkContentProvider *
prepare_cb (GtkDragSource *source, double x, double y, StudioLibraryRow *self)
{
  const ImUnit *unit = studio_unit_item_get_unit (self->item);

  return unit == NULL
             ? NULL
             : gdk_content_provider_new_typed (STUDIO_TYPE_UNIT_ID, unit->id.text);
}

/* What is dragged looks like the node that it will be. */
static GtkWidget *
new_ghost (const ImUnit *unit)
{
  GtkWidget *ghost = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *name = gtk_label_new (unit->display_name);
  GtkWidget *id = gtk_label_new (unit->id.text);

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_xalign (GTK_LABEL (id), 0);
  gtk_widget_add_css_class (name, "heading");
  gtk_widget_add_css_class (id, "dim-label");
  gtk_box_append (GTK_BOX (ghost), name);
  gtk_box_append (GTK_BOX (ghost), id);
  gtk_widget_add_css_class (ghost, "pipeline-node");
  gtk_widget_add_css_class (ghost, "ghost");

  return ghost;
}

static void
drag_begin_cb (GtkDragSource *source, GdkDrag *drag, StudioLibraryRow *self)
{
  GtkWidget *icon = gtk_drag_icon_get_for_drag (drag);

  gtk_drag_icon_set_child (GTK_DRAG_ICON (icon),
                           new_ghost (studio_unit_item_get_unit (self->item)));
  gdk_drag_set_hotspot (drag, 24, 16);
}

static void
studio_library_row_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  StudioLibraryRow *self = STUDIO_LIBRARY_ROW (widget);

  gtk_widget_allocate (GTK_WIDGET (self->expander), width, height, baseline, NULL);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
studio_library_row_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  gtk_widget_measure (GTK_WIDGET (STUDIO_LIBRARY_ROW (widget)->expander), orientation,
                      for_size, minimum, natural, minimum_baseline, natural_baseline);
}

static void
studio_library_row_dispose (GObject *object)
{
  GtkWidget *child;

  STUDIO_LIBRARY_ROW (object)->menu = NULL;
  g_clear_object (&STUDIO_LIBRARY_ROW (object)->item);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (studio_library_row_parent_class)->dispose (object);
}

/* Asked for when the pointer rests: a text that is set lets GTK ask the display where the
 * pointer is, for each row that is filled. */
static gboolean
studio_library_row_query_tooltip (GtkWidget *widget,
                                  int x,
                                  int y,
                                  gboolean is_keyboard,
                                  GtkTooltip *tooltip)
{
  const ImUnit *unit = studio_unit_item_get_unit (STUDIO_LIBRARY_ROW (widget)->item);

  if (unit != NULL)
    gtk_tooltip_set_text (tooltip, unit->id.text);

  return unit != NULL;
}

static void
studio_library_row_class_init (StudioLibraryRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_library_row_dispose;
  widget_class->size_allocate = studio_library_row_size_allocate;
  widget_class->measure = studio_library_row_measure;
  widget_class->query_tooltip = studio_library_row_query_tooltip;
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-library-row.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioLibraryRow, expander);
  gtk_widget_class_bind_template_child (widget_class, StudioLibraryRow, icon);
  gtk_widget_class_bind_template_child (widget_class, StudioLibraryRow, name);
  gtk_widget_class_bind_template_child (widget_class, StudioLibraryRow, path);
  gtk_widget_class_bind_template_callback (widget_class, pressed_cb);
  gtk_widget_class_bind_template_callback (widget_class, prepare_cb);
  gtk_widget_class_bind_template_callback (widget_class, drag_begin_cb);
}

static void
studio_library_row_init (StudioLibraryRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

GtkWidget *
studio_library_row_new (void)
{
  return g_object_new (STUDIO_TYPE_LIBRARY_ROW, NULL);
}
