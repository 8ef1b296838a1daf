/* SPDX-License-Identifier: MIT
 *
 * New pipelines: the user says where one goes, then it is written and opened.
 */
#include <glib/gi18n.h>

#include "document/im-document-new.h"
#include "studio/window/studio-window-private.h"

static void
create (StudioWindow *self, GFile *file, ImDocumentTemplate kind)
{
  gboolean is_taken;
  g_autofree char *path = im_document_dup_path (file, &is_taken);
  g_autoptr (GFile) made = NULL;
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    {
      studio_window_say (self, _ ("A pipeline can only be kept on this computer"));
      return;
    }
  if (is_taken)
    {
      g_autofree char *name = g_filename_display_basename (path);
      g_autofree char *text = g_strdup_printf (
          /* Translators: %s is the name of a file */
          _ ("There is a file “%s” already: choose another name"), name);

      studio_window_say (self, text);
      return;
    }
  if (!im_document_create (path, kind, &error))
    {
      studio_window_say (self, error->message);
      return;
    }
  made = g_file_new_for_path (path);
  studio_window_open (self, made, NULL);
}

static void
chosen_cb (GtkNativeDialog *dialog, int response, StudioWindow *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

      create (self, file,
              GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (dialog), "kind")));
    }
  g_object_unref (dialog);
}

static void
new_pipeline_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gboolean is_graph = g_str_equal (g_variant_get_string (parameter, NULL), "graph");
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      is_graph ? _ ("New Graph") : _ ("New Stack"), GTK_WINDOW (widget),
      GTK_FILE_CHOOSER_ACTION_SAVE, _ ("C_reate"), _ ("_Cancel"));

  g_object_set_data (G_OBJECT (dialog), "kind",
                     GUINT_TO_POINTER (is_graph ? IM_DOCUMENT_GRAPH : IM_DOCUMENT_STACK));
  /* Translators: the name that a new file has until the user gives it another one */
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), _ ("pipeline.imunit"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (chosen_cb), widget);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

void
studio_window_class_add_new_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.new-pipeline", "s",
                                   new_pipeline_action);
}
