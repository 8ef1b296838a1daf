/* SPDX-License-Identifier: MIT */
#include "studio/track/studio-lane-export.h"

#include <glib/gi18n.h>
#include <string.h>

#include "recording/im-signal-write.h"
#include "studio/common/studio-toast-overlay.h"

#define ARRAY_SUFFIX ".npy"
#define TABLE_SUFFIX ".csv"

typedef struct
{
  ImSignal *signal;
  guint64 from, to;
  char *path;
} Export;

static void
free_export (gpointer data)
{
  Export *export = data;

  im_signal_unref (export->signal);
  g_free (export->path);
  g_free (export);
}

static void
write_cb (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Export *export = data;
  GError *error = NULL;

  if (im_signal_write (export->signal, export->from, export->to, export->path,
                       cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
written_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  const Export *export = g_task_get_task_data (G_TASK (result));
  g_autofree char *base = g_path_get_basename (export->path);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    text = g_strdup (error->message);
  else
    /* Translators: the placeholder is the name of a file. */
    text = g_strdup_printf (_ ("Exported “%s”"), base);
  studio_toast_overlay_say (GTK_WIDGET (source), text);
}

/* A name that ends in neither gets the end of the filter. */
static char *
dup_path (GtkFileChooser *chooser)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (chooser);
  GtkFileFilter *filter = gtk_file_chooser_get_filter (chooser);
  g_autofree char *path = file == NULL ? NULL : g_file_get_path (file);
  gboolean is_array = filter != NULL &&
                      g_object_get_data (G_OBJECT (filter), "array") != NULL;

  if (path == NULL || g_str_has_suffix (path, ARRAY_SUFFIX) ||
      g_str_has_suffix (path, TABLE_SUFFIX))
    return g_steal_pointer (&path);

  return g_strconcat (path, is_array ? ARRAY_SUFFIX : TABLE_SUFFIX, NULL);
}

static void
response_cb (GtkNativeDialog *dialog, int response, GtkWidget *widget)
{
  Export *export = g_object_steal_data (G_OBJECT (dialog), "export");

  export->path = dup_path (GTK_FILE_CHOOSER (dialog));
  if (response == GTK_RESPONSE_ACCEPT && export->path != NULL)
    {
      g_autoptr (GTask) task = g_task_new (widget, NULL, written_cb, NULL);

      g_task_set_task_data (task, export, free_export);
      g_task_run_in_thread (task, write_cb);
    }
  else
    free_export (export);
  g_object_unref (dialog);
}

static void
add_filter (GtkFileChooser *chooser, const char *name, const char *suffix)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  gtk_file_filter_add_suffix (filter, suffix);
  if (strcmp (suffix, ARRAY_SUFFIX + 1) == 0)
    g_object_set_data (G_OBJECT (filter), "array", filter);
  gtk_file_chooser_add_filter (chooser, filter);
}

void
studio_lane_export (GtkWidget *widget,
                    ImSignal *signal,
                    guint64 from,
                    guint64 to,
                    const char *name)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Export Numbers"), GTK_WINDOW (gtk_widget_get_root (widget)),
      GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), _ ("_Cancel"));
  g_autofree char *file = g_strconcat (name, TABLE_SUFFIX, NULL);
  Export *export = g_new0 (Export, 1);

  export->signal = im_signal_ref (signal);
  export->from = from;
  export->to = to;
  g_object_set_data_full (G_OBJECT (dialog), "export", export, free_export);
  add_filter (GTK_FILE_CHOOSER (dialog), _ ("Table (CSV)"), TABLE_SUFFIX + 1);
  add_filter (GTK_FILE_CHOOSER (dialog), _ ("Array of NumPy (NPY)"), ARRAY_SUFFIX + 1);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), file);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (response_cb), widget, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
