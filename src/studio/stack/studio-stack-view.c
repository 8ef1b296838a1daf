/* SPDX-License-Identifier: MIT */
#include "studio/stack/studio-stack-view-private.h"

G_DEFINE_FINAL_TYPE (StudioStackView, studio_stack_view, GTK_TYPE_WIDGET)

static void
show_card (StudioStackView *self, StudioStackCard *card, StudioLayerItem *item)
{
  GListModel *model = G_LIST_MODEL (studio_layer_list_get_model (self->layers));

  studio_stack_card_show (card, item,
                          studio_layer_item_get_layer (item) + 1 ==
                              g_list_model_get_n_items (model));
}

void
studio_stack_view_show_cards (StudioStackView *self)
{
  for (guint i = 0; i < self->cards->len; i++)
    show_card (self, self->cards->pdata[i],
               studio_stack_card_get_item (self->cards->pdata[i]));
}

static void
set_up_card_cb (GtkSignalListItemFactory *factory,
                GtkListItem *row,
                StudioStackView *self)
{
  GtkWidget *card = studio_stack_card_new ();

  g_object_set_data (G_OBJECT (card), "list-item", row);
  studio_stack_view_add_drag (self, STUDIO_STACK_CARD (card));
  gtk_list_item_set_child (row, card);
}

static void
bind_card_cb (GtkSignalListItemFactory *factory, GtkListItem *row, StudioStackView *self)
{
  GtkWidget *card = gtk_list_item_get_child (row);

  g_ptr_array_add (self->cards, card);
  show_card (self, STUDIO_STACK_CARD (card), gtk_list_item_get_item (row));
}

static void
unbind_card_cb (GtkSignalListItemFactory *factory,
                GtkListItem *row,
                StudioStackView *self)
{
  g_ptr_array_remove_fast (self->cards, gtk_list_item_get_child (row));
}

/* A layer that became the last one, or is it no longer, looks different. */
static void
items_changed_cb (GListModel *model,
                  guint position,
                  guint n_removed,
                  guint n_added,
                  StudioStackView *self)
{
  gtk_stack_set_visible_child_name (
      self->pages, g_list_model_get_n_items (model) == 0 ? "empty" : "layers");
  if (n_removed != n_added)
    studio_stack_view_show_cards (self);
}

/* The row of the layer that is selected is where keys go on from; there is none before it
 * is near what is seen. */
static void
focus_selected (StudioStackView *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (
      studio_layer_list_get_model (self->layers));

  if (gtk_bitset_get_size (selected) != 1 || focus == NULL ||
      !gtk_widget_is_ancestor (focus, GTK_WIDGET (self->list)))
    return;
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u",
                              gtk_bitset_get_minimum (selected));
  for (guint i = 0; i < self->cards->len; i++)
    {
      GtkListItem *row = g_object_get_data (self->cards->pdata[i], "list-item");
      GtkWidget *parent = gtk_widget_get_parent (self->cards->pdata[i]);

      if (gtk_list_item_get_selected (row) && parent != NULL)
        gtk_widget_grab_focus (parent);
    }
}

static void
show_selected (gpointer view, StudioSession *session)
{
  StudioStackView *self = view;

  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    focus_selected (self);
}

/* The list would begin with its first row, or the one that had the focus last. */
static gboolean
studio_stack_view_focus (GtkWidget *widget, GtkDirectionType direction)
{
  StudioStackView *self = STUDIO_STACK_VIEW (widget);
  gboolean comes_in = gtk_widget_get_focus_child (widget) == NULL;

  if (!GTK_WIDGET_CLASS (studio_stack_view_parent_class)->focus (widget, direction))
    return FALSE;
  if (comes_in)
    focus_selected (self);

  return TRUE;
}

/* The list is brought up to date before the focus goes to a row of it. */
void
studio_stack_view_bind (StudioStackView *self, StudioSession *session)
{
  g_return_if_fail (STUDIO_IS_STACK_VIEW (self));

  studio_layer_list_bind (self->layers, session);
  studio_session_bind (session, self, show_selected, show_selected);
}

static void
activate_cb (GtkListView *list, guint position, StudioStackView *self)
{
  studio_layer_list_choose (self->layers, position);
  gtk_widget_activate_action (GTK_WIDGET (self), "layer.open", NULL);
}

static void
menu_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  studio_layer_list_show_menu (STUDIO_STACK_VIEW (widget)->layers);
}

static void
studio_stack_view_dispose (GObject *object)
{
  StudioStackView *self = STUDIO_STACK_VIEW (object);
  GtkWidget *child;

  studio_stack_view_stop_scrolling (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->layers);
  G_OBJECT_CLASS (studio_stack_view_parent_class)->dispose (object);
}

static void
studio_stack_view_finalize (GObject *object)
{
  g_ptr_array_unref (STUDIO_STACK_VIEW (object)->cards);
  G_OBJECT_CLASS (studio_stack_view_parent_class)->finalize (object);
}

static void
studio_stack_view_class_init (StudioStackViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_stack_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_stack_view_finalize;
  widget_class->focus = studio_stack_view_focus;
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-stack-view.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioStackView, pages);
  gtk_widget_class_bind_template_child (widget_class, StudioStackView, scroller);
  gtk_widget_class_bind_template_child (widget_class, StudioStackView, list);
  gtk_widget_class_bind_template_child (widget_class, StudioStackView, revealer);
  gtk_widget_class_bind_template_child (widget_class, StudioStackView, verdict);
  gtk_widget_class_install_action (widget_class, "stack.menu", NULL, menu_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "stack.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK,
                                       "stack.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Delete, 0, "layer.remove",
                                       NULL);
}

static void
studio_stack_view_init (StudioStackView *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  GtkSelectionModel *model;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->target = -1;
  self->cards = g_ptr_array_new ();
  self->layers = studio_layer_list_new (GTK_WIDGET (self));
  studio_layer_list_add_menu (self->layers);
  model = studio_layer_list_get_model (self->layers);
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_card_cb), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_card_cb), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_card_cb), self);
  gtk_list_view_set_factory (self->list, factory);
  gtk_list_view_set_model (self->list, model);
  g_signal_connect_object (model, "items-changed", G_CALLBACK (items_changed_cb), self,
                           0);
  g_signal_connect (self->list, "activate", G_CALLBACK (activate_cb), self);
  studio_stack_view_add_drop (self);
}
