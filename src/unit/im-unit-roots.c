/* SPDX-License-Identifier: MIT */
#include "unit/im-unit-roots.h"

#include <string.h>

#include "base/im-data.h"

void
im_unit_roots_add_folder (ImUnitLibrary *library,
                          const char *path,
                          const char *said_by,
                          ImDiagnostics *diagnostics)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    im_unit_library_add_root (library, path, diagnostics);
  else
    im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, IM_UNIT_ROOTS_BAD_FOLDER,
                                 path, "%s names a folder of units, but this is none",
                                 said_by);
}

static void
add_path (ImUnitLibrary *library, ImDiagnostics *diagnostics)
{
  const char *path = g_getenv ("IMAGINET_UNIT_PATH");
  g_auto (GStrv) folders = g_strsplit (path == NULL ? "" : path, G_SEARCHPATH_SEPARATOR_S,
                                       -1);

  for (guint i = 0; folders[i] != NULL; i++)
    if (*folders[i] != '\0')
      im_unit_roots_add_folder (library, folders[i], "IMAGINET_UNIT_PATH", diagnostics);
}

char *
im_unit_roots_dup_shipped (void)
{
  static const ImDataFolder folder = { "units", "units", IM_INSTALLED_UNITS,
                                       IM_SOURCE_UNITS };

  return im_data_dup_folder (&folder);
}

/* In the source tree they are in the folder of the standard library, and beside the units
 * where these are installed. */
char *
im_unit_roots_dup_references (const char *name)
{
  g_autofree char *shipped = im_unit_roots_dup_shipped ();
  g_autofree char *parent = shipped == NULL ? NULL : g_path_get_dirname (shipped);
  g_autofree char *source = NULL;

  if (parent == NULL)
    return NULL;
  source = g_build_filename (parent, "stdlib", "references", name, NULL);
  if (g_file_test (source, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&source);

  return g_build_filename (parent, "references", name, NULL);
}

static void
add_shipped (ImUnitLibrary *library, ImDiagnostics *diagnostics)
{
  g_autofree char *shipped = im_unit_roots_dup_shipped ();
  g_autofree char *operators = im_sknd_package_dup_library ();

  if (shipped != NULL)
    im_unit_roots_add_folder (library, shipped, "IMAGINET_DATA_PATH", diagnostics);
  if (operators != NULL && g_file_test (operators, G_FILE_TEST_IS_DIR))
    im_unit_library_add_operators (library, operators);
}

static gboolean
is_below (const char *path, const char *folder)
{
  g_autofree char *full = folder == NULL ? NULL : g_canonicalize_filename (folder, NULL);
  gsize length = full == NULL ? 0 : strlen (full);

  return full != NULL && strncmp (path, full, length) == 0 &&
         (path[length] == '/' || path[length] == '\0');
}

gboolean
im_unit_roots_is_shipped (const char *path)
{
  g_autofree char *units = im_unit_roots_dup_shipped ();
  g_autofree char *operators = im_sknd_package_dup_library ();
  g_autofree char *full = g_canonicalize_filename (path, NULL);

  return is_below (full, units) || is_below (full, operators);
}

void
im_unit_roots_add_usual (ImUnitLibrary *library, ImDiagnostics *diagnostics)
{
  add_path (library, diagnostics);
  add_shipped (library, diagnostics);
}
