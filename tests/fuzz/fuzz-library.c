/* SPDX-License-Identifier: MIT */
#include "fuzz-library.h"

ImUnitLibrary *
fuzz_get_library (void)
{
  static ImUnitLibrary *library;

  if (library == NULL)
    {
      g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();

      library = im_unit_library_new ();
      im_unit_library_add_root (library, FUZZ_UNITS, diagnostics);
      g_assert_cmpuint (im_unit_library_get_units (library)->len, >, 0);
    }

  return library;
}
