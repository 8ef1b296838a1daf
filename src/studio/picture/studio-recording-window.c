/* SPDX-License-Identifier: MIT */
#include "studio/picture/studio-recording-window.h"

#include <glib/gi18n.h>

#include "studio/picture/studio-recording-view.h"

#define WIDTH  1000
#define HEIGHT 620
#define PATH   "recording-path" /* of the recording that a window shows */
#define VIEW   "recording-view"

static void
add_key (GtkWidget *window)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                        gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (window, keys);
}

/* A window of the parent for a recording, with an empty view. */
static GtkWidget *
window_new (GtkWindow *parent, const char *path)
{
  g_autofree char *title = g_path_get_basename (path);
  GtkWidget *window = g_object_new (ADW_TYPE_WINDOW, "transient-for", parent, "title",
                                    title, "destroy-with-parent", TRUE, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *view = studio_recording_view_new (IM_TRACKS_WIDTH);

  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_widget_set_margin_top (view, 12);
  gtk_widget_set_margin_bottom (view, 12);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), view);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), scrolled);
  adw_window_set_content (ADW_WINDOW (window), box);
  add_key (window);
  g_object_set_data_full (G_OBJECT (window), PATH, g_strdup (path), g_free);
  g_object_set_data (G_OBJECT (window), VIEW, view);

  return window;
}

/* The window of this parent that shows the recording already, or NULL. */
static GtkWidget *
find_window (GtkWindow *parent, const char *path)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    if (gtk_window_get_transient_for (l->data) == parent &&
        g_strcmp0 (g_object_get_data (l->data, PATH), path) == 0)
      return l->data;

  return NULL;
}

void
studio_recording_window_present (GtkWindow *parent, const char *path)
{
  GtkWidget *window = find_window (parent, path);

  if (window == NULL)
    window = window_new (parent, path);
  studio_recording_view_load (g_object_get_data (G_OBJECT (window), VIEW), path, NULL,
                              FALSE);
  gtk_window_present (GTK_WINDOW (window));
}

void
studio_recording_add_filter (GtkFileChooser *chooser)
{
  static const char *const suffixes[] = { "imsession", "label", "data",
                                          "wav",       "csv",   "tsv" };
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ ("Recordings and sessions"));
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    gtk_file_filter_add_suffix (filter, suffixes[i]);
  gtk_file_chooser_add_filter (chooser, filter);
}
