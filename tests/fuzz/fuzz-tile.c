/* SPDX-License-Identifier: MIT
 *
 * The input is a file of formulas. What can be read is printed so that it reads the same,
 * and so in each other spelling, unless that has no words for it.
 */
#include "base/im-arena.h"
#include "fuzz.h"
#include "tile/im-tile-print.h"

static ImTileFile *
read_text (const char *text, ImDiagnostics *diagnostics)
{
  g_autoptr (ImSource) source = im_source_new_for_string ("fuzz.tile", text);

  return im_tile_parse (source, diagnostics);
}

static char *
print (const ImTileFile *file)
{
  GString *text = g_string_new (NULL);

  im_tile_append_text (file, text);

  return g_string_free (text, FALSE);
}

static gboolean
is_fine (const ImDiagnostics *diagnostics)
{
  return im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) == 0;
}

static void
check_spelling (const char *text, ImTileSpelling spelling)
{
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImDiagnostics) problems = im_diagnostics_new ();
  g_autoptr (ImTileFile) file = read_text (text, diagnostics), again = NULL;
  g_autofree char *converted = NULL, *same = NULL;

  g_assert_true (is_fine (diagnostics));
  if (!im_tile_convert (file, spelling, diagnostics))
    {
      fuzz_check_diagnostics (diagnostics);
      return;
    }
  converted = print (file);
  again = read_text (converted, problems);
  if (!is_fine (problems))
    g_error ("“%s” has become “%s”: %s", text, converted,
             im_diagnostics_get (problems, 0)->message);
  g_assert_cmpint (again->spelling, ==, spelling);
  same = print (again);
  g_assert_cmpstr (same, ==, converted);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *bytes = g_strndup ((const char *) data, size);
  g_autofree char *text = g_utf8_make_valid (bytes, -1);
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImTileFile) file = read_text (text, diagnostics);

  fuzz_check_diagnostics (diagnostics);
  if (!is_fine (diagnostics))
    return 0;
  for (guint i = IM_TILE_CPP; i <= IM_TILE_COMPACT; i++)
    check_spelling (text, i);

  return 0;
}
