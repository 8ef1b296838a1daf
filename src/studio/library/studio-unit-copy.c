/* SPDX-License-Identifier: MIT */
#include "studio/library/studio-unit-copy.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "document/disk/im-unit-copy.h"
#include "unit/im-unit-file.h"
#include "unit/im-unit-operator.h"

/* What a dialog is about. */
typedef struct
{
  char *source;    /* the file: a module, or that of a unit */
  char *operation; /* the operator in it, else NULL */
  char *id;        /* of the unit */
  ImUnitLibrary *library;
} Copy;

static void
copy_free (Copy *copy)
{
  g_free (copy->source);
  g_free (copy->operation);
  g_free (copy->id);
  im_unit_library_unref (copy->library);
  g_free (copy);
}

static void
say_error (GtkWindow *parent, const GError *error)
{
  GtkWidget *dialog = adw_message_dialog_new (parent, _ ("Cannot Copy"), error->message);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
open_copy (GFile *file, const char *operation)
{
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *module = im_unit_operator_dup_module (path);
  g_autofree char *id = g_strconcat (module, ".", operation, NULL);

  g_application_open (g_application_get_default (), &file, 1, id);
}

static void
chosen_cb (GtkNativeDialog *dialog, int response, Copy *copy)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) chosen = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (chosen);
      g_autofree char *full = path == NULL || im_unit_operator_is_file (path)
                                  ? g_strdup (path)
                                  : g_strconcat (path, IM_UNIT_OPERATOR_SUFFIX, NULL);
      g_autoptr (GFile) source = g_file_new_for_path (copy->source);
      g_autoptr (GFile) target = full == NULL ? g_object_ref (chosen)
                                              : g_file_new_for_path (full);
      /* The dialog has asked about the name that was chosen, not about another one. */
      GFileCopyFlags flags = g_strcmp0 (path, full) == 0 ? G_FILE_COPY_OVERWRITE
                                                         : G_FILE_COPY_NONE;
      g_autoptr (GError) error = NULL;

      if (g_file_copy (source, target, flags | G_FILE_COPY_TARGET_DEFAULT_PERMS, NULL,
                       NULL, NULL, &error))
        open_copy (target, copy->operation);
      else
        say_error (gtk_native_dialog_get_transient_for (dialog), error);
    }
  copy_free (copy);
  g_object_unref (dialog);
}

/* The unit may have been read anew since the dialog was opened. */
static void
copy_unit (GtkWindow *parent, GFile *folder, const Copy *copy)
{
  const ImUnit *unit = im_unit_library_find (copy->library, copy->id);
  g_autofree char *path = g_file_get_path (folder);
  g_autofree char *copied = NULL, *id = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = NULL;

  if (path == NULL || unit == NULL)
    return;
  copied = im_unit_copy (unit, copy->library, path, &id, &error);
  if (copied == NULL)
    {
      say_error (parent, error);
      return;
    }
  file = g_file_new_for_path (copied);
  g_application_open (g_application_get_default (), &file, 1, id);
}

static void
folder_chosen_cb (GtkNativeDialog *dialog, int response, Copy *copy)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) folder = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

      copy_unit (gtk_native_dialog_get_transient_for (dialog), folder, copy);
    }
  copy_free (copy);
  g_object_unref (dialog);
}

void
studio_unit_copy_choose (GtkWindow *parent, const ImUnit *unit, ImUnitLibrary *library)
{
  gboolean is_module = unit->operation != NULL;
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      is_module ? _ ("Edit a Copy") : _ ("Folder for the Copy"), parent,
      is_module ? GTK_FILE_CHOOSER_ACTION_SAVE : GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
      _ ("C_reate"), _ ("_Cancel"));
  Copy *copy = g_new0 (Copy, 1);

  copy->source = g_strdup (im_unit_file_get_path (unit->file));
  copy->id = g_strdup (unit->id.text);
  copy->library = im_unit_library_ref (library);
  if (is_module)
    {
      g_autofree char *base = g_path_get_basename (copy->source);
      g_autofree char *name = g_strconcat ("my_", base, NULL);

      copy->operation = g_strdup (unit->operation->definition->name.text);
      gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
    }
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response",
                    is_module ? G_CALLBACK (chosen_cb) : G_CALLBACK (folder_chosen_cb),
                    copy);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
