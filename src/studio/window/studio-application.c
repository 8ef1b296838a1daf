/* SPDX-License-Identifier: MIT */
#include "studio/window/studio-application.h"

#include <glib/gi18n.h>

#include "base/im-manual.h"
#include "run/im-toolchain.h"
#include "studio/lab/studio-broadcast-lab.h"
#include "studio/lab/studio-formula-lab.h"
#include "studio/units/studio-new-unit.h"
#include "studio/units/studio-unit-folders.h"
#include "studio/window/studio-preferences.h"
#include "studio/window/studio-window.h"

#define APPLICATION_ID "org.imaginet.Studio"

struct _StudioApplication
{
  AdwApplication parent_instance;

  GSettings *settings;
  StudioUnits *units;
  StudioDrafts *drafts;
  gboolean has_claimed;
};

G_DEFINE_FINAL_TYPE (StudioApplication, studio_application, ADW_TYPE_APPLICATION)

static const GOptionEntry options[] = {
  { "new-window", 'w', 0, G_OPTION_ARG_NONE, NULL, N_ ("Open a new window"), NULL },
  { "version", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Print the version and exit"), NULL },
  { NULL, 0, 0, 0, NULL, NULL, NULL },
};

/* What a crash left is looked for once, when there is a window to offer it in. */
static void
claim_drafts (StudioApplication *self, StudioWindow *window)
{
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (g_free);

  if (self->has_claimed)
    return;
  self->has_claimed = TRUE;
  studio_drafts_claim (self->drafts, messages);
  for (guint i = 0; i < messages->len; i++)
    studio_window_show_trouble (window, messages->pdata[i]);
}

/* It is not shown yet. */
static StudioWindow *
make_window (StudioApplication *self)
{
  StudioWindow *window = studio_window_new (ADW_APPLICATION (self), self->units,
                                            self->drafts);

  claim_drafts (self, window);
  return window;
}

/* The one that was used last, or a new one. */
static StudioWindow *
get_window (StudioApplication *self)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));

  return STUDIO_IS_WINDOW (window) ? STUDIO_WINDOW (window) : make_window (self);
}

static void
studio_application_activate (GApplication *application)
{
  gtk_window_present (GTK_WINDOW (get_window (STUDIO_APPLICATION (application))));
}

static void
studio_application_open (GApplication *application,
                         GFile **files,
                         gint n_files,
                         const char *hint)
{
  for (gint i = 0; i < n_files; i++)
    {
      StudioWindow *window = get_window (STUDIO_APPLICATION (application));

      studio_window_open (window, files[i], hint);
      studio_window_present_opened (window);
    }
}

/* The process that runs already opens the window that this command line asks for. */
static gboolean
open_window_elsewhere (GApplication *application)
{
  g_autoptr (GError) error = NULL;

  if (!g_application_register (application, NULL, &error))
    {
      g_printerr ("imaginet-studio: %s\n", error->message);
      return FALSE;
    }
  if (!g_application_get_is_remote (application))
    return FALSE;

  g_action_group_activate_action (G_ACTION_GROUP (application), "new-window", NULL);
  return TRUE;
}

/* -1 goes on to open files or a window. */
static gint
studio_application_handle_local_options (GApplication *application, GVariantDict *given)
{
  if (g_variant_dict_contains (given, "version"))
    {
      g_print ("imaginet-studio %s\n", IM_VERSION);
      return 0;
    }
  if (g_variant_dict_contains (given, "new-window") &&
      open_window_elsewhere (application))
    return 0;

  return -1;
}

static void
new_window_cb (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  gtk_window_present (GTK_WINDOW (make_window (self)));
}

/* Each window asks about its changes; the application ends with the last one. */
static void
quit_cb (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  g_autoptr (GPtrArray) windows = g_ptr_array_new_with_free_func (g_object_unref);

  for (GList *link = gtk_application_get_windows (self); link != NULL; link = link->next)
    if (STUDIO_IS_WINDOW (link->data))
      g_ptr_array_add (windows, g_object_ref (link->data));
  for (guint i = 0; i < windows->len; i++)
    gtk_window_close (windows->pdata[i]);
}

/* Also from a problem: a unit that is missing. */
static void
add_unit_folder_cb (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  studio_unit_folders_choose (gtk_application_get_active_window (self));
}

static void
preferences_cb (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  studio_preferences_present (gtk_application_get_active_window (self));
}

