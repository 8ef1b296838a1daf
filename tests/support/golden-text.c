/* SPDX-License-Identifier: MIT */
#include "golden-text.h"

#include <string.h>

/* Prints the first lines that differ. */
static void
print_difference (const char *path, const char *expected, const char *actual)
{
  g_auto (GStrv) left = g_strsplit (expected, "\n", -1);
  g_auto (GStrv) right = g_strsplit (actual, "\n", -1);
  guint i = 0;

  while (left[i] != NULL && right[i] != NULL && strcmp (left[i], right[i]) == 0)
    i++;
  g_test_message ("%s:%u differs", path, i + 1);
  for (guint j = i; j < i + 5 && left[MIN (j, g_strv_length (left))] != NULL; j++)
    g_test_message ("- %s", left[j]);
  for (guint j = i; j < i + 5 && right[MIN (j, g_strv_length (right))] != NULL; j++)
    g_test_message ("+ %s", right[j]);
}

void
golden_compare (const char *path, const char *actual)
{
  g_autofree char *file = g_test_build_filename (G_TEST_DIST, path, NULL);
  g_autofree char *expected = NULL;
  g_autoptr (GError) error = NULL;

  if (g_getenv ("IMAGINET_UPDATE_GOLDEN") != NULL)
    {
      g_file_set_contents (file, actual, -1, &error);
      g_assert_no_error (error);
      return;
    }

  g_file_get_contents (file, &expected, NULL, &error);
  g_assert_no_error (error);
  if (strcmp (expected, actual) == 0)
    return;

  print_difference (path, expected, actual);
  g_test_fail ();
}

void
golden_append_diagnostics (const ImDiagnostics *diagnostics, GString *out)
{
  for (guint i = 0; i < im_diagnostics_get_count (diagnostics); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      const ImDiagnostic *diagnostic = im_diagnostics_get (diagnostics, i);
      const char *slash = strrchr (diagnostic->name, '/');

      im_diagnostic_print (diagnostic, FALSE, text);
      if (slash != NULL)
        g_string_erase (text, 0, slash + 1 - diagnostic->name);
      g_string_replace (text, g_test_get_dir (G_TEST_DIST), "…", 0);
      g_string_append_printf (out, "[%s] %s", diagnostic->code, text->str);
    }
}
