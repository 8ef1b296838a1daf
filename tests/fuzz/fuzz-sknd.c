/* SPDX-License-Identifier: MIT
 *
 * The input is a file of SkriptND. Problems point into it, and what is read without one
 * is printed as a text that reads as the same tree and is printed as itself.
 */
#include "fuzz.h"
#include "skriptnd/text/im-sknd-file.h"
#include "skriptnd/text/im-sknd-print.h"

static GString *
get_tree (const ImSkndFile *file)
{
  GString *tree = g_string_new (NULL);

  im_sknd_file_append_tree (file, tree);

  return tree;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (ImSource) source = im_source_new ("fuzz.sknd", bytes), printed = NULL;
  g_autoptr (ImDiagnostics) diagnostics = im_diagnostics_new ();
  g_autoptr (ImSkndFile) file = im_sknd_parse (source, diagnostics), again = NULL;
  g_autoptr (GString) tree = get_tree (file), text = g_string_new (NULL);
  g_autoptr (GString) second = g_string_new (NULL), tree_again = NULL;

  fuzz_check_diagnostics (diagnostics);
  if (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR) > 0)
    return 0;

  im_sknd_file_print (file, text);
  printed = im_source_new_for_string ("again.sknd", text->str);
  again = im_sknd_parse (printed, diagnostics);
  g_assert_cmpuint (im_diagnostics_count (diagnostics, IM_SEVERITY_ERROR), ==, 0);
  tree_again = get_tree (again);
  g_assert_cmpstr (tree->str, ==, tree_again->str);
  g_assert_cmpuint (file->comments->len, ==, again->comments->len);
  im_sknd_file_print (again, second);
  g_assert_cmpstr (text->str, ==, second->str);

  return 0;
}
