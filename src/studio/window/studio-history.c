/* SPDX-License-Identifier: MIT */
#include "studio/window/studio-history.h"

#include <glib/gi18n.h>

#include "document/state/im-document-steps.h"

struct _StudioHistory
{
  GtkWidget parent_instance;

  GtkWidget *undo;
  GtkWidget *redo;
  GtkMenuButton *menu;
  GtkWidget *popover;
  GtkListView *list;
  GtkWidget *current_row; /* in the row of the step that the document is at */
  guint idle;

  GSignalGroup *says; /* what is heard of the session */
  ImDocument *document;
};

G_DEFINE_FINAL_TYPE (StudioHistory, studio_history, GTK_TYPE_WIDGET)

enum
{
  STEP_ACTIVATED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static const char *
get_name (StudioHistory *self, guint step)
{
  const char *name = im_document_get_step_name (self->document, step);

  /* Translators: the first step of a document, in a list of steps */
  return name == NULL ? C_ ("step", "Open") : name;
}

static void
set_up_cb (GtkSignalListItemFactory *factory, GtkListItem *item, StudioHistory *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *mark = gtk_image_new ();
  GtkWidget *name = gtk_label_new (NULL);
  GtkWidget *saved = gtk_label_new (_ ("Saved"));

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (saved, "dim-label");
  gtk_widget_add_css_class (saved, "caption");
  gtk_box_append (GTK_BOX (box), mark);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), saved);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_list_item_set_child (item, box);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, StudioHistory *self)
{
  guint step = gtk_list_item_get_position (item);
  guint current = im_document_get_step (self->document);
  GtkWidget *mark = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *name = gtk_widget_get_next_sibling (mark);
  GtkWidget *saved = gtk_widget_get_next_sibling (name);

  if (step == current)
    g_set_weak_pointer (&self->current_row, gtk_list_item_get_child (item));
  gtk_image_set_from_icon_name (GTK_IMAGE (mark), "object-select-symbolic");
  gtk_widget_set_opacity (mark, step == current ? 1 : 0);
  gtk_label_set_label (GTK_LABEL (name), get_name (self, step));
  gtk_widget_set_tooltip_text (name, get_name (self, step));
  gtk_widget_set_visible (saved, im_document_is_step_saved (self->document, step));
  if (step > current)
    gtk_widget_add_css_class (name, "dim-label");
  else
    gtk_widget_remove_css_class (name, "dim-label");
}

static gboolean
focus_cb (gpointer data)
{
  StudioHistory *self = data;

  self->idle = 0;
  if (self->current_row != NULL && gtk_widget_get_mapped (self->current_row))
    gtk_widget_grab_focus (gtk_widget_get_parent (self->current_row));

  return G_SOURCE_REMOVE;
}

/* The arrows begin at the step that the document is at; its row is there, and the popover
 * has given the focus away, when the main loop is idle. */
static void
focus_soon (StudioHistory *self)
{
  g_clear_handle_id (&self->idle, g_source_remove);
  self->idle = g_idle_add (focus_cb, self);
}

/* Rows are made for what is seen only, however long the list is. */
static void
fill (StudioHistory *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint n = self->document == NULL ? 0 : im_document_get_n_steps (self->document);
  g_autoptr (GtkSingleSelection) selection = NULL;

  for (guint i = 0; i < n; i++)
    gtk_string_list_append (names, get_name (self, i));
  selection = gtk_single_selection_new (G_LIST_MODEL (g_steal_pointer (&names)));
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (selection));
  if (n == 0)
    return;
  gtk_single_selection_set_selected (selection, im_document_get_step (self->document));
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u",
                              im_document_get_step (self->document));
  focus_soon (self);
}

static void
activate_cb (GtkListView *list, guint step, StudioHistory *self)
{
  g_signal_emit (self, signals[STEP_ACTIVATED], 0, step);
}

static void
copy_cb (GtkButton *button, StudioHistory *self)
{
  g_autofree char *script = im_document_dup_script (self->document);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), script);
  gtk_menu_button_popdown (self->menu);
}