/* In front of which a window appears that is none of a file: not of another such one,
 * with which it would close. */
static GtkWindow *
find_parent (GtkApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (application);

  while (window != NULL && gtk_window_get_transient_for (window) != NULL)
    window = gtk_window_get_transient_for (window);

  return window;
}

static void
broadcast_lab_cb (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  studio_broadcast_lab_present (find_parent (self), NULL);
}

static void
formula_lab_cb (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  studio_formula_lab_present (find_parent (self), NULL);
}

static void
unit_made_cb (StudioNewUnit *form, const char *path, gpointer self)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_application_open (self, &file, 1, "");
}

static void
new_unit_cb (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  GtkWindow *parent = find_parent (self);
  g_autofree char *path = STUDIO_IS_WINDOW (parent)
                              ? studio_window_dup_path (STUDIO_WINDOW (parent))
                              : NULL;
  StudioNewUnit *form = studio_new_unit_present (parent, path, NULL);

  g_signal_connect_object (form, "saved", G_CALLBACK (unit_made_cb), self, 0);
}

static void
new_formula_unit_cb (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  studio_formula_lab_present_for_unit (find_parent (self));
}

/* With shapes, such as those of a layer. */
static void
compare_shapes_cb (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  g_autofree const char **shapes = g_variant_get_strv (parameter, NULL);

  studio_broadcast_lab_present (find_parent (self), shapes);
}

/* Where a window of a file is open, it says what went wrong. */
static void
show_trouble (StudioApplication *self, const char *message)
{
  GtkWindow *window = find_parent (GTK_APPLICATION (self));

  if (STUDIO_IS_WINDOW (window))
    studio_window_show_trouble (STUDIO_WINDOW (window), message);
  else
    g_message ("%s", message);
}

static void
manual_shown_cb (GObject *parent, GAsyncResult *result, gpointer self)
{
  g_autoptr (StudioApplication) application = self;
  g_autoptr (GError) error = NULL;

  if (!gtk_show_uri_full_finish (GTK_WINDOW (parent), result, &error))
    show_trouble (application, error->message);
}

static void
manual_cb (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  g_autofree char *path = im_manual_dup_path ("index.html");
  g_autofree char *uri = path == NULL ? NULL : g_filename_to_uri (path, NULL, NULL);

  if (uri == NULL)
    show_trouble (self, _ ("The manual is not installed"));
  else
    gtk_show_uri_full (find_parent (self), uri, GDK_CURRENT_TIME, NULL, manual_shown_cb,
                       g_object_ref (self));
}

static void
about_cb (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  const char *const developers[] = { "The Imaginet Studio authors", NULL };

  adw_show_about_window (
      gtk_application_get_active_window (self), "application-name", "Imaginet Studio",
      "application-icon", APPLICATION_ID, "version", IM_VERSION, "developer-name",
      developers[0], "developers", developers, "license-type", GTK_LICENSE_MIT_X11,
      "copyright", "© The Imaginet Studio authors", "comments",
      _ ("Build signal pipelines for microcontrollers and export them as C firmware."),
      /* Translators: your names, one a line, each with an address if you like */
      "translator-credits", _ ("translator-credits"), NULL);
}

/* A file lies elsewhere now. */
static void
follow_file_cb (GSimpleAction *action, GVariant *parameter, gpointer self)
{
  GList *windows = gtk_application_get_windows (self);
  const char *from, *to;
  g_autoptr (GFile) old = NULL, new = NULL;

  g_variant_get (parameter, "(^&ay^&ay)", &from, &to);
  old = g_file_new_for_path (from);
  new = g_file_new_for_path (to);
  for (GList *link = windows; link != NULL; link = link->next)
    if (STUDIO_IS_WINDOW (link->data))
      studio_window_follow_file (link->data, old, new);
}

