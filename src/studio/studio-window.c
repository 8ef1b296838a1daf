/* SPDX-License-Identifier: MIT */
#include "studio/studio-window.h"

#include "document/im-document.h"
#include "studio/studio-canvas.h"
#include "studio/studio-inspector.h"
#include "studio/studio-library.h"
#include "studio/studio-problems.h"

struct _StudioWindow
{
  AdwApplicationWindow parent_instance;

  AdwToastOverlay *toasts;
  AdwWindowTitle *title;
  GtkStack *pages;
  GtkListBox *examples;
  StudioLibrary *library;
  StudioCanvas *canvas;
  StudioProblems *problems;
  StudioInspector *inspector;

  ImUnitLibrary *units;
  ImDocument *document;
};

G_DEFINE_FINAL_TYPE (StudioWindow, studio_window, ADW_TYPE_APPLICATION_WINDOW)

static void
say (StudioWindow *self, const char *text)
{
  AdwToast *toast = adw_toast_new (text);

  adw_toast_set_timeout (toast, 8);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
enable (StudioWindow *self, const char *action, gboolean enabled)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), action, enabled);
}

static void
update_actions (StudioWindow *self)
{
  gint layer = studio_canvas_get_selected (self->canvas);
  gboolean has_document = self->document != NULL;

  enable (self, "win.undo",
          has_document && im_document_get_undo_name (self->document) != NULL);
  enable (self, "win.redo",
          has_document && im_document_get_redo_name (self->document) != NULL);
  enable (self, "win.save", has_document && im_document_is_modified (self->document));
  enable (self, "win.save-as", has_document);
  enable (self, "layer.remove", has_document && layer >= 0);
  enable (self, "layer.move-up", has_document && layer > 0);
  enable (self, "layer.move-down",
          has_document && layer >= 0 &&
              layer + 1 < (gint) im_document_get_n_layers (self->document));
  enable (self, "layer.toggle", has_document && layer >= 0);
}

static void
update_title (StudioWindow *self)
{
  g_autofree char *base = g_path_get_basename (im_document_get_path (self->document));
  g_autofree char *title = g_strdup_printf (
      "%s%s", im_document_is_modified (self->document) ? "• " : "", base);
  guint n_errors = im_diagnostics_count (im_document_get_problems (self->document),
                                         IM_SEVERITY_ERROR);
  g_autofree char *subtitle =
      n_errors == 0
          ? g_strdup (im_document_get_unit (self->document)->display_name)
          : g_strdup_printf (n_errors == 1 ? "%u problem" : "%u problems", n_errors);

  adw_window_title_set_title (self->title, title);
  adw_window_title_set_subtitle (self->title, subtitle);
}

static void
changed_cb (ImDocument *document, StudioWindow *self)
{
  studio_canvas_update (self->canvas, document);
  studio_problems_update (self->problems, document);
  studio_inspector_show (self->inspector, document,
                         studio_canvas_get_selected (self->canvas));
  update_title (self);
  update_actions (self);
}

static void
selected_cb (StudioCanvas *canvas, gint layer, StudioWindow *self)
{
  if (self->document != NULL)
    studio_inspector_show (self->inspector, self->document, layer);
  update_actions (self);
}

static void
set_document (StudioWindow *self, ImDocument *document)
{
  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  studio_inspector_show (self->inspector, NULL, -1);
  g_set_object (&self->document, document);
  g_signal_connect (document, "changed", G_CALLBACK (changed_cb), self);
  gtk_stack_set_visible_child_name (self->pages, "document");
  changed_cb (document, self);
}

/* A window has one document: the next one gets a window of its own. */
static StudioWindow *
get_window_for_next (StudioWindow *self)
{
  StudioWindow *window;

  if (self->document == NULL)
    return self;
  window = studio_window_new (
      ADW_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))), self->units);
  gtk_window_present (GTK_WINDOW (window));

  return window;
}

void
studio_window_open (StudioWindow *self, GFile *file)
{
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (ImDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  g_return_if_fail (STUDIO_IS_WINDOW (self));

  if (path == NULL)
    {
      say (self, "Only files on this computer can be opened");
      return;
    }
  document = im_document_open (path, self->units, &error);
  if (document == NULL)
    say (self, error->message);
  else
    set_document (get_window_for_next (self), document);
}

static void
opened_cb (GtkNativeDialog *dialog, int response, StudioWindow *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

      studio_window_open (self, file);
    }
  g_object_unref (dialog);
}

static void
add_filter (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, "Unit packages");
  gtk_file_filter_add_suffix (filter, "imunit");
  gtk_file_chooser_add_filter (chooser, filter);
}

