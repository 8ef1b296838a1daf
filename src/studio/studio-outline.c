/* SPDX-License-Identifier: MIT */
#include "studio/studio-outline.h"

#include <glib/gi18n.h>

#include "studio/studio-layer-item.h"

struct _StudioOutline
{
  GtkWidget parent_instance;

  GtkColumnView *table;
  GtkPopoverMenu *menu;

  ImDocument *document;
  GListStore *layers;
  GtkMultiSelection *selection;
  guint *selected; /* what is to be selected, numbers of nodes */
  guint n_selected;
  gboolean is_stale;  /* the document has changed while the table was not seen */
  gboolean is_silent; /* the selection changes because it changed elsewhere */
};

G_DEFINE_FINAL_TYPE (StudioOutline, studio_outline, GTK_TYPE_WIDGET)

enum
{
  SELECTED,
  ACTIVATED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static const struct
{
  const char *title;
  StudioLayerText text;
  gboolean expands;
  int width; /* in characters, at least */
} columns[] = {
  /* Translators: the number of a layer. */
  { N_ ("No."), STUDIO_LAYER_NUMBER, FALSE, 3 },
  { N_ ("Layer"), STUDIO_LAYER_NAME, TRUE, 14 },
  { N_ ("Unit"), STUDIO_LAYER_UNIT, TRUE, 14 },
  { N_ ("Options"), STUDIO_LAYER_OPTIONS, TRUE, 18 },
  { N_ ("Input"), STUDIO_LAYER_INPUT, FALSE, 18 },
  { N_ ("Output"), STUDIO_LAYER_OUTPUT, FALSE, 18 },
  { N_ ("Problems"), STUDIO_LAYER_PROBLEMS, TRUE, 18 },
};

static void
set_up_cell_cb (GtkSignalListItemFactory *factory, GtkListItem *cell, gpointer data)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), GPOINTER_TO_INT (data));
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
                        GINT_TO_POINTER (columns[i].width));
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cell_cb),
                        GINT_TO_POINTER (columns[i].text));
      column = gtk_column_view_column_new (_ (columns[i].title), factory);
      gtk_column_view_column_set_expand (column, columns[i].expands);
      gtk_column_view_column_set_resizable (column, TRUE);
      gtk_column_view_append_column (self->table, column);
    }
}

static void
show_selection (StudioOutline *self)
{
  guint n_layers = g_list_model_get_n_items (G_LIST_MODEL (self->layers));
  g_autoptr (GtkBitset) selected = gtk_bitset_new_empty ();
  g_autoptr (GtkBitset) all = gtk_bitset_new_range (0, n_layers);

  for (guint i = 0; self->document != NULL && i < self->n_selected; i++)
    {
      gint layer = im_document_get_node (self->document, self->selected[i])->layer;

      if (layer >= 0)
        gtk_bitset_add (selected, (guint) layer);
    }
  self->is_silent = TRUE;
  gtk_selection_model_set_selection (GTK_SELECTION_MODEL (self->selection), selected,
                                     all);
  self->is_silent = FALSE;
}

static void
refresh (StudioOutline *self)
{
  self->is_stale = FALSE;
  self->is_silent = TRUE;
  studio_layer_item_update (self->layers, self->document);
  self->is_silent = FALSE;
  show_selection (self);
}

void
studio_outline_update (StudioOutline *self, ImDocument *document)
{
  g_return_if_fail (STUDIO_IS_OUTLINE (self));

  if (g_set_object (&self->document, document))
    self->n_selected = 0;
  self->is_stale = TRUE;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    refresh (self);
}

void
studio_outline_select (StudioOutline *self, const guint *nodes, guint n_nodes)
{
  g_return_if_fail (STUDIO_IS_OUTLINE (self));

  g_free (self->selected);
  self->selected = g_memdup2 (nodes, n_nodes * sizeof *nodes);
  self->n_selected = n_nodes;
  if (!self->is_stale)
    show_selection (self);
}

