/* SPDX-License-Identifier: MIT */
#include "studio/stack/studio-outline.h"

#include <glib/gi18n.h>
#include <math.h>

#include "studio/stack/studio-layer-list.h"

struct _StudioOutline
{
  GtkWidget parent_instance;

  GtkScrolledWindow *scroller;
  GtkColumnView *table;
  gboolean is_at_start; /* nothing is out of sight where the rows begin */
  guint going;          /* idle source that scrolls there, or 0 */

  StudioLayerList *layers;
};

G_DEFINE_FINAL_TYPE (StudioOutline, studio_outline, GTK_TYPE_WIDGET)

static const struct
{
  const char *title;
  StudioLayerText text;
  gboolean expands;
  int width; /* in characters, at least */
  int most;  /* a column is as wide as its texts up to here */
} columns[] = {
  /* Translators: the number of a layer. */
  { N_ ("No."), STUDIO_LAYER_NUMBER, FALSE, 3, 5 },
  { N_ ("Layer"), STUDIO_LAYER_NAME, TRUE, 14, 30 },
  { N_ ("Unit"), STUDIO_LAYER_UNIT, TRUE, 14, 40 },
  { N_ ("Options"), STUDIO_LAYER_OPTIONS, TRUE, 18, 28 },
  { N_ ("Input"), STUDIO_LAYER_INPUT, FALSE, 18, 50 },
  { N_ ("Output"), STUDIO_LAYER_OUTPUT, FALSE, 18, 50 },
  { N_ ("Problems"), STUDIO_LAYER_PROBLEMS, TRUE, 18, 40 },
};

static void
set_up_cell_cb (GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data)
{
  guint column = GPOINTER_TO_UINT (data);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), columns[column].width);
  gtk_label_set_max_width_chars (GTK_LABEL (label), columns[column].most);
  g_object_set_data (G_OBJECT (label), "list-item", cell);
  gtk_list_item_set_child (cell, label);
}

static void
bind_cell_cb (GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data)
{
  StudioLayerText which = (StudioLayerText) GPOINTER_TO_INT (data);
  StudioLayerItem *item = gtk_list_item_get_item (cell);
  GtkWidget *label = gtk_list_item_get_child (cell);
  const char *text = studio_layer_item_get_text (item, which);

  gtk_label_set_label (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (label, *text == '\0' ? NULL : text);
  if (which == STUDIO_LAYER_PROBLEMS)
    gtk_widget_add_css_class (label, "error");
  if (studio_layer_item_is_enabled (item))
    gtk_widget_remove_css_class (label, "dim-label");
  else
    gtk_widget_add_css_class (label, "dim-label");
}

static void
add_columns (StudioOutline *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) column = NULL;

      g_signal_connect (factory, "setup", G_CALLBACK (set_up_cell_cb),
                        GUINT_TO_POINTER (i));
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cell_cb),
                        GINT_TO_POINTER (columns[i].text));
      column = gtk_column_view_column_new (_ (columns[i].title), factory);
      gtk_column_view_column_set_expand (column, columns[i].expands);
      gtk_column_view_column_set_resizable (column, TRUE);
      gtk_column_view_append_column (self->table, column);
    }
}

static double
get_start (StudioOutline *self, GtkAdjustment *across)
{
  return gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL
             ? gtk_adjustment_get_upper (across) - gtk_adjustment_get_page_size (across)
             : gtk_adjustment_get_lower (across);
}

static void
scrolled_cb (StudioOutline *self, GtkAdjustment *across)
{
  self->is_at_start = fabs (gtk_adjustment_get_value (across) -
                            get_start (self, across)) < 1;
}

/* The table keeps the distance from its left end, but where text runs from right to left
 * it begins at the right one. */
static gboolean
go_to_start_cb (gpointer data)
{
  StudioOutline *self = data;
  GtkAdjustment *across = gtk_scrolled_window_get_hadjustment (self->scroller);

  self->going = 0;
  if (self->is_at_start)
    gtk_adjustment_set_value (across, get_start (self, across));

  return G_SOURCE_REMOVE;
}

/* The table is being laid out, and would not look at another value now. */
static void
resized_cb (StudioOutline *self, GtkAdjustment *across)
{
  if (self->going == 0)
    self->going = g_idle_add (go_to_start_cb, self);
}

void
studio_outline_bind (StudioOutline *self, StudioSession *session)
{
  g_return_if_fail (STUDIO_IS_OUTLINE (self));

  studio_layer_list_bind (self->layers, session);
}

static void
activate_cb (GtkColumnView *table, guint position, StudioOutline *self)
{
  studio_layer_list_choose (self->layers, position);
  gtk_widget_activate_action (GTK_WIDGET (self), "layer.open", NULL);
}

static void
menu_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  studio_layer_list_show_menu (STUDIO_OUTLINE (widget)->layers);
}

static void
studio_outline_dispose (GObject *object)
{
  StudioOutline *self = STUDIO_OUTLINE (object);
  GtkWidget *child;

  g_clear_handle_id (&self->going, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->layers);
  G_OBJECT_CLASS (studio_outline_parent_class)->dispose (object);
}

static void
studio_outline_class_init (StudioOutlineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_outline_dispose;
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-outline.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioOutline, scroller);
  gtk_widget_class_bind_template_child (widget_class, StudioOutline, table);
  gtk_widget_class_install_action (widget_class, "outline.menu", NULL, menu_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "outline.menu",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK,
                                       "outline.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Delete, 0, "layer.remove",
                                       NULL);
}

static void
studio_outline_init (StudioOutline *self)
{
  GtkAdjustment *across;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->is_at_start = TRUE;
  across = gtk_scrolled_window_get_hadjustment (self->scroller);
  g_signal_connect_object (across, "changed", G_CALLBACK (resized_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (across, "value-changed", G_CALLBACK (scrolled_cb), self,
                           G_CONNECT_SWAPPED);
  self->layers = studio_layer_list_new (GTK_WIDGET (self));
  studio_layer_list_add_menu (self->layers);
  add_columns (self);
  gtk_column_view_set_model (self->table, studio_layer_list_get_model (self->layers));
  g_signal_connect (self->table, "activate", G_CALLBACK (activate_cb), self);
}