static void
open_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      "Open", GTK_WINDOW (widget), GTK_FILE_CHOOSER_ACTION_OPEN, "_Open", "_Cancel");

  add_filter (GTK_FILE_CHOOSER (dialog));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (opened_cb), widget);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
save (StudioWindow *self, const char *path)
{
  g_autoptr (GError) error = NULL;

  if (im_document_save (self->document, path, &error))
    say (self, "Saved");
  else
    say (self, error->message);
}

static void
answer_cb (AdwMessageDialog *dialog, const char *answer, StudioWindow *self)
{
  g_autoptr (GError) error = NULL;

  if (g_str_equal (answer, "cancel"))
    return;
  if (g_str_equal (answer, "save") && !im_document_save (self->document, NULL, &error))
    {
      say (self, error->message);
      return;
    }

  /* The question outlives the window that it was about. */
  gtk_window_set_transient_for (GTK_WINDOW (dialog), NULL);
  gtk_window_destroy (GTK_WINDOW (self));
}

/* Closing the question is no answer: the window stays. */
static gboolean
studio_window_close_request (GtkWindow *window)
{
  StudioWindow *self = STUDIO_WINDOW (window);
  GtkWidget *dialog;

  if (self->document == NULL || !im_document_is_modified (self->document))
    return GTK_WINDOW_CLASS (studio_window_parent_class)->close_request (window);

  dialog = adw_message_dialog_new (window, "Save Changes?",
                                   "Changes that are not saved will be lost.");
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", "_Cancel",
                                    "discard", "_Discard", "save", "_Save", NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "discard",
                                              ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect (dialog, "response", G_CALLBACK (answer_cb), self);
  gtk_window_present (GTK_WINDOW (dialog));

  return TRUE;
}

static void
save_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  save (STUDIO_WINDOW (widget), NULL);
}

static void
saved_cb (GtkNativeDialog *dialog, int response, StudioWindow *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (file);

      if (path != NULL)
        save (self, path);
    }
  g_object_unref (dialog);
}

static void
save_as_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      "Save As", GTK_WINDOW (widget), GTK_FILE_CHOOSER_ACTION_SAVE, "_Save", "_Cancel");
  g_autofree char *base = g_path_get_basename (im_document_get_path (self->document));

  add_filter (GTK_FILE_CHOOSER (dialog));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), base);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (saved_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
undo_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  im_document_undo (STUDIO_WINDOW (widget)->document);
}

static void
redo_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  im_document_redo (STUDIO_WINDOW (widget)->document);
}

static void
remove_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);

  im_document_remove_layer (self->document,
                            (guint) studio_canvas_get_selected (self->canvas), NULL);
}

static void
move_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  gint layer = studio_canvas_get_selected (self->canvas);
  gboolean is_up = g_str_has_suffix (name, "up");

  if (im_document_move_layer (self->document, (guint) layer,
                              (guint) (is_up ? layer - 1 : layer + 2), NULL))
    studio_canvas_select (self->canvas, is_up ? layer - 1 : layer + 1);
}

static void
toggle_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);
  guint layer = (guint) studio_canvas_get_selected (self->canvas);

  im_document_set_enabled (
      self->document, layer,
      !im_document_get_layer (self->document, layer)->node->is_enabled, NULL);
}

static void
search_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  studio_library_start_search (STUDIO_WINDOW (widget)->library);
}

static void
zoom_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioCanvas *canvas = STUDIO_WINDOW (widget)->canvas;
  double zoom = studio_canvas_get_zoom (canvas);

  studio_canvas_set_zoom (canvas, g_str_has_suffix (name, "in")    ? zoom * 1.2
                                  : g_str_has_suffix (name, "out") ? zoom / 1.2
                                                                   : 1);
}

/* Behind the selected layer, or at the end. */
static void
insert_cb (StudioLibrary *library, const char *id, StudioWindow *self)
{
  g_autoptr (GError) error = NULL;
  gint layer = studio_canvas_get_selected (self->canvas);
  guint before;

  if (self->document == NULL)
    return;
  before = layer < 0 ? im_document_get_n_layers (self->document) : (guint) layer + 1;
  if (im_document_insert_layer (self->document, before, id, &error))
    studio_canvas_select (self->canvas, (gint) before);
  else if (error != NULL)
    say (self, error->message);
}

static void
problem_cb (StudioProblems *problems, guint layer, StudioWindow *self)
{
  studio_canvas_select (self->canvas, (gint) layer);
}

static void
example_cb (GtkListBox *list, GtkListBoxRow *row, StudioWindow *self)
{
  studio_window_open (self, g_object_get_data (G_OBJECT (row), "file"));
}

