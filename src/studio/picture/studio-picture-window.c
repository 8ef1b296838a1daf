/* SPDX-License-Identifier: MIT */
#include "studio/picture/studio-picture-window.h"

#include "studio/picture/studio-picture.h"

#define HEADER     60 /* pixels of the header bar, about */
#define MAX_WIDTH  1200
#define MAX_HEIGHT 760

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

void
studio_picture_window_present (GtkWindow *parent, ImScene *scene)
{
  GtkWidget *window = g_object_new (ADW_TYPE_WINDOW, "transient-for", parent, "title",
                                    scene->title, "destroy-with-parent", TRUE, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *picture = g_object_new (STUDIO_TYPE_PICTURE, NULL);

  gtk_window_set_default_size (GTK_WINDOW (window), (int) MIN (scene->width, MAX_WIDTH),
                               (int) MIN (scene->height + HEADER, MAX_HEIGHT));
  studio_picture_set_scene (STUDIO_PICTURE (picture), scene);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), picture);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), scrolled);
  adw_window_set_content (ADW_WINDOW (window), box);
  add_key (window);
  gtk_window_present (GTK_WINDOW (window));
}
