/* SPDX-License-Identifier: MIT */
#include "studio/window/studio-window-private.h"

#include "document/state/im-document-steps.h"
#include "studio/common/studio-accessible.h"
#include "studio/common/studio-toast-overlay.h"

G_DEFINE_FINAL_TYPE (StudioWindow, studio_window, ADW_TYPE_APPLICATION_WINDOW)

static void
unit_wanted_cb (StudioCanvas *canvas, StudioWindow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.insert-unit", NULL);
}

static void
step_cb (StudioHistory *history, guint step, StudioWindow *self)
{
  studio_window_flush_code (self);
  if (step < im_document_get_n_steps (self->document))
    im_document_go_to_step (self->document, step);
}

static void
insert_cb (StudioLibrary *library, const char *id, StudioWindow *self)
{
  studio_window_insert (self, id);
}

static void
problem_cb (StudioProblems *problems, guint layer, StudioWindow *self)
{
  studio_session_select_layer (self->session, (gint) layer);
}

static void
studio_window_dispose (GObject *object)
{
  StudioWindow *self = STUDIO_WINDOW (object);

  studio_window_cancel_opening (self);
  studio_window_forget_document (self);
  g_clear_object (&self->units);
  g_clear_pointer (&self->dropped, g_free);
  g_clear_pointer (&self->awaited, g_free);
  g_clear_object (&self->all_units);
  g_clear_object (&self->drafts);
  g_clear_pointer (&self->offered, g_ptr_array_unref);
  g_clear_object (&self->document);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (studio_window_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-window.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, title);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, banner);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, history);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, header);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, library_flap);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, inspector_flap);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, views);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, welcome);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, library);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, breadcrumb);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, canvas);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, minimap);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, code_bin);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, canvas_page);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, diagrams_page);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, unit_page);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, unit);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, diagrams);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, stack_page);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, outline_page);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, outline);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, problems);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, inspector);
}

static void
studio_window_class_init (StudioWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = studio_window_close_request;
  g_type_ensure (STUDIO_TYPE_TOAST_OVERLAY);
  g_type_ensure (STUDIO_TYPE_BANNER);
  g_type_ensure (STUDIO_TYPE_HISTORY);
  g_type_ensure (STUDIO_TYPE_WELCOME);
  g_type_ensure (STUDIO_TYPE_LIBRARY);
  g_type_ensure (STUDIO_TYPE_BREADCRUMB);
  g_type_ensure (STUDIO_TYPE_CANVAS);
  g_type_ensure (STUDIO_TYPE_MINIMAP);
  g_type_ensure (STUDIO_TYPE_UNIT_VIEW);
  g_type_ensure (STUDIO_TYPE_DIAGRAMS);
  g_type_ensure (STUDIO_TYPE_STACK_VIEW);
  g_type_ensure (STUDIO_TYPE_OUTLINE);
  g_type_ensure (STUDIO_TYPE_PROBLEMS);
  g_type_ensure (STUDIO_TYPE_INSPECTOR);
  bind_children (widget_class);
  studio_window_class_add_opening_actions (widget_class);
  studio_window_class_add_disk_actions (widget_class);
  studio_window_class_add_draft_actions (widget_class);
  studio_window_class_add_file_actions (widget_class);
  studio_window_class_add_new_actions (widget_class);
  studio_window_class_add_drop_actions (widget_class);
  studio_window_class_add_clipboard_actions (widget_class);
  studio_window_class_add_edit_actions (widget_class);
  studio_window_class_add_view_actions (widget_class);
}

/* Keys that belong to the canvas: in a field of text they are for the text. */
static void
add_canvas_keys (StudioWindow *self)
{
  static const struct
  {
    guint key;
    const char *action;
  } shortcuts[] = { { GDK_KEY_Delete, "layer.remove" },
                    { GDK_KEY_slash, "win.insert-unit" } };
  GtkEventController *keys = gtk_shortcut_controller_new ();

  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    gtk_shortcut_controller_add_shortcut (
        GTK_SHORTCUT_CONTROLLER (keys),
        gtk_shortcut_new (gtk_keyval_trigger_new (shortcuts[i].key, 0),
                          gtk_named_action_new (shortcuts[i].action)));
  gtk_widget_add_controller (GTK_WIDGET (self->canvas), keys);
}

/* In a narrow window undo, save and close are left of the buttons; all others are in the
 * main menu, in that of the window manager, and under their keys. */
static void
fold_header (gpointer data)
{
  g_autoptr (StudioWindow) self = data;
  gboolean is_narrow = self->inspector_flap != NULL &&
                       adw_flap_get_folded (self->inspector_flap);

  if (self->header == NULL)
    return;
  studio_history_set_narrow (self->history, is_narrow);
  adw_header_bar_set_decoration_layout (self->header, is_narrow ? ":close" : NULL);
}

/* The panel folds while sizes are given, when no size may change. */
static void
folded_cb (StudioWindow *self)
{
  g_idle_add_once (fold_header, g_object_ref (self));
}

/* What is tried of a unit stands beside it, too. */
static void
tried_cb (StudioWindow *self)
{
  if (self->document == NULL)
    return;
  studio_window_update_inspector (self);
  studio_session_find_problems (self->session);
}

static void
studio_window_init (StudioWindow *self)
{
  g_autoptr (GPropertyAction) snap = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  studio_accessible_name_menu_buttons (GTK_WIDGET (self));
  studio_window_bind_settings (self);
  g_signal_connect_swapped (self->inspector_flap, "notify::folded",
                            G_CALLBACK (folded_cb), self);
  g_signal_connect (self->history, "step-activated", G_CALLBACK (step_cb), self);
  g_signal_connect (self->canvas, "unit-wanted", G_CALLBACK (unit_wanted_cb), self);
  studio_window_build_code_when_seen (self);
  g_signal_connect (self->library, "activated", G_CALLBACK (insert_cb), self);
  g_signal_connect (self->problems, "layer-activated", G_CALLBACK (problem_cb), self);
  g_signal_connect_swapped (self->unit, "tried", G_CALLBACK (tried_cb), self);
  g_signal_connect_swapped (self->welcome, "opened", G_CALLBACK (studio_window_open),
                            self);
  studio_window_add_drop (self);
  snap = g_property_action_new ("snap", self->canvas, "snaps");
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (snap));
  add_canvas_keys (self);
  studio_window_bind (self);
}

StudioWindow *
studio_window_new (AdwApplication *application, StudioUnits *units, StudioDrafts *drafts)
{
  StudioWindow *self = g_object_new (STUDIO_TYPE_WINDOW, "application", application,
                                     NULL);

  studio_window_set_up (self, units, drafts);

  return self;
}
