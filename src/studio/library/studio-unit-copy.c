/* SPDX-License-Identifier: MIT */
#include "studio/library/studio-unit-copy.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "unit/im-unit-file.h"
#include "unit/im-unit-operator.h"

/* What a dialog is about. */
typedef struct
{
  char *source;    /* the module */
  char *operation; /* the operator in it */
} Copy;

static void
copy_free (Copy *copy)
{
  g_free (copy->source);
  g_free (copy->operation);
  g_free (copy);
}

static void
say_error (GtkWindow *parent, const GError *error)
{
  GtkWidget *dialog = adw_message_dialog_new (parent, _ ("Cannot Copy"), error->message);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

/* The module is named after its file. */
static void
open_copy (GFile *file, const char *operation)
{
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *module = g_strndup (base,
                                       strlen (base) - strlen (IM_UNIT_OPERATOR_SUFFIX));
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

void
studio_unit_copy_choose (GtkWindow *parent, const ImUnit *unit)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Edit a Copy"), parent, GTK_FILE_CHOOSER_ACTION_SAVE, _ ("C_reate"),
      _ ("_Cancel"));
  Copy *copy = g_new0 (Copy, 1);
  g_autofree char *base = NULL, *name = NULL;

  g_return_if_fail (unit->operation != NULL);

  copy->source = g_strdup (im_unit_file_get_path (unit->file));
  copy->operation = g_strdup (unit->operation->definition->name.text);
  base = g_path_get_basename (copy->source);
  name = g_strconcat ("my_", base, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (chosen_cb), copy);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