static void
add_example (StudioWindow *self, const char *folder, const char *name)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImUnitFile) file = im_unit_file_read (path, problems);
  guint n = file == NULL ? 0 : im_unit_file_get_count (file);
  const ImUnit *unit = n == 0 ? NULL : im_unit_file_get_unit (file, n - 1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row),
                                 unit == NULL ? name : unit->display_name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), name);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name ("go-next-symbolic"));
  g_object_set_data_full (G_OBJECT (row), "file", g_file_new_for_path (path),
                          g_object_unref);
  gtk_list_box_append (self->examples, row);
}

static void
add_examples (StudioWindow *self)
{
  static const char *const folders[] = { STUDIO_INSTALLED_EXAMPLES,
                                         STUDIO_SOURCE_EXAMPLES };

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autoptr (GDir) dir = g_dir_open (folders[i], 0, NULL);
      const char *name;

      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        if (g_str_has_suffix (name, ".imunit"))
          add_example (self, folders[i], name);
      if (dir != NULL)
        return;
    }
}

static gboolean
drop_cb (GtkDropTarget *target,
         const GValue *value,
         double x,
         double y,
         StudioWindow *self)
{
  GSList *files = gdk_file_list_get_files (g_value_get_boxed (value));

  if (files != NULL)
    studio_window_open (self, files->data);
  g_slist_free (files);

  return TRUE;
}

static void
studio_window_dispose (GObject *object)
{
  StudioWindow *self = STUDIO_WINDOW (object);

  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (studio_window_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-window.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, title);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, examples);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, library);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, canvas);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, problems);
  gtk_widget_class_bind_template_child (widget_class, StudioWindow, inspector);
}

/* What can be done, with what does it. */
static const struct
{
  const char *name;
  GtkWidgetActionActivateFunc activate;
  guint key;
  GdkModifierType modifiers;
} actions[] = {
  { "win.open", open_action, GDK_KEY_o, GDK_CONTROL_MASK },
  { "win.save", save_action, GDK_KEY_s, GDK_CONTROL_MASK },
  { "win.save-as", save_as_action, GDK_KEY_s, GDK_CONTROL_MASK | GDK_SHIFT_MASK },
  { "win.undo", undo_action, GDK_KEY_z, GDK_CONTROL_MASK },
  { "win.redo", redo_action, GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK },
  { "win.search", search_action, GDK_KEY_t, GDK_CONTROL_MASK },
  { "win.zoom-in", zoom_action, GDK_KEY_plus, GDK_CONTROL_MASK },
  { "win.zoom-out", zoom_action, GDK_KEY_minus, GDK_CONTROL_MASK },
  { "win.zoom-reset", zoom_action, GDK_KEY_0, GDK_CONTROL_MASK },
  { "layer.move-up", move_action, GDK_KEY_Up, GDK_ALT_MASK },
  { "layer.move-down", move_action, GDK_KEY_Down, GDK_ALT_MASK },
  { "layer.toggle", toggle_action, GDK_KEY_e, GDK_CONTROL_MASK },
  { "layer.remove", remove_action, 0, 0 },
};

static void
studio_window_class_init (StudioWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = studio_window_close_request;
  g_type_ensure (STUDIO_TYPE_LIBRARY);
  g_type_ensure (STUDIO_TYPE_CANVAS);
  g_type_ensure (STUDIO_TYPE_PROBLEMS);
  g_type_ensure (STUDIO_TYPE_INSPECTOR);
  bind_children (widget_class);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      gtk_widget_class_install_action (widget_class, actions[i].name, NULL,
                                       actions[i].activate);
      if (actions[i].key != 0)
        gtk_widget_class_add_binding_action (widget_class, actions[i].key,
                                             actions[i].modifiers, actions[i].name, NULL);
    }
}

/* Delete belongs to the canvas: in a field of text it deletes text. */
static void
add_delete_key (StudioWindow *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Delete, 0),
                        gtk_named_action_new ("layer.remove")));
  gtk_widget_add_controller (GTK_WIDGET (self->canvas), keys);
}

static void
studio_window_init (StudioWindow *self)
{
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (self->canvas, "selected", G_CALLBACK (selected_cb), self);
  g_signal_connect (self->library, "activated", G_CALLBACK (insert_cb), self);
  g_signal_connect (self->problems, "layer-activated", G_CALLBACK (problem_cb), self);
  g_signal_connect (self->examples, "row-activated", G_CALLBACK (example_cb), self);
  g_signal_connect (drop, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
  add_delete_key (self);
  add_examples (self);
  update_actions (self);
}

StudioWindow *
studio_window_new (AdwApplication *application, ImUnitLibrary *units)
{
  StudioWindow *self = g_object_new (STUDIO_TYPE_WINDOW, "application", application,
                                     NULL);

  self->units = units;
  studio_library_set_units (self->library, units);

  return self;
}