guint *
studio_outline_dup_selected (StudioOutline *self, guint *n)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (
      GTK_SELECTION_MODEL (self->selection));
  guint *nodes = g_new (guint, gtk_bitset_get_size (selected) + 1);

  *n = (guint) gtk_bitset_get_size (selected);
  for (guint i = 0; i < *n; i++)
    nodes[i] = im_document_find_node (self->document, gtk_bitset_get_nth (selected, i));

  return nodes;
}

static void
selection_changed_cb (GtkSelectionModel *selection,
                      guint position,
                      guint n_items,
                      StudioOutline *self)
{
  if (!self->is_silent)
    g_signal_emit (self, signals[SELECTED], 0);
}

static void
activate_cb (GtkColumnView *table, guint position, StudioOutline *self)
{
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
  g_signal_emit (self, signals[ACTIVATED], 0, (gint) position);
}

static void
show_menu (StudioOutline *self, double x, double y)
{
  GdkRectangle at = { (int) x, (int) y, 1, 1 };

  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &at);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

/* The row under the pointer becomes selected, unless it is one of several that are. */
static void
select_at (StudioOutline *self, double x, double y)
{
  GtkWidget *widget = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);

  while (widget != NULL && widget != GTK_WIDGET (self))
    {
      gpointer row = g_object_get_data (G_OBJECT (widget), "list-item");

      if (row != NULL && !gtk_list_item_get_selected (row))
        gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection),
                                         gtk_list_item_get_position (row), TRUE);
      widget = row == NULL ? gtk_widget_get_parent (widget) : NULL;
    }
}

static void
menu_pressed_cb (GtkGestureClick *click,
                 int n_press,
                 double x,
                 double y,
                 StudioOutline *self)
{
  select_at (self, x, y);
  show_menu (self, x, y);
}

static void
menu_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = gtk_root_get_focus (root);
  double x = 24, y = 24;

  if (focus != NULL && gtk_widget_is_ancestor (focus, widget))
    gtk_widget_translate_coordinates (focus, widget, 24, gtk_widget_get_height (focus),
                                      &x, &y);
  show_menu (STUDIO_OUTLINE (widget), x, y);
}

static void
studio_outline_map (GtkWidget *widget)
{
  StudioOutline *self = STUDIO_OUTLINE (widget);

  if (self->is_stale)
    refresh (self);
  GTK_WIDGET_CLASS (studio_outline_parent_class)->map (widget);
}

static void
studio_outline_dispose (GObject *object)
{
  StudioOutline *self = STUDIO_OUTLINE (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), STUDIO_TYPE_OUTLINE);
  g_clear_object (&self->selection);
  g_clear_object (&self->document);
  g_clear_pointer (&self->selected, g_free);
  self->n_selected = 0;
  G_OBJECT_CLASS (studio_outline_parent_class)->dispose (object);
}

static void
add_signals (void)
{
  /**
   * StudioOutline::selected:
   * @outline: the outline
   *
   * The user has selected other layers; see studio_outline_dup_selected().
   */
  signals[SELECTED] = g_signal_new ("selected", STUDIO_TYPE_OUTLINE, G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * StudioOutline::activated:
   * @outline: the outline
   * @layer: a layer
   *
   * The user wants to edit the options of a layer.
   */
  signals[ACTIVATED] = g_signal_new ("activated", STUDIO_TYPE_OUTLINE, G_SIGNAL_RUN_LAST,
                                     0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
studio_outline_class_init (StudioOutlineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_outline_dispose;
  widget_class->map = studio_outline_map;
  add_signals ();
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-outline.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioOutline, table);
  gtk_widget_class_bind_template_child (widget_class, StudioOutline, menu);
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
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->layers = g_list_store_new (STUDIO_TYPE_LAYER_ITEM);
  self->selection = gtk_multi_selection_new (G_LIST_MODEL (self->layers));
  add_columns (self);
  gtk_column_view_set_model (self->table, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect (self->selection, "selection-changed",
                    G_CALLBACK (selection_changed_cb), self);
  g_signal_connect (self->table, "activate", G_CALLBACK (activate_cb), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (menu_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}