static void
update_tooltips (StudioHistory *self)
{
  ImDocument *document = self->document;
  const char *undo = document == NULL ? NULL : im_document_get_undo_name (document);
  const char *redo = document == NULL ? NULL : im_document_get_redo_name (document);
  /* Translators: %s is what was done, such as “Set stride of SlidingWindow” */
  g_autofree char *undo_text = undo == NULL
                                   ? g_strdup (_ ("Undo (Ctrl+Z)"))
                                   : g_strdup_printf (_ ("Undo “%s” (Ctrl+Z)"), undo);
  g_autofree char *redo_text = redo == NULL ? g_strdup (_ ("Redo (Ctrl+Shift+Z)"))
                                            : g_strdup_printf (
                                                  _ ("Redo “%s” (Ctrl+Shift+Z)"), redo);

  gtk_widget_set_tooltip_text (self->undo, undo_text);
  gtk_widget_set_tooltip_text (self->redo, redo_text);
}

static void
show (StudioHistory *self, StudioSession *session)
{
  ImDocument *document = session == NULL ? NULL : studio_session_get_document (session);

  g_set_object (&self->document, document);
  update_tooltips (self);
  gtk_widget_set_sensitive (GTK_WIDGET (self->menu),
                            document != NULL && im_document_get_n_steps (document) > 1);
  if (gtk_widget_get_visible (self->popover))
    fill (self);
}

void
studio_history_set_session (StudioHistory *self, StudioSession *session)
{
  g_return_if_fail (STUDIO_IS_HISTORY (self));

  g_signal_group_set_target (self->says, session);
  show (self, session);
}

void
studio_history_popup (StudioHistory *self)
{
  g_return_if_fail (STUDIO_IS_HISTORY (self));

  if (!gtk_widget_is_sensitive (GTK_WIDGET (self->menu)))
    return;
  gtk_widget_set_visible (GTK_WIDGET (self->menu), TRUE);
  gtk_menu_button_popup (self->menu);
}

void
studio_history_set_narrow (StudioHistory *self, gboolean is_narrow)
{
  g_return_if_fail (STUDIO_IS_HISTORY (self));

  gtk_widget_set_visible (self->redo, !is_narrow);
  gtk_widget_set_visible (GTK_WIDGET (self->menu), !is_narrow);
}

static void
studio_history_dispose (GObject *object)
{
  StudioHistory *self = STUDIO_HISTORY (object);
  GtkWidget *child;

  g_clear_handle_id (&self->idle, g_source_remove);
  g_clear_weak_pointer (&self->current_row);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->says);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (studio_history_parent_class)->dispose (object);
}

static void
studio_history_class_init (StudioHistoryClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_history_dispose;

  /**
   * StudioHistory::step-activated:
   * @history: the history
   * @step: a step of the document
   *
   * Somebody wants the document as it was behind a step.
   */
  signals[STEP_ACTIVATED] = g_signal_new ("step-activated", STUDIO_TYPE_HISTORY,
                                          G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                          G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-history.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioHistory, undo);
  gtk_widget_class_bind_template_child (widget_class, StudioHistory, redo);
  gtk_widget_class_bind_template_child (widget_class, StudioHistory, menu);
  gtk_widget_class_bind_template_child (widget_class, StudioHistory, popover);
  gtk_widget_class_bind_template_child (widget_class, StudioHistory, list);
  gtk_widget_class_bind_template_callback (widget_class, copy_cb);
}

static void
studio_history_init (StudioHistory *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->says = g_signal_group_new (STUDIO_TYPE_SESSION);
  g_signal_group_connect_swapped (self->says, "changed", G_CALLBACK (show), self);
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_cb), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), self);
  gtk_list_view_set_factory (self->list, factory);
  g_signal_connect (self->list, "activate", G_CALLBACK (activate_cb), self);
  g_signal_connect_swapped (self->popover, "show", G_CALLBACK (fill), self);
}
