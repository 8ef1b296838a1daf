/* SPDX-License-Identifier: MIT */
#include "cli/input/cli-library.h"

#include "cli/terminal/cli-output.h"
#include "unit/im-unit-beside.h"
#include "unit/im-unit-roots.h"

const ImUnitFile *
cli_library_add_file (ImUnitLibrary *library,
                      const char *path,
                      ImDiagnostics *diagnostics)
{
  if (!im_unit_roots_is_shipped (path))
    im_unit_library_add_tree (library, path);

  return im_unit_library_add_file (library, path, diagnostics);
}

void
cli_library_add_beside (ImUnitLibrary *library, const char *path)
{
  if (!im_unit_roots_is_shipped (path))
    im_unit_library_add_beside (library, path);
}

void
cli_library_add_roots (ImUnitLibrary *library,
                       const CliOptions *options,
                       ImDiagnostics *diagnostics)
{
  for (guint i = 0; options->units != NULL && options->units[i] != NULL; i++)
    im_unit_roots_add_folder (library, options->units[i], "--units", diagnostics);
  im_unit_roots_add_usual (library, diagnostics);
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
        im_diagnostics_add_copy (errors, item);
    }
}

void
cli_library_select_bad_folders (const ImDiagnostics *found, ImDiagnostics *errors)
{
  for (guint i = 0; i < im_diagnostics_get_count (found); i++)
    {
      const ImDiagnostic *item = im_diagnostics_get (found, i);

      if (g_str_equal (item->code, IM_UNIT_ROOTS_BAD_FOLDER))
        im_diagnostics_add_copy (errors, item);
    }
}
