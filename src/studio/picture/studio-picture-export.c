/* SPDX-License-Identifier: MIT */
#include "studio/picture/studio-picture-export.h"

#include <glib/gi18n.h>

#include "base/im-file.h"
#include "scene/output/im-scene-format.h"
#include "studio/common/studio-toast-overlay.h"

typedef struct
{
  ImScene *scene;
  char *path;
  ImSceneFormat format;
} Export;

static const char *const filter_names[IM_N_FORMATS] = {
  [IM_FORMAT_SVG] = N_ ("Scalable picture (SVG)"),
  [IM_FORMAT_PDF] = N_ ("Document (PDF)"),
  [IM_FORMAT_PNG] = N_ ("Picture of pixels (PNG)"),
};

static void
free_export (gpointer data)
{
  Export *export = data;

  im_scene_free (export->scene);
  g_free (export->path);
  g_free (export);
}

static void
say (GtkWidget *widget, const char *text)
{
  GtkWidget *toasts = gtk_widget_get_ancestor (widget, STUDIO_TYPE_TOAST_OVERLAY);

  if (toasts != NULL)
    studio_toast_overlay_show (STUDIO_TOAST_OVERLAY (toasts), text);
}

static void
write_cb (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Export *export = data;
  GError *error = NULL;
  g_autoptr (GBytes) bytes = im_scene_format_write (export->format, export->scene,
                                                    IM_THEME_AUTO, &error);

  if (bytes != NULL && im_file_write_atomically (export->path, bytes, NULL, &error))
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
    /* Translators: the placeholder is the name of a file with a picture. */
    text = g_strdup_printf (_ ("Exported “%s”"), base);
  say (GTK_WIDGET (source), text);
}

/* The format that the name says, or else the filter, whose end is then added. */
static void
find_format (GtkFileChooser *chooser, Export *export)
{
  GtkFileFilter *filter = gtk_file_chooser_get_filter (chooser);

  if (im_scene_format_find (export->path, &export->format))
    return;
  for (guint i = 0; i < IM_N_FORMATS; i++)
    if (filter != NULL &&
        g_strcmp0 (gtk_file_filter_get_name (filter), _ (filter_names[i])) == 0)
      export->format = (ImSceneFormat) i;

  g_autofree char *bare = g_steal_pointer (&export->path);
  export->path = g_strconcat (bare, ".", im_scene_format_get_name (export->format), NULL);
}

static void
response_cb (GtkNativeDialog *dialog, int response, GtkWidget *widget)
{
  Export *export = g_object_steal_data (G_OBJECT (dialog), "export");
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

  export->path = file == NULL ? NULL : g_file_get_path (file);
  if (response == GTK_RESPONSE_ACCEPT && export->path != NULL)
    {
      g_autoptr (GTask) task = g_task_new (widget, NULL, written_cb, NULL);

      find_format (GTK_FILE_CHOOSER (dialog), export);
      g_task_set_task_data (task, export, free_export);
      g_task_run_in_thread (task, write_cb);
    }
  else
    free_export (export);
  g_object_unref (dialog);
}

static void
add_filters (GtkFileChooser *chooser)
{
  for (guint i = 0; i < IM_N_FORMATS; i++)
    {
      g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

      gtk_file_filter_set_name (filter, _ (filter_names[i]));
      gtk_file_filter_add_suffix (filter, im_scene_format_get_name ((ImSceneFormat) i));
      gtk_file_chooser_add_filter (chooser, filter);
    }
}

void
studio_picture_export (GtkWidget *widget, ImScene *scene, const char *name)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Export Picture"), GTK_WINDOW (gtk_widget_get_root (widget)),
      GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), _ ("_Cancel"));
  g_autofree char *file = g_strconcat (name, ".svg", NULL);
  Export *export = g_new0 (Export, 1);

  export->scene = scene;
  g_object_set_data_full (G_OBJECT (dialog), "export", export, free_export);
  add_filters (GTK_FILE_CHOOSER (dialog));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), file);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (response_cb), widget, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
