/* SPDX-License-Identifier: MIT */
#include "cli/formula/cli-tile-fix.h"

/* Those that are behind come first. */
static gint
compare_fixes (gconstpointer a, gconstpointer b)
{
  const ImDiagnostic *first = *(const ImDiagnostic *const *) a;
  const ImDiagnostic *second = *(const ImDiagnostic *const *) b;

  return (first->fix_span.start < second->fix_span.start) -
         (first->fix_span.start > second->fix_span.start);
}

/* From the end, so that places stay what they were. */
GBytes *
cli_tile_fix (ImSource *source, const ImDiagnostics *diagnostics)
{
  g_autoptr (GPtrArray) fixes = g_ptr_array_new ();
  gsize length = 0;
  const char *text = im_source_get_text (source, &length);
  GString *fixed = g_string_new_len (text, (gssize) length);
  guint32 before = G_MAXUINT32;

  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    if (im_diagnostics_get (diagnostics, i)->fix != NULL)
      g_ptr_array_add (fixes, (gpointer) im_diagnostics_get (diagnostics, i));
  g_ptr_array_sort (fixes, compare_fixes);
  for (guint i = 0; i < fixes->len; i++)
    {
      const ImDiagnostic *diagnostic = g_ptr_array_index (fixes, i);
      ImSpan span = diagnostic->fix_span;

      if (span.end > before)
        continue;
      g_string_erase (fixed, span.start, span.end - span.start);
      g_string_insert (fixed, span.start, diagnostic->fix);
      before = span.start;
    }

  return g_string_free_to_bytes (fixed);
}
