/* SPDX-License-Identifier: MIT */
#include "studio/window/studio-history.h"

#include <glib/gi18n.h>

#include "document/state/im-document-steps.h"
#include "studio/session/studio-steps.h"

struct _StudioHistory
{
  GtkWidget parent_instance;

  GtkWidget *redo;
  GtkMenuButton *menu;
  GtkWidget *popover;
  GtkListView *list;
  guint idle;

  StudioSession *session; /* of the page that is seen, or NULL */
};

G_DEFINE_FINAL_TYPE (StudioHistory, studio_history, GTK_TYPE_WIDGET)

enum
{
  STEP_ACTIVATED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

enum
{
  PROP_SESSION = 1,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

/* What a row shows of its step. */
static void
bind (GtkListItem *item, const char *name, GtkWidget *widget, const char *property)
{
  GtkExpression *step = gtk_property_expression_new (GTK_TYPE_LIST_ITEM, NULL, "item");
  GtkExpression *shown = gtk_property_expression_new (STUDIO_TYPE_STEP, step, name);

  gtk_expression_bind (shown, widget, property, item);
}

static double
to_opacity (GtkListItem *item, gboolean is_current)
{
  return is_current ? 1 : 0;
}

static GStrv
to_classes (GtkListItem *item, gboolean is_undone)
{
  const char *classes[] = { is_undone ? "dim-label" : NULL, NULL };

  return g_strdupv ((char **) classes);
}

/* The same, by way of a function. */
static void
bind_through (GtkListItem *item,
              const char *name,
              GCallback function,
              GtkWidget *widget,
              const char *property)
{
  GParamSpec *spec = g_object_class_find_property (G_OBJECT_GET_CLASS (widget), property);
  GtkExpression *step = gtk_property_expression_new (GTK_TYPE_LIST_ITEM, NULL, "item");
  GtkExpression *flag = gtk_property_expression_new (STUDIO_TYPE_STEP, step, name);

  gtk_expression_bind (gtk_cclosure_expression_new (spec->value_type, NULL, 1, &flag,
                                                    function, NULL, NULL),
                       widget, property, item);
}

static void
set_up_cb (GtkSignalListItemFactory *factory, GtkListItem *item, StudioHistory *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *mark = gtk_image_new_from_icon_name ("object-select-symbolic");
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
  g_object_set_data (G_OBJECT (box), "list-item", item);
  bind_through (item, "is-current", G_CALLBACK (to_opacity), mark, "opacity");
  bind_through (item, "is-undone", G_CALLBACK (to_classes), name, "css-classes");
  bind (item, "name", name, "label");
  bind (item, "name", name, "tooltip-text");
  bind (item, "is-saved", saved, "visible");
}

/* The row of the step that the document is at, if it is there. */
static GtkWidget *
find_row (StudioHistory *self)
{
  guint current = studio_steps_get_current (studio_session_get_steps (self->session));
  GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->list));

  for (; row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      GtkWidget *box = gtk_widget_get_first_child (row);
      GtkListItem *item = box == NULL ? NULL
                                      : g_object_get_data (G_OBJECT (box), "list-item");

      if (item != NULL && gtk_widget_get_mapped (row) &&
          gtk_list_item_get_position (item) == current)
        return row;
    }

  return NULL;
}

static gboolean
focus_cb (gpointer data)
{
  StudioHistory *self = data;
  GtkWidget *row = self->session == NULL ? NULL : find_row (self);

  self->idle = 0;
  if (row != NULL)
    gtk_widget_grab_focus (row);

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

/* Rows are made for what is seen only, however long the list is, and not before. */
static void
shown_cb (StudioHistory *self)
{
  StudioSteps *steps = studio_session_get_steps (self->session);
  guint current = studio_steps_get_current (steps);
  g_autoptr (GtkSingleSelection) selection = gtk_single_selection_new (
      g_object_ref (G_LIST_MODEL (steps)));

  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (selection));
  g_object_bind_property (steps, "current", selection, "selected", G_BINDING_SYNC_CREATE);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u",
                              current);
  focus_soon (self);
}

static void
hidden_cb (StudioHistory *self)
{
  gtk_list_view_set_model (self->list, NULL);
}

static void
activate_cb (GtkListView *list, guint step, StudioHistory *self)
{
  g_signal_emit (self, signals[STEP_ACTIVATED], 0, step);
}

static void
copy_cb (GtkButton *button, StudioHistory *self)
{
  g_autofree char *script = im_document_dup_script (
      studio_session_get_document (self->session));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), script);
  gtk_menu_button_popdown (self->menu);
}

static char *
dup_undo (StudioHistory *self, const char *name)
{
  /* Translators: %s is what was done, such as “Set stride of SlidingWindow” */
  return name == NULL ? g_strdup (_ ("Undo (Ctrl+Z)"))
                      : g_strdup_printf (_ ("Undo “%s” (Ctrl+Z)"), name);
}

static char *
dup_redo (StudioHistory *self, const char *name)
{
  return name == NULL ? g_strdup (_ ("Redo (Ctrl+Shift+Z)"))
                      : g_strdup_printf (_ ("Redo “%s” (Ctrl+Shift+Z)"), name);
}

static gboolean
has_steps (StudioHistory *self, guint n)
{
  return n > 1;
}

void
studio_history_set_session (StudioHistory *self, StudioSession *session)
{
  g_return_if_fail (STUDIO_IS_HISTORY (self));

  if (!g_set_object (&self->session, session))
    return;
  gtk_menu_button_popdown (self->menu);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SESSION]);
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
studio_history_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  g_value_set_object (value, STUDIO_HISTORY (object)->session);
}

static void
studio_history_dispose (GObject *object)
{
  StudioHistory *self = STUDIO_HISTORY (object);
  GtkWidget *child;

  g_clear_handle_id (&self->idle, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (studio_history_parent_class)->dispose (object);
}

static void
studio_history_class_init (StudioHistoryClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->get_property = studio_history_get_property;
  G_OBJECT_CLASS (klass)->dispose = studio_history_dispose;
  props[PROP_SESSION] = g_param_spec_object ("session", NULL, NULL, STUDIO_TYPE_SESSION,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS |
                                                 G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, props);
  g_type_ensure (STUDIO_TYPE_SESSION);
  g_type_ensure (STUDIO_TYPE_STEPS);

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
  gtk_widget_class_bind_template_child (widget_class, StudioHistory, redo);
  gtk_widget_class_bind_template_child (widget_class, StudioHistory, menu);
  gtk_widget_class_bind_template_child (widget_class, StudioHistory, popover);
  gtk_widget_class_bind_template_child (widget_class, StudioHistory, list);
  gtk_widget_class_bind_template_callback (widget_class, copy_cb);
  gtk_widget_class_bind_template_callback (widget_class, dup_undo);
  gtk_widget_class_bind_template_callback (widget_class, dup_redo);
  gtk_widget_class_bind_template_callback (widget_class, has_steps);
}

static void
studio_history_init (StudioHistory *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_cb), self);
  gtk_list_view_set_factory (self->list, factory);
  g_signal_connect (self->list, "activate", G_CALLBACK (activate_cb), self);
  g_signal_connect_swapped (self->popover, "show", G_CALLBACK (shown_cb), self);
  g_signal_connect_swapped (self->popover, "hide", G_CALLBACK (hidden_cb), self);
}
