/* SPDX-License-Identifier: MIT
 *
 * The views beside the canvas: each shows the same document, and what is selected in one
 * is selected in all. The canvas knows the selection, the others are told.
 */
#include "studio/window/studio-window-private.h"

void
studio_window_select_in_views (StudioWindow *self)
{
  guint n;
  g_autofree guint *nodes = studio_canvas_dup_selection (self->canvas, &n);

  studio_stack_view_select (self->stack, nodes, n);
  studio_outline_select (self->outline, nodes, n);
  studio_diagrams_select (self->diagrams, studio_canvas_get_selected (self->canvas));
}

/* Only a stack has an order that can be seen and changed as one; a unit that is no
 * pipeline has no layers. */
static void
update_pages (StudioWindow *self)
{
  ImUnitKind kind = im_document_get_unit (self->document)->kind;
  gboolean is_stack = kind == IM_UNIT_COMPOSITE;

  if (!is_stack &&
      g_strcmp0 (adw_view_stack_get_visible_child_name (self->views), "stack") == 0)
    adw_view_stack_set_visible_child_name (self->views, "canvas");
  adw_view_stack_page_set_visible (self->stack_page, is_stack);
  adw_view_stack_page_set_visible (self->outline_page,
                                   is_stack || kind == IM_UNIT_COMPOUND);
}

/* GTK looks for another widget than one that is gone only with the next frame; the keys
 * that are pressed until then would be lost. */
static void
keep_focus (StudioWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  GtkWidget *view = adw_view_stack_get_visible_child (self->views);

  if (focus == NULL || gtk_widget_get_root (focus) != NULL)
    return;
  gtk_window_set_focus (GTK_WINDOW (self), NULL);
  gtk_widget_child_focus (view, GTK_DIR_TAB_FORWARD);
}

void
studio_window_update_views (StudioWindow *self)
{
  update_pages (self);
  studio_stack_view_update (self->stack, self->document);
  studio_outline_update (self->outline, self->document);
  keep_focus (self);
  studio_window_select_in_views (self);
}

static void
outline_selected_cb (StudioOutline *outline, StudioWindow *self)
{
  guint n;
  g_autofree guint *nodes = studio_outline_dup_selected (outline, &n);

  studio_canvas_select_nodes (self->canvas, nodes, n);
}

static void
stack_selected_cb (StudioStackView *stack, StudioWindow *self)
{
  guint n;
  g_autofree guint *nodes = studio_stack_view_dup_selected (stack, &n);

  studio_canvas_select_nodes (self->canvas, nodes, n);
}

static void
edit_options (StudioWindow *self)
{
  adw_flap_set_reveal_flap (self->inspector_flap, TRUE);
  gtk_widget_child_focus (GTK_WIDGET (self->inspector), GTK_DIR_TAB_FORWARD);
}

/* As on the canvas: composites of the file are opened in place. */
static void
activated_cb (GtkWidget *view, gint layer, StudioWindow *self)
{
  if (!im_document_enter (self->document, (guint) layer))
    edit_options (self);
}

void
studio_window_connect_views (StudioWindow *self)
{
  g_signal_connect (self->stack, "selected", G_CALLBACK (stack_selected_cb), self);
  g_signal_connect (self->stack, "activated", G_CALLBACK (activated_cb), self);
  g_signal_connect (self->outline, "selected", G_CALLBACK (outline_selected_cb), self);
  g_signal_connect (self->outline, "activated", G_CALLBACK (activated_cb), self);
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
  gint start = n == 0 ? -1 : studio_canvas_get_selected (self->canvas);

  for (guint i = 1; i <= n; i++)
    {
      guint step = is_backward ? n - i : i;
      guint layer = (guint) (start < 0 && is_backward ? (gint) n : start) + step;

      if (im_document_get_layer (self->document, layer % n)->n_problems > 0)
        {
          studio_window_select (self, (gint) (layer % n));
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
