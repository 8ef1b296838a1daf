/* SPDX-License-Identifier: MIT */
#include "studio/library/studio-recent-units.h"

#include <gio/gio.h>

#define SCHEMA "org.imaginet.Studio"
#define KEY    "recent-units"

char **
studio_recent_units_dup (void)
{
  g_autoptr (GSettings) settings = g_settings_new (SCHEMA);

  return g_settings_get_strv (settings, KEY);
}

void
studio_recent_units_add (const char *id)
{
  g_autoptr (GSettings) settings = g_settings_new (SCHEMA);
  g_auto (GStrv) old = g_settings_get_strv (settings, KEY);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) ids = NULL;
  guint n = 1;

  g_strv_builder_add (builder, id);
  for (guint i = 0; old[i] != NULL && n < STUDIO_RECENT_UNITS_MAX; i++)
    if (!g_str_equal (old[i], id))
      {
        g_strv_builder_add (builder, old[i]);
        n++;
      }
  ids = g_strv_builder_end (builder);
  g_settings_set_strv (settings, KEY, (const char *const *) ids);
}
