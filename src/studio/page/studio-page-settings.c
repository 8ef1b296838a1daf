/* SPDX-License-Identifier: MIT */
#include "studio/common/studio-panel-height.h"
#include "studio/page/studio-page-private.h"

/* A narrow page folds its panels away by itself: that is no wish of the user. */
static void
revealed_cb (AdwFlap *flap, GParamSpec *property, GSettings *settings)
{
  if (!adw_flap_get_folded (flap))
    g_settings_set_boolean (settings, g_object_get_data (G_OBJECT (flap), "key"),
                            adw_flap_get_reveal_flap (flap));
}

static void
bind_flap (GSettings *settings, const char *key, AdwFlap *flap)
{
  adw_flap_set_reveal_flap (flap, g_settings_get_boolean (settings, key));
  g_object_set_data (G_OBJECT (flap), "key", (gpointer) key);
  g_signal_connect_object (flap, "notify::reveal-flap", G_CALLBACK (revealed_cb),
                           settings, 0);
}

/* The pane whose end child a panel is. */
static GtkPaned *
get_paned (gpointer panel)
{
  return GTK_PANED (gtk_widget_get_parent (panel));
}

void
studio_page_bind_settings (StudioPage *self)
{
  self->settings = g_settings_new ("org.imaginet.Studio");

  g_settings_bind (self->settings, "snap-to-grid", self->canvas, "snaps",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "pipe-values", self->canvas, "pipe-values",
                   G_SETTINGS_BIND_GET);
  g_settings_bind (self->settings, "tracks-visible", self->tracks_bin, "visible",
                   G_SETTINGS_BIND_DEFAULT);
  studio_panel_height_bind (get_paned (self->tracks_bin), self->settings,
                            "tracks-height");
  studio_panel_height_bind (get_paned (self->proof), self->settings, "proof-height");
  bind_flap (self->settings, "library-visible", self->library_flap);
  bind_flap (self->settings, "inspector-visible", self->inspector_flap);
}
