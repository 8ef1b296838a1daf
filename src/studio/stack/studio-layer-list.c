/* SPDX-License-Identifier: MIT */
#include "studio/stack/studio-layer-list.h"

#define MENU_RESOURCE "/org/imaginet/Studio/ui/studio-layer-menu.ui"

struct _StudioLayerList
{
  GObject parent_instance;

  GtkWidget *view;
  GtkPopover *menu;
  StudioSession *session; /* NULL before it is bound */
  GListStore *layers;
  GtkMultiSelection *selection;
  gboolean is_stale;  /* the document has changed while the view was not seen */
  gboolean is_silent; /* the selection changes because it changed elsewhere */
};

G_DEFINE_FINAL_TYPE (StudioLayerList, studio_layer_list, G_TYPE_OBJECT)

static void
show_selection (StudioLayerList *self)
{
  guint n_layers = g_list_model_get_n_items (G_LIST_MODEL (self->layers));
  g_autoptr (GtkBitset) selected = gtk_bitset_new_empty ();
  g_autoptr (GtkBitset) all = gtk_bitset_new_range (0, n_layers);
  ImDocument *document = studio_layer_list_get_document (self);
  guint n;
  g_autofree guint *nodes = studio_session_dup_nodes (self->session, &n);

  for (guint i = 0; i < n; i++)
    {
      gint layer = im_document_get_node (document, nodes[i])->layer;

      if (layer >= 0)
        gtk_bitset_add (selected, (guint) layer);
    }
  self->is_silent = TRUE;
  gtk_selection_model_set_selection (GTK_SELECTION_MODEL (self->selection), selected,
                                     all);
  self->is_silent = FALSE;
}

static gboolean
has_focus (StudioLayerList *self)
{
  GtkRoot *root = gtk_widget_get_root (self->view);
  GtkWidget *focus = root == NULL ? NULL : gtk_root_get_focus (root);

  return focus != NULL && gtk_widget_is_ancestor (focus, self->view);
}

/* A row that is replaced loses its selection. If it had the focus, GTK gives it to
 * another one with the next frame only, and the keys until then go to the row that is
 * gone: they are lost. */
static void
refresh (StudioLayerList *self)
{
  gboolean had_focus = has_focus (self);
  ImDocument *document = studio_layer_list_get_document (self);
  GHashTable *problems = studio_session_get_problems_by_node (self->session);

  self->is_silent = TRUE;
  if (self->is_stale)
    studio_layer_item_update (self->layers, document, problems);
  else
    studio_layer_item_update_problems (self->layers, document, problems);
  self->is_stale = FALSE;
  self->is_silent = FALSE;
  if (had_focus && !has_focus (self))
    gtk_widget_child_focus (self->view, GTK_DIR_TAB_FORWARD);
  show_selection (self);
}

static void
changed_cb (gpointer list, StudioSession *session)
{
  StudioLayerList *self = list;

  self->is_stale = TRUE;
  if (gtk_widget_get_mapped (self->view))
    refresh (self);
}

static void
found_cb (StudioLayerList *self)
{
  if (!gtk_widget_get_mapped (self->view))
    self->is_stale = TRUE;
  else if (!self->is_stale)
    refresh (self);
}

static void
selected_cb (gpointer list, StudioSession *session)
{
  StudioLayerList *self = list;

  if (!self->is_stale)
    show_selection (self);
}

void
studio_layer_list_bind (StudioLayerList *self, StudioSession *session)
{
  g_return_if_fail (STUDIO_IS_LAYER_LIST (self) && self->session == NULL);

  self->session = g_object_ref (session);
  studio_session_bind (session, self, changed_cb, selected_cb);
  g_signal_connect_object (session, "found", G_CALLBACK (found_cb), self,
                           G_CONNECT_SWAPPED);
}

void
studio_layer_list_choose (StudioLayerList *self, guint layer)
{
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), layer, TRUE);
}

GtkSelectionModel *
studio_layer_list_get_model (StudioLayerList *self)
{
  return GTK_SELECTION_MODEL (self->selection);
}

ImDocument *
studio_layer_list_get_document (StudioLayerList *self)
{
  return self->session == NULL ? NULL : studio_session_get_document (self->session);
}

