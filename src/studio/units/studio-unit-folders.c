/* SPDX-License-Identifier: MIT */
#include "studio/units/studio-unit-folders.h"

#include <glib/gi18n.h>

/* Sets the folders without @removed, and with @added (nullable) behind them. */
static void
set (const char *removed, const char *added)
{
  g_autoptr (GSettings) settings = g_settings_new ("org.imaginet.Studio");
  g_auto (GStrv) old = g_settings_get_strv (settings, STUDIO_UNIT_FOLDERS_KEY);
  g_auto (GStrv) folders = NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; old[i] != NULL; i++)
    if (!g_str_equal (old[i], removed))
      g_strv_builder_add (builder, old[i]);
  if (added != NULL)
    g_strv_builder_add (builder, added);
  folders = g_strv_builder_end (builder);
  g_settings_set_strv (settings, STUDIO_UNIT_FOLDERS_KEY, (const char *const *) folders);
}

void
studio_unit_folders_remove (const char *path)
{
  set (path, NULL);
}

static void
chosen_cb (GtkNativeDialog *dialog, int response)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  g_autofree char *path = file == NULL ? NULL : g_file_get_path (file);

  if (response == GTK_RESPONSE_ACCEPT && path != NULL)
    set (path, path);
  g_object_unref (dialog);
}

void
studio_unit_folders_choose (GtkWindow *parent)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Add a Folder of Units"), parent, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
      _ ("_Add"), _ ("_Cancel"));

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (chosen_cb), NULL);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
