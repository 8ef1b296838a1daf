/* SPDX-License-Identifier: MIT */
#include "cli/cli-library.h"

#include "cli/cli-output.h"

#define BAD_FOLDER "units-folder"

static void
add_folder (ImUnitLibrary *library,
            const char *path,
            const char *said_by,
            ImDiagnostics *diagnostics)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    im_unit_library_add_root (library, path, diagnostics);
  else
    im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, BAD_FOLDER, path,
                                 "%s names a folder of units, but this is none", said_by);
}

static void
add_path (ImUnitLibrary *library, ImDiagnostics *diagnostics)
{
  const char *path = g_getenv ("IMAGINET_UNIT_PATH");
  g_auto (GStrv) folders = g_strsplit (path == NULL ? "" : path, G_SEARCHPATH_SEPARATOR_S,
                                       -1);

  for (guint i = 0; folders[i] != NULL; i++)
    if (*folders[i] != '\0')
      add_folder (library, folders[i], "IMAGINET_UNIT_PATH", diagnostics);
}

static void
add_shipped (ImUnitLibrary *library, ImDiagnostics *diagnostics)
{
  static const char *const folders[] = { IM_INSTALLED_UNITS, IM_SOURCE_UNITS };
  const char *data = g_getenv ("IMAGINET_DATA_PATH");

  if (data != NULL && *data != '\0')
    {
      g_autofree char *units = g_build_filename (data, "units", NULL);

      add_folder (library, units, "IMAGINET_DATA_PATH", diagnostics);
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
cli_library_add_roots (ImUnitLibrary *library,
                       const CliOptions *options,
                       ImDiagnostics *diagnostics)
{
  for (guint i = 0; options->units != NULL && options->units[i] != NULL; i++)
    add_folder (library, options->units[i], "--units", diagnostics);
  add_path (library, diagnostics);
  add_shipped (library, diagnostics);
}

void
cli_library_select_errors (const ImDiagnostics *found,
                           const char *file,
                           ImDiagnostics *errors)
{
  for (guint i = 0; i < im_diagnostics_get_count (found); i++)
    {
      const ImDiagnostic *item = im_diagnostics_get (found, i);

      if (item->severity == IM_SEVERITY_ERROR &&
          (file == NULL || g_str_equal (file, item->name)))
        cli_output_copy_diagnostic (item, errors);
    }
}

void
cli_library_select_bad_folders (const ImDiagnostics *found, ImDiagnostics *errors)
{
  for (guint i = 0; i < im_diagnostics_get_count (found); i++)
    {
      const ImDiagnostic *item = im_diagnostics_get (found, i);

      if (g_str_equal (item->code, BAD_FOLDER))
        cli_output_copy_diagnostic (item, errors);
    }
}