/* The user has selected other layers. */
static void
selection_changed_cb (GtkSelectionModel *selection,
                      guint position,
                      guint n_items,
                      StudioLayerList *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (selection);
  guint n = (guint) gtk_bitset_get_size (selected);
  g_autofree guint *nodes = g_new (guint, n + 1);

  if (self->is_silent)
    return;
  for (guint i = 0; i < n; i++)
    nodes[i] = im_document_find_node (studio_layer_list_get_document (self),
                                      gtk_bitset_get_nth (selected, i));
  studio_session_select (self->session, nodes, n);
}

static void
map_cb (GtkWidget *view, StudioLayerList *self)
{
  if (self->is_stale)
    refresh (self);
}

/* The row under the pointer becomes selected, unless it is one of several that are. */
static void
select_at (StudioLayerList *self, double x, double y)
{
  GtkWidget *widget = gtk_widget_pick (self->view, x, y, GTK_PICK_DEFAULT);
  GtkListItem *row = NULL;

  for (; widget != NULL && widget != self->view && row == NULL;
       widget = gtk_widget_get_parent (widget))
    row = g_object_get_data (G_OBJECT (widget), "list-item");
  if (row != NULL && !gtk_list_item_get_selected (row))
    studio_layer_list_choose (self, gtk_list_item_get_position (row));
}

static void
show_menu_at (StudioLayerList *self, double x, double y)
{
  GdkRectangle at = { (int) x, (int) y, 1, 1 };

  gtk_popover_set_pointing_to (self->menu, &at);
  gtk_popover_popup (self->menu);
}

static void
menu_pressed_cb (GtkGestureClick *click,
                 int n_press,
                 double x,
                 double y,
                 StudioLayerList *self)
{
  select_at (self, x, y);
  show_menu_at (self, x, y);
}

void
studio_layer_list_add_menu (StudioLayerList *self)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (MENU_RESOURCE);
  GMenuModel *model = G_MENU_MODEL (gtk_builder_get_object (builder, "layer_menu"));
  GtkGesture *click = gtk_gesture_click_new ();

  self->menu = GTK_POPOVER (gtk_popover_menu_new_from_model (model));
  gtk_popover_set_has_arrow (self->menu, FALSE);
  /* Beside the pointer it can go up where the screen ends below it. */
  gtk_popover_set_position (self->menu, GTK_POS_RIGHT);
  gtk_widget_set_valign (GTK_WIDGET (self->menu), GTK_ALIGN_START);
  gtk_widget_set_parent (GTK_WIDGET (self->menu), self->view);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (click, "pressed", G_CALLBACK (menu_pressed_cb), self, 0);
  gtk_widget_add_controller (self->view, GTK_EVENT_CONTROLLER (click));
}

void
studio_layer_list_show_menu (StudioLayerList *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (self->view));
  double x = 24, y = 24;

  if (focus != NULL && gtk_widget_is_ancestor (focus, self->view))
    gtk_widget_translate_coordinates (focus, self->view, 24,
                                      gtk_widget_get_height (focus), &x, &y);
  show_menu_at (self, x, y);
}

static void
studio_layer_list_finalize (GObject *object)
{
  StudioLayerList *self = STUDIO_LAYER_LIST (object);

  g_clear_object (&self->selection);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (studio_layer_list_parent_class)->finalize (object);
}

static void
studio_layer_list_class_init (StudioLayerListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = studio_layer_list_finalize;
}

static void
studio_layer_list_init (StudioLayerList *self)
{
  self->layers = g_list_store_new (STUDIO_TYPE_LAYER_ITEM);
  self->selection = gtk_multi_selection_new (G_LIST_MODEL (self->layers));
  g_signal_connect_object (self->selection, "selection-changed",
                           G_CALLBACK (selection_changed_cb), self, 0);
}

StudioLayerList *
studio_layer_list_new (GtkWidget *view)
{
  StudioLayerList *self = g_object_new (STUDIO_TYPE_LAYER_LIST, NULL);

  self->view = view;
  g_signal_connect_object (view, "map", G_CALLBACK (map_cb), self, 0);

  return self;
}
