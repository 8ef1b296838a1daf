/* SPDX-License-Identifier: MIT
 *
 * Files of a page: opening and saving.
 */
#include <glib/gi18n.h>

#include "document/disk/im-document-new.h"
#include "studio/common/studio-recent-files.h"
#include "studio/page/studio-page-private.h"
#include "studio/picture/studio-recording-window.h"
#include "studio/session/studio-session-examples.h"

/* A window that waits for its file is shown before another one that is above it. */
static void
show_window (StudioPage *self)
{
  GtkWindow *window = studio_page_get_window (self);

  if (window != NULL && !gtk_widget_get_visible (GTK_WIDGET (window)))
    gtk_window_present (window);
}

void
studio_page_open (StudioPage *self, GFile *file, const char *unit)
{
  g_autofree char *path = g_file_get_path (file);

  g_return_if_fail (STUDIO_IS_PAGE (self));

  if (path == NULL)
    {
      studio_page_say_cannot_open (self, _ ("Only files on this computer can be opened"));
      return;
    }
  if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) ==
      G_FILE_TYPE_DIRECTORY)
    {
      show_window (self);
      studio_page_open_folder (self, file);
      return;
    }
  if (im_recorded_is_file (path))
    {
      show_window (self);
      studio_recent_files_add (file);
      studio_recording_window_present (studio_page_get_window (self), path);
      return;
    }
  if (!studio_page_show_open (self, file, unit))
    studio_page_begin_opening (self, path, unit);
}

static void
opened_cb (GtkNativeDialog *dialog, int response, StudioPage *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

      studio_page_open (self, file, NULL);
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
studio_page_choose_file (StudioPage *self, GFile *folder)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Open"), studio_page_get_window (self), GTK_FILE_CHOOSER_ACTION_OPEN,
      _ ("_Open"), _ ("_Cancel"));

  add_filter (GTK_FILE_CHOOSER (dialog));
  studio_recording_add_filter (GTK_FILE_CHOOSER (dialog));
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), folder, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (opened_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
open_action (StudioPage *self, const char *name, GVariant *parameter)
{
  studio_page_choose_file (self, NULL);
}

static gboolean
write_file (StudioPage *self, const char *path, GError **error)
{
  return im_document_is_untitled (self->document)
             ? im_document_save_first (self->document, path, error)
             : im_document_save (self->document, path, error);
}

/* The units beside the file are other ones if it is another file. */
static void
follow_file (StudioPage *self)
{
  g_autoptr (GFile) file = g_file_new_for_path (im_document_get_path (self->document));

  studio_recent_files_add (file);
  studio_page_find_units (self);
}

static gboolean
save (StudioPage *self, const char *path)
{
  gboolean is_readable = studio_page_flush_code (self);
  g_autofree char *old_path = g_strdup (im_document_get_path (self->document));
  g_autoptr (GError) error = NULL;

  if (!write_file (self, path, &error))
    {
      studio_page_say_cannot_save (self, error);
      return FALSE;
    }
  if (!g_str_equal (old_path, im_document_get_path (self->document)))
    follow_file (self);
  studio_page_hide_questions (self);
  studio_session_run_examples (self->session);
  studio_page_say (self, is_readable ? _ ("Saved")
                                     : _ ("Saved without the text that cannot be read"));

  return TRUE;
}

/* The path that was chosen, or NULL if nothing can be saved there. */
static char *
dup_chosen (StudioPage *self, GFile *file)
{
  gboolean is_taken = FALSE;
  g_autofree char *path = im_document_is_untitled (self->document)
                              ? im_document_dup_path (file, &is_taken)
                              : g_file_get_path (file);

  if (path == NULL)
    studio_page_say (self, _ ("A pipeline can only be kept on this computer"));
  if (is_taken)
    {
      g_autofree char *name = g_filename_display_basename (path);
      g_autofree char *text = g_strdup_printf (
          /* Translators: %s is the name of a file */
          _ ("There is a file “%s” already: choose another name"), name);

      studio_page_say (self, text);
      return NULL;
    }

  return g_steal_pointer (&path);
}

/* Who waits for an answer where to save. */
typedef struct
{
  StudioPage *page;
  StudioPageSavedFunc done;
  gpointer data;
} Saving;

static void
saved_cb (GtkNativeDialog *dialog, int response, Saving *saving)
{
  gboolean is_saved = FALSE;

  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = dup_chosen (saving->page, file);

      is_saved = path != NULL && save (saving->page, path);
    }
  if (saving->done != NULL)
    saving->done (saving->page, is_saved, saving->data);
  g_object_unref (saving->page);
  g_free (saving);
  g_object_unref (dialog);
}

static void
save_as (StudioPage *self, StudioPageSavedFunc done, gpointer data)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Save As"), studio_page_get_window (self), GTK_FILE_CHOOSER_ACTION_SAVE,
      _ ("_Save"), _ ("_Cancel"));
  /* Translators: the name that a new file has until the user gives it another one */
  g_autofree char *base = im_document_is_untitled (self->document)
                              ? g_strdup (_ ("pipeline.imunit"))
                              : g_path_get_basename (
                                    im_document_get_path (self->document));
  Saving *saving = g_new (Saving, 1);

  *saving = (Saving){ g_object_ref (self), done, data };
  add_filter (GTK_FILE_CHOOSER (dialog));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), base);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (saved_cb), saving);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

void
studio_page_save (StudioPage *self, StudioPageSavedFunc done, gpointer data)
{
  gboolean is_saved;

  g_return_if_fail (STUDIO_IS_PAGE (self));

  if (im_document_is_untitled (self->document))
    {
      save_as (self, done, data);
      return;
    }
  is_saved = save (self, NULL);
  if (done != NULL)
    done (self, is_saved, data);
}

static void
save_action (StudioPage *self, const char *name, GVariant *parameter)
{
  studio_page_save (self, NULL, NULL);
}

static void
save_as_action (StudioPage *self, const char *name, GVariant *parameter)
{
  save_as (self, NULL, NULL);
}

void
studio_page_install_file_actions (GtkWidgetClass *window_class)
{
  static const StudioPageAction actions[] = {
    { "win.open", open_action, GDK_KEY_o, GDK_CONTROL_MASK, NULL, NULL },
    { "win.save", save_action, GDK_KEY_s, GDK_CONTROL_MASK, NULL, NULL },
    { "win.save-as", save_as_action, GDK_KEY_s, GDK_CONTROL_MASK | GDK_SHIFT_MASK, NULL,
      NULL },
  };

  studio_page_install (window_class, actions, G_N_ELEMENTS (actions));
}
