/* SPDX-License-Identifier: MIT */
#include "studio/window/studio-preferences.h"

#include <glib/gi18n.h>

#include "studio/export/studio-export-defaults.h"
#include "studio/units/studio-unit-folders.h"
#include "studio/window/studio-trust-group.h"

struct _StudioPreferences
{
  AdwPreferencesWindow parent_instance;

  AdwComboRow *style;
  AdwComboRow *pipe_values;
  AdwEntryRow *compiler;
  AdwEntryRow *python;
  GtkSwitch *snap_to_grid;
  GtkSpinButton *autosave_delay;
  AdwPreferencesGroup *folders;
  GtkWidget *no_folders;

  GSettings *settings;
  GSList *rows; /* of the folders; the group owns them */
};

G_DEFINE_FINAL_TYPE (StudioPreferences, studio_preferences, ADW_TYPE_PREFERENCES_WINDOW)

static void
remove_cb (GtkButton *button, StudioPreferences *self)
{
  studio_unit_folders_remove (g_object_get_data (G_OBJECT (button), "path"));
}

static GtkWidget *
new_row (StudioPreferences *self, const char *path)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *label = g_strdup_printf (_ ("Remove the Folder “%s”"), name);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), path);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  g_object_set_data_full (G_OBJECT (button), "path", g_strdup (path), g_free);
  g_signal_connect (button, "clicked", G_CALLBACK (remove_cb), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);

  return row;
}

static void
show_folders (StudioPreferences *self)
{
  g_auto (GStrv) folders = g_settings_get_strv (self->settings, STUDIO_UNIT_FOLDERS_KEY);

  for (GSList *link = self->rows; link != NULL; link = link->next)
    adw_preferences_group_remove (self->folders, link->data);
  g_clear_pointer (&self->rows, g_slist_free);

  for (guint i = 0; folders[i] != NULL; i++)
    {
      GtkWidget *row = new_row (self, folders[i]);

      self->rows = g_slist_prepend (self->rows, row);
      adw_preferences_group_add (self->folders, row);
    }
  gtk_widget_set_visible (self->no_folders, folders[0] == NULL);
}

static void
add_folder_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  studio_unit_folders_choose (GTK_WINDOW (widget));
}

static void
pipe_values_cb (AdwComboRow *row, GParamSpec *property, StudioPreferences *self)
{
  g_settings_set_enum (self->settings, "pipe-values",
                       (int) adw_combo_row_get_selected (row));
}

static void
style_cb (AdwComboRow *row, GParamSpec *property, StudioPreferences *self)
{
  g_settings_set_enum (self->settings, "style", (int) adw_combo_row_get_selected (row));
}

static void
studio_preferences_dispose (GObject *object)
{
  StudioPreferences *self = STUDIO_PREFERENCES (object);

  g_clear_pointer (&self->rows, g_slist_free);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (studio_preferences_parent_class)->dispose (object);
}

static void
studio_preferences_class_init (StudioPreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_preferences_dispose;
  g_type_ensure (STUDIO_TYPE_EXPORT_DEFAULTS);
  g_type_ensure (STUDIO_TYPE_TRUST_GROUP);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioPreferences, style);
  gtk_widget_class_bind_template_child (widget_class, StudioPreferences, pipe_values);
  gtk_widget_class_bind_template_child (widget_class, StudioPreferences, compiler);
  gtk_widget_class_bind_template_child (widget_class, StudioPreferences, python);
  gtk_widget_class_bind_template_child (widget_class, StudioPreferences, snap_to_grid);
  gtk_widget_class_bind_template_child (widget_class, StudioPreferences, autosave_delay);
  gtk_widget_class_bind_template_child (widget_class, StudioPreferences, folders);
  gtk_widget_class_bind_template_child (widget_class, StudioPreferences, no_folders);
  gtk_widget_class_install_action (widget_class, "preferences.add-folder", NULL,
                                   add_folder_action);
}

static void
studio_preferences_init (StudioPreferences *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->settings = g_settings_new ("org.imaginet.Studio");
  adw_combo_row_set_selected (self->style,
                              (guint) g_settings_get_enum (self->settings, "style"));
  g_signal_connect (self->style, "notify::selected", G_CALLBACK (style_cb), self);
  adw_combo_row_set_selected (
      self->pipe_values, (guint) g_settings_get_enum (self->settings, "pipe-values"));
  g_signal_connect (self->pipe_values, "notify::selected", G_CALLBACK (pipe_values_cb),
                    self);
  g_settings_bind (self->settings, "compiler", self->compiler, "text",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "python", self->python, "text",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "snap-to-grid", self->snap_to_grid, "active",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "autosave-delay", self->autosave_delay, "value",
                   G_SETTINGS_BIND_DEFAULT);
  g_signal_connect_object (self->settings, "changed::" STUDIO_UNIT_FOLDERS_KEY,
                           G_CALLBACK (show_folders), self, G_CONNECT_SWAPPED);
  show_folders (self);
}

void
studio_preferences_present (GtkWindow *parent)
{
  GtkWindow *self = g_object_new (STUDIO_TYPE_PREFERENCES, "transient-for", parent, NULL);

  gtk_window_present (self);
}
