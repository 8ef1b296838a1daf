/* SPDX-License-Identifier: MIT
 *
 * Files of the window: opening, saving, and the question before changes are lost.
 */
#include <glib/gi18n.h>

#include "document/disk/im-document-new.h"
#include "studio/common/studio-recent-files.h"
#include "studio/picture/studio-recording-window.h"
#include "studio/window/studio-window-private.h"

void
studio_window_open (StudioWindow *self, GFile *file, const char *unit)
{
  g_autofree char *path = g_file_get_path (file);

  g_return_if_fail (STUDIO_IS_WINDOW (self));

  if (path == NULL)
    {
      studio_window_say_cannot_open (self,
                                     _ ("Only files on this computer can be opened"));
      return;
    }
  if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) ==
      G_FILE_TYPE_DIRECTORY)
    {
      studio_window_open_folder (self, file);
      return;
    }
  if (im_recorded_is_file (path))
    {
      studio_recent_files_add (file);
      studio_recording_window_present (GTK_WINDOW (self), path);
      return;
    }
  studio_window_begin_opening (self, path, unit);
}

static void
opened_cb (GtkNativeDialog *dialog, int response, StudioWindow *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

      studio_window_open (self, file, NULL);
    }
  g_object_unref (dialog);
}

static void
add_filter (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ ("Unit packages"));
  gtk_file_filter_add_suffix (filter, "imunit");
  gtk_file_filter_add_suffix (filter, "improj");
  gtk_file_filter_add_suffix (filter, "sknd");
  gtk_file_chooser_add_filter (chooser, filter);
}

void
studio_window_choose_file (StudioWindow *self, GFile *folder)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Open"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"),
      _ ("_Cancel"));

  add_filter (GTK_FILE_CHOOSER (dialog));
  studio_recording_add_filter (GTK_FILE_CHOOSER (dialog));
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), folder, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (opened_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
open_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  studio_window_choose_file (STUDIO_WINDOW (widget), NULL);
}

static gboolean
write_file (StudioWindow *self, const char *path, GError **error)
{
  return im_document_is_untitled (self->document)
             ? im_document_save_first (self->document, path, error)
             : im_document_save (self->document, path, error);
}

/* The units beside the file are other ones if it is another file. */
static void
follow_file (StudioWindow *self)
{
  g_autoptr (GFile) file = g_file_new_for_path (im_document_get_path (self->document));

  studio_recent_files_add (file);
  studio_window_find_units (self);
}

static gboolean
save (StudioWindow *self, const char *path)
{
  gboolean is_readable = studio_window_flush_code (self);
  g_autofree char *old_path = g_strdup (im_document_get_path (self->document));
  g_autoptr (GError) error = NULL;

  if (!write_file (self, path, &error))
    {
      studio_window_say_cannot_save (self, error);
      return FALSE;
    }
  if (!g_str_equal (old_path, im_document_get_path (self->document)))
    follow_file (self);
  studio_window_hide_questions (self);
  studio_window_say (
      self, is_readable ? _ ("Saved") : _ ("Saved without the text that cannot be read"));

  return TRUE;
}

/* The path that was chosen, or NULL if nothing can be saved there. */
static char *
dup_chosen (StudioWindow *self, GFile *file)
{
  gboolean is_taken = FALSE;
  g_autofree char *path = im_document_is_untitled (self->document)
                              ? im_document_dup_path (file, &is_taken)
                              : g_file_get_path (file);

  if (path == NULL)
    studio_window_say (self, _ ("A pipeline can only be kept on this computer"));
  if (is_taken)
    {
      g_autofree char *name = g_filename_display_basename (path);
      g_autofree char *text = g_strdup_printf (
          /* Translators: %s is the name of a file */
          _ ("There is a file “%s” already: choose another name"), name);

      studio_window_say (self, text);
      return NULL;
    }

  return g_steal_pointer (&path);
}

static void
saved_cb (GtkNativeDialog *dialog, int response, StudioWindow *self)
{
  gboolean closes = g_object_get_data (G_OBJECT (dialog), "closes") != NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = dup_chosen (self, file);

      if (path != NULL && save (self, path) && closes)
        gtk_window_destroy (GTK_WINDOW (self));
    }
  g_object_unref (dialog);
}

static void
save_as (StudioWindow *self, gboolean closes)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Save As"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"),
      _ ("_Cancel"));
  /* Translators: the name that a new file has until the user gives it another one */
  g_autofree char *base = im_document_is_untitled (self->document)
                              ? g_strdup (_ ("pipeline.imunit"))
                              : g_path_get_basename (
                                    im_document_get_path (self->document));

  add_filter (GTK_FILE_CHOOSER (dialog));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), base);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_object_set_data (G_OBJECT (dialog), "closes", GINT_TO_POINTER (closes));
  g_signal_connect_object (dialog, "response", G_CALLBACK (saved_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
answer_cb (AdwMessageDialog *dialog, const char *answer, StudioWindow *self)
{
  g_autoptr (GError) error = NULL;

  if (g_str_equal (answer, "cancel"))
    return;
  if (g_str_equal (answer, "save") && im_document_is_untitled (self->document))
    {
      save_as (self, TRUE);
      return;
    }
  if (g_str_equal (answer, "save") && !im_document_save (self->document, NULL, &error))
    {
      studio_window_say_cannot_save (self, error);
      return;
    }
  studio_window_discard_changes (self);

  /* The question outlives the window that it was about. */
  gtk_window_set_transient_for (GTK_WINDOW (dialog), NULL);
  gtk_window_destroy (GTK_WINDOW (self));
}

/* Closing the question is no answer: the window stays. */
gboolean
studio_window_close_request (GtkWindow *window)
{
  StudioWindow *self = STUDIO_WINDOW (window);
  gboolean is_readable = studio_window_flush_code (self);
  AdwMessageDialog *dialog;

  if (self->document == NULL ||
      (is_readable && !im_document_is_modified (self->document)))
    return FALSE;

  dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (
      window, _ ("Save Changes?"),
      is_readable ? _ ("Changes that are not saved will be lost.")
                  : _ ("The text in the code view cannot be read, so that it cannot be "
                       "saved. It will be lost.")));
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), "discard",
                                    _ ("_Discard"), "save", _ ("_Save"), NULL);
  adw_message_dialog_set_response_appearance (dialog, "discard",
                                              ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (dialog, "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "save");
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_signal_connect (dialog, "response", G_CALLBACK (answer_cb), self);
  gtk_window_present (GTK_WINDOW (dialog));

  return TRUE;
}

static void
save_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioWindow *self = STUDIO_WINDOW (widget);

  if (im_document_is_untitled (self->document))
    save_as (self, FALSE);
  else
    save (self, NULL);
}

static void
save_as_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  save_as (STUDIO_WINDOW (widget), FALSE);
}

void
studio_window_class_add_file_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.open", NULL, open_action);
  gtk_widget_class_install_action (widget_class, "win.save", NULL, save_action);
  gtk_widget_class_install_action (widget_class, "win.save-as", NULL, save_as_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_o, GDK_CONTROL_MASK,
                                       "win.open", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s, GDK_CONTROL_MASK,
                                       "win.save", NULL);
  gtk_widget_class_add_binding_action (
      widget_class, GDK_KEY_s, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "win.save-as", NULL);
}
