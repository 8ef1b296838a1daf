/* SPDX-License-Identifier: MIT */
#include "studio/units/studio-unit-folders.h"

#include <glib/gi18n.h>
#include <string.h>

#include "unit/im-unit-beside.h"

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

/* Whether the file is in a folder that the user has added. */
static gboolean
is_in_folders (const char *path)
{
  g_autoptr (GSettings) settings = g_settings_new ("org.imaginet.Studio");
  g_auto (GStrv) folders = g_settings_get_strv (settings, STUDIO_UNIT_FOLDERS_KEY);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  for (guint i = 0; folders[i] != NULL; i++)
    {
      g_autoptr (GFile) folder = g_file_new_for_path (folders[i]);

      if (g_file_has_prefix (file, folder))
        return TRUE;
    }

  return FALSE;
}

static gboolean
is_found_beside (const char *path, const char *beside)
{
  g_autoptr (ImUnitLibrary) none = im_unit_library_new ();
  g_autoptr (ImUnitLibrary) library = im_unit_library_new_beside (none, beside);
  GPtrArray *files = im_unit_library_get_files (library);

  for (guint i = 0; i < files->len; i++)
    if (strcmp (im_unit_file_get_path (g_ptr_array_index (files, i)), path) == 0)
      return TRUE;

  return FALSE;
}

void
studio_unit_folders_add_package (const char *path, const char *beside)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = g_path_get_dirname (absolute);

  if (!is_in_folders (absolute) &&
      (beside == NULL || !is_found_beside (absolute, beside)))
    set (folder, folder);
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