static void
add_actions (StudioApplication *self)
{
  static const GActionEntry entries[] = {
    { "new-window", new_window_cb, NULL, NULL, NULL, { 0 } },
    { "quit", quit_cb, NULL, NULL, NULL, { 0 } },
    { "follow-file", follow_file_cb, "(ayay)", NULL, NULL, { 0 } },
    { "add-unit-folder", add_unit_folder_cb, NULL, NULL, NULL, { 0 } },
    { "preferences", preferences_cb, NULL, NULL, NULL, { 0 } },
    { "broadcast-lab", broadcast_lab_cb, NULL, NULL, NULL, { 0 } },
    { "formula-lab", formula_lab_cb, NULL, NULL, NULL, { 0 } },
    { "new-unit", new_unit_cb, NULL, NULL, NULL, { 0 } },
    { "new-formula-unit", new_formula_unit_cb, NULL, NULL, NULL, { 0 } },
    { "compare-shapes", compare_shapes_cb, "as", NULL, NULL, { 0 } },
    { "manual", manual_cb, NULL, NULL, NULL, { 0 } },
    { "about", about_cb, NULL, NULL, NULL, { 0 } },
  };
  static const struct
  {
    const char *action;
    const char *keys[2];
  } keys[] = {
    { "app.new-window", { "<Control>n", NULL } },
    { "app.broadcast-lab", { "<Control>b", NULL } },
    { "app.formula-lab", { "<Control><Shift>b", NULL } },
    { "app.preferences", { "<Control>comma", NULL } },
    { "app.manual", { "F1", NULL } },
    { "app.quit", { "<Control>q", NULL } },
    { "window.close", { "<Control><Shift>w", NULL } },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries),
                                   self);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), keys[i].action,
                                           keys[i].keys);
}

static void
follow_settings (StudioApplication *self)
{
  static const AdwColorScheme schemes[] = { ADW_COLOR_SCHEME_DEFAULT,
                                            ADW_COLOR_SCHEME_FORCE_LIGHT,
                                            ADW_COLOR_SCHEME_FORCE_DARK };
  g_autofree char *compiler = g_settings_get_string (self->settings, "compiler");
  g_autofree char *python = g_settings_get_string (self->settings, "python");

  adw_style_manager_set_color_scheme (
      adw_style_manager_get_default (),
      schemes[g_settings_get_enum (self->settings, "style")]);
  im_toolchain_choose (compiler, python);
}

static void
set_up_settings (StudioApplication *self)
{
  self->settings = g_settings_new (APPLICATION_ID);
  g_signal_connect_object (self->settings, "changed", G_CALLBACK (follow_settings), self,
                           G_CONNECT_SWAPPED);
  follow_settings (self);
}

static void
draft_failed_cb (StudioApplication *self, const char *message)
{
  StudioWindow *window = get_window (self);

  if (!gtk_widget_get_visible (GTK_WIDGET (window)))
    gtk_window_present (GTK_WINDOW (window));
  studio_window_show_trouble (window, message);
}

/* Without drafts everything else still works. */
static void
set_up_drafts (StudioApplication *self)
{
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "imaginet-studio",
                                              "drafts", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ImDraftStore) store = im_draft_store_new (folder, &error);

  self->drafts = studio_drafts_new (store);
  if (store == NULL)
    g_message ("%s", error->message);
  else
    g_signal_connect_swapped (store, "failed", G_CALLBACK (draft_failed_cb), self);
}

static void
studio_application_startup (GApplication *application)
{
  StudioApplication *self = STUDIO_APPLICATION (application);

  G_APPLICATION_CLASS (studio_application_parent_class)->startup (application);
  gtk_window_set_default_icon_name (APPLICATION_ID);
  set_up_settings (self);
  self->units = studio_units_new ();
  set_up_drafts (self);
  add_actions (self);
}

static void
studio_application_finalize (GObject *object)
{
  StudioApplication *self = STUDIO_APPLICATION (object);

  g_clear_object (&self->drafts);
  g_clear_object (&self->units);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (studio_application_parent_class)->finalize (object);
}

static void
studio_application_class_init (StudioApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = studio_application_finalize;
  application_class->startup = studio_application_startup;
  application_class->activate = studio_application_activate;
  application_class->open = studio_application_open;
  application_class->handle_local_options = studio_application_handle_local_options;
}

static void
studio_application_init (StudioApplication *self)
{
  GApplication *application = G_APPLICATION (self);

  g_application_add_main_option_entries (application, options);
  g_application_set_option_context_parameter_string (application, _ ("[FILE…]"));
  g_application_set_option_context_summary (
      application,
      _ ("Build signal pipelines for microcontrollers and export them as C firmware."));
}

StudioApplication *
studio_application_new (void)
{
  return g_object_new (STUDIO_TYPE_APPLICATION, "application-id", APPLICATION_ID, "flags",
                       G_APPLICATION_HANDLES_OPEN, "resource-base-path",
                       "/org/imaginet/Studio", NULL);
}
