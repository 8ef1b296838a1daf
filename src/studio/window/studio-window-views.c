/* SPDX-License-Identifier: MIT
 *
 * What is done with the views of the window: which one is seen, and what is shown in it.
 */
#include "studio/window/studio-window-private.h"

static void
edit_options (StudioWindow *self)
{
  adw_flap_set_reveal_flap (self->inspector_flap, TRUE);
  gtk_widget_child_focus (GTK_WIDGET (self->inspector), GTK_DIR_TAB_FORWARD);
}

/* Composites of the file are opened in place; of all others the options are set. */
static void
open_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  gint layer = studio_session_get_layer (self->session);

  if (layer >= 0 && !im_document_enter (self->document, (guint) layer))
    edit_options (self);
}

static void
edit_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  edit_options (STUDIO_WINDOW (widget));
}

static void
show_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  const char *view = g_variant_get_string (parameter, NULL);
  GtkWidget *child = adw_view_stack_get_child_by_name (self->views, view);

  if (self->document == NULL || child == NULL ||
      !adw_view_stack_page_get_visible (adw_view_stack_get_page (self->views, child)))
    return;
  adw_view_stack_set_visible_child (self->views, child);
  gtk_widget_child_focus (child, GTK_DIR_TAB_FORWARD);
}

static void
show_place_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  guint line, column;

  g_variant_get (parameter, "(uu)", &line, &column);
  adw_view_stack_set_visible_child_name (self->views, "code");
  studio_code_view_show_place (studio_window_require_code (self), line, column);
}

/* Goes round: behind the last problem is the first one. */
static void
problem_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  guint n = self->document == NULL ? 0 : im_document_get_n_layers (self->document);
  gboolean is_backward = g_str_has_suffix (name, "previous-problem");
  gint start = n == 0 ? -1 : studio_session_get_layer (self->session);

  for (guint i = 1; i <= n; i++)
    {
      guint step = is_backward ? n - i : i;
      guint layer = (guint) (start < 0 && is_backward ? (gint) n : start) + step;

      if (im_document_get_layer (self->document, layer % n)->n_problems > 0)
        {
          studio_session_select_layer (self->session, (gint) (layer % n));
          return;
        }
    }
  gtk_widget_error_bell (widget);
}

/* The window of shortcuts is made when it is wanted: it takes longer than this one. */
static void
help_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (
      "/org/imaginet/Studio/ui/studio-shortcuts.ui");
  GtkWindow *shortcuts = GTK_WINDOW (gtk_builder_get_object (builder, "shortcuts"));

  gtk_window_set_transient_for (shortcuts, GTK_WINDOW (widget));
  gtk_window_present (shortcuts);
}

void
studio_window_class_add_view_actions (GtkWidgetClass *widget_class)
{
  static const char *const views[] = { "canvas", "stack", "outline",
                                       "code",   "unit",  "diagrams" };

  gtk_widget_class_install_action (widget_class, "layer.edit", NULL, edit_action);
  gtk_widget_class_install_action (widget_class, "layer.open", NULL, open_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F4, 0, "layer.edit", NULL);
  gtk_widget_class_install_action (widget_class, "layer.next-problem", NULL,
                                   problem_action);
  gtk_widget_class_install_action (widget_class, "layer.previous-problem", NULL,
                                   problem_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F8, 0, "layer.next-problem",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F8, GDK_SHIFT_MASK,
                                       "layer.previous-problem", NULL);
  gtk_widget_class_install_action (widget_class, "win.show-help-overlay", NULL,
                                   help_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_question, GDK_CONTROL_MASK,
                                       "win.show-help-overlay", NULL);
  gtk_widget_class_install_action (widget_class, "win.show-view", "s", show_action);
  gtk_widget_class_install_action (widget_class, "code.show-place", "(uu)",
                                   show_place_action);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    gtk_widget_class_add_binding_action (widget_class, GDK_KEY_1 + i, GDK_ALT_MASK,
                                         "win.show-view", "s", views[i]);
}
