/* A window that a file is dragged from, as one of a file manager: `file-source FILE`. Its
 * title is the name of the file.
 *
 * SPDX-License-Identifier: MIT
 */
#include <gtk/gtk.h>

#define WIDTH  160
#define HEIGHT 60

static GdkContentProvider *
prepare_cb (GtkDragSource *source, double x, double y, GFile *file)
{
  g_autoptr (GSList) list = g_slist_append (NULL, file);
  GdkFileList *files = gdk_file_list_new_from_list (list);
  GdkContentProvider *content = gdk_content_provider_new_typed (GDK_TYPE_FILE_LIST,
                                                                files);

  g_boxed_free (GDK_TYPE_FILE_LIST, files);

  return content;
}

static void
activate_cb (GtkApplication *application, GFile *file)
{
  GtkWidget *window = gtk_application_window_new (application);
  GtkDragSource *source = gtk_drag_source_new ();
  g_autofree char *name = g_file_get_basename (file);

  gtk_window_set_title (GTK_WINDOW (window), name);
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (window), gtk_label_new (name));
  g_signal_connect (source, "prepare", G_CALLBACK (prepare_cb), file);
  gtk_widget_add_controller (window, GTK_EVENT_CONTROLLER (source));
  gtk_window_present (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  g_autoptr (GtkApplication) application = gtk_application_new (NULL,
                                                                G_APPLICATION_NON_UNIQUE);
  g_autoptr (GFile) file = argc > 1 ? g_file_new_for_commandline_arg (argv[1]) : NULL;

  if (file == NULL)
    return 1;
  g_signal_connect (application, "activate", G_CALLBACK (activate_cb), file);

  return g_application_run (G_APPLICATION (application), 1, argv);
}
