/* SPDX-License-Identifier: MIT
 *
 * The input is a pipeline in one line. What it becomes must be a unit file that can be
 * read, and its problems are those of the line.
 */
#include "fuzz-library.h"
#include "fuzz.h"
#include "graph/im-launch.h"
#include "program/im-program.h"

static void
elaborate (ImLaunch *launch, ImUnitLibrary *library, ImDiagnostics *diagnostics)
{
  g_autoptr (GBytes) bytes = im_launch_write (launch, "Launch.Fuzz", NULL);
  g_autoptr (ImDiagnostics) found = im_diagnostics_new ();
  g_autoptr (ImUnitFile) file = im_unit_file_parse (bytes, "<pipeline>", found);
  g_autoptr (ImProgram) program = NULL;

  g_assert_nonnull (file);
  g_assert_cmpuint (im_unit_file_get_count (file), ==, 1);
  program = im_program_elaborate (im_unit_file_get_unit (file, 0), library, NULL, 0,
                                  found);
  g_assert_nonnull (program);
  im_launch_add_problems (launch, file, found, diagnostics);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (ImSource) line = im_source_new ("<line>", bytes);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  ImUnitLibrary *library = fuzz_get_library ();
  g_autoptr (ImLaunch) launch = im_launch_parse (line, library, diagnostics);

  g_assert_true (launch != NULL ||
                 im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > 0);
  if (launch != NULL)
    elaborate (launch, library, diagnostics);
  fuzz_check_diagnostics (diagnostics);

  return 0;
}
