/* SPDX-License-Identifier: MIT */
#include "cli/check/cli-check.h"

#include "emit/im-problems.h"

guint
cli_check_units (ImUnitLibrary *library, guint n_files, ImDiagnostics *diagnostics)
{
  const GPtrArray *files = im_unit_library_get_files (library);
  g_autoptr (ImDiagnostics) all = im_diagnostics_new ();
  guint n_units = 0;

  for (guint i = 0; i < n_files; i++)
    {
      const ImUnitFile *file = g_ptr_array_index (files, i);

      g_autoptr (ImDiagnostics) found = im_diagnostics_new ();

      im_problems_check_file (file, NULL, library, found);
      im_diagnostics_append (all, found);
      n_units += im_unit_file_get_count (file);
    }
  im_problems_add (diagnostics, all);

  return n_units;
}
