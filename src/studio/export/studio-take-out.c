/* SPDX-License-Identifier: MIT */
#include "studio/export/studio-take-out.h"

#include <glib/gi18n.h>

#include "base/im-file.h"
#include "document/disk/im-document-new.h"
#include "program/im-section.h"
#include "studio/export/studio-export-job.h"
#include "studio/export/studio-section.h"

struct _StudioTakeOut
{
  AdwWindow parent_instance;

  StudioSection *section;
  GtkLabel *message;
  GtkWidget *save_button;

  ImSnapshot *snapshot; /* NULL until it is there */
  char *folder;         /* of the document */
  char *from, *to;      /* pipes that were wanted when it was opened, or NULL */
  gboolean is_gone;     /* whether the window was closed */
};

G_DEFINE_FINAL_TYPE (StudioTakeOut, studio_take_out, ADW_TYPE_WINDOW)

enum
{
  SAVED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static const char *
find_error (const ImDiagnostics *problems)
{
  for (guint i = 0; i < im_diagnostics_get_count (problems); i++)
    if (im_diagnostics_get (problems, i)->severity == IM_SEVERITY_ERROR)
      return im_diagnostics_get (problems, i)->message;

  return NULL;
}

static gboolean
is_part (StudioTakeOut *self)
{
  return studio_section_get_from (self->section) != NULL ||
         studio_section_get_to (self->section) != NULL;
}

/* The file, or NULL with the reason why there is none. What has errors can be taken out
 * of a project as it is, but nothing is known of its parts. */
static GBytes *
dup_text (StudioTakeOut *self, char **reason)
{
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  const ImProgram *program = self->snapshot->program;
  const char *error = find_error (self->snapshot->diagnostics);
  GBytes *bytes = NULL;

  if (program != NULL && (!is_part (self) || error == NULL))
    bytes = im_section_extract (program, is_part (self), problems);
  if (bytes != NULL)
    return bytes;
  if (program != NULL && !is_part (self))
    *reason = g_strdup (_ ("All of this pipeline is in an .imunit file already. Choose "
                           "where the part that is taken out begins or ends."));
  else
    *reason = g_strdup (error == NULL ? _ ("There is no pipeline") : error);

  return NULL;
}

static void
update (StudioTakeOut *self)
{
  g_autofree char *reason = NULL;
  g_autoptr (GBytes) bytes = dup_text (self, &reason);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "take-out.save", bytes != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->message), reason != NULL);
  gtk_label_set_label (self->message, reason == NULL ? "" : reason);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->save_button),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  reason == NULL ? "" : reason, -1);
}

static void
section_cb (StudioTakeOut *self)
{
  im_snapshot_set_section (self->snapshot, studio_section_get_from (self->section),
                           studio_section_get_to (self->section));
  studio_section_set_program (self->section, self->snapshot->whole);
  update (self);
}

static void
planned_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  StudioTakeOut *self = STUDIO_TAKE_OUT (object);

  self->snapshot = studio_export_job_plan_finish (result);
  if (self->is_gone)
    return;
  studio_section_set_program (self->section, self->snapshot->whole);
  studio_section_choose (self->section, self->from, self->to);
  update (self);
}

static void
fail (StudioTakeOut *self, const char *message)
{
  gtk_label_set_label (self->message, message);
  gtk_widget_set_visible (GTK_WIDGET (self->message), TRUE);
}

static void
write_file (StudioTakeOut *self, GFile *file)
{
  gboolean is_taken;
  g_autofree char *path = im_document_dup_path (file, &is_taken);
  g_autofree char *reason = NULL;
  g_autoptr (GBytes) bytes = dup_text (self, &reason);
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    fail (self, _ ("A pipeline can only be kept on this computer"));
  else if (is_taken)
    {
      g_autofree char *name = g_filename_display_basename (path);
      g_autofree char *text = g_strdup_printf (
          /* Translators: %s is the name of a file */
          _ ("There is a file “%s” already: choose another name"), name);

      fail (self, text);
    }
  else if (!im_file_write_atomically (path, bytes, NULL, &error))
    fail (self, error->message);
  else
    {
      g_signal_emit (self, signals[SAVED], 0, path);
      gtk_window_close (GTK_WINDOW (self));
    }
}

static void
saved_cb (GtkNativeDialog *dialog, int response, StudioTakeOut *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

      write_file (self, file);
    }
  g_object_unref (dialog);
}

/* The name of the file follows from the id of what is in it. */
static char *
dup_name (StudioTakeOut *self)
{
  g_autofree char *name = g_strdup (self->snapshot->program->unit->id.text);

  g_strcanon (name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-_.", '-');
  return g_strconcat (name, ".imunit", NULL);
}

static void
save_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  StudioTakeOut *self = STUDIO_TAKE_OUT (widget);
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Take Out as Package"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE,
      _ ("_Save"), _ ("_Cancel"));
  g_autoptr (GFile) folder = g_file_new_for_path (self->folder);
  g_autofree char *base = dup_name (self);

  gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), folder, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), base);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (saved_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
cancel_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_window_close (GTK_WINDOW (widget));
}

static void
studio_take_out_dispose (GObject *object)
{
  STUDIO_TAKE_OUT (object)->is_gone = TRUE;
  G_OBJECT_CLASS (studio_take_out_parent_class)->dispose (object);
}

static void
studio_take_out_finalize (GObject *object)
{
  StudioTakeOut *self = STUDIO_TAKE_OUT (object);

  im_snapshot_free (self->snapshot);
  g_free (self->folder);
  g_free (self->from);
  g_free (self->to);
  G_OBJECT_CLASS (studio_take_out_parent_class)->finalize (object);
}

static void
studio_take_out_class_init (StudioTakeOutClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_take_out_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_take_out_finalize;
  /* A file was written; it has its path. */
  signals[SAVED] = g_signal_new ("saved", STUDIO_TYPE_TAKE_OUT, G_SIGNAL_RUN_LAST, 0,
                                 NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  g_type_ensure (STUDIO_TYPE_SECTION);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/org/imaginet/Studio/ui/studio-take-out.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioTakeOut, section);
  gtk_widget_class_bind_template_child (widget_class, StudioTakeOut, message);
  gtk_widget_class_bind_template_child (widget_class, StudioTakeOut, save_button);
  gtk_widget_class_install_action (widget_class, "take-out.save", NULL, save_action);
  gtk_widget_class_install_action (widget_class, "take-out.cancel", NULL, cancel_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "take-out.cancel",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK,
                                       "take-out.save", NULL);
}

static void
studio_take_out_init (StudioTakeOut *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "take-out.save", FALSE);
  g_signal_connect_object (self->section, "changed", G_CALLBACK (section_cb), self,
                           G_CONNECT_SWAPPED);
}

StudioTakeOut *
studio_take_out_present (GtkWindow *parent,
                         ImDocument *document,
                         const char *from,
                         const char *to)
{
  StudioTakeOut *self;

  g_return_val_if_fail (GTK_IS_WINDOW (parent), NULL);
  g_return_val_if_fail (IM_IS_DOCUMENT (document), NULL);

  self = g_object_new (STUDIO_TYPE_TAKE_OUT, "transient-for", parent, NULL);
  self->folder = im_document_dup_folder (document);
  self->from = g_strdup (from);
  self->to = g_strdup (to);
  studio_export_job_plan_async (G_OBJECT (self), document, planned_cb);
  gtk_window_present (GTK_WINDOW (self));

  return self;
}
