/* SPDX-License-Identifier: MIT */
#include "studio/common/studio-folders.h"

#include <gio/gio.h>

static gboolean
is_in_build_folder (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);

  return program != NULL && g_str_has_prefix (program, STUDIO_BUILD_FOLDER "/");
}

const char *
studio_folders_get_locale (void)
{
  return is_in_build_folder () ? STUDIO_BUILD_FOLDER "/po" : STUDIO_LOCALE_FOLDER;
}

/* A prefix such as ~/.local or /opt is not among the folders that GSettings knows. */
void
studio_folders_set_schemas (void)
{
  const char *own = is_in_build_folder () ? STUDIO_BUILD_FOLDER "/src/studio"
                                          : STUDIO_SCHEMA_FOLDER;
  const char *given = g_getenv ("GSETTINGS_SCHEMA_DIR");
  g_autofree char *both = given == NULL
                              ? NULL
                              : g_strjoin (G_SEARCHPATH_SEPARATOR_S, given, own, NULL);

  g_setenv ("GSETTINGS_SCHEMA_DIR", both == NULL ? own : both, TRUE);
}
