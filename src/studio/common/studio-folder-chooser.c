/* SPDX-License-Identifier: MIT */
#include "studio/common/studio-folder-chooser.h"

#include <glib/gi18n.h>

static void
chosen_cb (GtkNativeDialog *dialog, int response, GtkEditable *field)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

      if (g_file_peek_path (file) != NULL)
        gtk_editable_set_text (field, g_file_peek_path (file));
    }
  g_object_unref (dialog);
}

void
studio_folder_chooser_present (GtkEditable *field, const char *title)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      title, GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (field))),
      GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _ ("_Choose"), _ ("_Cancel"));
  g_autoptr (GFile) folder = g_file_new_for_path (gtk_editable_get_text (field));

  gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), folder, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (chosen_cb), field, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
