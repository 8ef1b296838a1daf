/* SPDX-License-Identifier: MIT */
#include "cli/skriptnd/cli-sknd-files.h"

#include <string.h>

#include "base/im-text.h"
#include "cli/input/cli-input.h"

#define SUFFIX    ".sknd"
#define MAX_DEPTH 32 /* of folders, so that a link to one above ends */

ImSource *
cli_sknd_read (const char *path, GError **error)
{
  GString *text = cli_input_read (path, IM_SKND_MAX_BYTES, error);
  g_autoptr (GBytes) bytes = text == NULL ? NULL : g_string_free_to_bytes (text);

  return bytes == NULL
             ? NULL
             : im_source_new (strcmp (path, "-") == 0 ? "<module>" : path, bytes);
}

static void
add_folder (GPtrArray *paths, const char *folder, guint depth)
{
  g_autoptr (GDir) dir = depth < MAX_DEPTH ? g_dir_open (folder, 0, NULL) : NULL;
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        add_folder (paths, path, depth + 1);
      else if (g_str_has_suffix (name, SUFFIX))
        g_ptr_array_add (paths, g_steal_pointer (&path));
    }
}

/* The path, or if it is a folder the files in it and below, sorted. */
static GPtrArray *
find (const char *path)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    add_folder (paths, path, 0);
  else
    g_ptr_array_add (paths, g_strdup (path));
  g_ptr_array_sort (paths, im_text_compare_names);

  return paths;
}

guint
cli_sknd_read_all (const char *path,
                   CliSkndSourceFunc func,
                   gpointer data,
                   ImDiagnostics *diagnostics)
{
  g_autoptr (GPtrArray) paths = find (path);

  if (paths->len == 0)
    im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "no-file", path,
                                 "There is no .sknd file in this folder");
  for (guint i = 0; i < paths->len; i++)
    {
      const char *name = g_ptr_array_index (paths, i);
      g_autoptr (GError) error = NULL;
      g_autoptr (ImSource) source = cli_sknd_read (name, &error);

      if (source == NULL)
        im_diagnostics_add_for_file (diagnostics, IM_SEVERITY_ERROR, "cannot-read", name,
                                     "%s", error->message);
      else
        func (source, data, diagnostics);
    }

  return paths->len;
}

char *
cli_sknd_dup_main (const char *path)
{
  return g_file_test (path, G_FILE_TEST_IS_DIR)
             ? g_build_filename (path, "main" SUFFIX, NULL)
             : g_strdup (path);
}

char *
cli_sknd_dup_module (const char *path)
{
  char *name = g_path_get_basename (path);

  if (g_str_has_suffix (name, SUFFIX))
    name[strlen (name) - strlen (SUFFIX)] = '\0';

  return name;
}
