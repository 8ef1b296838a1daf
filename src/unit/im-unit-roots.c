/* SPDX-License-Identifier: MIT */
#include "unit/im-unit-roots.h"

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

static void
add_shipped (ImUnitLibrary *library, ImDiagnostics *diagnostics)
{
  static const char *const folders[] = { IM_INSTALLED_UNITS, IM_SOURCE_UNITS };
  const char *data = g_getenv ("IMAGINET_DATA_PATH");

  if (data != NULL && *data != '\0')
    {
      g_autofree char *units = g_build_filename (data, "units", NULL);

      im_unit_roots_add_folder (library, units, "IMAGINET_DATA_PATH", diagnostics);
      return;
    }

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    if (g_file_test (folders[i], G_FILE_TEST_IS_DIR))
      {
        im_unit_library_add_root (library, folders[i], diagnostics);
        return;
      }
}

void
im_unit_roots_add_usual (ImUnitLibrary *library, ImDiagnostics *diagnostics)
{
  add_path (library, diagnostics);
  add_shipped (library, diagnostics);
}
