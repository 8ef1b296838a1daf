/* SPDX-License-Identifier: MIT
 *
 * GTK places the handle of a pane by the size of the child at its start, and tells of
 * each move alike. It was the user who has moved it if the pane is as high as it was at
 * the last move, and its place no longer follows from what the children ask for.
 */
#include "studio/common/studio-panel-height.h"

#define DATA "studio-panel-height"
#define PART 0.67 /* of the pane that a panel gets at most where there is little room */

typedef struct
{
  GSettings *settings;
  const char *key;
  int height;   /* of the pane, when the panel had its place; 0 if it has none */
  int wanted;   /* what the user made of it */
  guint saving; /* source, or 0 */
} PanelHeight;

static void
free_panel (gpointer data)
{
  PanelHeight *panel = data;

  g_clear_handle_id (&panel->saving, g_source_remove);
  g_object_unref (panel->settings);
  g_free (panel);
}

static PanelHeight *
get_panel (GtkPaned *paned)
{
  return g_object_get_data (G_OBJECT (paned), DATA);
}

/* Who follows the settings may change what is laid out, and while that is done it is too
 * late. */
static gboolean
save_cb (gpointer data)
{
  PanelHeight *panel = data;

  panel->saving = 0;
  g_settings_set_int (panel->settings, panel->key, panel->wanted);

  return G_SOURCE_REMOVE;
}

static void
moved_cb (GtkPaned *paned)
{
  PanelHeight *panel = get_panel (paned);
  int height = gtk_widget_get_height (GTK_WIDGET (paned));
  gboolean is_same = panel->height > 0 && panel->height == height, is_set;

  if (!gtk_widget_get_mapped (gtk_paned_get_end_child (paned)))
    return;
  panel->height = height;
  g_object_get (paned, "position-set", &is_set, NULL);
  if (!is_same || !is_set)
    return;
  panel->wanted = MAX (height - gtk_paned_get_position (paned), 0);
  if (panel->saving == 0)
    panel->saving = g_idle_add (save_cb, panel);
}

/* Its room is known when it has been laid out. */
static gboolean
place_cb (GtkWidget *paned, GdkFrameClock *clock, gpointer data)
{
  PanelHeight *panel = get_panel (GTK_PANED (paned));
  int wanted = g_settings_get_int (panel->settings, panel->key);
  int height = gtk_widget_get_height (paned);

  if (height == 0)
    return G_SOURCE_CONTINUE;
  if (wanted > 0)
    gtk_paned_set_position (GTK_PANED (paned),
                            height - MIN (wanted, (int) (PART * height)));
  panel->height = height;

  return G_SOURCE_REMOVE;
}

/* Before it is laid out: during that it is too late. */
static void
shown_cb (GtkPaned *paned)
{
  get_panel (paned)->height = 0;
  if (place_cb (GTK_WIDGET (paned), NULL, NULL) == G_SOURCE_CONTINUE)
    gtk_widget_add_tick_callback (GTK_WIDGET (paned), place_cb, NULL, NULL);
}

void
studio_panel_height_bind (GtkPaned *paned, GSettings *settings, const char *key)
{
  PanelHeight *panel = g_new0 (PanelHeight, 1);

  g_return_if_fail (GTK_IS_PANED (paned));

  panel->settings = g_object_ref (settings);
  panel->key = key;
  g_object_set_data_full (G_OBJECT (paned), DATA, panel, free_panel);
  g_signal_connect (paned, "notify::position", G_CALLBACK (moved_cb), NULL);
  g_signal_connect_object (gtk_paned_get_end_child (paned), "show", G_CALLBACK (shown_cb),
                           paned, G_CONNECT_SWAPPED);
}
