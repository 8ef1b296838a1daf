/* SPDX-License-Identifier: MIT */
#include "studio/window/studio-trust-group.h"

#include <glib/gi18n.h>

#include "sandbox/im-sandbox.h"
#include "sandbox/im-trust.h"

struct _StudioTrustGroup
{
  AdwPreferencesGroup parent_instance;

  GSList *rows; /* the group owns them */
};

G_DEFINE_FINAL_TYPE (StudioTrustGroup, studio_trust_group, ADW_TYPE_PREFERENCES_GROUP)

static void show_folders (StudioTrustGroup *self);

static void
remove_cb (GtkButton *button, StudioTrustGroup *self)
{
  im_trust_remove (g_object_get_data (G_OBJECT (button), "path"), NULL);
  show_folders (self);
}

static GtkWidget *
new_button (StudioTrustGroup *self, const char *path)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *label = g_strdup_printf (_ ("Do Not Trust the Folder “%s” Any More"),
                                            name);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  g_object_set_data_full (G_OBJECT (button), "path", g_strdup (path), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_cb), self, 0);

  return button;
}

static void
add_row (StudioTrustGroup *self, const char *title, GtkWidget *suffix)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  if (suffix != NULL)
    adw_action_row_add_suffix (ADW_ACTION_ROW (row), suffix);
  self->rows = g_slist_prepend (self->rows, row);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
}

static void
show_folders (StudioTrustGroup *self)
{
  g_auto (GStrv) folders = im_trust_list ();

  for (GSList *link = self->rows; link != NULL; link = link->next)
    adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self), link->data);
  g_clear_pointer (&self->rows, g_slist_free);

  for (guint i = 0; folders[i] != NULL; i++)
    {
      g_autofree char *name = g_filename_display_name (folders[i]);

      add_row (self, name, new_button (self, folders[i]));
    }
  if (folders[0] == NULL)
    add_row (self, _ ("No folder is trusted"), NULL);
}

static void
studio_trust_group_dispose (GObject *object)
{
  StudioTrustGroup *self = STUDIO_TRUST_GROUP (object);

  g_clear_pointer (&self->rows, g_slist_free);
  G_OBJECT_CLASS (studio_trust_group_parent_class)->dispose (object);
}

static void
studio_trust_group_class_init (StudioTrustGroupClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_trust_group_dispose;
}

static void
studio_trust_group_init (StudioTrustGroup *self)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (self);

  adw_preferences_group_set_title (group, _ ("Trusted Folders"));
  if (im_sandbox_get_level () == IM_SANDBOX_NONE)
    adw_preferences_group_set_description (
        group, _ ("Nothing on this computer confines the code of packages. Only that of "
                  "these folders, and of the units that come with the studio, is run."));
  else
    adw_preferences_group_set_description (
        group, _ ("The code of packages runs confined on this computer, so that no "
                  "folder needs to be trusted."));
  show_folders (self);
}
